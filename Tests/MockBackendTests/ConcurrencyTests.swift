import MockBackend
import PlayerKit
import TestSupport
import Testing

/// Many senders, order and shutting down: rules 15 and 16.
@Suite struct ConcurrencyTests {
  @Test("the actions of each of 64 tasks are applied in its order", arguments: [false, true])
  func order(isSlow: Bool) async throws {
    var script = MockScript { _ in .bare() }
    if isSlow { script.performLatency = { _ in 0.0001 } }
    let stage = try await Stage(script, clock: .real)
    let count = isSlow ? 20 : 200
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask {
          for step in 1...count {
            let volume = Double(task) + Double(step) / Double(count + 1)
            try await stage.backend.perform(.setVolume(volume))
          }
        }
      }
      try await group.waitForAll()
    }
    var last = [Double](repeating: 0, count: 64)
    var total = 0
    for case .volumeChanged(let volume) in stage.log.events {
      let task = Int(volume)
      #expect(volume > last[task])
      last[task] = volume
      total += 1
    }
    #expect(total == 64 * count)
    await stage.backend.shutDown()
  }

  @Test("an event is out when the action that led to it returns, and events come one at a time")
  func oneAtATime() async throws {
    let overlap = Overlap()
    let backend = try await MockBackend.provider.make(PlayerConfiguration(), overlap.emit)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<200 {
            let volume = Double(task * 10) + Double(step % 2) + 1
            try await backend.perform(.setVolume(volume))
            #expect(overlap.hasSeen(volume))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(overlap.count == 0)
    await backend.shutDown()
  }

  @Test("an action that takes its time is applied at its moment, and then returns")
  func performLatency() async throws {
    var script = MockScript { _ in .bare() }
    script.performLatency = { $0 == .mute ? 0.5 : 0 }
    let stage = try await Stage(script)
    try await stage.perform(.load(.clip))
    let muting = Task { try await stage.backend.perform(.mute) }
    while !stage.state.isMuted {
      await stage.clock.advance(by: 0.125)
      await Task.yield()
    }
    try await muting.value
    #expect(stage.log.events.contains(.muteChanged(true)))
    await stage.backend.shutDown()
  }

  @Test("an action that would take longer than allowed is refused then")
  func performTimeout() async throws {
    var script = MockScript { _ in .bare() }
    script.performLatency = { $0 == .mute ? 60 : 0 }
    let stage = try await Stage(script, clock: .real) { $0.timeouts.perform = 0.05 }
    await stage.refuses(.mute, .timedOut)
    await stage.backend.shutDown()
  }

  @Test("after shutDown each action throws closed and nothing comes, and it may be called again")
  func shutDown() async throws {
    let stage = try await Stage(MockMedia.bare().with { $0.openLatency = 1 })
    try await stage.perform(.load(.clip))
    await stage.backend.shutDown()
    await stage.backend.shutDown()
    #expect(await stage.advance(60) == [])
    for action in [.play, .stop, .clear, .idle, .load(.clip), .setVolume(1)] as [PlayerAction] {
      await stage.refuses(action, .closed)
    }
  }

  @Test("shutDown amid a storm of actions ends it, and nothing comes after", arguments: 0..<4)
  func shutDownAmidLoad(round: Int) async throws {
    let stage = try await Stage(MockScript { _ in .bare(0.01) }, clock: .real) { $0.timeInterval = 0.001 }
    try await stage.perform(.setLoop(.one), .load(.clip))
    let senders = (0..<16).map { task in
      Task {
        var refusals = 0
        while refusals < 3 {
          do throws(PlayerError) {
            try await stage.backend.perform(
              task % 4 == 0 ? .load(.clip) : .setVolume(Double.random(in: 0...100)))
          } catch {
            #expect(error.code == .closed)
            refusals += 1
          }
          // An action that takes no time does not give way by itself.
          await Task.yield()
        }
      }
    }
    try await stage.log.wait { if case .volumeChanged = $0 { true } else { false } }
    await stage.backend.shutDown()
    let count = stage.log.count
    for sender in senders { await sender.value }
    await stage.clock.advance(by: 0.02)
    #expect(stage.log.count == count)
  }

  @Test("what waits for its moment when the backend shuts down throws closed")
  func shutDownAmidLatency() async throws {
    var script = MockScript()
    script.performLatency = { $0 == .play ? 60 : 0 }
    let stage = try await Stage(script)
    try await stage.perform(.load(PlayerSource(.stream("mock://clip"))))
    let playing = Task { () -> PlayerError? in
      do throws(PlayerError) {
        try await stage.backend.perform(.play)
        return nil
      } catch {
        return error
      }
    }
    await Task.yield()
    await stage.backend.shutDown()
    #expect(await playing.value?.code == .closed)
  }

  @Test("a backend that is let go of without shutDown falls silent")
  func abandoned() async throws {
    let log = EventLog()
    let clock = MockClock.virtual()
    do {
      let provider = MockBackend.provider(clock: clock, script: MockScript { _ in .bare(60) })
      let backend = try await provider.make(PlayerConfiguration(), log.emit)
      try await backend.perform(.load(.clip))
    }
    let count = log.count
    await clock.advance(by: 5)
    #expect(log.count == count)
  }
}

/// Counts the calls that come while another one is under way.
private final class Overlap: Sendable {
  private struct State {
    var isInside = false
    var count = 0
    var seen: Set<Double> = []
  }

  private let state = Lock(State())

  var count: Int { state.withLock { $0.count } }

  func hasSeen(_ volume: Double) -> Bool {
    state.withLock { $0.seen.contains(volume) }
  }

  func emit(_ event: PlayerEvent) {
    state.withLock { state in
      if state.isInside { state.count += 1 }
      state.isInside = true
      if case .volumeChanged(let volume) = event { state.seen.insert(volume) }
    }
    state.withLock { $0.isInside = false }
  }
}
