import Glibc
import PlayerKit

extension PlainThread {
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
