import PlayerKit

/// Takes down every event of a backend, with the moment of it and the state that it led to.
///
/// Its lock is held for the few instructions of an append alone, so that `emit` never blocks.
final class EventRecorder: Sendable {
  /// An event that was taken down.
  struct Entry: Sendable {
    let index: Int
    let instant: ContinuousClock.Instant
    let event: PlayerEvent
    /// The state after the event.
    let state: PlayerState
  }

  private struct Core {
    var entries: [Entry] = []
    var state = PlayerState.empty
    var waiters: [CheckedContinuation<Void, Never>] = []
    var callsUnderWay = 0
    var overlaps = 0
  }

  private let core = Lock(Core())
  private let dwell: Duration

  /// - Parameter dwell: how long each call of ``emit(_:)`` takes at least, so that a second one at the same
  ///   time is seen.
  init(dwell: Duration = .zero) {
    self.dwell = dwell
  }

  /// What the backend is given to send its events to.
  func emit(_ event: PlayerEvent) {
    let instant = ContinuousClock.now
    let waiters = core.withLock { core in
      core.callsUnderWay += 1
      if core.callsUnderWay > 1 { core.overlaps += 1 }
      core.state.apply(event)
      core.entries.append(Entry(index: core.entries.count, instant: instant, event: event, state: core.state))
      defer { core.waiters = [] }
      return core.waiters
    }
    for waiter in waiters { waiter.resume() }
    // A sleep would give the thread away; the point is to be inside when another call comes.
    while instant.duration(to: .now) < dwell {}
    core.withLock { $0.callsUnderWay -= 1 }
  }

  /// How many events there are: a place in the log to look on from.
  var count: Int { core.withLock { $0.entries.count } }

  /// The state that all events so far led to.
  var state: PlayerState { core.withLock { $0.state } }

  /// How many times an event came while another was still being taken.
  var overlaps: Int { core.withLock { $0.overlaps } }

  /// The events from a place on, so far.
  func entries(from mark: Int = 0) -> ArraySlice<Entry> {
    core.withLock { $0.entries[min(mark, $0.entries.count)...] }
  }

  /// Waits until `condition` returns something, asked at once and after every event, and returns it; nil
  /// where the limit passes first.
  ///
  /// The condition sees the events from `mark` on and the state. It is asked under the recorder's lock: it
  /// must be quick and must not use the recorder.
  func wait<Value>(
    from mark: Int, upTo limit: Duration, for condition: (ArraySlice<Entry>, PlayerState) -> Value?
  ) async -> Value? {
    let deadline = ContinuousClock.now + limit
    let timer = Deadlines.shared.after(limit) { self.wake() }
    defer { timer.cancel() }
    while true {
      let (value, seen) = core.withLock { core in
        (condition(core.entries[min(mark, core.entries.count)...], core.state), core.entries.count)
      }
      if let value { return value }
      if ContinuousClock.now >= deadline || Task.isCancelled { return nil }
      await next(after: seen, deadline: deadline)
    }
  }

  /// Returns when there are more than `seen` events, at the deadline, or when the task is cancelled.
  private func next(after seen: Int, deadline: ContinuousClock.Instant) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = core.withLock { core in
          // The timer may have fired, or the task been cancelled, before there was anyone to wake.
          if core.entries.count > seen || ContinuousClock.now >= deadline || Task.isCancelled { return true }
          core.waiters.append(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }

  private func wake() {
    let waiters = core.withLock { core in
      defer { core.waiters = [] }
      return core.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
