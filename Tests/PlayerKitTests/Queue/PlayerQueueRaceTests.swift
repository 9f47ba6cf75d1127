import PlayerKit
import TestSupport
import Testing

@Suite("A queue under fire", .timeLimit(.minutes(2)))
struct PlayerQueueRaceTests {
  private let puppets = Puppets()

  private func player(_ providers: BackendProvider..., restart: Bool = true) -> Player {
    var configuration = PlayerConfiguration()
    configuration.restart = restart
    return Player(registry: BackendRegistry(providers), configuration: configuration)
  }

  private static let ended = PlayerEvent.statusChanged(.ended, playWhenReady: false)

  @Test("An end and a next at the same moment lead one or two items on, and the right one plays")
  func endAndNext() async throws {
    let player = player(puppets.provider("a"))
    let queue = PlayQueue((0..<1000).map(PlayerSource.numbered))
    try await player.play(queue)
    let puppet = try #require(puppets.all.first)
    for _ in 0..<300 {
      let before = try #require(queue.currentIndex)
      async let next: Void = player.next()
      async let end: Void = Self.emit(Self.ended, puppet)
      _ = try await (next, end)
      try await player.waitFor { $0.status == .playing && $0.source == queue.current?.source }
      let step = try #require(queue.currentIndex) - before
      #expect((1...2).contains(step))
    }
    #expect(player.queueReport.failed == 0)
    try await limited { await player.shutDown() }
  }

  private static func emit(_ event: PlayerEvent, _ puppet: Puppet) async {
    puppet.emit(event)
  }

  @Test("Two ends of one item, or an end that comes when another item was chosen, move once")
  func staleEnds() async throws {
    let (first, door) = (Door(), Door())
    var script = PuppetScript()
    script.onPerform = { action in
      if action == .load(.numbered(1)) { await first.pass() }
      if action == .load(.numbered(2)) { await door.pass() }
    }
    let player = player(puppets.provider("a", script))
    let queue = PlayQueue((0..<5).map(PlayerSource.numbered))
    try await player.play(queue)
    let puppet = try #require(puppets.all.first)
    puppet.emit(Self.ended)
    puppet.emit(Self.ended)
    // Not before both have been told: the second could be the next one's.
    first.open()
    try await player.waitFor { $0.source == .numbered(1) && $0.status == .playing }
    queue.jump(to: 2)
    // The load of the chosen one is under way, and the one before ends.
    try await limited { await door.arrival() }
    puppet.emit(Self.ended)
    puppet.emit(.failed(PlayerError(.notFound, "Too late.")))
    door.open()
    try await player.waitFor { $0.source == .numbered(2) && $0.status == .playing }
    #expect(queue.currentIndex == 2)
    #expect(puppet.actions == [0, 1, 2].map { .load(.numbered($0)) })
    await player.shutDown()
  }

  @Test("A next while a backend is being started counts from the item that was asked for")
  func nextWhileStarting() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onMake = { await door.pass() }
    let items = (0..<3).map { PlayerItem(id: "\($0)") }
    var lists = PuppetScript()
    lists.onOpen = { _ in [.itemsChanged(items, index: 2)] }
    let player = player(
      puppets.provider("a", kinds: [.file], lists), puppets.provider("b", kinds: [.video], script))
    let video = try PlayerSource(parsing: "dQw4w9WgXcQ")
    let queue = PlayQueue([.numbered(0), video, .numbered(2)])
    try await player.play(queue)
    let first = Task { try await player.next() }
    try await limited { await door.arrival() }
    let second = Task { try await player.next() }
    while queue.currentIndex != 2 { await Task.yield() }
    door.open()
    try await first.value
    try await second.value
    try await player.waitFor { $0.source == .numbered(2) && $0.status == .playing }
    #expect(puppets.all.flatMap(\.actions).contains(.next) == false)
    await player.shutDown()
  }

  @Test("Edits while the next item is being opened count for what comes behind it")
  func editsWhileOpening() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onPerform = { action in if action == .load(.numbered(1)) { await door.pass() } }
    let player = player(puppets.provider("a", script))
    let queue = PlayQueue((0..<3).map(PlayerSource.numbered))
    try await player.play(queue)
    puppets.all[0].emit(Self.ended)
    try await limited { await door.arrival() }
    // What is being opened is removed: its successor is opened in its place.
    queue.insert(.numbered(7), at: 2)
    queue.remove(at: 1)
    door.open()
    try await player.waitFor { $0.source == .numbered(7) && $0.status == .playing }
    #expect(queue.current?.source == .numbered(7))
    await player.shutDown()
  }

  @Test(
    "Where somebody loads a source at the moment of an end, that is played, and the queue goes on behind it")
  func loadAtTheEnd() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onPerform = { action in if action == .load(.film) { await door.pass() } }
    let player = player(puppets.provider("a", script))
    try await player.play(PlayQueue((0..<3).map(PlayerSource.numbered)))
    let load = Task { try await player.load(.film) }
    try await limited { await door.arrival() }
    puppets.all[0].emit(Self.ended)
    door.open()
    try await load.value
    try await player.waitFor { $0.source == .film && $0.status == .playing }
    puppets.all[0].emit(Self.ended)
    try await player.waitFor { $0.source == .numbered(1) && $0.status == .playing }
    #expect(puppets.all[0].actions == [.load(.numbered(0)), .load(.film), .load(.numbered(1))])
    await player.shutDown()
  }

  @Test("Where the source that somebody loads at the moment of an end is refused, the queue goes on")
  func refusedLoadAtTheEnd() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onPerform = { action in if action == .load(.film) { await door.pass() } }
    script.refusal = { $0 == .load(.film) ? PlayerError(.invalidArgument, "Not that.") : nil }
    let player = player(puppets.provider("a", script))
    try await player.play(PlayQueue((0..<3).map(PlayerSource.numbered)))
    let load = Task { try await player.load(.film) }
    try await limited { await door.arrival() }
    puppets.all[0].emit(Self.ended)
    door.open()
    await #expect(throws: PlayerError.self) { try await load.value }
    try await player.waitFor { $0.source == .numbered(1) && $0.status == .playing }
    await player.shutDown()
  }

  @Test("A player that is shut down amid an advance ends in time, and whoever waits for the move is told")
  func shutDownWhileAdvancing() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onMake = { await door.pass() }
    var configuration = PlayerConfiguration()
    configuration.timeouts.shutDown = 0.05
    let player = Player(
      registry: BackendRegistry([
        puppets.provider("a", kinds: [.file]), puppets.provider("b", kinds: [.video], script),
      ]),
      configuration: configuration)
    let queue = PlayQueue([.numbered(0), try PlayerSource(parsing: "dQw4w9WgXcQ"), .numbered(1)])
    try await player.play(queue)
    let end = Task { () -> PlayerError? in
      do throws(PlayerError) { try await player.waitForQueue() } catch { return error }
      return nil
    }
    let next = Task { () -> PlayerError? in
      do throws(PlayerError) { try await player.next() } catch { return error }
      return nil
    }
    try await limited { await door.arrival() }
    try await limited { await player.shutDown() }
    let (nextError, endError) = (
      try await limited { await next.value }, try await limited { await end.value }
    )
    #expect(nextError?.code == .closed && endError?.code == .closed)
    door.open()
    queue.next()
    #expect(player.queue === queue)
  }

  @Test("A queue that is played at the moment at which another one ends is not over itself")
  func anotherQueueAtTheEnd() async throws {
    let player = player(puppets.provider("a"))
    for _ in 0..<200 {
      let next = PlayQueue([PlayerSource.numbered(1), .numbered(2)])
      try await player.play(PlayQueue([PlayerSource.numbered(0)]))
      let puppet = try #require(puppets.all.last)
      async let play: Void = player.play(next)
      async let end: Void = Self.emit(Self.ended, puppet)
      _ = try await (play, end)
      try await player.waitFor { $0.status == .playing && $0.source == next.current?.source }
      #expect(player.queue === next && !player.queueReport.isFinished)
    }
    try await limited { await player.shutDown() }
  }

  @Test("Whoever does not wait for the end any more is let go")
  func cancelledWait() async throws {
    let player = player(puppets.provider("a"))
    try await player.play(PlayQueue([PlayerSource.film]))
    let wait = Task { () -> PlayerError? in
      do throws(PlayerError) { try await player.waitForQueue() } catch { return error }
      return nil
    }
    wait.cancel()
    let error = try await limited { await wait.value }
    #expect(error?.code == .timedOut)
    await player.shutDown()
  }

  @Test(
    "After thousands of random actions, edits, ends, failures, deaths and swaps at once, what is chosen plays",
    arguments: 1...4)
  func storm(seed: UInt64) async throws {
    let player = player(
      puppets.provider("a", kinds: [.file]), puppets.provider("b", priority: 1),
      puppets.provider("c", kinds: [.video, .playlist]), restart: seed % 2 == 0)
    let queue = PlayQueue((0..<20).map(PlayerSource.numbered))
    try await player.play(queue)
    let puppets = puppets
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var storm = Storm(player: player, queue: queue, puppets: puppets, seed: seed &* 100 &+ UInt64(task))
          for _ in 0..<250 { await storm.act() }
        }
      }
    }
    // Whatever there is now, the next choice is followed.
    queue.loop = .off
    queue.append(.numbered(7777))
    queue.jump(to: queue.count - 1)
    try await player.waitFor { $0.source == .numbered(7777) && $0.error == nil }
    try await player.play()
    try await player.waitFor { $0.source == .numbered(7777) && $0.status == .playing }
    #expect(player.state.loop == .off && player.state.isShuffled == queue.isShuffled)
    try await limited { await player.shutDown() }
    #expect(puppets.all.allSatisfy { $0.isShutDown })
  }
}

/// Does one thing after another, by chance.
private struct Storm {
  let player: Player
  let queue: PlayQueue
  let puppets: Puppets
  var chance: SplitMix64
  var count = 0

  init(player: Player, queue: PlayQueue, puppets: Puppets, seed: UInt64) {
    self.player = player
    self.queue = queue
    self.puppets = puppets
    chance = SplitMix64(state: seed)
  }

  mutating func act() async {
    count += 1
    // Refusals are part of a storm: a move that is overtaken, a backend that has died.
    switch chance.next(below: 26) {
    case 0...2: try? await player.next()
    case 3: try? await player.previous()
    case 4: try? await player.playItem(chance.next(below: 10))
    case 5: try? await player.pause()
    case 6, 7: try? await player.play()
    case 8: try? await player.setLoop(LoopMode.allCases[chance.next(below: 3)])
    case 9: try? await player.setShuffle(chance.next(below: 2) == 0)
    case 10: try? await player.load(.film)
    case 11: try? await player.use([nil, "a", "b"][chance.next(below: 3)])
    case 12, 13: queue.jump(to: chance.next(below: max(queue.count, 1)))
    case 14: queue.insert(.numbered(count), at: chance.next(below: queue.count + 1))
    case 15: if let video = try? PlayerSource(parsing: "dQw4w9WgXcQ") { queue.insertNext(video) }
    case 16: queue.remove(at: chance.next(below: max(queue.count, 1)))
    case 17: queue.move(from: chance.next(below: max(queue.count, 1)), to: 0)
    case 18: queue.setShuffled(chance.next(below: 2) == 0)
    case 19: if chance.next(below: 10) == 0 { queue.removeAll() } else { queue.append(.numbered(count)) }
    case 20...22: puppets.all.last?.emit(.statusChanged(.ended, playWhenReady: false))
    case 23: puppets.all.last?.emit(.failed(PlayerError(.notFound, "It is gone.")))
    case 24: puppets.all.last?.emit(.failed(PlayerError(.embeddingNotAllowed, "Not here.")))
    default:
      if chance.next(below: 5) == 0 {
        puppets.all.last?.emit(.failed(PlayerError(.backendFailed, "It died.")))
      }
    }
  }
}
