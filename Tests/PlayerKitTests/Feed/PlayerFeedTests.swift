import MockBackend
import PlayerKit
import TestSupport
import Testing

@Suite("The feed")
struct PlayerFeedTests {
  @Test("Before it settles for the first time nothing is started")
  func beginning() async throws {
    let rig = FeedRig(pages: 3)
    #expect(rig.feed.state.index == nil)
    #expect(rig.feed.state.count == 3)
    #expect(rig.feed.state.isSettled)
    await rig.feed.shutDown()
    #expect(rig.listener.sessions.isEmpty)
  }

  @Test("The page that it settles on plays alone; its neighbours are open, behind and held at their start")
  func settling() async throws {
    let rig = FeedRig(pages: 10)
    try await rig.settle(on: 4)
    #expect(rig.feed.state.index == 4)
    #expect(rig.feed.state.isSettled)
    #expect(rig.feed.state.livePages == [3, 4, 5, 6])
    #expect(try rig.state(of: 4).status == .playing)
    #expect(rig.feed.current === rig.feed.player(at: 4))
    for page in [3, 5, 6] {
      #expect(try rig.state(of: page).status == .queued)
      #expect(try rig.state(of: page).source == FeedRig.source(page))
    }
    #expect(rig.listener.sessions.map(\.place?.page) == [4, 5, 6, 3])
    #expect(rig.listener.sessions.map(\.place?.isFront) == [true, false, false, false])
    #expect(rig.listener.faults == [])
    await rig.feed.shutDown()
    #expect(rig.listener.alive == 0)
  }

  @Test("A swipe plays the page that was ready, and the one before is paused and begins anew")
  func swiping() async throws {
    let rig = FeedRig(pages: 10)
    try await rig.settle(on: 0)
    await rig.clock.advance(by: 3)
    #expect(try rig.state(of: 0).currentTime == 3)
    let ready = try #require(rig.feed.player(at: 1))
    #expect(rig.feed.next())
    #expect(rig.feed.state.index == 1)
    try await rig.rest()
    #expect(rig.feed.current === ready)
    #expect(ready.state.status == .playing)
    #expect(try rig.state(of: 0).status == .paused)
    #expect(try rig.state(of: 0).currentTime == 0)
    #expect(rig.listener.faults == [])
    await rig.feed.shutDown()
  }

  @Test("There is nothing before the first page nor behind the last")
  func bounds() async throws {
    let rig = FeedRig(pages: 2)
    try await rig.settle(on: 0)
    #expect(!rig.feed.previous())
    #expect(rig.feed.next())
    #expect(!rig.feed.next())
    for index in [-1, 2, .max, .min] {
      #expect(throws: PlayerError.self) { try rig.feed.settle(on: index) }
    }
    try await rig.rest()
    #expect(rig.feed.state.index == 1)
    #expect(try rig.state(of: 1).status == .playing)
    await rig.feed.shutDown()
  }

  @Test("Neighbours are made ready in the way of the swipe first, and more of them")
  func direction() async throws {
    let rig = FeedRig(pages: 20) { $0.capacity = 4 }
    try await rig.settle(on: 10)
    #expect(rig.feed.state.livePages == [9, 10, 11, 12])
    rig.feed.previous()
    try await rig.rest()
    #expect(rig.feed.state.livePages == [7, 8, 9, 10])
    rig.feed.next()
    try await rig.rest()
    #expect(rig.feed.state.livePages == [9, 10, 11, 12])
    await rig.feed.shutDown()
  }

  @Test(
    "Never do more live than there is room for, and the one that was not in front for longest goes first",
    arguments: [1, 2, 3, 5])
  func capacity(_ capacity: Int) async throws {
    let rig = FeedRig(pages: 30) { $0.capacity = capacity }
    for page in [0, 7, 3, 22, 7, 29, 0] {
      try await rig.settle(on: page)
      #expect(rig.feed.state.livePages.contains(page))
      #expect(rig.feed.state.livePages.count <= capacity)
      #expect(try rig.state(of: page).status == .playing)
    }
    #expect(rig.listener.mostAlive == capacity)
    #expect(rig.listener.faults == [])
    await rig.feed.shutDown()
    #expect(rig.listener.alive == 0)
  }

  @Test("A page that is still there where it comes again is the same player")
  func leastRecentlyUsed() async throws {
    let rig = FeedRig(pages: 30) {
      $0.capacity = 3
      ($0.preloadsAhead, $0.preloadsBehind) = (0, 0)
    }
    for page in [0, 1, 2] { try await rig.settle(on: page) }
    let (zero, one) = (try #require(rig.feed.player(at: 0)), try #require(rig.feed.player(at: 1)))
    try await rig.settle(on: 0)
    try await rig.settle(on: 3)
    #expect(rig.feed.state.livePages == [0, 2, 3])
    #expect(rig.feed.player(at: 0) === zero)
    try await rig.settle(on: 1)
    #expect(rig.feed.player(at: 1) !== one)
    #expect(rig.feed.state.livePages == [0, 1, 3])
    await rig.feed.shutDown()
  }

  @Test("A feed that wraps around goes on in the window past its last page and before its first")
  func wrapping() async throws {
    let rig = FeedRig(pages: 3) { $0.wraps = true }
    try await rig.settle(on: 0)
    #expect(rig.feed.state.livePages == [0, 1, 2])
    var pages: [Int] = []
    func front() -> Int? { rig.listener.sessions.first { $0.place?.isFront == true }?.place?.page }
    for _ in 0..<7 {
      rig.feed.next()
      try await rig.rest()
      pages.append(try #require(front()))
    }
    #expect(pages == [1, 2, 3, 4, 5, 6, 7])
    #expect(rig.feed.state.index == 1)
    for _ in 0..<9 {
      rig.feed.previous()
      try await rig.rest()
    }
    #expect(front() == -2)
    #expect(rig.feed.state.index == 1)
    #expect(Set(rig.listener.sessions.compactMap(\.place?.page)) == [-3, -2, -1])
    #expect(rig.listener.sessions.count == 3)
    #expect(rig.listener.faults == [])
    await rig.feed.shutDown()
  }

  @Test("The end of a page leads to the next, and the end of the last one to the end")
  func advancing() async throws {
    let rig = FeedRig(pages: 3)
    let events = rig.feed.events
    try await rig.settle(on: 0)
    for page in 1...2 {
      await rig.clock.advance(by: 10)
      try await rig.feed.waitFor { $0.index == page && $0.isSettled }
      try await rig.rest()
      #expect(try rig.state(of: page).status == .playing)
      #expect(!rig.feed.state.isFinished)
    }
    await rig.clock.advance(by: 10)
    try await rig.feed.waitFor(\.isFinished)
    #expect(rig.feed.state.index == 2)
    // A swipe goes on from there.
    rig.feed.previous()
    #expect(!rig.feed.state.isFinished)
    try await rig.rest()
    #expect(try rig.state(of: 1).status == .playing)
    #expect(rig.listener.faults == [])
    await rig.feed.shutDown()
    var pages: [Int] = []
    var finished = 0
    for await event in events {
      if case .pageChanged(let page, _) = event { pages.append(page) }
      if event == .finished { finished += 1 }
    }
    #expect(pages == [0, 1, 2, 1])
    #expect(finished == 1)
  }

  @Test("Where it is not to advance, a page that has ended stays")
  func staying() async throws {
    let rig = FeedRig(pages: 3) { $0.advancesOnEnd = false }
    try await rig.settle(on: 0)
    await rig.clock.advance(by: 11)
    try await rig.rest()
    #expect(rig.feed.state.index == 0)
    #expect(try rig.state(of: 0).status == .ended)
    await rig.feed.shutDown()
  }

  @Test("One page that wraps around plays again and again")
  func onePage() async throws {
    let rig = FeedRig(pages: 1) { $0.wraps = true }
    try await rig.settle(on: 0)
    let player = try #require(rig.feed.current)
    for _ in 0..<3 {
      let events = player.events
      await rig.clock.advance(by: 10.125)
      _ = try await events.read { $0 == .statusChanged(.playing, playWhenReady: true) }
      try await rig.rest()
    }
    await rig.clock.advance(by: 4)
    #expect(rig.feed.next())
    try await rig.rest()
    #expect(player.state.currentTime == 0)
    #expect(player.state.status == .playing)
    await rig.feed.shutDown()
  }

  @Test("A fling over fifty pages makes and plays nothing that it passes", arguments: [true, false])
  func fling(isBySettling: Bool) async throws {
    let rig = FeedRig(pages: 100) { $0.restTime = 0.3 }
    try rig.feed.settle(on: 0)
    try await rig.rest()
    rig.feed.willLeave()
    for page in 1...50 {
      if isBySettling { try rig.feed.settle(on: page) } else { rig.feed.next() }
    }
    try await rig.rest()
    #expect(rig.feed.state.index == 50)
    #expect(try rig.state(of: 50).status == .playing)
    let near = Set(([0, 1, 2] + Array(49...52)).map(FeedRig.source))
    #expect(Set(rig.listener.opened).subtracting(near) == [])
    // The first swipe of a fling can't know that it is one: the page that is ready may start.
    #expect(Set(rig.listener.played).subtracting([0, 1, 50].map(FeedRig.source)) == [])
    #expect(rig.listener.faults == [])
    await rig.feed.shutDown()
  }

  @Test("While the pages are moved nothing plays; back on the same page it goes on where it was")
  func moving() async throws {
    let rig = FeedRig(pages: 5)
    try await rig.settle(on: 1)
    await rig.clock.advance(by: 2)
    rig.feed.willLeave()
    try await rig.rest()
    #expect(rig.feed.state.isMoving)
    #expect(try rig.state(of: 1).status == .paused)
    try await rig.settle(on: 1)
    #expect(!rig.feed.state.isMoving)
    #expect(try rig.state(of: 1).status == .playing)
    #expect(try rig.state(of: 1).currentTime == 2)
    // What a person has paused stays so.
    try await rig.feed.send(.pause)
    rig.feed.willLeave()
    try await rig.settle(on: 1)
    #expect(try rig.state(of: 1).status == .paused)
    await rig.feed.shutDown()
  }

  @Test("In the background nothing plays and nothing is loaded; in the foreground it goes on")
  func background() async throws {
    let rig = FeedRig(pages: 9)
    try await rig.settle(on: 1)
    await rig.clock.advance(by: 2)
    rig.feed.enterBackground()
    try await rig.rest()
    #expect(rig.feed.state.isInBackground)
    #expect(rig.feed.state.isSettled)
    #expect(try rig.state(of: 1).status == .paused)
    rig.feed.enterForeground()
    try await rig.rest()
    #expect(try rig.state(of: 1).status == .playing)
    #expect(try rig.state(of: 1).currentTime == 2)
    // Another page can be asked for meanwhile, and plays when it is seen.
    rig.feed.enterBackground()
    try await rig.settle(on: 5)
    #expect(rig.feed.state.livePages == [0, 1, 2, 3, 5])
    #expect(try rig.state(of: 5).status == .queued)
    rig.feed.enterForeground()
    try await rig.rest()
    #expect(try rig.state(of: 5).status == .playing)
    #expect(rig.feed.state.livePages.contains(6))
    // What was paused stays so; what is played meanwhile plays on return.
    try await rig.feed.send(.pause)
    rig.feed.enterBackground()
    try await rig.rest()
    rig.feed.enterForeground()
    try await rig.rest()
    #expect(try rig.state(of: 5).status == .paused)
    rig.feed.enterBackground()
    try await rig.rest()
    try await rig.feed.send(.play)
    #expect(try rig.state(of: 5).status == .paused)
    rig.feed.enterForeground()
    try await rig.rest()
    #expect(try rig.state(of: 5).status == .playing)
    #expect(rig.listener.faults == [])
    await rig.feed.shutDown()
  }
}
