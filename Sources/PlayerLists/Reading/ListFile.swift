import PlayerKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// List files on the disk.
enum ListFile {
  /// A list of a million long paths is not as big; a film is bigger.
  static let maximumLength = 64 << 20

  /// What tells one file from another, however it is called.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// A file that was read.
  struct Content {
    let bytes: [UInt8]
    let identity: Identity
    /// Whether it lies in a folder that what stands in it could be relative to: a pipe's name is no place.
    let hasPlace: Bool
  }

  /// Whether anything is at the path.
  static func exists(_ path: MediaPath) -> Bool {
    status(of: path) != nil
  }

  /// Whether a file is at the path, and not a folder, a pipe or a device.
  static func isRegular(_ path: MediaPath) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  /// Whether a path leads to a device, a pipe or a socket among those that the system itself has: one may be the
  /// player's own, or never end. Others are not looked at, since nobody but the machine's owner can have made them.
  static func isStreamOfBytes(_ path: MediaPath) -> Bool {
    let isSystems = path.bytes.split(separator: UInt8(ascii: "/")).contains {
      $0.elementsEqual("dev".utf8) || $0.elementsEqual("proc".utf8)
    }
    guard isSystems, let status = status(of: path) else { return false }
    return [S_IFCHR, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Reads a file whole; of a pipe, what comes until its end.
  static func read(_ path: MediaPath) throws(PlayerError) -> Content {
    guard let name = cString(path) else { throw failure(path, ENOENT) }
    var descriptor: Int32 = -1
    repeat { descriptor = open(name, O_RDONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { posixRead(descriptor, $0) }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path, errno)
      }
      guard bytes.count + count <= maximumLength else {
        throw PlayerError(
          .invalidSource, "The list \(path) is longer than \(maximumLength >> 20) MiB, which no list is.",
          remedy: "If it is media, give it as a source.")
      }
      bytes.append(contentsOf: buffer[..<count])
    }
    let hasPlace = status.st_mode & S_IFMT == S_IFREG && !path.isDescriptor
    return Content(bytes: bytes, identity: identity(status), hasPlace: hasPlace)
  }

  private static func failure(_ path: MediaPath, _ code: Int32) -> PlayerError {
    let reason = String(cString: strerror(code))
    switch code {
    case ENOENT, ENOTDIR:
      return PlayerError(.notFound, "There is no list \(path).", remedy: "Check the name.")
    case EACCES, EPERM:
      return PlayerError(
        .notPermitted, "The list \(path) can't be read: \(reason).", remedy: "Check its permissions.")
    case EISDIR:
      return PlayerError(.invalidSource, "\(path) is a folder, not a list.", remedy: "Name a file.")
    default:
      return PlayerError(.unknown, "The list \(path) can't be read: \(reason).", backendCode: "\(code)")
    }
  }

  private static func status(of path: MediaPath) -> stat? {
    guard let name = cString(path) else { return nil }
    var status = stat()
    return stat(name, &status) == 0 ? status : nil
  }

  private static func identity(_ status: stat) -> Identity {
    Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }

  /// The path as C wants it, with the home folder in the place of `~`; nil where it can't be one.
  private static func cString(_ path: MediaPath) -> [CChar]? {
    guard !path.bytes.isEmpty, !path.bytes.contains(0) else { return nil }
    var bytes = path.bytes.map { CChar(bitPattern: $0) }
    if path.isBelowHome, let home = getenv("HOME") {
      bytes.replaceSubrange(..<1, with: UnsafeBufferPointer(start: home, count: strlen(home)))
    }
    return bytes + [0]
  }

  private static func posixRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}

extension MediaPath {
  /// Whether it names a descriptor of the process, which may have been opened anywhere.
  fileprivate var isDescriptor: Bool {
    ["/dev/fd/", "/dev/stdin", "/proc/self/fd/"].contains { bytes.starts(with: $0.utf8) }
  }
}
