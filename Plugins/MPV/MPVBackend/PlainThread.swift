import Glibc

/// A thread of the operating system's own, for what may block.
enum PlainThread {
  private final class Box {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Runs `body` on a new thread, which ends with it; false where none could be made.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    if code != 0 { box.release() }
    return code == 0
  }

  /// Holds plain threads up until it is opened; never for a thread of Swift's pool.
  ///
  /// Holds as `Sendable`: a semaphore is made for many threads, and the pointer to it never changes.
  final class Gate: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
      semaphore = .allocate(capacity: 1)
      sem_init(semaphore, 0, 0)
    }

    deinit {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }

    func open() {
      sem_post(semaphore)
    }

    /// Waits until it is open, and leaves it open.
    func wait() {
      while sem_wait(semaphore) != 0 && errno == EINTR {}
      sem_post(semaphore)
    }
  }

  /// Seconds of a clock that never jumps.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
