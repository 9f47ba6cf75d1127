import MockBackend
import PlayerKit
import Testing

/// What docs/feed.md shows, so that it is compiled, and run.
@Suite("The documentation's feed")
struct FeedSample {
  @Test("The sample of the feed's page swipes, appends, and goes on in the background's wake")
  func feed() async throws {
    let registry = BackendRegistry([MockBackend.provider(priority: 1)])
    let sources = try ["dQw4w9WgXcQ", "9bZkp7q19f0", "jNQXAC9IVRw"].map { try PlayerSource(parsing: $0) }
    let feed = PlayerFeed(sources: sources, registry: registry) { () throws(PlayerError) in
      // Asked for when the end comes near; none say that there are no more.
      [try PlayerSource(parsing: "mock://more")]
    }
    try feed.settle(on: 0)  // Nothing is started before.
    feed.next()
    try await feed.waitFor { $0.isSettled }  // Page 1 plays; 0, 2 and 3 are ready.
    try await feed.send(.setVolume(40))  // To the page in front, and along with it to the next.
    feed.enterBackground()
    feed.enterForeground()
    await feed.shutDown()
    #expect(feed.state.index == 1)
  }

  @Test("The sample of a page's own view follows what is in front")
  func events() async throws {
    let feed = PlayerFeed(
      sources: [PlayerSource(.stream("mock://a?duration=0.2"))],
      registry: BackendRegistry([MockBackend.provider(priority: 1)]))
    let events = feed.events
    try feed.settle(on: 0)
    var state = PlayerState.empty
    for await event in events {
      switch event {
      case .pageChanged(let page, let itsState):
        print("Page \(page + 1) of \(feed.state.count)")
        state = itsState
      case .player(let event, page: _): state.apply(event)
      case .finished: await feed.shutDown()
      default: break
      }
    }
    #expect(state.status == .ended)
  }
}
