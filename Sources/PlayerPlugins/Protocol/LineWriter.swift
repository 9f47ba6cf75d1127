import Glibc
import PlayerKit

/// Writes lines to a pipe, in order and from any thread, and never waits.
///
/// What the pipe does not take at once is kept, and written by ``flush()`` once the pipe has room: whoever owns
/// the writer has a thread that polls for that.
final class LineWriter: Sendable {
  private struct Core {
    var pending: [UInt8] = []
    /// How many bytes of `pending` are written.
    var written = 0
    var failure: Int32?
  }

  private let descriptor: Int32
  /// Whether a full pipe refuses bytes instead of blocking.
  private let isNonBlocking: Bool
  private let guardsSignal: Bool
  private let onBacklog: @Sendable () -> Void
  private let core = Lock(Core())
  /// A pipe that is ready for writing takes this much without blocking: `PIPE_BUF`.
  private static let chunk = 4096
  /// So many bytes that are written may stand in front of those that are not.
  private static let compactionLimit = 1 << 20

  /// A writer to this pipe, whose writing end nobody else has.
  ///
  /// - Parameters:
  ///   - ignoresPipeSignal: whether the process ignores `SIGPIPE`; a library must not set that for its program.
  ///   - onBacklog: called, from any thread and never twice without a ``flush()`` between, when there is
  ///     something that the pipe did not take. Must not write.
  init(_ descriptor: Int32, ignoresPipeSignal: Bool = false, onBacklog: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    guardsSignal = !ignoresPipeSignal
    self.onBacklog = onBacklog
    var status = stat()
    // A terminal or a file, in the hands of somebody who tries a plugin by hand, may be others' too.
    isNonBlocking =
      fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
      && fcntl(descriptor, F_SETFL, O_WRONLY | O_NONBLOCK) == 0
  }

  /// How many bytes wait for the pipe.
  var backlog: Int { core.withLock { $0.pending.count - $0.written } }

  /// Writes a line with its end, now or later; false where nobody reads any more.
  @discardableResult
  func write(_ line: [UInt8]) -> Bool {
    let (isOpen, hasBacklog) = core.withLock { core in
      if core.failure != nil { return (false, false) }
      if core.written < core.pending.count {
        if core.written > Self.compactionLimit {
          core.pending.removeFirst(core.written)
          core.written = 0
        }
        core.pending += line
        return (true, false)
      }
      core.pending = line
      core.written = 0
      write(&core)
      return (core.failure == nil, core.written < core.pending.count)
    }
    if hasBacklog { onBacklog() }
    return isOpen
  }

  /// Writes what waits, as far as the pipe takes it; true where all of it is written or nobody reads any more.
  func flush() -> Bool {
    core.withLock { core in
      write(&core)
      return core.written == core.pending.count
    }
  }

  /// Takes no more, because the descriptor is about to be closed.
  func close() {
    core.withLock { $0 = Core(failure: EBADF) }
  }

  private func write(_ core: inout Core) {
    while core.written < core.pending.count, core.failure == nil {
      let rest = core.pending[core.written...]
      let count = (isNonBlocking ? rest : rest.prefix(Self.chunk)).withUnsafeBytes { piece in
        if !isNonBlocking, !hasRoom { return 0 }
        return guardsSignal
          ? Self.withoutPipeSignal { Glibc.write(descriptor, piece.baseAddress, piece.count) }
          : Glibc.write(descriptor, piece.baseAddress, piece.count)
      }
      if count > 0 {
        core.written += count
      } else if count == 0 || errno == EAGAIN {
        return
      } else if errno != EINTR {
        core = Core(failure: errno)
      }
    }
  }

  private var hasRoom: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// Writes without a SIGPIPE where nobody reads any more: a library must not end its program by it, nor set
  /// its signals.
  private static func withoutPipeSignal(_ write: () -> Int) -> Int {
    var pipeSignal = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    let count = write()
    let number = errno
    if count < 0, number == EPIPE, sigismember(&before, SIGPIPE) == 0 {
      // The signal is this thread's own and waits for it: taken before it is let through again.
      var now = timespec()
      while sigtimedwait(&pipeSignal, nil, &now) < 0 && errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = number
    return count
  }
}
