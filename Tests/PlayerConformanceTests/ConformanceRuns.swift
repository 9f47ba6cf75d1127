import PlayerConformance
import PlayerKit

/// Runs of the suite that go on side by side: most of each is waiting for real time to pass, and a test run
/// one by one would wait for the sum.
struct ConformanceRuns<Key: Hashable & Sendable>: Sendable {
  private let tasks: [Key: Task<ConformanceResult?, Never>]

  /// Starts a run for each key.
  init(_ keys: [Key], _ run: @escaping @Sendable (Key) async -> ConformanceResult?) {
    tasks = Dictionary(
      uniqueKeysWithValues: keys.map { key in
        (key, Task { await Turnstile.shared.pass { await run(key) } })
      })
  }

  /// The result of a key's run, as soon as there is one.
  func result(_ key: Key) async -> ConformanceResult? {
    await tasks[key]?.value
  }
}

/// Lets so many through at once that a small machine still keeps time.
private actor Turnstile {
  static let shared = Turnstile(width: 32)

  private var free: Int
  private var waiters: [CheckedContinuation<Void, Never>] = []

  private init(width: Int) {
    free = width
  }

  func pass<Value: Sendable>(_ body: @Sendable () async -> Value) async -> Value {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiters.append($0) } }
    let value = await body()
    if waiters.isEmpty { free += 1 } else { waiters.removeFirst().resume() }
    return value
  }
}
