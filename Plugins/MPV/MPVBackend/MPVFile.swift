import Glibc
import PlayerKit

/// A file as it is handed to mpv: by its absolute path, so that no name is ever read as a protocol.
struct MPVFile {
  /// The absolute path.
  let path: [UInt8]
  /// Whether it is a playlist of HLS segments, which may name other files.
  let isHLS: Bool

  /// Looks at a file before mpv does, because mpv tells only that it failed.
  ///
  /// - Throws: ``PlayerError/Code/notFound``, ``PlayerError/Code/notPermitted`` or
  ///   ``PlayerError/Code/playbackFailed``.
  init(_ source: MediaPath) throws(PlayerError) {
    path = Self.absolute(source.bytes)
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { throw Self.error(errno, source) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw PlayerError(
        .playbackFailed, "The path \(source) is a folder's.", remedy: "Give a file in it.", backend: "mpv")
    case S_IFSOCK:
      throw PlayerError(
        .playbackFailed, "The path \(source) is a socket's.", remedy: "Give a file or a pipe.", backend: "mpv"
      )
    case S_IFREG:
      isHLS = try Self.look(path, source)
    default:
      // Opening a pipe or a device has effects; only its permissions are asked for.
      guard path.withCString({ faccessat(AT_FDCWD, $0, R_OK, AT_EACCESS) }) == 0 else {
        throw Self.error(errno, source)
      }
      isHLS = false
    }
  }

  /// The path with `~` as the home folder, and a relative one under the working folder.
  static func absolute(_ path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    if path.first == slash { return path }
    if path.first == UInt8(ascii: "~"), path.count == 1 || path[1] == slash, let home = getenv("HOME") {
      return Array(String(cString: home).utf8) + path.dropFirst()
    }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return Array(UnsafeBufferPointer(start: folder, count: strlen(folder))).map(UInt8.init(bitPattern:))
      + [slash] + path
  }

  /// Opens a regular file, and tells whether it is an HLS playlist.
  private static func look(_ path: [UInt8], _ source: MediaPath) throws(PlayerError) -> Bool {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw error(errno, source) }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 16384)
    let count = read(descriptor, &head, head.count)
    guard count >= 0 else { throw error(errno, source) }
    guard count > 0 else {
      throw PlayerError(
        .playbackFailed, "The file \(source) is empty.", remedy: "Give a file that holds media.",
        backend: "mpv")
    }
    guard head.starts(with: "#EXTM3U".utf8) else { return false }
    return String(decoding: head[..<count], as: UTF8.self).contains("#EXT-X-")
  }

  /// What the operating system's refusal means.
  static func error(_ number: Int32, _ source: MediaPath) -> PlayerError {
    let words = String(cString: strerror(number))
    return switch number {
    case ELOOP:
      PlayerError(
        .notFound, "The symbolic links of \(source) lead in a circle.", remedy: "Mend or remove them.",
        backend: "mpv", backendCode: words)
    case ENOENT, ENOTDIR, ENAMETOOLONG:
      PlayerError(
        .notFound, "There is no file \(source).", remedy: "Check the path.", backend: "mpv",
        backendCode: words)
    case EACCES, EPERM:
      PlayerError(
        .notPermitted, "The file \(source) may not be read.",
        remedy: "Give yourself the right to read it and to enter its folders.", backend: "mpv",
        backendCode: words)
    default:
      PlayerError(
        .playbackFailed, "The file \(source) can't be read: \(words).",
        remedy: "Check the disk, or the device, that it is on.", backend: "mpv", backendCode: words)
    }
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (self + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { chars in
        // Never nil: there is at least the NUL.
        chars.baseAddress.map(body) ?? "".withCString(body)
      }
    }
  }
}
