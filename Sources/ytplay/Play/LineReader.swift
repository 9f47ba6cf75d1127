import CLinux
import Glibc
import PlayerKit

/// Reads lines from a descriptor on a thread of its own, at most one piece ahead of who takes them.
final class LineReader: Sendable {
  /// The pieces of the input: the lines that each one completed. It ends with the input.
  let pieces: AsyncStream<[JSONLineReader.Line]>
  private let turnstile = Turnstile()

  /// Reads from now on.
  init(_ descriptor: Int32) {
    let (pieces, continuation) = AsyncStream.makeStream(of: [JSONLineReader.Line].self)
    self.pieces = pieces
    PlainThread.startOrAbort { [turnstile] in
      var lines = JSONLineReader()
      while let piece = Self.read(descriptor) {
        let complete = lines.append(piece)
        if complete.isEmpty { continue }
        continuation.yield(complete)
        turnstile.wait()
      }
      if let last = lines.finish() { continuation.yield([last]) }
      continuation.finish()
    }
  }

  /// Lets the thread read on: whoever takes a piece calls this when it is done with it.
  func readOn() {
    turnstile.open()
  }

  /// The next bytes; nil at the end, and where the input can't be read.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      if count == 0 { return nil }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Whoever gave the descriptor made it non-blocking.
        var polls = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        _ = poll(&polls, 1, -1)
      default: return nil
      }
    }
  }
}

/// Holds a plain thread until it is let through.
private final class Turnstile: Sendable {
  private let pipe: (reading: Int32, writing: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe2(&ends, O_CLOEXEC) != 0 {
      // As for a wake pipe: without a descriptor to spare the program can't play.
      perror("ytplay")
      exit(1)
    }
    pipe = (ends[0], ends[1])
  }

  func wait() {
    var byte: UInt8 = 0
    while read(pipe.reading, &byte, 1) < 0, errno == EINTR {}
  }

  func open() {
    var byte: UInt8 = 0
    _ = write(pipe.writing, &byte, 1)
  }
}
