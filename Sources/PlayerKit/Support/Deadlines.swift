/// Keeps time limits, any number of them, with next to nothing for each: one that is cancelled is gone at once.
///
/// ```swift
/// let limit = Deadlines.shared.after(.seconds(10)) { continuation.resume(throwing: late) }
/// …
/// if limit.cancel() { continuation.resume(returning: answer) }
/// ```
///
/// A cancelled `Task.sleep` is not gone on Linux: its timer, and with it the task, stays in memory until the
/// time would have been over. Here a timer is set only where none is set that rings early enough; one that
/// rings too early, because its deadline was cancelled, sets the next. So there is about one timer for each
/// *length* of the limits in use, and no thread.
///
/// Time is counted while the machine is awake: what was asked before a lid was closed still has its time
/// when it is opened. All members may be used from any thread.
package final class Deadlines: Sendable {
  /// The one that everybody uses.
  package static let shared = Deadlines()

  /// A time limit that was set.
  package struct Deadline: Sendable {
    fileprivate let keeper: Deadlines
    fileprivate let id: UInt64

    /// Lets go of the action. False where it was too late: the action has been called or is about to be.
    @discardableResult
    package func cancel() -> Bool {
      // What the action holds is let go of outside the lock.
      keeper.core.withLock { $0.heap.remove(id) } != nil
    }
  }

  private struct Core {
    var heap = DeadlineHeap()
    var lastID: UInt64 = 0
    /// When the timers ring that are set.
    var alarms: [SuspendingClock.Instant] = []
    /// Whether actions are being called: one after the other, so that the earliest is the first.
    var isCalling = false

    /// When a further timer has to ring; nil where one is set that rings early enough.
    mutating func nextAlarm() -> SuspendingClock.Instant? {
      guard let first = heap.first, alarms.allSatisfy({ $0 > first.time }) else { return nil }
      alarms.append(first.time)
      return first.time
    }

    /// Takes what is due, to be called by the one who gets it; and when a further timer has to ring.
    mutating func takeDue(_ now: SuspendingClock.Instant) -> ([DeadlineHeap.Entry], SuspendingClock.Instant?)
    {
      // Whoever is calling looks again afterwards.
      if isCalling { return ([], nil) }
      var due: [DeadlineHeap.Entry] = []
      while let first = heap.first, first.time <= now, let entry = heap.remove(first.id) {
        due.append(entry)
      }
      for var entry in due {
        guard let period = entry.period else { continue }
        entry.time = now + period
        heap.insert(entry)
      }
      isCalling = !due.isEmpty
      return (due, nextAlarm())
    }
  }

  private let core = Lock(Core())

  package init() {}

  /// How many deadlines are neither over nor cancelled.
  var count: Int { core.withLock(\.heap.count) }

  /// How many timers are set.
  var alarmCount: Int { core.withLock(\.alarms.count) }

  /// Calls `action` once the time is over, on a thread of Swift's pool: it must not block.
  ///
  /// That may be before this has returned; a limit below 0 is 0. Actions are called one after the other, the
  /// earliest first.
  package func after(_ limit: Duration, _ action: @escaping @Sendable () -> Void) -> Deadline {
    set(limit, period: nil, action)
  }

  /// Calls `action` each time that so long is over, until it is cancelled; at most a thousand times a second.
  ///
  /// A call that is under way is not waited for by the cancelling.
  package func every(_ period: Duration, _ action: @escaping @Sendable () -> Void) -> Deadline {
    let period = max(period, .milliseconds(1))
    return set(period, period: period, action)
  }

  /// Waits until the time is over; a task that is cancelled goes on at once.
  ///
  /// - Throws: `CancellationError` where the task was cancelled before the time was over.
  package nonisolated(nonsending) func sleep(for limit: Duration) async throws(CancellationError) {
    let sleeper = Sleeper()
    let isOver = await withTaskCancellationHandler {
      let deadline = after(limit) { sleeper.wake(true) }
      let isOver = await sleeper.wait()
      deadline.cancel()
      return isOver
    } onCancel: {
      sleeper.wake(false)
    }
    if !isOver { throw CancellationError() }
  }

  private func set(
    _ limit: Duration, period: Duration?, _ action: @escaping @Sendable () -> Void
  ) -> Deadline {
    let time = SuspendingClock.now + min(max(limit, .zero), .longest)
    let (id, alarm) = core.withLock { core in
      core.lastID += 1
      core.heap.insert(DeadlineHeap.Entry(id: core.lastID, time: time, period: period, action: action))
      return (core.lastID, core.nextAlarm())
    }
    if let alarm { ring(at: alarm) }
    return Deadline(keeper: self, id: id)
  }

  private func ring(at time: SuspendingClock.Instant) {
    // Detached: nothing of whoever happens to set the timer is for the others.
    Task.detached { [self] in
      // Nobody can cancel this task, so the sleep does not throw.
      try? await Task.sleep(until: time, clock: .suspending)
      ring(time)
    }
  }

  /// Calls what is due, and then what has become due meanwhile; not where another timer is just doing so.
  private func ring(_ time: SuspendingClock.Instant) {
    core.withLock { core in
      if let index = core.alarms.firstIndex(of: time) { core.alarms.remove(at: index) }
    }
    while true {
      let (due, alarm) = core.withLock { core in core.takeDue(SuspendingClock.now) }
      if let alarm { ring(at: alarm) }
      if due.isEmpty { return }
      for entry in due { entry.action() }
      core.withLock { $0.isCalling = false }
    }
  }
}

/// Whoever sleeps, and is woken once: by the time or by its being cancelled.
private final class Sleeper: Sendable {
  private struct Core {
    var isOver: Bool?
    var continuation: CheckedContinuation<Bool, Never>?
  }

  private let core = Lock(Core())

  func wake(_ isOver: Bool) {
    let continuation = core.withLock { core -> CheckedContinuation<Bool, Never>? in
      guard core.isOver == nil else { return nil }
      core.isOver = isOver
      defer { core.continuation = nil }
      return core.continuation
    }
    continuation?.resume(returning: isOver)
  }

  nonisolated(nonsending) func wait() async -> Bool {
    await withCheckedContinuation { continuation in
      let isOver = core.withLock { core in
        if core.isOver == nil { core.continuation = continuation }
        return core.isOver
      }
      if let isOver { continuation.resume(returning: isOver) }
    }
  }
}
