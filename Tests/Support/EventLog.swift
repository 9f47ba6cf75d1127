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
    /// Looks at one event, and at the state after it.
    let isMet: (PlayerEvent, borrowing PlayerState) -> Bool
    let continuation: CheckedContinuation<Int?, Never>
  }

  private let core = Lock(Core())

  /// An empty log.
  public init() {}

  /// Takes an event: give this to `make`.
  public func emit(_ event: PlayerEvent) {
    let (met, position): ([Waiter], Int) = core.withLock { core in
      core.events.append(event)
      core.state.apply(event)
      guard !core.waiters.isEmpty else { return ([], 0) }
      var met: [Waiter] = []
      core.waiters.removeAll { waiter in
        guard waiter.isMet(event, core.state) else { return false }
        met.append(waiter)
        return true
      }
      return (met, core.events.endIndex)
    }
    for waiter in met { waiter.continuation.resume(returning: position) }
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
  ///
  /// - Parameter timeout: the wait fails after it, or after ``TestEnvironment/patience`` times as long.
  @discardableResult
  public func waitForState(
    timeout: Duration = .seconds(20), _ condition: @escaping @Sendable (PlayerState) -> Bool
  ) async throws -> PlayerState {
    _ = try await wait(timeout) { core in
      condition(core.state) ? core.events.endIndex : nil
    } orUntil: { _, state in
      condition(state)
    }
    return state
  }

  /// Waits until an event from this position on meets the condition, and returns the position behind it.
  @discardableResult
  public func wait(
    since position: Int = 0, timeout: Duration = .seconds(20),
    for condition: @escaping @Sendable (PlayerEvent) -> Bool
  ) async throws -> Int {
    try await wait(timeout) { core in
      core.events.dropFirst(position).firstIndex(where: condition).map { $0 + 1 }
    } orUntil: { event, _ in
      condition(event)
    }
  }

  /// Looks at what there is, and then at each event once.
  private func wait(
    _ timeout: Duration, _ isMetAlready: @escaping @Sendable (borrowing Core) -> Int?,
    orUntil isMet: @escaping @Sendable (PlayerEvent, borrowing PlayerState) -> Bool
  ) async throws -> Int {
    let id = core.withLock { core in
      core.lastID += 1
      return core.lastID
    }
    let limit = Task {
      try await Task.sleep(for: timeout * TestEnvironment.patience)
      take(id)?.continuation.resume(returning: nil)
    }
    let position: Int? = await withCheckedContinuation { continuation in
      let position = core.withLock { core in
        if let position = isMetAlready(core) { return position as Int? }
        core.waiters.append(Waiter(id: id, isMet: isMet, continuation: continuation))
        return nil
      }
      if let position { continuation.resume(returning: position) }
    }
    limit.cancel()
    guard let position else {
      let recent = events.suffix(40).map { "  \($0)" }.joined(separator: "\n")
      throw TimedOut(description: "Not within \(timeout). The last events:\n\(recent)\n\(state)")
    }
    return position
  }

  private func take(_ id: Int) -> Waiter? {
    core.withLock { core in
      core.waiters.firstIndex { $0.id == id }.map { core.waiters.remove(at: $0) }
    }
  }
}
