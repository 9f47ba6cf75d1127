import Glibc
import MockBackend
import PlayerKit
import Testing

@testable import ytplay

@Suite("The stage: what keys, media keys and the keeping of places act on")
struct StageTests {
  private static let registry = BackendRegistry([
    MockBackend.provider(id: "first", priority: 3),
    MockBackend.provider(id: "second", priority: 2, kinds: [.stream], capabilities: [.items]),
    MockBackend.provider(id: "third", priority: 1),
    MockBackend.provider(id: "named", priority: 0),
  ])

  private static func source(_ name: String) -> PlayerSource {
    PlayerSource(.stream("mock://\(name)?duration=endless"))
  }

  private static func play(
    _ names: String..., backend: String? = nil, title: String? = nil,
    _ body: (PlayerStage, Player) async throws -> Void
  ) async throws {
    let player = Player(registry: registry, backend: backend)
    let sources = names.map(source)
    let queue = PlayQueue(sources)
    let titles = title.map { [sources[0]: $0] } ?? [:]
    try await player.play(queue)
    try await player.waitFor { $0.status == .playing }
    try await body(PlayerStage(player: player, queue: queue, titles: titles, ending: Ending()), player)
    await player.shutDown()
  }

  @Test("Another backend goes on at the same place, one after the other and round, and only with this source")
  func backends() async throws {
    try await Self.play("a", "b") { stage, player in
      try await stage.send(.seek(.to(40)))
      for next in ["second", "third", "first", "second"] {
        try await stage.useNextBackend()
        #expect(stage.state.backend == next)
        #expect(stage.state.currentTime >= 40 && stage.state.playWhenReady)
        #expect(stage.capabilities.contains(.screenshot) == (next != "second"))
      }
      try await stage.next()
      try await player.waitFor { $0.source == Self.source("b") && $0.status == .playing }
      #expect(stage.state.backend == "first")
    }
  }

  @Test("A backend that was named is left for the first that would be chosen")
  func named() async throws {
    try await Self.play("a", backend: "named") { stage, _ in
      try await stage.useNextBackend()
      #expect(stage.state.backend == "first")
    }
  }

  @Test("Where there is no other backend that is said, and this one goes on")
  func alone() async throws {
    let player = Player(registry: BackendRegistry([MockBackend.provider(priority: 1)]))
    let stage = PlayerStage(
      player: player, queue: PlayQueue([] as [PlayerSource]), titles: [:], ending: Ending())
    var error = await #expect(throws: PlayerError.self) { try await stage.useNextBackend() }
    #expect(error?.code == .nothingLoaded)
    try await player.load(Self.source("a"))
    error = await #expect(throws: PlayerError.self) { try await stage.useNextBackend() }
    #expect(error?.code == .unsupported)
    #expect(stage.state.source != nil && stage.state.error == nil)
    await player.shutDown()
  }

  @Test("It knows its place in the queue, what a list calls it, and where it can go")
  func places() async throws {
    try await Self.play("a", "b", title: "The first") { stage, player in
      #expect(stage.place?.index == 0 && stage.place?.count == 2)
      #expect(stage.title == "The first")
      #expect(stage.canGoNext && !stage.canGoPrevious)
      #expect(stage.pageAxis == nil && !stage.turnPage(by: 1))
      try await stage.next()
      try await player.waitFor { $0.source == Self.source("b") }
      #expect(stage.place?.index == 1 && stage.title == nil)
      #expect(!stage.canGoNext && stage.canGoPrevious)
      try await stage.send(.setLoop(.all))
      #expect(stage.canGoNext && stage.canGoPrevious)
    }
    try await Self.play("list?items=3&x=") { stage, player in
      #expect(stage.place == nil)
      #expect(stage.canGoNext && !stage.canGoPrevious)
      try await stage.next()
      try await player.waitFor { $0.itemIndex == 1 }
      #expect(stage.canGoNext && stage.canGoPrevious)
    }
  }

  @Test("Each reader gets all events, each with the state after it")
  func events() async throws {
    try await Self.play("a") { stage, player in
      let readers = [stage.events(), stage.events()]
      try await stage.send(.setVolume(30))
      try await stage.send(.mute)
      try await stage.send(.pause)
      for events in readers {
        var expected = PlayerState.empty
        for await event in events {
          guard case .event(let event, let state) = event else { continue }
          if case .volumeChanged(let volume) = event {
            #expect(volume == 30 && state.volume == 30)
            expected = state
          }
          if case .muteChanged = event { #expect(state.isMuted && state.volume == 30) }
          if case .statusChanged(.paused, _) = event { break }
        }
        #expect(expected.source == Self.source("a"))
      }
    }
  }

  @Test("What a slow reader has lost is told as the state that there is, and the stream ends with the player")
  func slowReader() async throws {
    try await Self.play("a") { stage, player in
      let events = stage.events()
      for turn in 0..<1200 { try await stage.send(.setVolume(Double(turn % 100))) }
      var iterator = events.makeAsyncIterator()
      guard case .stageChanged(let state)? = await iterator.next() else {
        Issue.record("Nothing was lost.")
        return
      }
      #expect(state.volume == 99)
      await player.shutDown()
      var last: StageEvent?
      while let event = await iterator.next() { last = event }
      guard case .event(.closed, let end)? = last else {
        Issue.record("\(String(describing: last))")
        return
      }
      #expect(!end.ready)
    }
  }

  @Test("In a feed it is the page that is wanted in front, and another page is told with its state")
  func feed() async throws {
    let feed = PlayerFeed(
      sources: ["a", "b"].map(Self.source), registry: Self.registry, feed: .init())
    let stage = FeedStage(feed: feed, titles: ["A", nil], registry: Self.registry, ending: Ending())
    #expect(stage.state == .empty && stage.place == nil)
    var events = stage.events().makeAsyncIterator()
    try feed.settle(on: 0)
    guard case .stageChanged? = await events.next() else {
      Issue.record("The first page was not told.")
      return
    }
    try await feed.waitFor { $0.isSettled }
    #expect(stage.title == "A" && stage.place?.count == 2)
    #expect(stage.canGoNext && !stage.canGoPrevious && stage.pageAxis == .vertical)
    try await stage.useNextBackend()
    #expect(stage.state.backend == "second")
    #expect(stage.turnPage(by: 1))
    try await feed.waitFor { $0.isSettled && $0.index == 1 }
    #expect(stage.title == nil && stage.place?.index == 1)
    #expect(stage.state.source == Self.source("b"))
    #expect(!stage.canGoNext && stage.canGoPrevious && !stage.turnPage(by: 1))
    var told: PlayerState?
    while told == nil {
      if case .stageChanged(let state)? = await events.next() { told = state }
    }
    #expect(told?.source == Self.source("b") || told?.source == nil)
    await feed.shutDown()
  }

  @Test("Only who asks to keep the place, and a hang-up, keep it")
  func endings() {
    #expect(Ending.Reason.quit(keepingPlace: true).keepsPlace)
    #expect(!Ending.Reason.quit(keepingPlace: false).keepsPlace)
    #expect(!Ending.Reason.finished.keepsPlace && !Ending.Reason.outputFailed.keepsPlace)
    let kept = [SIGINT, SIGTERM, SIGHUP].map(Signals.keepsPlace)
    #expect(kept == [false, false, true])
  }
}
