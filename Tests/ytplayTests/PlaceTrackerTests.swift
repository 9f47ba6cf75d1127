import PlayerKit
import Testing

@testable import ytplay

@Suite("What becomes of a source's place")
struct PlaceTrackerTests {
  /// A tracker and the state that it sees.
  private struct Script {
    var tracker: PlaceTracker
    var state = PlayerState.empty
    var sent: [PlayerAction] = []

    init(_ places: [String: Place] = [:], queue: String? = nil) {
      var book = PlaceBook()
      book.apply(places.mapValues { $0 })
      tracker = PlaceTracker(book, queue: queue)
    }

    mutating func tell(_ events: PlayerEvent...) {
      for event in events {
        state.apply(event)
        if case .sourceChanged(let source) = event {
          sent += tracker.begin(source, key: source.flatMap(PlaceKey.of))
        } else {
          sent += tracker.take(event, state)
        }
      }
    }

    /// Opens a source as a backend does.
    mutating func open(_ source: PlayerSource, duration: Double? = 100, seekable: Bool = true) {
      tell(.sourceChanged(source), .statusChanged(.unstarted), .statusChanged(.buffering))
      tell(.durationChanged(duration, isLive: duration == nil, isSeekable: seekable))
    }

    mutating func play(to time: Double, from start: Double = 0) {
      tell(.statusChanged(.playing))
      for step in 0...Int((time - start) * 4) { tell(.timeChanged(start + Double(step) / 4)) }
    }

    /// The changes so far; nil where one is to be forgotten.
    mutating func changes() -> [String: Double?] { tracker.takeChanges(at: 9).mapValues { $0?.time } }
  }

  private static let film = PlayerSource(.stream("https://a/film"))
  private static let song = PlayerSource(.stream("https://a/song"))
  private static let (filmKey, songKey) = ("https://a/film", "https://a/song")
  private static let forgotten: Double? = nil
  private static let items = (0..<3).map { PlayerItem(id: "id\($0)") }

  private static func place(_ time: Double, item: Int? = nil) -> Place {
    var place = Place(source: "")
    (place.source, place.time, place.item, place.itemID) = (nil, time, item, item.map { "id\($0)" })
    return place
  }

  @Test("A place is kept after a second, anew every 4 s of playing, after a jump, and at a pause")
  func interval() {
    var script = Script()
    script.open(Self.film)
    script.play(to: 0.75)
    #expect(!script.tracker.isDue)
    script.tell(.timeChanged(1))
    #expect(script.tracker.isDue)
    #expect(script.changes() == [Self.filmKey: 1])
    script.play(to: 4.75, from: 1.25)
    #expect(!script.tracker.isDue)
    script.tell(.timeChanged(5))
    #expect(script.tracker.isDue)
    #expect(script.changes() == [Self.filmKey: 5])
    script.tell(.timeChanged(7))
    #expect(!script.tracker.isDue)
    script.tell(.statusChanged(.paused))
    #expect(script.tracker.isDue)
    #expect(script.changes() == [Self.filmKey: 7])
    script.tell(.seeking(to: 40), .seeked(at: 40))
    #expect(script.tracker.isDue)
    #expect(script.changes() == [Self.filmKey: 40])
  }

  @Test(
    "However fast it plays, a second of the clock is left to keep the place before more than 5 s are lost",
    arguments: [(0.5, 4.0), (1, 4), (2, 3), (4, 1)])
  func rate(_ rate: Double, _ interval: Double) {
    var script = Script()
    script.open(Self.film)
    script.tell(.rateChanged(rate))
    script.tell(.statusChanged(.playing), .seeking(to: 10), .seeked(at: 10))
    _ = script.changes()
    script.play(to: 10 + interval - 0.25, from: 10)
    #expect(!script.tracker.isDue)
    script.tell(.timeChanged(10 + interval))
    #expect(script.tracker.isDue)
  }

  @Test("A source goes on where it was left, and nothing is kept of the moments before it is there")
  func goingOn() {
    var script = Script([Self.filmKey: Self.place(50)])
    script.open(Self.film)
    #expect(script.sent == [.seek(.to(50), precise: true)])
    script.tell(.statusChanged(.playing), .timeChanged(0), .timeChanged(0.25))
    #expect(script.changes().isEmpty)
    script.tell(.seeking(to: 50), .seeked(at: 50), .timeChanged(50))
    #expect(script.changes() == [Self.filmKey: 50])
  }

  @Test("What has become shorter than where it was left begins at its beginning")
  func shorter() {
    var script = Script([Self.filmKey: Self.place(50)])
    script.open(Self.film, duration: 40)
    #expect(script.sent == [.seek(.to(50), precise: true), .seek(.to(0), precise: true)])
    script.tell(.seeking(to: 0), .seeked(at: 0), .timeChanged(0))
    script.play(to: 8)
    #expect(script.changes() == [Self.filmKey: 8])
    #expect(script.sent.count == 2)
  }

  @Test("A start of the source's own wins, and so does an end before the place")
  func ownStart() {
    for source in [PlayerSource(Self.film.content, start: 0), PlayerSource(Self.film.content, end: 40)] {
      var script = Script([Self.filmKey: Self.place(50)])
      script.open(source)
      #expect(script.sent.isEmpty)
    }
    var script = Script([Self.filmKey: Self.place(50)])
    script.open(PlayerSource(Self.film.content, end: 60))
    #expect(script.sent == [.seek(.to(50), precise: true)])
  }

  @Test("What has ended is forgotten, and what has hardly begun or is about to end is not kept")
  func edges() {
    var script = Script([Self.filmKey: Self.place(50)])
    script.open(Self.film)
    script.tell(.seeked(at: 50), .statusChanged(.playing), .timeChanged(99.5))
    #expect(script.changes() == [Self.filmKey: Self.forgotten])
    script.tell(.timeChanged(60))
    #expect(script.changes() == [Self.filmKey: 60])
    script.tell(.timeChanged(100), .statusChanged(.ended, playWhenReady: false))
    #expect(script.changes() == [Self.filmKey: Self.forgotten])
    script.open(Self.song)
    script.play(to: 0.75)
    #expect(script.changes() == [Self.songKey: Self.forgotten])
  }

  @Test("The end of a part is no end of the source")
  func part() {
    var script = Script()
    script.open(PlayerSource(Self.film.content, end: 10))
    script.play(to: 9.75)
    script.tell(.timeChanged(10), .statusChanged(.ended, playWhenReady: false))
    #expect(script.changes() == [Self.filmKey: 10])
  }

  @Test("A source that comes again after its end begins anew")
  func again() {
    var script = Script([Self.filmKey: Self.place(50)])
    script.open(Self.film)
    script.tell(.seeked(at: 50), .statusChanged(.playing), .statusChanged(.ended))
    script.sent = []
    script.open(Self.film)
    #expect(script.sent.isEmpty)
  }

  @Test("A failure keeps the place: of what can't be opened the old one, of what breaks off the last")
  func failures() {
    let failure = PlayerEvent.failed(PlayerError(.network, "Cut."))
    var script = Script([Self.filmKey: Self.place(50)])
    script.open(Self.film, duration: nil)
    script.tell(failure)
    #expect(script.changes().isEmpty)
    script.open(Self.film)
    #expect(script.sent.count == 2)
    script.tell(.seeked(at: 50), .statusChanged(.playing), .timeChanged(70), failure)
    #expect(script.changes() == [Self.filmKey: 70])
  }

  @Test("Another backend that takes over is not sent anywhere, and what it says meanwhile is not kept")
  func swap() {
    var script = Script()
    script.open(Self.film)
    script.play(to: 30)
    _ = script.changes()
    script.tell(.backendChanged("mpv", .asked))
    script.open(Self.film)
    script.tell(.timeChanged(0), .timeChanged(0))
    #expect(script.sent.isEmpty)
    #expect(script.changes() == [Self.filmKey: 30])
    script.tell(.seeking(to: 30), .seeked(at: 30), .statusChanged(.playing), .timeChanged(30.25))
    #expect(script.changes() == [Self.filmKey: 30.25])
  }

  @Test("Live streams, what can't be sought in and standard input have no place")
  func placeless() {
    var script = Script()
    script.open(Self.film, duration: nil)
    script.play(to: 20)
    script.open(Self.song, seekable: false)
    script.play(to: 20)
    script.open(.standardInput)
    script.play(to: 20)
    #expect(script.changes().isEmpty)
    for source in [PlayerSource.standardInput, .file("/dev/null"), .file("/nonexistent"), .file("/")] {
      #expect(PlaceKey.of(source) == nil)
    }
  }

  // MARK: Lists

  @Test("In a list it goes to the item that was left, by its id, and there to the time")
  func item() {
    var script = Script([Self.filmKey: Self.place(50, item: 1)])
    script.open(Self.film)
    #expect(script.sent.isEmpty)
    // A new one stands in front.
    let items = [PlayerItem(id: "new")] + Self.items
    script.tell(.itemsChanged(items, index: 0))
    #expect(script.sent == [.playItem(2)])
    script.tell(.statusChanged(.playing), .timeChanged(0.5), .itemsChanged(items, index: 2))
    #expect(script.sent.last == .seek(.to(50), precise: true))
    script.tell(.timeChanged(0), .seeking(to: 50), .seeked(at: 50), .timeChanged(50.25))
    #expect(script.sent.count == 2)
    let changes = script.tracker.takeChanges(at: 9)
    #expect(changes[Self.filmKey]??.item == 2 && changes[Self.filmKey]??.itemID == "id1")
    script.tell(.itemsChanged(items, index: 3), .timeChanged(0))
    #expect(script.tracker.isDue)
    #expect(script.tracker.takeChanges(at: 9)[Self.filmKey]??.item == 3)
  }

  @Test("Where the item is gone the list is played as it is, and its place is kept again")
  func itemGone() {
    var script = Script([Self.filmKey: Self.place(50, item: 1)])
    script.open(Self.film)
    script.tell(.itemsChanged([PlayerItem(id: "x"), PlayerItem(id: "y")], index: 0))
    script.play(to: 5)
    #expect(script.sent.isEmpty)
    #expect(script.changes() == [Self.filmKey: 5])
  }

  @Test("A source that comes again in the same run goes on, also where no further place can be kept")
  func sameRun() {
    let others = (0..<PlaceBook.limit).map { number in
      var place = Self.place(5)
      place.saved = 1
      return ("https://b/\(number)", place)
    }
    var script = Script(Dictionary(uniqueKeysWithValues: others))
    script.open(Self.film)
    script.play(to: 30)
    _ = script.changes()
    script.open(Self.song)
    script.open(Self.film)
    #expect(script.sent == [.seek(.to(30), precise: true)])
  }

  // MARK: Queues

  @Test(
    "A queue's place is its current source, kept as soon as that comes, together with what was left before")
  func queue() {
    var script = Script(queue: "queue:2:x")
    script.open(Self.film)
    #expect(script.tracker.isDue)
    #expect(script.tracker.takeChanges(at: 9)["queue:2:x"]??.source == Self.filmKey)
    script.play(to: 3)
    script.tell(.statusChanged(.ended))
    script.open(Self.song)
    #expect(script.tracker.isDue)
    let changes = script.tracker.takeChanges(at: 9)
    #expect(changes["queue:2:x"]??.source == Self.songKey)
    #expect(changes[Self.filmKey] == .some(nil))
  }

  @Test("At its end a queue is forgotten; where it was ended before, it is kept")
  func queueEnd() {
    var script = Script(queue: "q")
    script.open(Self.film)
    script.play(to: 3)
    var ended = script
    ended.tell(.statusChanged(.ended))
    ended.tracker.finish(ended.state, key: Self.filmKey, isLast: true)
    #expect(ended.tracker.takeChanges(at: 9)["q"] == .some(nil))
    script.tracker.finish(script.state, key: Self.filmKey, isLast: true)
    let changes = script.tracker.takeChanges(at: 9)
    #expect(changes["q"]??.source == Self.filmKey && changes[Self.filmKey]??.time == 3)
  }

  @Test("An end before a source is where it was left keeps its place")
  func earlyEnd() {
    var script = Script([Self.filmKey: Self.place(50)])
    script.state.apply(.sourceChanged(Self.film))
    script.state.apply(.durationChanged(100, isLive: false, isSeekable: true))
    script.state.apply(.statusChanged(.playing))
    script.tracker.finish(script.state, key: Self.filmKey, isLast: true)
    #expect(script.changes().isEmpty)
  }

  @Test("The key of a source is the same however it was written")
  func keys() throws {
    let texts = [
      "dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcQ?t=90", "https://www.youtube.com/shorts/dQw4w9WgXcQ",
    ]
    #expect(Set(try texts.map { PlaceKey.of(try PlayerSource(parsing: $0)) }).count == 1)
    #expect(PlaceKey.ofQueue([Array("/tmp".utf8)]) == PlaceKey.ofQueue([Array("/tmp/.".utf8)]))
    #expect(PlaceKey.ofQueue([Array("a".utf8)]) != PlaceKey.ofQueue([Array("b".utf8)]))
  }
}
