import CLinux
import Glibc

/// A pipe by which one thread ends the `poll` of another.
struct WakePipe: Sendable {
  let reading: Int32
  let writing: Int32

  /// A pipe that no child inherits and neither end of which blocks.
  init() {
    var ends: [Int32] = [-1, -1]
    if pipe2(&ends, O_CLOEXEC | O_NONBLOCK) != 0 {
      // Without a descriptor to spare the program can't play either.
      perror("ytplay")
      exit(1)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Ends the poll. A full pipe will end it too, so the result does not matter.
  func wake(_ byte: UInt8 = 0) {
    _ = withUnsafePointer(to: byte) { write(writing, $0, 1) }
  }

  /// All bytes that wait in the pipe.
  func drain() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(reading, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : []
  }
}
