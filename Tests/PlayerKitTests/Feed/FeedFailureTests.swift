import MockBackend
import PlayerKit
import TestSupport
import Testing

@Suite("The feed when things go wrong")
struct FeedFailureTests {
  @Test("A page that fails is passed where nobody has swiped to it")
  func passing() async throws {
    let rig = FeedRig(pages: 5, script: FeedRig.script(broken: [0, 2, 3]))
    try await rig.settle(on: 0)
    try await rig.feed.waitFor { $0.index == 1 && $0.isSettled }
    #expect(try rig.state(of: 1).status == .playing)
    #expect(rig.feed.state.error == nil)
    await rig.clock.advance(by: 10)
    try await rig.feed.waitFor { $0.index == 4 && $0.isSettled }
    #expect(try rig.state(of: 4).status == .playing)
    #expect(rig.listener.faults == [])
    await rig.feed.shutDown()
  }

  @Test("A page that a person has swiped to shows its error and stays; it can be left in either way")
  func staying() async throws {
    let rig = FeedRig(pages: 4, script: FeedRig.script(broken: [1, 2]))
    let events = rig.feed.events
    try await rig.settle(on: 0)
    rig.feed.next()
    try await rig.feed.waitFor { $0.error != nil && $0.isSettled }
    #expect(rig.feed.state.index == 1)
    #expect(rig.feed.state.error?.code == .notFound)
    rig.feed.next()
    try await rig.feed.waitFor { $0.index == 2 && $0.error != nil && $0.isSettled }
    rig.feed.next()
    try await rig.rest()
    #expect(rig.feed.state.error == nil)
    #expect(try rig.state(of: 3).status == .playing)
    rig.feed.previous()
    rig.feed.previous()
    rig.feed.previous()
    try await rig.rest()
    #expect(try rig.state(of: 0).status == .playing)
    await rig.feed.shutDown()
    var failures: [Int] = []
    for await event in events {
      if case .player(.failed, let page) = event { failures.append(page) }
    }
    #expect(failures == [1, 2])
  }

  @Test("A feed of broken pages alone ends, also where it wraps around", arguments: [true, false])
  func allBroken(wraps: Bool) async throws {
    let rig = FeedRig(pages: 3, script: FeedRig.script(broken: [0, 1, 2])) { $0.wraps = wraps }
    try await rig.settle(on: 0)
    try await rig.feed.waitFor(\.isFinished)
    #expect(rig.feed.state.error?.code == .notFound)
    await rig.feed.shutDown()
  }

  @Test("A page whose source no backend plays fails as one whose source is broken")
  func noBackend() async throws {
    let puppets = Puppets()
    var options = PlayerFeed.Options()
    options.restTime = 0
    let feed = PlayerFeed(
      sources: [.film, .stream("x://y"), .film],
      registry: BackendRegistry([puppets.provider("a", kinds: [.file])]),
      feed: options)
    try feed.settle(on: 0)
    await feed.rest()
    feed.next()
    try await feed.waitFor { $0.error != nil && $0.isSettled }
    #expect(feed.state.error?.code == .backendUnavailable)
    #expect(feed.state.index == 1)
    feed.next()
    await feed.rest()
    #expect(feed.current?.state.status == .playing)
    await feed.shutDown()
  }

  @Test("A page that does not answer is shut down before the next one plays")
  func hanging() async throws {
    let puppets = Puppets()
    let door = Door()
    var script = PuppetScript()
    script.onPerform = { action in if action == .pause { await door.pass() } }
    let feed = PlayerFeed(
      sources: [.film, PlayerSource(.stream("x://y"))],
      registry: BackendRegistry([
        puppets.provider("a", kinds: [.file], script), puppets.provider("b", kinds: [.stream]),
      ]))
    try feed.settle(on: 0)
    await feed.rest()
    feed.next()
    try await feed.waitFor { $0.index == 1 && $0.isSettled }
    #expect(puppets.all.first?.isShutDown == true)
    #expect(puppets.named("b")?.actions.contains(.play) == true)
    door.open()
    await feed.shutDown()
  }

  @Test("A page that starts by itself behind is paused at once")
  func stray() async throws {
    let puppets = Puppets()
    let feed = PlayerFeed(
      sources: [.film, .film], registry: BackendRegistry([puppets.provider("a")]))
    try feed.settle(on: 0)
    await feed.rest()
    let (front, behind) = (puppets.all[0], puppets.all[1])
    behind.emit(.statusChanged(.playing, playWhenReady: true))
    try await #require(feed.player(at: 1)).waitFor { $0.status == .paused }
    #expect(behind.actions.last == .pause)
    #expect(!front.actions.contains(.pause))
    await feed.shutDown()
  }

  @Test("The person's wish for another page is obeyed, and closing the window ends the feed")
  func window() async throws {
    let puppets = Puppets()
    let feed = PlayerFeed(
      sources: Array(repeating: .film, count: 5), registry: BackendRegistry([puppets.provider("a")]))
    let events = feed.events
    try feed.settle(on: 0)
    await feed.rest()
    puppets.all[0].emit(.pageRequested(by: 1))
    try await feed.waitFor { $0.index == 1 && $0.isSettled }
    #expect(puppets.all[1].places.last == PlayerPresentation(page: 1, isFront: true))
    #expect(puppets.all[0].places.last == PlayerPresentation(page: 0, isFront: false))
    // One that is behind has nothing to ask for.
    puppets.all[2].emit(.pageRequested(by: 1))
    puppets.all[1].emit(.closed)
    try await feed.waitFor(\.isClosed)
    #expect(puppets.all.allSatisfy { $0.isShutDown })
    #expect(feed.state.index == 1)
    var last: PlayerFeed.Event?
    for await event in events { last = event }
    #expect(last == .closed)
  }

  @Test("A page behind whose backend has ended is made anew when it comes, also before all it said is heard")
  func stale() async throws {
    for _ in 0..<10 {
      let puppets = Puppets()
      var options = PlayerFeed.Options()
      options.restTime = 0
      let feed = PlayerFeed(
        sources: [.film, .film], registry: BackendRegistry([puppets.provider("a")]), feed: options)
      try feed.settle(on: 0)
      await feed.rest()
      // So much that the feed is still hearing it while the page comes.
      for second in 1...900 { puppets.all[1].emit(.timeChanged(Double(second))) }
      puppets.all[1].emit(.closed)
      feed.next()
      try await feed.waitFor { $0.index == 1 && $0.isSettled }
      #expect(feed.current?.state.status == .playing)
      await feed.rest()
      #expect(feed.current?.state.status == .playing && !feed.state.isClosed)
      await feed.shutDown()
    }
  }

  @Test("A page behind whose backend ends while the one before it leaves the front is made anew")
  func staleAmidTheMove() async throws {
    for _ in 0..<20 {
      let puppets = Puppets()
      var script = PuppetScript()
      script.onPresent = { place in
        guard place.page == 0, !place.isFront, puppets.all.count == 2 else { return }
        for second in 1...900 { puppets.all[1].emit(.timeChanged(Double(second))) }
        puppets.all[1].emit(.closed)
      }
      var options = PlayerFeed.Options()
      options.restTime = 0
      let feed = PlayerFeed(
        sources: [.film, .film], registry: BackendRegistry([puppets.provider("a", script)]), feed: options)
      try feed.settle(on: 0)
      await feed.rest()
      feed.next()
      try await feed.waitFor { $0.index == 1 && $0.isSettled }
      await feed.rest()
      #expect(feed.current?.state.status == .playing && !feed.state.isClosed)
      #expect(puppets.all.count == 3 && puppets.all[1].isShutDown)
      await feed.shutDown()
    }
  }

  @Test("Events that are a player's own are not taken from a backend, and hold up no page")
  func playersOwn() async throws {
    let puppets = Puppets()
    let feed = PlayerFeed(
      sources: [.film, .film], registry: BackendRegistry([puppets.provider("a")]))
    try feed.settle(on: 0)
    await feed.rest()
    let events = try #require(feed.player(at: 1)).events
    for event in [PlayerEvent.dropped(0), .dropped(-3), .backendChanged("b", .asked)] {
      puppets.all[1].emit(event)
    }
    feed.next()
    try await feed.waitFor { $0.index == 1 && $0.isSettled }
    #expect(feed.current?.state.status == .playing && feed.current?.state.backend == "a")
    await feed.shutDown()
    var warnings = 0
    for await event in events {
      if case .log(.warning, _) = event { warnings += 1 }
      #expect(!["dropped", "backendChanged"].contains(event.name))
    }
    #expect(warnings == 3)
  }

  @Test("Shutting down ends a page that is just being made, and whoever waits")
  func shuttingDown() async throws {
    let puppets = Puppets()
    let door = Door()
    var script = PuppetScript()
    script.onMake = { await door.pass() }
    let feed = PlayerFeed(sources: [.film], registry: BackendRegistry([puppets.provider("a", script)]))
    try feed.settle(on: 0)
    await door.arrival()
    let sent = Task { try await feed.send(.pause) }
    async let ended: Void = feed.shutDown()
    try await feed.waitFor { $0.livePages == [0] }
    door.open()
    await ended
    await feed.shutDown()
    await #expect(throws: PlayerError.self) { try await sent.value }
    #expect(puppets.all.allSatisfy { $0.isShutDown })
    #expect(feed.state.isClosed)
    #expect(feed.state.livePages == [])
    #expect(throws: PlayerError.self) { try feed.settle(on: 0) }
    await #expect(throws: PlayerError.self) { try await feed.send(.play) }
    #expect(!feed.next())
  }

  @Test("A feed that is dropped ends its players")
  func dropped() async throws {
    let rig: Listener
    do {
      let feed = FeedRig(pages: 3)
      rig = feed.listener
      try await feed.settle(on: 0)
      #expect(rig.alive == 3)
    }
    try await limited { while rig.alive > 0 { await Task.yield() } }
  }
}
