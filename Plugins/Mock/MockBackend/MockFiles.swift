import PlayerKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension MediaPath {
  /// Why the file can't be played; nil where nothing speaks against it.
  var openError: PlayerError? {
    var status = stat()
    let code: Int32 = withCString { path in
      if stat(path, &status) != 0 || access(path, R_OK) != 0 { return errno }
      return status.st_mode & S_IFMT == S_IFDIR ? EISDIR : 0
    }
    switch code {
    case 0: return nil
    case ENOENT, ENOTDIR:
      return PlayerError(
        .notFound, "There is no file \(self).", remedy: "Check the path.", backendCode: "\(code)")
    case EACCES, EPERM:
      return PlayerError(
        .notPermitted, "The file \(self) may not be read.", remedy: "Check the file's permissions.",
        backendCode: "\(code)")
    case EISDIR:
      return PlayerError(
        .playbackFailed, "\(self) is a folder.", remedy: "Give the path of a file.", backendCode: "\(code)")
    default:
      return PlayerError(
        .playbackFailed, "The file \(self) can't be opened: \(String(cString: strerror(code))).",
        backendCode: "\(code)")
    }
  }

  /// Writes a file, which is replaced.
  ///
  /// - Throws: `notFound` where the folder is missing, `notPermitted` where the file may not be written,
  ///   `invalidArgument` where the path is not a file's, and `unknown` with the system's code otherwise.
  func write(_ bytes: [UInt8]) throws(PlayerError) {
    // Not blocking: a pipe that nobody reads is refused instead of waited for.
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK
    let file = withCString { open($0, flags, 0o666) }
    guard file >= 0 else { throw writeError(errno) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Self.write(file, $0) }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        close(file)
        throw writeError(code)
      }
      rest = rest.dropFirst(count)
    }
    if close(file) != 0 { throw writeError(errno) }
  }

  private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #else
      Musl.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  private func writeError(_ code: Int32) -> PlayerError {
    let kind: PlayerError.Code
    let reason: String
    let remedy: String?
    switch code {
    case ENOENT, ENOTDIR:
      (kind, reason) = (.notFound, "its folder does not exist")
      remedy = "Give a path in a folder that exists."
    case EACCES, EPERM, EROFS:
      (kind, reason) = (.notPermitted, "it may not be written")
      remedy = "Give a path that you may write to."
    case EISDIR:
      (kind, reason) = (.invalidArgument, "it is a folder")
      remedy = "Give the path of a file."
    default:
      (kind, reason) = (.unknown, String(cString: strerror(code)))
      remedy = nil
    }
    return PlayerError(
      kind, "The file \(self) could not be written: \(reason).", remedy: remedy, backendCode: "\(code)")
  }

  /// Calls `body` with the path as the system takes it; `~` in front is the home folder.
  private func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var bytes = bytes.map { CChar(bitPattern: $0) } + [0]
    let tilde = CChar(bitPattern: UInt8(ascii: "~"))
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    if bytes[0] == tilde, bytes[1] == slash || bytes[1] == 0, let home = getenv("HOME") {
      bytes.replaceSubrange(0..<1, with: UnsafeBufferPointer(start: home, count: strlen(home)))
    }
    return body(bytes)
  }
}
