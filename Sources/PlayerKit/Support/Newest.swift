/// A value that changes, and readers who want the newest: a slow one skips values and costs nothing.
///
/// All members may be used from any thread.
final class Newest<Value: Sendable>: Sendable {
  private typealias Waiter = (id: UInt64, continuation: CheckedContinuation<(Value, UInt64)?, Never>)

  private struct Storage {
    var value: Value
    var version: UInt64 = 1
    var waiters: [Waiter] = []
    var lastReader: UInt64 = 0
    var isFinished = false
  }

  private let storage: Lock<Storage>

  init(_ value: Value) {
    storage = Lock(Storage(value: value))
  }

  /// The value now.
  var value: Value { storage.withLock(\.value) }

  /// Puts another value in its place; nothing changes after the end.
  func set(_ value: Value) {
    let (waiters, news) = storage.withLock { storage -> ([Waiter], (Value, UInt64)) in
      guard !storage.isFinished else { return ([], (value, 0)) }
      storage.value = value
      storage.version += 1
      defer { storage.waiters = [] }
      return (storage.waiters, (value, storage.version))
    }
    for waiter in waiters { waiter.continuation.resume(returning: news) }
  }

  /// Ends it: readers get the value once, where they have not seen it, and then nothing.
  func finish() {
    let waiters = storage.withLock { storage in
      storage.isFinished = true
      defer { storage.waiters = [] }
      return storage.waiters
    }
    for waiter in waiters { waiter.continuation.resume(returning: nil) }
  }

  /// A number for a reader.
  func enlistReader() -> UInt64 {
    storage.withLock { storage in
      storage.lastReader += 1
      return storage.lastReader
    }
  }

  /// The value once its version is above `version`; nil at the end or when the task is cancelled.
  func value(
    after version: UInt64, reader: UInt64, isolation actor: isolated (any Actor)?
  ) async -> (Value, UInt64)? {
    await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: actor) { continuation in
          let now: (Value, UInt64)?? = storage.withLock { storage in
            if storage.version > version { return .some((storage.value, storage.version)) }
            if storage.isFinished || Task.isCancelled { return .some(nil) }
            storage.waiters.append((reader, continuation))
            return nil
          }
          if let now { continuation.resume(returning: now) }
        }
      },
      onCancel: {
        let waiter = storage.withLock { storage in
          storage.waiters.firstIndex { $0.id == reader }.map { storage.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: nil)
      }, isolation: actor)
  }
}
