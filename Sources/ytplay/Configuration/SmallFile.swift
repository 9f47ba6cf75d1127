import Glibc
import PlayerKit

/// Reads files that are small by nature, and never waits for long, whatever stands in their place.
enum SmallFile {
  /// Why a file can't be read.
  struct Failure: Error {
    /// The end of a sentence that begins with the file's name.
    let reason: String
  }

  /// All bytes of the file; nil where none is there.
  ///
  /// It waits for the disk, or up to 2 s for whoever writes to a pipe.
  ///
  /// - Parameter limit: the most bytes that it may have.
  static func read(_ path: MediaPath, limit: Int) throws(Failure) -> [UInt8]? {
    // Without O_NONBLOCK a pipe that nobody writes to would be waited for here already.
    let descriptor = open(path.cString, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure(reason: "can't be read: \(String(cString: strerror(errno))).")
    }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(reason: "is a folder.")
    }
    return try readAll(descriptor, limit)
  }

  private static func readAll(_ descriptor: Int32, _ limit: Int) throws(Failure) -> [UInt8] {
    let deadline = ContinuousClock.now + .seconds(2)
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let left = (deadline - .now) / .milliseconds(1)
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&polled, 1, Int32(max(left, 0)))
      if ready == 0 { throw Failure(reason: "is no file, and nothing came from it for 2 s.") }
      let start = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: 16 << 10))
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
      }
      let number = errno
      bytes.removeSubrange((start + max(count, 0))...)
      if count == 0 { return bytes }
      if count < 0, number != EINTR, number != EAGAIN {
        throw Failure(reason: "can't be read: \(String(cString: strerror(number))).")
      }
    }
    throw Failure(reason: "is larger than \(limit >> 10) KiB.")
  }
}
