import PlayerKit
import TestSupport
import Testing

@Suite("The backend that the next item needs", .timeLimit(.minutes(2)))
struct PlayerStandbyTests {
  private let puppets = Puppets()
  private let video: PlayerSource
  private let queue: PlayQueue

  init() throws {
    video = try PlayerSource(parsing: "dQw4w9WgXcQ")
    queue = PlayQueue([.numbered(0), video, .numbered(1)])
  }

  private static let quiet: Set<Capability> = [.items]

  private func player(
    film: PuppetScript = PuppetScript(), video: PuppetScript = PuppetScript(),
    capabilities: Set<Capability> = Set(Capability.allCases)
  ) -> Player {
    Player(
      registry: BackendRegistry([
        puppets.provider("film", kinds: [.file], film),
        puppets.provider("video", kinds: [.video], capabilities: capabilities, video),
      ]))
  }

  /// Plays the first item to 4 s before its end, and returns the backend that is prepared then.
  private func prepared(_ player: Player) async throws -> Puppet {
    try await player.play(queue)
    let first = try #require(puppets.named("film"))
    first.emit(.timeChanged(94.9))
    #expect(puppets.all.count == 1)
    first.emit(.timeChanged(96))
    return try await standby(.cue(video))
  }

  /// Waits until the backend that was made last has taken this action.
  private func standby(_ action: PlayerAction) async throws -> Puppet {
    let puppets = puppets
    return try await limited {
      while true {
        if puppets.all.count > 1, let last = puppets.all.last, last.actions.contains(action) { return last }
        await Task.yield()
      }
    }
  }

  private func ended(_ puppet: Puppet) async throws {
    try await limited { while !puppet.isShutDown { await Task.yield() } }
  }

  @Test("It is started out of sight in the last 5 s, cues the item, and plays in front when its turn comes")
  func prepared() async throws {
    let player = player()
    try await player.setVolume(40)
    let events = player.events
    let standby = try await prepared(player)
    let behind = try #require(standby.places.first)
    #expect(!behind.isFront && !behind.turnsPages && standby.actions == [.setVolume(40), .cue(video)])
    #expect(player.state.source == .numbered(0) && player.state.backend == "film")
    try await player.setVolume(30)
    puppets.named("film")?.emit(.statusChanged(.ended, playWhenReady: false))
    try await player.waitFor { $0.source == video && $0.status == .playing }
    #expect(puppets.all.count == 2 && player.state.backend == "video" && player.state.volume == 30)
    #expect(standby.actions == [.setVolume(40), .cue(video), .setVolume(30), .play])
    #expect(standby.places.count == 2 && standby.places[1].isFront && standby.places[1].page == behind.page)
    #expect(puppets.named("film")?.isShutDown == true)
    let read = try await events.read { $0 == .statusChanged(.playing, playWhenReady: true) }
    let swap = try #require(read.firstIndex(of: .backendChanged("video", .asked)))
    #expect(read[swap...].contains(.ready) && read[swap...].contains(.sourceChanged(video)))
    #expect(!read[..<swap].contains(.sourceChanged(video)))
    await player.shutDown()
  }

  @Test("The rate counts: at twice the rate it is started 10 s before the end")
  func rate() async throws {
    let player = player()
    try await player.setRate(2)
    try await player.play(queue)
    puppets.all[0].emit(.timeChanged(91))
    _ = try await standby(.cue(video))
    await player.shutDown()
    #expect(puppets.all.allSatisfy { $0.isShutDown })
  }

  @Test("A source's own end counts, and items that are still to come in its list")
  func ownEnd() async throws {
    var script = PuppetScript()
    let items = (0..<2).map { PlayerItem(id: "\($0)") }
    script.onOpen = { source in
      source == .numbered(1)
        ? [.durationChanged(100, isLive: false, isSeekable: true), .itemsChanged(items, index: 0)]
        : [.durationChanged(100, isLive: false, isSeekable: true)]
    }
    let player = player(film: script)
    let queue = PlayQueue([.file(MediaPath("/0.mp4"), end: 20), video, .numbered(1), video])
    try await player.play(queue)
    puppets.all[0].emit(.timeChanged(16))
    let first = try await standby(.cue(video))
    queue.jump(to: 2)
    try await player.waitFor { $0.source == .numbered(1) && $0.status == .playing }
    try await ended(first)
    let film = try #require(puppets.named("film"))
    film.emit(.timeChanged(99))
    try await player.setVolume(50)
    #expect(puppets.all.last === first)
    film.emit(.itemsChanged(items, index: 1))
    let second = try await limited { [puppets] in
      while true {
        if let last = puppets.all.last, last !== first { return last }
        await Task.yield()
      }
    }
    #expect(try await standby(.cue(video)) === second)
    await player.shutDown()
  }

  @Test(
    "What changes the next item drops it, and so does going back",
    arguments: ["insert", "remove", "shuffle", "loop", "seek", "leave", "jump"])
  func dropped(how: String) async throws {
    let player = player()
    let standby = try await prepared(player)
    switch how {
    case "insert": queue.insertNext(.numbered(9))
    case "remove": queue.remove(at: 1)
    case "shuffle":
      // In an order that is not the same.
      repeat {
        queue.setShuffled(false)
        queue.setShuffled(true)
      } while queue.snapshot.items[1].source == video
    case "loop":
      queue.loop = .one
    case "seek": try await player.seek(to: 10)
    case "leave": player.leaveQueue()
    default: queue.jump(to: 2)
    }
    try await ended(standby)
    #expect(player.state.backend == "film")
    if how == "insert" {
      puppets.named("film")?.emit(.statusChanged(.ended, playWhenReady: false))
      try await player.waitFor { $0.source == .numbered(9) && $0.status == .playing }
    }
    await player.shutDown()
    #expect(puppets.all.allSatisfy { $0.isShutDown })
  }

  @Test("Held in its last seconds, the item keeps what is prepared; and next plays that")
  func paused() async throws {
    let player = player()
    let standby = try await prepared(player)
    try await player.pause()
    try await player.next()
    #expect(player.state.status == .queued && player.state.backend == "video" && puppets.all.count == 2)
    #expect(standby.places.last?.isFront == true && standby.actions.last == .cue(video))
    await player.shutDown()
  }

  @Test("Where the end comes while it is being started, it is waited for")
  func late() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onMake = { await door.pass() }
    let player = player(video: script)
    try await player.play(queue)
    puppets.all[0].emit(.timeChanged(98))
    try await limited { await door.arrival() }
    puppets.all[0].emit(.statusChanged(.ended, playWhenReady: false))
    door.open()
    try await player.waitFor { $0.source == video && $0.status == .playing }
    #expect(puppets.all.count == 2)
    await player.shutDown()
  }

  @Test("Where it can't be started ahead, or dies, the item is opened as usual and nothing has failed")
  func failedStart() async throws {
    let tries = Lock(0)
    var script = PuppetScript()
    let door = Door()
    script.onMake = { tries.withLock { $0 += 1 } }
    script.refusal = { action in
      guard case .cue = action, tries.withLock({ $0 }) == 1 else { return nil }
      door.open()
      return PlayerError(.timedOut, "Not now.")
    }
    let player = player(video: script)
    try await player.play(queue)
    puppets.all[0].emit(.timeChanged(98))
    try await limited { await door.pass() }
    puppets.all[0].emit(.statusChanged(.ended, playWhenReady: false))
    try await player.waitFor { $0.source == video && $0.status == .playing }
    #expect(player.queueReport.failed == 0 && tries.withLock { $0 } == 2)
    // The way back is prepared too, and dies.
    let second = try #require(puppets.named("video"))
    second.emit(.timeChanged(98))
    let standby = try await standby(.cue(.numbered(1)))
    standby.emit(.failed(PlayerError(.backendFailed, "It died.")))
    second.emit(.statusChanged(.ended, playWhenReady: false))
    try await player.waitFor { $0.source == .numbered(1) && $0.status == .playing }
    #expect(player.queueReport.failed == 0 && standby.isShutDown && puppets.all.last !== standby)
    await player.shutDown()
  }

  @Test("A backend that knows no pages is prepared too, and one that is in charge already is not")
  func withoutPages() async throws {
    let player = player(capabilities: Self.quiet)
    let standby = try await prepared(player)
    #expect(standby.places.isEmpty)
    puppets.named("film")?.emit(.statusChanged(.ended, playWhenReady: false))
    try await player.waitFor { $0.source == video && $0.status == .playing }
    #expect(standby.places.isEmpty)
    queue.append(video)
    queue.remove(at: 2)
    standby.emit(.timeChanged(99))
    try await player.pause()
    #expect(puppets.all.count == 2)
    await player.shutDown()
  }

  @Test("A player that is shut down ends what it has prepared, also while that is being started")
  func shutDown() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onMake = { await door.pass() }
    let player = player(video: script)
    try await player.play(queue)
    puppets.all[0].emit(.timeChanged(98))
    try await limited { await door.arrival() }
    let end = Task { await player.shutDown() }
    while !puppets.all[0].isShutDown { await Task.yield() }
    door.open()
    try await limited { await end.value }
    #expect(puppets.all.count == 2 && puppets.all.allSatisfy { $0.isShutDown })
  }

  @Test("A player that is shut down just when it prepares leaves nothing behind")
  func shutDownAtOnce() async throws {
    for round in 0..<100 {
      let puppets = Puppets()
      let player = Player(
        registry: BackendRegistry([
          puppets.provider("film", kinds: [.file], PuppetScript()),
          puppets.provider("video", kinds: [.video], PuppetScript()),
        ]))
      try await player.play(PlayQueue([.numbered(0), video]))
      let end = Task {
        for _ in 0..<round { await Task.yield() }
        await player.shutDown()
      }
      puppets.all[0].emit(.timeChanged(98))
      try await limited { await end.value }
      #expect(puppets.all.allSatisfy { $0.isShutDown })
    }
  }
}
