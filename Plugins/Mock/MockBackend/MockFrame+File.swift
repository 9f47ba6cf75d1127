import PlayerKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension MockFrame {
  /// Writes the picture to a file, which is replaced.
  ///
  /// - Throws: `notFound` where the folder is missing, `notPermitted` where the file may not be written,
  ///   `invalidArgument` where the path is not a file's, and `unknown` with the system's code otherwise.
  func save(to path: MediaPath) throws(PlayerError) {
    // Not blocking: a pipe that nobody reads is refused instead of waited for.
    let file = (path.bytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666) } ?? -1
      }
    }
    guard file >= 0 else { throw Self.error(errno, path) }
    var bytes = png[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        close(file)
        throw Self.error(code, path)
      }
      bytes = bytes.dropFirst(count)
    }
    if close(file) != 0 { throw Self.error(errno, path) }
  }

  private static func error(_ code: Int32, _ path: MediaPath) -> PlayerError {
    let (kind, reason, remedy): (PlayerError.Code, String, String?) =
      switch code {
      case ENOENT, ENOTDIR: (.notFound, "its folder does not exist", "Give a path in a folder that exists.")
      case EACCES, EPERM, EROFS:
        (.notPermitted, "it may not be written", "Give a path that you may write to.")
      case EISDIR: (.invalidArgument, "it is a folder", "Give the path of a file.")
      default: (.unknown, String(cString: strerror(code)), nil)
      }
    return PlayerError(
      kind, "The screenshot \(path) could not be written: \(reason).", remedy: remedy, backendCode: "\(code)")
  }
}
