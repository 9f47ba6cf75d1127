import PlayerKit
import TestSupport
import Testing

@Suite("A player with a queue")
struct PlayerQueueTests {
  let puppets = Puppets()

  func player(
    _ providers: BackendProvider..., configuration: PlayerConfiguration = .init()
  ) -> Player {
    Player(registry: BackendRegistry(providers), configuration: configuration)
  }

  /// Waits until this item is what plays.
  @discardableResult
  func playing(_ number: Int, on player: Player) async throws -> PlayerState {
    try await player.waitFor { $0.source == .numbered(number) && $0.status == .playing }
  }

  func end() { puppets.all.last?.emit(.statusChanged(.ended, playWhenReady: false)) }

  func fail(_ code: PlayerError.Code = .notFound) {
    puppets.all.last?.emit(.failed(PlayerError(code, "It failed.")))
  }

  // MARK: Going on

  @Test("It opens the first item, goes on at each end in the same backend, and is over behind the last")
  func throughTheQueue() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    try await player.play(queue)
    #expect(player.state.source == .numbered(0) && player.state.status == .playing)
    #expect(player.queue === queue && queue.currentIndex == 0)
    end()
    try await playing(1, on: player)
    #expect(queue.currentIndex == 1 && !player.queueReport.isFinished)
    end()
    try await playing(2, on: player)
    end()
    let report = try await limited { try await player.waitForQueue() }
    #expect(report.played == 3 && report.failed == 0 && report.isFinished)
    #expect(player.state.status == .ended && player.state.source == .numbered(2))
    #expect(puppets.all.count == 1)
    #expect(puppets.all[0].actions == (0..<3).map { .load(.numbered($0)) })
    await player.shutDown()
    #expect(player.queueReport == report)
  }

  @Test("It begins with the current item, where there is one")
  func fromCurrent() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    queue.jump(to: 2)
    try await player.play(queue)
    #expect(player.state.source == .numbered(2) && queue.currentIndex == 2)
    await player.shutDown()
  }

  @Test("An item that fails is marked, and the next one is played; a status tells how it went")
  func failures() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    try await player.play(queue)
    fail()
    try await playing(1, on: player)
    let first = queue.snapshot.items[0].id
    #expect(player.queueReport.failures[first]?.code == .notFound && player.queueReport.failed == 1)
    end()
    try await playing(2, on: player)
    fail()
    let report = try await limited { try await player.waitForQueue() }
    #expect(report.played == 1 && report.failed == 2 && report.failures.count == 2)
    #expect(player.state.error?.code == .notFound)
    await player.shutDown()
  }

  @Test("A source that is refused is told as rejected, and the next one is played")
  func refusedSource() async throws {
    var script = PuppetScript()
    script.refusal = { $0 == .load(.numbered(1)) ? PlayerError(.unsupported, "Not this one.") : nil }
    let player = player(puppets.provider("a", script))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    let events = player.events
    try await player.play(queue)
    end()
    try await playing(2, on: player)
    #expect(queue.currentIndex == 2 && player.queueReport.failed == 1 && player.queueReport.played == 1)
    let read = try await events.read { $0 == .sourceChanged(.numbered(2)) }
    #expect(
      read.contains { event in
        if case .rejected(.action(.load(.numbered(1))), let error) = event {
          error.code == .unsupported
        } else {
          false
        }
      })
    await player.shutDown()
  }

  @Test(
    "A queue of nothing but bad items ends after one round, with loop all too", arguments: LoopMode.allCases)
  func onlyBad(loop: LoopMode) async throws {
    var script = PuppetScript()
    script.onOpen = { _ in [.failed(PlayerError(.notFound, "It is not there."))] }
    let player = player(puppets.provider("a", kinds: [.file], script))
    // One of them is of a kind that nobody plays.
    let queue = PlayQueue(
      (0..<9).map(PlayerSource.numbered) + [PlayerSource(.stream("https://example.org/a"))])
    queue.loop = loop
    try await player.play(queue)
    let report = try await limited { try await player.waitForQueue() }
    #expect(report.failed == 10 && report.played == 0 && report.isFinished && report.failures.count == 10)
    #expect(puppets.all[0].actions.count { if case .load = $0 { true } else { false } } == 9)
    await player.shutDown()
  }

  @Test("With loop all a good item between bad ones is played again and again")
  func goodAmongBad() async throws {
    var script = PuppetScript()
    script.onOpen = { $0 == .numbered(1) ? [] : [.failed(PlayerError(.notFound, "It is not there."))] }
    let player = player(puppets.provider("a", script))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    queue.loop = .all
    try await player.play(queue)
    for round in 1...5 {
      try await playing(1, on: player)
      // What fails before it in the next round comes behind its end.
      #expect(player.queueReport.played == round - 1)
      end()
      try await player.waitFor { _ in player.queueReport.failed >= round * 2 + 1 }
    }
    #expect(!player.queueReport.isFinished)
    await player.shutDown()
  }

  @Test("A failure that is being made good moves nothing")
  func restart() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<2).map(PlayerSource.numbered))
    try await player.play(queue)
    fail(.backendFailed)
    try await player.waitFor { _ in puppets.all.count == 2 }
    try await playing(0, on: player)
    #expect(queue.currentIndex == 0 && player.queueReport.failed == 0)
    end()
    try await playing(1, on: player)
    await player.shutDown()
  }

  @Test("Each item is played by the backend that it needs")
  func backends() async throws {
    let player = player(puppets.provider("a", kinds: [.file]), puppets.provider("b", kinds: [.video]))
    let video = try PlayerSource(parsing: "dQw4w9WgXcQ")
    let queue = PlayQueue([.numbered(0), video, .numbered(1)])
    try await player.play(queue)
    end()
    try await player.waitFor { $0.source == video && $0.status == .playing }
    #expect(player.state.backend == "b")
    end()
    try await playing(1, on: player)
    #expect(player.state.backend == "a" && puppets.all.count == 3)
    await player.shutDown()
  }

  @Test("An item that fails on another backend is not opened twice, and the next one plays all the same")
  func failureOnAnotherBackend() async throws {
    var script = PuppetScript()
    script.onOpen = { _ in [.failed(PlayerError(.notFound, "It is not there."))] }
    let player = player(puppets.provider("a", kinds: [.file]), puppets.provider("b", kinds: [.video], script))
    let video = try PlayerSource(parsing: "dQw4w9WgXcQ")
    try await player.play(PlayQueue([.numbered(0), video, .numbered(1)]))
    end()
    try await playing(1, on: player)
    let failing = try #require(puppets.named("b"))
    #expect(failing.actions == [.cue(video)] && player.queueReport.failed == 1)
    // Who says a failure twice has failed once.
    let third = try #require(puppets.named("a"))
    let queue = try #require(player.queue)
    queue.append(.numbered(2))
    third.emit(.failed(PlayerError(.network, "It broke.")))
    third.emit(.failed(PlayerError(.network, "It broke.")))
    try await playing(2, on: player)
    #expect(player.queueReport.failed == 2)
    await player.shutDown()
  }

  // MARK: Moving

  @Test("next and previous go through the source's own list first, and at its ends through the queue")
  func ownItemsFirst() async throws {
    var script = PuppetScript()
    let items = (0..<2).map { PlayerItem(id: "\($0)") }
    script.onOpen = { $0 == .numbered(1) ? [.itemsChanged(items, index: 0)] : [] }
    let player = player(puppets.provider("a", script))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    try await player.play(queue)
    try await player.next()
    #expect(player.state.source == .numbered(1))
    try await player.next()
    #expect(puppets.all[0].actions.last == .next && queue.currentIndex == 1)
    puppets.all[0].emit(.itemsChanged(items, index: 1))
    try await player.playItem(0)
    #expect(puppets.all[0].actions.last == .playItem(0))
    try await player.next()
    #expect(player.state.source == .numbered(2) && queue.currentIndex == 2)
    try await player.previous()
    #expect(player.state.source == .numbered(1))
    try await player.previous()
    #expect(player.state.source == .numbered(0))
    try await player.previous()
    #expect(puppets.all[0].actions.last == .previous && queue.currentIndex == 0)
    try await player.playItem(2)
    #expect(player.state.source == .numbered(2))
    let error = await #expect(throws: PlayerError.self) { try await player.playItem(3) }
    #expect(error?.code == .invalidArgument)
    // At the queue's end the source ends.
    try await player.next()
    #expect(puppets.all[0].actions.last == .next)
    await player.shutDown()
  }

  @Test("next at the end ends the queue where the backend has no items either")
  func withoutItems() async throws {
    let player = player(puppets.provider("a", capabilities: []))
    let queue = PlayQueue((0..<2).map(PlayerSource.numbered))
    try await player.play(queue)
    try await player.previous()
    #expect(puppets.all[0].actions.last == .seek(.to(0)))
    try await player.next()
    try await player.next()
    #expect(puppets.all[0].actions.last == .stop)
    #expect(player.queueReport.isFinished && player.queueReport.played == 2)
    await player.shutDown()
  }

  @Test("Whatever chooses another item, the player follows")
  func edits() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<5).map(PlayerSource.numbered))
    try await player.play(queue)
    queue.jump(to: 3)
    try await playing(3, on: player)
    queue.remove(at: 3)
    try await playing(4, on: player)
    queue.move(from: 3, to: 0)
    queue.insert(.numbered(9), at: 1)
    end()
    try await playing(9, on: player)
    #expect(puppets.all[0].actions.count == 4)
    queue.removeAll()
    try await player.waitFor { _ in puppets.all[0].actions.last == .clear }
    await player.shutDown()
  }

  @Test("What was paused stays so in the next item, and a jump to the same item plays it from its start")
  func pausedMove() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<2).map(PlayerSource.numbered))
    try await player.play(queue)
    let events = player.events
    queue.jump(to: 0)
    // Until it has been opened: a pause that overtakes that would be undone by it.
    _ = try await events.read { if case .statusChanged(.playing, _) = $0 { true } else { false } }
    #expect(puppets.all[0].actions.count == 2)
    try await player.pause()
    try await player.next()
    #expect(puppets.all[0].actions.suffix(2) == [.pause, .cue(.numbered(1))])
    #expect(player.state.status == .queued)
    await player.shutDown()
  }

  @Test("Where playing by itself is off, the first item waits, and what comes behind an end plays")
  func noAutoPlay() async throws {
    var configuration = PlayerConfiguration()
    configuration.autoPlay = false
    let player = player(puppets.provider("a"), configuration: configuration)
    try await player.play(PlayQueue((0..<2).map(PlayerSource.numbered)))
    #expect(player.state.status == .queued)
    try await player.play()
    end()
    try await playing(1, on: player)
    await player.shutDown()
  }

  @Test("A source loaded in between is played, and at its end the queue goes on")
  func loadedBetween() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    try await player.play(queue)
    try await player.load(.film)
    #expect(player.state.source == .film && queue.currentIndex == 0)
    end()
    try await playing(1, on: player)
    try await player.load(.film)
    fail()
    try await playing(2, on: player)
    #expect(player.queueReport.played == 3 && player.queueReport.failed == 1)
    await player.shutDown()
  }

  // MARK: Loop and shuffle

  @Test("With several items loop all and shuffle are the queue's, and one is the backend's")
  func modes() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    try await player.play(queue)
    let events = player.events
    try await player.setLoop(.all)
    #expect(queue.loop == .all && player.state.loop == .all)
    try await player.setLoop(.one)
    #expect(queue.loop == .one && player.state.loop == .one)
    queue.loop = .off
    try await player.waitFor { $0.loop == .off && puppets.all[0].actions.last == .setLoop(.off) }
    try await player.setShuffle(true)
    #expect(queue.isShuffled && player.state.isShuffled)
    #expect(puppets.all[0].actions == [.load(.numbered(0)), .setLoop(.one), .setLoop(.off)])
    // What the backend says of its own is not so.
    puppets.all[0].emit(.shuffleChanged(false))
    puppets.all[0].emit(.timeChanged(7))
    #expect(player.state.isShuffled && player.state.currentTime == 7)
    let read = try await events.read { $0 == .timeChanged(7) }
    #expect(
      read == [
        .loopChanged(.all), .loopChanged(.one), .loopChanged(.off), .shuffleChanged(true), .timeChanged(7),
      ])
    await player.shutDown()
  }

  @Test("A loop that a person chooses in the backend's own window is the queue's")
  func chosenInTheWindow() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    try await player.play(queue)
    let puppet = puppets.all[0]
    puppet.emit(.loopChanged(.one))
    try await player.waitFor { $0.loop == .one }
    #expect(queue.loop == .one)
    puppet.emit(.loopChanged(.off))
    try await player.waitFor { $0.loop == .off }
    // Going round is the queue's own part, so the backend is to leave it.
    puppet.emit(.loopChanged(.all))
    try await player.waitFor { $0.loop == .all && puppet.actions.last == .setLoop(.off) }
    #expect(queue.loop == .all)
    try await player.setLoop(.one)
    try await player.setLoop(.all)
    #expect(queue.loop == .all && player.state.loop == .all)
    #expect(puppet.actions == [.load(.numbered(0)), .setLoop(.off), .setLoop(.one), .setLoop(.off)])
    await player.shutDown()
  }

  @Test("Of one item alone they are the backend's, and a second item changes that")
  func modesOfOne() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue([PlayerSource.numbered(0)])
    queue.loop = .all
    try await player.play(queue)
    #expect(puppets.all[0].actions.first == .setLoop(.all) && player.state.loop == .all)
    try await player.setShuffle(true)
    #expect(queue.isShuffled && puppets.all[0].actions.last == .setShuffle(true))
    queue.append(.numbered(1))
    try await player.waitFor { _ in puppets.all[0].actions.count == 5 }
    #expect(puppets.all[0].actions.suffix(2).contains(.setLoop(.off)))
    #expect(puppets.all[0].actions.suffix(2).contains(.setShuffle(false)))
    #expect(player.state.loop == .all && player.state.isShuffled)
    await player.shutDown()
  }

  @Test("A backend that can't loop is made up for")
  func loopWithoutCapability() async throws {
    let player = player(puppets.provider("a", capabilities: []))
    let queue = PlayQueue((0..<2).map(PlayerSource.numbered))
    queue.loop = .one
    try await player.play(queue)
    for round in 2...4 {
      end()
      try await player.waitFor { $0.status == .playing && puppets.all[0].actions.count == round }
    }
    #expect(puppets.all[0].actions.allSatisfy { $0 == .load(.numbered(0)) })
    await player.shutDown()
  }

  @Test("A new backend is told the loop and shuffle that are its own part")
  func modesOnSwap() async throws {
    let player = player(puppets.provider("a"), puppets.provider("b", priority: 1))
    let queue = PlayQueue((0..<2).map(PlayerSource.numbered))
    queue.loop = .all
    queue.setShuffled(true)
    try await player.play(queue)
    let source = player.state.source
    try await player.use("b")
    #expect(puppets.named("b")?.actions.contains { $0.name == "setLoop" || $0.name == "setShuffle" } == false)
    #expect(player.state.loop == .all && player.state.isShuffled && player.state.source == source)
    end()
    try await player.waitFor { $0.source != source && $0.status == .playing }
    #expect(player.state.backend == "b")
    await player.shutDown()
  }

  // MARK: Whose it is

  @Test("Another player takes the queue, and the one before plays its source to the end alone")
  func taken() async throws {
    let (first, second) = (player(puppets.provider("a")), player(puppets.provider("b")))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    queue.loop = .all
    try await first.play(queue)
    let waiting = Task { () -> PlayerError? in
      do throws(PlayerError) { try await first.waitForQueue() } catch { return error }
      return nil
    }
    queue.next()
    try await playing(1, on: first)
    try await second.play(queue)
    #expect(first.queue == nil && second.queue === queue)
    #expect(second.state.source == .numbered(1) && first.state.loop == .off && second.state.loop == .all)
    #expect(await waiting.value?.code == .nothingLoaded)
    puppets.named("a")?.emit(.statusChanged(.ended, playWhenReady: false))
    queue.next()
    try await playing(2, on: second)
    #expect(first.state.source == .numbered(1) && first.state.status == .ended)
    await first.shutDown()
    await second.shutDown()
  }

  @Test("A queue that was left is edited without anybody's following")
  func left() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    try await player.play(queue)
    player.leaveQueue()
    queue.next()
    end()
    try await player.waitFor { $0.status == .ended }
    #expect(player.queue == nil && puppets.all[0].actions.count == 1)
    await player.shutDown()
  }

  @Test("An empty queue waits for its first item")
  func empty() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue([PlayerSource]())
    try await player.play(queue)
    #expect(puppets.all.isEmpty && player.queue === queue)
    queue.append(.numbered(0))
    try await player.next()
    #expect(player.state.source == .numbered(0))
    await player.shutDown()
    let error = await #expect(throws: PlayerError.self) { try await player.play(queue) }
    #expect(error?.code == .closed)
  }
}
