import Foundation
import PlayerKit

/// A FIFO in the file system whose writer stops, as a disk or a program may.
public final class FaultPipe: Sendable {
  /// What the writer does.
  public enum Writer: Sendable {
    /// There is none.
    case absent
    /// It writes these bytes, and then holds the pipe open.
    case stalls([UInt8])
    /// It writes these bytes, and then closes the pipe.
    case closes([UInt8])
  }

  /// The absolute path.
  public let path: String
  /// Closed by ``stop()``, for which the writer waits.
  private let isRunning: (reading: Int32, writing: Int32)
  private let isStopped = Lock(false)

  /// Makes the FIFO in a folder.
  public init(in folder: String, _ writer: Writer) throws {
    path = "\(folder)/pipe"
    var ends: [Int32] = [-1, -1]
    guard mkfifo(path, 0o600) == 0, pipe(&ends) == 0 else {
      throw MediaFailure(name: "a pipe", reason: String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    isRunning = (ends[0], ends[1])
    switch writer {
    case .absent: close(isRunning.reading)
    case .stalls(let bytes): Thread.detachNewThread { [self] in write(bytes, holdsOpen: true) }
    case .closes(let bytes): Thread.detachNewThread { [self] in write(bytes, holdsOpen: false) }
    }
  }

  /// Ends the writer, and removes the FIFO.
  public func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    close(isRunning.writing)
    // A writer that still waits for a reader gets this one.
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    unlink(path)
    if reader >= 0 { close(reader) }
  }

  private func write(_ bytes: [UInt8], holdsOpen: Bool) {
    // A reader that goes makes writing an error here, not a signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    defer { close(isRunning.reading) }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
    guard holdsOpen else { return }
    var poller = pollfd(fd: isRunning.reading, events: Int16(POLLIN), revents: 0)
    while poll(&poller, 1, -1) < 0 && errno == EINTR {}
  }
}
