import MockBackend
import PlayerKit

/// Row 8: one state to 100 subscribers, one of which never reads.
struct SubscribersRow: BenchRow {
  let number = 8
  let title = "one state to 100 subscribers, one never reading"

  func measure() async throws -> [Measurement] {
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    try await player.loadCued()
    var asleep = player.states.makeAsyncIterator()
    let asleepToo = player.events
    _ = await asleep.next()

    let readers = 99
    let gate = Gate()
    let group = Task {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<readers {
          group.addTask {
            for await state in player.states { gate.arrive(state.volume) }
          }
        }
      }
    }

    var times: [Double] = []
    var memory: [Double] = []
    for round in 0..<rounds {
      let states = 2000
      let start = now()
      for index in 0..<states {
        // Each volume is another than the one before, so that each action is a new state.
        let volume = Double(index % 100) + 0.5
        let all = gate.expect(volume, readers: readers)
        try await player.setVolume(volume)
        await all.wait()
      }
      times.append(Double(now() - start) / 1000 / Double(states))
      if round == 0 || round == rounds - 1 { memory.append(try memoryInUse()) }
    }
    await player.shutDown()
    await group.value
    withExtendedLifetime((asleep, asleepToo)) {}
    return [
      Measurement(
        title: title, ours: median(times), unit: .microseconds, mark: .atMost(50)),
      Measurement(
        title: "memory after \(rounds * 2000) states, by that after a tenth", ours: memory[1] / memory[0],
        unit: .times, mark: .atMost(1.02)),
    ]
  }
}

/// Where the readers of one state meet.
private final class Gate: Sendable {
  private struct Core {
    var volume = -1.0
    var missing = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let core = Lock(Core())

  func expect(_ volume: Double, readers: Int) -> Gate {
    core.withLock {
      $0.volume = volume
      $0.missing = readers
    }
    return self
  }

  func arrive(_ volume: Double) {
    let waiter: CheckedContinuation<Void, Never>? = core.withLock { core in
      guard core.volume == volume else { return nil }
      core.missing -= 1
      guard core.missing == 0 else { return nil }
      defer { core.waiter = nil }
      return core.waiter
    }
    waiter?.resume()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isComplete = core.withLock { core in
        if core.missing > 0 { core.waiter = continuation }
        return core.missing <= 0
      }
      if isComplete { continuation.resume() }
    }
  }
}
