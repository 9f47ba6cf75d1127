import PlayerKit
import Testing

@Suite("The player's streams")
struct PlayerStreamTests {
  let puppets = Puppets()

  func playing() async throws -> (Player, Puppet) {
    let player = Player(registry: BackendRegistry([puppets.provider("a")]))
    try await player.load(.film)
    return (player, try #require(puppets.named("a")))
  }

  @Test("A reader of states gets the current one first, then the newest")
  func newestWins() async throws {
    let (player, puppet) = try await playing()
    var states = player.states.makeAsyncIterator()
    #expect(await states.next()?.status == .playing)
    for time in 1...100 { puppet.emit(.timeChanged(Double(time))) }
    #expect(await states.next()?.currentTime == 100)
    puppet.emit(.timeChanged(101))
    #expect(await states.next()?.currentTime == 101)
    await player.shutDown()
  }

  @Test("Each reader of states reads for itself")
  func readersAreIndependent() async throws {
    let (player, puppet) = try await playing()
    var first = player.states.makeAsyncIterator()
    _ = await first.next()
    puppet.emit(.timeChanged(1))
    _ = await first.next()
    var second = player.states.makeAsyncIterator()
    #expect(await second.next()?.currentTime == 1)
    await player.shutDown()
  }

  @Test("The states end after the last one, which a late reader gets too")
  func statesEnd() async throws {
    let (player, puppet) = try await playing()
    puppet.emit(.timeChanged(7))
    let reading = Task {
      var last: PlayerState?
      for await state in player.states { last = state }
      return last
    }
    await player.shutDown()
    let last = try await limited { await reading.value }
    #expect(last?.currentTime == 7)
    #expect(last?.ready == false)
    var late: [PlayerState] = []
    for await state in player.states { late.append(state) }
    #expect(late == [last])
  }

  @Test("A cancelled reader of states or events ends at once")
  func cancellation() async throws {
    let (player, _) = try await playing()
    let events = player.events
    let states = Task { for await _ in player.states {} }
    let reading = Task { for await _ in events {} }
    states.cancel()
    reading.cancel()
    try await limited {
      await states.value
      await reading.value
    }
    await player.shutDown()
  }

  @Test("No event is missed or reordered between a subscription and the end")
  func allEvents() async throws {
    let (player, puppet) = try await playing()
    let events = player.events
    let reading = Task {
      var times: [Double] = []
      for await event in events { if case .timeChanged(let time) = event { times.append(time) } }
      return times
    }
    let watched = player.events
    for time in 1...900 { puppet.emit(.timeChanged(Double(time))) }
    await player.shutDown()
    #expect(try await limited { await reading.value } == (1...900).map(Double.init))
    let seen = try await watched.read { $0 == .closed }
    #expect(seen.count == 901)
  }

  @Test("A slow reader keeps the newest 1,000 events, and the lost ones are counted")
  func dropping() async throws {
    let (player, puppet) = try await playing()
    let events = player.events
    for time in 1...1500 { puppet.emit(.timeChanged(Double(time))) }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .dropped(500))
    for time in 501...700 { #expect(await iterator.next() == .timeChanged(Double(time))) }
    // 800 are left; 200 more fill the ring again, and the next 10 are lost.
    for time in 1501...1710 { puppet.emit(.timeChanged(Double(time))) }
    #expect(await iterator.next() == .dropped(10))
    for time in 711...1710 { #expect(await iterator.next() == .timeChanged(Double(time))) }
    await player.shutDown()
    #expect(await iterator.next() == .closed)
    #expect(await iterator.next() == nil)
  }

  @Test("A late subscriber is told that the player is closed")
  func lateSubscriber() async throws {
    let (player, _) = try await playing()
    await player.shutDown()
    var seen: [PlayerEvent] = []
    for await event in player.events { seen.append(event) }
    #expect(seen == [.closed])
  }

  @Test("An event is reduced when emit returns")
  func reducedAtOnce() async throws {
    let (player, puppet) = try await playing()
    for time in 1...50 {
      puppet.emit(.timeChanged(Double(time)))
      #expect(player.state.currentTime == Double(time))
    }
    await player.shutDown()
  }

  @Test("Two readers of one subscription share its events and both end")
  func sharedSubscription() async throws {
    let (player, puppet) = try await playing()
    let events = player.events
    let readers = (0..<2).map { _ in
      Task {
        var count = 0
        for await event in events where event != .closed { count += 1 }
        return count
      }
    }
    for time in 1...100 { puppet.emit(.timeChanged(Double(time))) }
    await player.shutDown()
    var total = 0
    for reader in readers { total += try await limited { await reader.value } }
    #expect(total == 100)
  }
}
