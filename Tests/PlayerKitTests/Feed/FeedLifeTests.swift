import MockBackend
import PlayerKit
import TestSupport
import Testing

@Suite("The feed's sources and actions")
struct FeedLifeTests {
  // MARK: Further sources

  /// Brings what a test says, one answer a call.
  private final class Provider: Sendable {
    private let answers: Lock<[Result<[PlayerSource], PlayerError>]>
    private let count = Lock(0)

    init(_ answers: [Result<[PlayerSource], PlayerError>]) {
      self.answers = Lock(answers)
    }

    var calls: Int { count.withLock { $0 } }

    func more() async throws(PlayerError) -> [PlayerSource] {
      count.withLock { $0 += 1 }
      let answer = answers.withLock { $0.isEmpty ? .success([]) : $0.removeFirst() }
      return try answer.get()
    }
  }

  @Test("An empty feed begins as soon as there is a source, and asks for more when the end is near")
  func more() async throws {
    let provider = Provider([.success(FeedRig.sources(0..<4)), .success(FeedRig.sources(4..<8))])
    let rig = FeedRig(pages: 0, more: provider.more)
    #expect(provider.calls == 0)
    try rig.feed.settle(on: 0)
    try await rig.feed.waitFor { $0.index == 0 && $0.isSettled && !$0.isLoadingMore }
    #expect(provider.calls == 1)
    #expect(rig.feed.state.count == 4)
    rig.feed.next()
    try await rig.feed.waitFor { $0.count == 8 && !$0.isLoadingMore }
    #expect(provider.calls == 2)
    try await rig.settle(on: 7)
    try await rig.feed.waitFor { !$0.isLoadingMore }
    #expect(provider.calls == 3)
    // None: it is not asked again.
    rig.feed.previous()
    rig.feed.next()
    try await rig.rest()
    #expect(provider.calls == 3)
    #expect(rig.feed.state.count == 8)
    await rig.feed.shutDown()
  }

  @Test("A provider that fails is told of, and asked again at the next need")
  func failing() async throws {
    let gone = PlayerError(.network, "The list can't be had.")
    let provider = Provider([.failure(gone), .success(FeedRig.sources(2..<6))])
    let rig = FeedRig(pages: 2, more: provider.more)
    let events = rig.feed.events
    try await rig.settle(on: 0)
    try await rig.feed.waitFor { $0.moreError == gone }
    #expect(provider.calls == 1)
    #expect(try rig.state(of: 0).status == .playing)
    rig.feed.next()
    try await rig.feed.waitFor { $0.count == 6 }
    #expect(rig.feed.state.moreError == nil)
    await rig.feed.shutDown()
    var told = 0
    for await event in events where event == .moreFailed(gone) { told += 1 }
    #expect(told == 1)
  }

  @Test("A last page that has ended goes on as soon as there is another")
  func waiting() async throws {
    let door = Door()
    let provider = Provider([.success(FeedRig.sources(1..<2))])
    let more: PlayerFeed.More = { () throws(PlayerError) in
      await door.pass()
      return try await provider.more()
    }
    let rig = FeedRig(pages: 1, more: more)
    try await rig.settle(on: 0)
    await rig.clock.advance(by: 11)
    #expect(try rig.state(of: 0).status == .ended)
    #expect(!rig.feed.state.isFinished)
    door.open()
    try await rig.feed.waitFor { $0.index == 1 && $0.isSettled }
    #expect(try rig.state(of: 1).status == .playing)
    await rig.clock.advance(by: 11)
    try await rig.feed.waitFor(\.isFinished)
    await rig.feed.shutDown()
  }

  @Test("Sources can be appended while it plays, and a feed that has come to its end goes on with them")
  func appending() async throws {
    let rig = FeedRig(pages: 1)
    try await rig.settle(on: 0)
    #expect(rig.feed.state.livePages == [0])
    rig.feed.append(FeedRig.sources(1..<3))
    try await rig.rest()
    #expect(rig.feed.state.count == 3)
    #expect(rig.feed.state.livePages == [0, 1, 2])
    #expect(rig.feed.source(at: 2) == FeedRig.source(2))
    try await rig.settle(on: 2)
    await rig.clock.advance(by: 11)
    try await rig.feed.waitFor(\.isFinished)
    rig.feed.append(FeedRig.sources(3..<4))
    try await rig.feed.waitFor { $0.index == 3 && $0.isSettled }
    #expect(!rig.feed.state.isFinished)
    #expect(try rig.state(of: 3).status == .playing)
    await rig.feed.shutDown()
  }

  @Test("Pages of a feed that wraps around are numbered anew when others are appended")
  func appendingAround() async throws {
    let rig = FeedRig(pages: 3) { $0.wraps = true }
    try await rig.settle(on: 2)
    rig.feed.next()
    try await rig.rest()
    rig.feed.append(FeedRig.sources(3..<6))
    try await rig.rest()
    let places = Dictionary(
      uniqueKeysWithValues: rig.listener.sessions.filter { !$0.isOver }.map {
        ($0.state.source, $0.place?.page)
      })
    #expect(places[FeedRig.source(0)] == 0)
    #expect(places[FeedRig.source(1)] == 1)
    #expect(places[FeedRig.source(2)] == 2)
    #expect(places[FeedRig.source(5)] == -1)
    #expect(rig.listener.faults == [])
    await rig.feed.shutDown()
  }

  // MARK: Actions

  @Test("Volume, mute, rate and loop go along, and can be set before the first page")
  func settings() async throws {
    let rig = FeedRig(pages: 5)
    try await rig.feed.send(.setVolume(40))
    try await rig.feed.send(.mute)
    await #expect(throws: PlayerError.self) { try await rig.feed.send(.setVolume(101)) }
    await #expect(throws: PlayerError.self) { try await rig.feed.send(.pause) }
    try await rig.settle(on: 0)
    #expect(try rig.state(of: 0).volume == 40)
    #expect(try rig.state(of: 0).isMuted)
    try await rig.feed.send(.unmute)
    try await rig.feed.send(.setRate(2))
    try await rig.feed.send(.setLoop(.one))
    rig.feed.next()
    try await rig.rest()
    let state = try rig.state(of: 1)
    #expect(state.volume == 40 && !state.isMuted && state.rate == 2 && state.loop == .one)
    #expect(try rig.state(of: 2).status == .queued)
    await rig.feed.shutDown()
  }

  @Test("Where a page fills the screen the next one does too, and no more than that")
  func fullscreen() async throws {
    let rig = FeedRig(pages: 3)
    try await rig.settle(on: 0)
    try await rig.feed.send(.setFullscreen(true))
    try await rig.settle(on: 1)
    #expect(try rig.state(of: 1).isFullscreen)
    #expect(try !rig.state(of: 2).isFullscreen)
    try await rig.feed.send(.setFullscreen(false))
    try await rig.settle(on: 0)
    #expect(try !rig.state(of: 0).isFullscreen)
    await rig.feed.shutDown()
  }

  @Test("An action is for the page that was wanted when it was sent")
  func order() async throws {
    let rig = FeedRig(pages: 5)
    try await rig.settle(on: 0)
    rig.feed.next()
    try await rig.feed.send(.pause)
    #expect(try rig.state(of: 1).status == .paused)
    #expect(rig.feed.state.index == 1)
    async let seek: Void = rig.feed.send(.seek(.to(4)))
    try await seek
    #expect(try rig.state(of: 1).currentTime == 4)
    await #expect(throws: PlayerError.self) { try await rig.feed.send(.seek(.to(.nan))) }
    for action in [PlayerAction.load(FeedRig.source(9)), .cue(FeedRig.source(9)), .clear] {
      await #expect(throws: PlayerError.self) { try await rig.feed.send(action) }
    }
    await rig.feed.shutDown()
  }

  @Test("Next and previous go through a page's own items first, then to another page")
  func items() async throws {
    let rig = FeedRig(
      pages: 3,
      script: MockScript { source in
        source == FeedRig.source(1)
          ? .list([MockMedia(duration: 10), MockMedia(duration: 10)]) : MockMedia(duration: 10)
      })
    try await rig.settle(on: 0)
    try await rig.feed.send(.next)
    try await rig.rest()
    #expect(rig.feed.state.index == 1)
    try await rig.feed.send(.next)
    #expect(rig.feed.state.index == 1)
    #expect(try rig.state(of: 1).itemIndex == 1)
    try await rig.feed.send(.next)
    try await rig.rest()
    #expect(rig.feed.state.index == 2)
    try await rig.feed.send(.previous)
    try await rig.feed.send(.previous)
    try await rig.feed.send(.previous)
    try await rig.rest()
    #expect(rig.feed.state.index == 0)
    await rig.feed.shutDown()
  }

  @Test("Backends without pages in a window are as good: they are cued, paused and never heard behind")
  func withoutPresentation() async throws {
    let rig = FeedRig(pages: 6, capabilities: Set(Capability.allCases).subtracting([.presentation]))
    try await rig.settle(on: 0)
    for page in 1..<6 {
      rig.feed.next()
      try await rig.rest()
      #expect(try rig.state(of: page).status == .playing)
    }
    // Without `present` each is where it was made, so only what is heard counts.
    #expect(rig.listener.faults.filter { !$0.hasSuffix("plays behind") } == [])
    #expect(rig.listener.mostAlive <= 5)
    await rig.feed.shutDown()
  }

  @Test("Where nothing is to play by itself the first page waits, and the next one plays")
  func withoutAutoPlay() async throws {
    let rig = FeedRig(pages: 3, configure: { $0.autoPlay = false })
    try await rig.settle(on: 0)
    #expect(try rig.state(of: 0).status == .queued)
    rig.feed.next()
    try await rig.rest()
    #expect(try rig.state(of: 1).status == .playing)
    await rig.feed.shutDown()
  }
}
