import PlayerKit
import TestSupport
import Testing

@testable import PlayerMPRIS

@Suite("What MPRIS makes of a player's events")
struct FollowerTests {
  /// A player's life, told with its times.
  private struct Tale {
    private var now = SuspendingClock.now
    private(set) var follower: PlaybackFollower
    /// The positions that were announced.
    private(set) var jumps: [Double] = []

    init() {
      follower = PlaybackFollower(.empty, at: now)
    }

    /// Tells of events, so many seconds after those before.
    mutating func tell(_ events: PlayerEvent..., after seconds: Double = 0) {
      now = now.advanced(by: .seconds(seconds))
      for event in events {
        if let jump = follower.take(.event(event), at: now) { jumps.append(jump) }
      }
    }

    mutating func move(to state: PlayerState) {
      if let jump = follower.take(.moved(to: state), at: now) { jumps.append(jump) }
    }

    /// Opens a source and plays it, so many seconds after it was asked for.
    mutating func play(_ source: PlayerSource, at start: Double = 0, opensIn seconds: Double = 0.1) {
      tell(
        .sourceChanged(source), .statusChanged(.unstarted, playWhenReady: true), .statusChanged(.buffering))
      tell(
        .durationChanged(100, isLive: false, isSeekable: true), .timeChanged(start), .statusChanged(.playing),
        after: seconds)
    }

    func isInterlude(after seconds: Double) -> Bool {
      follower.isInterlude(at: now.advanced(by: .seconds(seconds)))
    }

    /// The position so many seconds later, in seconds.
    func position(after seconds: Double, _ live: PlayerState? = nil) -> Double {
      follower.position(live ?? follower.state, at: now.advanced(by: .seconds(seconds)))
    }
  }

  private let film = PlayerSource.file("/film.mkv")
  private let song = PlayerSource.file("/song.flac")

  @Test("Between two times that were told the position goes on, at its rate and not beyond the end")
  func reckoning() {
    var tale = Tale()
    tale.play(film)
    tale.tell(.timeChanged(10))
    #expect(tale.position(after: 0) == 10)
    #expect(abs(tale.position(after: 0.2) - 10.2) < 1e-6)
    tale.tell(.rateChanged(2), .timeChanged(10))
    #expect(abs(tale.position(after: 0.2) - 10.4) < 1e-6)
    tale.tell(.timeChanged(99.9))
    #expect(tale.position(after: 3) == 100)
  }

  @Test("A backend that has fallen silent is not reckoned on for ever")
  func silence() {
    var tale = Tale()
    tale.play(film)
    #expect(tale.position(after: 60) == 10)
  }

  @Test(
    "Held, sought and waiting for data it stands",
    arguments: [
      [.statusChanged(.paused, playWhenReady: false)], [.seeking(to: 5)], [.statusChanged(.buffering)],
      [.statusChanged(.ended, playWhenReady: false)], [.failed(PlayerError(.network, "Gone."))],
    ] as [[PlayerEvent]])
  func standing(events: [PlayerEvent]) {
    var tale = Tale()
    tale.play(film)
    tale.tell(.timeChanged(5))
    for event in events { tale.tell(event) }
    #expect(tale.position(after: 2) == 5)
  }

  @Test("After a pause it goes on from where it was held")
  func resuming() {
    var tale = Tale()
    tale.play(film)
    tale.tell(.timeChanged(5), .statusChanged(.paused, playWhenReady: false))
    tale.tell(.statusChanged(.playing, playWhenReady: true), after: 60)
    #expect(abs(tale.position(after: 0.1) - 5.1) < 1e-6)
    #expect(tale.jumps.isEmpty)
  }

  @Test("Where the player is ahead of its events, its own word counts")
  func ahead() {
    var tale = Tale()
    tale.play(film)
    let live = tale.follower.state.applying(.timeChanged(42))
    #expect(tale.position(after: 0.2, live) == 42)
  }

  @Test("While it plays, is held and plays on, nothing jumps")
  func noJumps() {
    var tale = Tale()
    tale.play(film)
    for step in 1...20 { tale.tell(.timeChanged(Double(step) / 4), after: 0.25) }
    tale.tell(.statusChanged(.paused, playWhenReady: false), .timeChanged(5.02), after: 0.02)
    tale.tell(.statusChanged(.playing, playWhenReady: true), after: 3)
    tale.tell(.statusChanged(.buffering), after: 0.2)
    tale.tell(.timeChanged(5.3), .statusChanged(.playing), after: 0.1)
    tale.tell(
      .volumeChanged(3), .rateChanged(1), .timeChanged(100), .statusChanged(.ended, playWhenReady: false))
    #expect(tale.jumps.isEmpty)
  }

  @Test(
    "A seek that has landed is a jump, a beginning off the track's start too, and so is a change of the rate")
  func jumps() {
    var tale = Tale()
    tale.play(film, at: 30)
    #expect(tale.jumps == [30])
    tale.tell(.seeking(to: 60))
    #expect(tale.jumps == [30])
    tale.tell(.seeked(at: 60.04), .timeChanged(60.04), after: 0.1)
    #expect(tale.jumps == [30, 60.04])
    tale.tell(.rateChanged(2), after: 0.5)
    #expect(tale.jumps.count == 3)
    #expect(abs(tale.jumps[2] - 60.54) < 1e-6)
  }

  @Test("A client that reckoned on while data were waited for is told where it is")
  func stalls() {
    var tale = Tale()
    tale.play(film, opensIn: 4)
    #expect(tale.jumps == [0])
    tale.tell(.timeChanged(7), after: 7)
    tale.tell(.statusChanged(.buffering))
    tale.tell(.statusChanged(.playing), after: 3)
    #expect(tale.jumps == [0, 7])
  }

  @Test("Each source is a track of its own, also the same one again; without one there is none")
  func tracks() {
    var tale = Tale()
    #expect(tale.follower.track == 0)
    tale.play(film)
    #expect(tale.follower.track == 1)
    tale.play(film)
    #expect(tale.follower.track == 2)
    tale.tell(.sourceChanged(nil))
    #expect(tale.follower.track == 0)
    tale.play(song)
    #expect(tale.follower.track == 3)
  }

  @Test(
    "A track stays the same under another backend, or the same one started again, and wherever that goes on")
  func swaps() {
    var tale = Tale()
    tale.play(film)
    var later = film
    later.start = 20
    tale.tell(.failed(PlayerError(.backendFailed, "Dead."), willRestart: true))
    tale.tell(.backendChanged("mpv", .restarted), .ready)
    tale.play(later, at: 20)
    #expect(tale.follower.track == 1)
    tale.tell(.backendChanged("mock", .asked), .ready)
    tale.play(song)
    #expect(tale.follower.track == 2)
  }

  @Test("Each item of a source's own list is a track, in whatever order they are put")
  func items() {
    let items = ["a", "b", "c"].map { PlayerItem(id: $0) }
    var tale = Tale()
    tale.play(film)
    tale.tell(.itemsChanged(items, index: 0))
    #expect(tale.follower.track == 1)
    tale.tell(.itemsChanged(items, index: 1))
    #expect(tale.follower.track == 2)
    tale.tell(.itemsChanged([items[1], items[2], items[0]], index: 0))
    #expect(tale.follower.track == 2)
    // The same video twice in a list.
    tale.tell(.itemsChanged([items[1], items[1]], index: 0))
    tale.tell(.itemsChanged([items[1], items[1]], index: 1))
    #expect(tale.follower.track == 3)
  }

  @Test("What comes in front instead is another track, at its own position")
  func moves() {
    var tale = Tale()
    tale.play(film)
    let other = [
      PlayerEvent.sourceChanged(song), .statusChanged(.playing, playWhenReady: true), .timeChanged(33),
    ].reduce(PlayerState.empty) { $0.applying($1) }
    tale.move(to: other)
    #expect(tale.follower.track == 2)
    #expect(tale.jumps == [33])
    #expect(abs(tale.position(after: 0.5) - 33.5) < 1e-6)
    // Events were lost, and nothing else came in front.
    tale.move(to: other.applying(.timeChanged(40)))
    #expect(tale.follower.track == 2)
    #expect(tale.jumps == [33, 40])
    tale.move(to: .empty)
    #expect(tale.follower.track == 0)
  }

  @Test("What has only just ended is about to be followed, for a moment")
  func interlude() {
    var tale = Tale()
    tale.play(film)
    #expect(!tale.isInterlude(after: 0))
    tale.tell(.timeChanged(100), .statusChanged(.ended, playWhenReady: false))
    #expect(tale.isInterlude(after: 0.1))
    #expect(!tale.isInterlude(after: 1))
    // Whoever looks between the two events of a next one's coming sees no stop either.
    tale.tell(.sourceChanged(song))
    #expect(tale.follower.state.mprisStatus == "Stopped" && !tale.isInterlude(after: 1))
    tale.play(film)
    tale.tell(.timeChanged(100), .statusChanged(.ended, playWhenReady: false))
    tale.tell(.sourceChanged(song))
    #expect(tale.isInterlude(after: 0.1))
    tale.tell(.statusChanged(.unstarted, playWhenReady: false))
    #expect(!tale.isInterlude(after: 0))
    tale.play(song)
    #expect(!tale.isInterlude(after: 0))
  }

  @Test("Any events in any order are borne")
  func anything() {
    var generator = SplitMix64(state: 7)
    let times: [Double] = [0, 1, -1, .nan, .infinity, -.infinity, 1e300, 1e-300]
    for _ in 0..<300 {
      var tale = Tale()
      for _ in 0..<40 {
        let time = times.randomElement(using: &generator) ?? 0
        let events: [PlayerEvent] = [
          .sourceChanged(film), .sourceChanged(nil), .timeChanged(time), .seeking(to: time),
          .seeked(at: time),
          .rateChanged(time), .durationChanged(time, isLive: false, isSeekable: true),
          .statusChanged(
            PlayerStatus.allCases.randomElement(using: &generator) ?? .playing, playWhenReady: true),
          .itemsChanged([PlayerItem(id: "a")], index: Int.random(in: -2...2, using: &generator)),
          .backendChanged("x", .asked), .closed,
        ]
        tale.tell(events.randomElement(using: &generator) ?? .ready, after: 0.1)
        let properties = MPRISProperties(
          options: MPRISOptions(name: "x", identity: "x"),
          outlook: MPRISOutlook(state: tale.follower.state, capabilities: []), follower: tale.follower)
        let all = properties.all(of: MPRISProperties.playerInterface, at: .now)
        #expect(all.count == 15)
        #expect(all["Position"].map { if case .integer(let time) = $0 { time >= 0 } else { false } } == true)
      }
    }
  }
}
