import CLinux
import Glibc

/// The way to a file, walked folder by folder, each held open while the next name is looked up in it.
///
/// Nobody can swap a part of the way unnoticed: what was checked is what was walked through. The folder that the
/// file lies in is checked, and so is each that holds a symbolic link on the way, and the link's owner; of the folders
/// above, whether a stranger may rename what is in them.
struct TrustedPath: ~Copyable {
  /// The file's name in it.
  let name: String
  /// The path that leads there by the symbolic link that the file was named by, where it was: a program may
  /// look at the name that it is called by.
  let calledAs: String
  /// What is there, which is no symbolic link.
  let status: FileStatus
  private let walk: Walk

  /// The kernel's own limit.
  private static let mostLinks = 40

  /// The real path of the folder that the file lies in.
  var folder: String { walk.folder }

  /// The real path.
  var path: String { Self.join(folder, name) }

  /// Why the way could not be walked.
  enum Failure: Error {
    /// A part of it is missing, or can't be reached.
    case unreachable(path: String, FileStatus.Failure)
    /// Somebody else could change where it leads.
    case refused(PluginRefusal)
  }

  /// Walks to a file.
  ///
  /// - Parameters:
  ///   - path: a path with at least one name in it.
  ///   - base: the folder that a relative path begins in, an absolute path.
  init(to path: String, from base: String, _ trust: PluginTrust) throws(Failure) {
    var walk = try Walk()
    var names: [Substring] = Self.names(path.hasPrefix("/") ? path : "\(base)/\(path)").reversed()
    var links = 0
    var calledAs: String?
    while let next = names.popLast() {
      let name = String(next)
      let status = try walk.status(of: name)
      if status.kind == .link {
        links += 1
        if links > Self.mostLinks { throw walk.failure(name, ELOOP) }
        try walk.check(trust)
        if let refusal = trust.refusal(of: status, at: walk.path(of: name)) { throw .refused(refusal) }
        if names.isEmpty { calledAs = calledAs ?? walk.path(of: name) }
        let target = try walk.target(of: name)
        if target.hasPrefix("/") { try walk.restart() }
        names += Self.names(target).reversed()
      } else if !names.isEmpty || name == ".." {
        try walk.check(trust, isOnTheWay: true)
        try walk.enter(name)
      } else {
        try walk.check(trust)
        if let refusal = trust.refusal(of: status, at: walk.path(of: name)) { throw .refused(refusal) }
        self.calledAs = calledAs ?? walk.path(of: name)
        (self.name, self.status) = (name, status)
        self.walk = walk
        return
      }
    }
    // It ends in a folder, by `..` or because it is the root.
    throw .unreachable(path: walk.folder, FileStatus.Failure(number: EISDIR))
  }

  /// The file's bytes, `limit` of them at most.
  func read(limit: Int) throws(FileStatus.Failure) -> [UInt8] {
    // Not blocking: in place of the file there could meanwhile be a pipe.
    let file = openat(walk.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw FileStatus.Failure(number: errno) }
    defer { close(file) }
    guard try FileStatus(file).isSame(as: status) else { throw FileStatus.Failure(number: ESTALE) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = Glibc.read(file, &buffer, min(buffer.count, limit - bytes.count))
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw FileStatus.Failure(number: errno) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Whether this process may run the file.
  var isExecutable: Bool { faccessat(walk.descriptor, name, X_OK, AT_EACCESS) == 0 }

  private static func names(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }

  fileprivate static func join(_ folder: String, _ name: String) -> String {
    folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}

/// A walk through folders: the one that it has come to, held open.
private struct Walk: ~Copyable {
  private(set) var descriptor: Int32
  private var names: [String] = []

  /// The real path of where it is.
  var folder: String { "/" + names.joined(separator: "/") }

  /// A walk that begins at the root.
  init() throws(TrustedPath.Failure) {
    descriptor = -1
    try restart()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func path(of name: String) -> String { TrustedPath.join(folder, name) }

  func failure(_ name: String, _ number: Int32) -> TrustedPath.Failure {
    .unreachable(path: path(of: name), FileStatus.Failure(number: number))
  }

  func status(of name: String) throws(TrustedPath.Failure) -> FileStatus {
    do throws(FileStatus.Failure) {
      return try FileStatus(name, in: descriptor)
    } catch {
      throw .unreachable(path: path(of: name), error)
    }
  }

  /// Throws where somebody else may write to where it is.
  func check(_ trust: PluginTrust, isOnTheWay: Bool = false) throws(TrustedPath.Failure) {
    let status: FileStatus
    do throws(FileStatus.Failure) {
      status = try FileStatus(descriptor)
    } catch {
      throw .unreachable(path: folder, error)
    }
    if let refusal = trust.refusal(of: status, at: folder, isOnTheWay: isOnTheWay) { throw .refused(refusal) }
  }

  func target(of name: String) throws(TrustedPath.Failure) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(descriptor, name, &bytes, bytes.count)
    guard count >= 0 else { throw failure(name, errno) }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Goes into a folder, which is no symbolic link.
  mutating func enter(_ name: String) throws(TrustedPath.Failure) {
    let next = openat(descriptor, name, Int32(ytplay_open_path) | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard next >= 0 else { throw failure(name, errno) }
    close(descriptor)
    descriptor = next
    if name == ".." { _ = names.popLast() } else { names.append(name) }
  }

  /// Goes back to the root.
  mutating func restart() throws(TrustedPath.Failure) {
    let root = open("/", Int32(ytplay_open_path) | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw .unreachable(path: "/", FileStatus.Failure(number: errno)) }
    if descriptor >= 0 { close(descriptor) }
    descriptor = root
    names = []
  }
}
