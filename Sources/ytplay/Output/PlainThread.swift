import Glibc

/// Threads of the program's own, for what blocks: nothing may block a thread of Swift's pool.
enum PlainThread {
  fileprivate final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread that is never waited for; it ends with `run` or with the program.
  static func start(_ run: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 256 << 10)
    var thread = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    if pthread_create(&thread, &attributes, runBody, body.toOpaque()) != 0 {
      body.release()
      // A process without room for a thread can neither play nor say so in order.
      abort()
    }
  }
}

private func runBody(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let body { Unmanaged<PlainThread.Body>.fromOpaque(body).takeRetainedValue().run() }
  return nil
}
