import MockBackend
import PlayerKit
import Synchronization

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
        gate.expect(volume, readers: readers)
        try await player.setVolume(volume)
        await gate.wait()
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

/// Where the readers of one state meet. A counter, so that the meeting itself takes next to no time.
private final class Gate: Sendable {
  private let volume = Atomic<UInt64>(0)
  private let missing = Atomic<Int>(0)
  private let waiter = Lock<CheckedContinuation<Void, Never>?>(nil)

  func expect(_ volume: Double, readers: Int) {
    missing.store(readers, ordering: .relaxed)
    self.volume.store(volume.bitPattern, ordering: .releasing)
  }

  func arrive(_ volume: Double) {
    guard volume.bitPattern == self.volume.load(ordering: .acquiring),
      missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    else { return }
    waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }?.resume()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      waiter.withLock { $0 = continuation }
      // The last reader may have been here before.
      guard missing.load(ordering: .acquiring) <= 0 else { return }
      waiter.withLock { waiter in
        defer { waiter = nil }
        return waiter
      }?.resume()
    }
  }
}
