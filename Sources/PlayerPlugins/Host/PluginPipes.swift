import CLinux
import Glibc
import PlayerKit

/// The three pipes between a host and a plugin's program.
struct PluginPipes: Sendable {
  typealias Ends = (reading: Int32, writing: Int32)

  /// To the program.
  let input: Ends
  /// From the program.
  let output: Ends
  let error: Ends

  /// New pipes; nil, with `errno`, where there are no descriptors left.
  init?() {
    var open: [Ends] = []
    for _ in 0..<3 {
      guard let pipe = ChildProcess.pipe() else {
        let number = errno
        for ends in open {
          close(ends.reading)
          close(ends.writing)
        }
        errno = number
        return nil
      }
      open.append(pipe)
    }
    (input, output, error) = (open[0], open[1], open[2])
    // The host's own ends only: the program's stay blocking.
    for end in [output.reading, error.reading] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// Closes the program's ends, once it has them.
  func closeProgramEnds() {
    for end in [input.reading, output.writing, error.writing] { close(end) }
  }

  /// Closes the host's reading ends.
  func closeReadingEnds() {
    for end in [output.reading, error.reading] { close(end) }
  }

  /// Closes all of them.
  func closeAll() {
    closeProgramEnds()
    closeReadingEnds()
    close(input.writing)
  }
}

/// Wakes a thread that polls.
final class EventDescriptor: Sendable {
  /// For `poll`; only for the thread that waits by it, and until it is closed.
  let number: Int32
  private let isOpen = Lock(true)

  /// An event that has not been signalled; nil, with `errno`, where there are no descriptors left.
  init?() {
    number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard number >= 0 else { return nil }
  }

  deinit {
    close()
  }

  /// Wakes the thread; does nothing any more where it is closed.
  func signal() {
    isOpen.withLock { isOpen in
      if isOpen { _ = eventfd_write(number, 1) }
    }
  }

  /// Takes the signals that have come.
  func clear() {
    var count: eventfd_t = 0
    eventfd_read(number, &count)
  }

  /// Frees the descriptor: nobody waits any more.
  func close() {
    isOpen.withLock { isOpen in
      if isOpen && number >= 0 { Glibc.close(number) }
      isOpen = false
    }
  }
}
