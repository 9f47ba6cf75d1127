import PlayerKit

/// Takes a backend's events, reduces them, and lets a test wait for what it expects, within a time limit.
public final class EventLog: Sendable {
  /// What was waited for did not come.
  public struct TimedOut: Error, CustomStringConvertible {
    /// What came instead, for a failing test's message.
    public let description: String
  }

  private struct Core {
    var events: [PlayerEvent] = []
    var state = PlayerState.empty
    var waiters: [Waiter] = []
    var lastID = 0
  }

  private struct Waiter {
    let id: Int
    let check: (borrowing Core) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let core = Lock(Core())

  /// An empty log.
  public init() {}

  /// Takes an event: give this to `make`.
  public func emit(_ event: PlayerEvent) {
    let met: [Waiter] = core.withLock { core in
      core.events.append(event)
      core.state.apply(event)
      let met = core.waiters.filter { $0.check(core) }
      core.waiters.removeAll { waiter in met.contains { $0.id == waiter.id } }
      return met
    }
    for waiter in met { waiter.continuation.resume(returning: true) }
  }

  /// All events so far.
  public var events: [PlayerEvent] { core.withLock { $0.events } }

  /// The state that they reduce to.
  public var state: PlayerState { core.withLock { $0.state } }

  /// How many events there are so far: where ``events(since:)`` and ``wait(since:timeout:for:)`` may begin.
  public var count: Int { core.withLock { $0.events.count } }

  /// The events from this position on.
  public func events(since position: Int) -> [PlayerEvent] {
    core.withLock { Array($0.events.dropFirst(position)) }
  }

  /// Waits until the state meets the condition, and returns it.
  @discardableResult
  public func waitForState(
    timeout: Duration = .seconds(20), _ condition: @escaping @Sendable (PlayerState) -> Bool
  ) async throws -> PlayerState {
    try await wait(timeout) { condition($0.state) }
    return state
  }

  /// Waits until an event from this position on meets the condition, and returns the position behind it.
  @discardableResult
  public func wait(
    since position: Int = 0, timeout: Duration = .seconds(20),
    for condition: @escaping @Sendable (PlayerEvent) -> Bool
  ) async throws -> Int {
    try await wait(timeout) { $0.events.dropFirst(position).contains(where: condition) }
    return core.withLock { core in
      (core.events.dropFirst(position).firstIndex(where: condition) ?? core.events.endIndex - 1) + 1
    }
  }

  private func wait(_ timeout: Duration, _ check: @escaping @Sendable (borrowing Core) -> Bool) async throws {
    let id = core.withLock { core in
      core.lastID += 1
      return core.lastID
    }
    let limit = Task {
      try await Task.sleep(for: timeout)
      take(id)?.continuation.resume(returning: false)
    }
    let isMet = await withCheckedContinuation { continuation in
      let isMet = core.withLock { core in
        if check(core) { return true }
        core.waiters.append(Waiter(id: id, check: check, continuation: continuation))
        return false
      }
      if isMet { continuation.resume(returning: true) }
    }
    limit.cancel()
    guard isMet else {
      let recent = events.suffix(40).map { "  \($0)" }.joined(separator: "\n")
      throw TimedOut(description: "Not within \(timeout). The last events:\n\(recent)\n\(state)")
    }
  }

  private func take(_ id: Int) -> Waiter? {
    core.withLock { core in
      core.waiters.firstIndex { $0.id == id }.map { core.waiters.remove(at: $0) }
    }
  }
}
