import Glibc
import PlayerKit

extension PlainThread {
  /// Starts a thread with a small stack that ends with `run` or with the program.
  static func startOrAbort(_ run: @escaping @Sendable () -> Void) {
    // A process without room for a thread can neither play nor say so in order.
    if !start(stackSize: 256 << 10, run) { abort() }
  }

  /// What `body` comes to, which may wait for the disk.
  static func result<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      startOrAbort { continuation.resume(returning: body()) }
    }
  }
}
