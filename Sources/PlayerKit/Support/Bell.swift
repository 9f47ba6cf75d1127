/// Wakes the one task that waits for something to do. Rung while nobody waits, the next wait ends at once.
package final class Bell: Sendable {
  private struct Storage {
    var isRung = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let storage = Lock(Storage())

  package init() {}

  /// Wakes whoever waits, or will.
  package func ring() {
    let waiter = storage.withLock { storage -> CheckedContinuation<Void, Never>? in
      defer { storage.waiter = nil }
      storage.isRung = storage.waiter == nil
      return storage.waiter
    }
    waiter?.resume()
  }

  /// Waits for the bell.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isRung = storage.withLock { storage in
        if !storage.isRung { storage.waiter = continuation }
        defer { storage.isRung = false }
        return storage.isRung
      }
      if isRung { continuation.resume() }
    }
  }
}
