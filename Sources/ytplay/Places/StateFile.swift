import Glibc
import PlayerKit

/// A file of the program's own that is replaced in whole or not at all, by one program at a time.
///
/// All of it waits for the disk.
struct StateFile: Sendable {
  /// Why the disk does not do what it should.
  struct Failure: Error {
    /// A sentence.
    let message: String

    init(_ message: String) { self.message = message }

    /// The operating system's refusal to do something with a file.
    init(_ path: MediaPath, _ number: Int32) {
      message = "\(path) can't be written: \(String(cString: strerror(number)))."
    }
  }

  /// Tells whether a file has been replaced.
  struct Mark: Equatable {
    let device: dev_t
    let number: ino_t
    let seconds: Int
    let nanoseconds: Int
    let size: off_t
  }

  /// Where it is, or would be.
  let path: MediaPath

  /// What the file is at this moment; nil where it is not there.
  var mark: Mark? {
    var status = stat()
    guard stat(path.cString, &status) == 0 else { return nil }
    return Mark(
      device: status.st_dev, number: status.st_ino, seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec, size: status.st_size)
  }

  // MARK: One at a time

  /// Does something while no other program that asks for the same does; makes the folder where there is none.
  ///
  /// The operating system gives the lock back where a program is killed.
  func exclusively<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let lock = MediaPath(bytes: path.bytes + Array(".lock".utf8))
    if let folder = path.folder { try Self.makeFolder(folder) }
    let descriptor = open(lock.cString, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(lock, errno) }
    defer { close(descriptor) }
    // A program that was stopped while it held the lock must not stop this one.
    let deadline = ContinuousClock.now + .seconds(2)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw Failure(lock, errno) }
      guard ContinuousClock.now < deadline else {
        throw Failure("\(path) is being written by another program, which does not get on with it.")
      }
      usleep(2000)
    }
    return try body()
  }

  /// Makes a folder, and those above it, for the person alone.
  private static func makeFolder(_ folder: MediaPath) throws(Failure) {
    if mkdir(folder.cString, 0o700) == 0 || errno == EEXIST { return }
    let number = errno
    guard number == ENOENT, let parent = folder.folder, parent != folder else {
      throw Failure(folder, number)
    }
    try makeFolder(parent)
    if mkdir(folder.cString, 0o700) != 0, errno != EEXIST { throw Failure(folder, errno) }
  }

  // MARK: Replacing

  /// Puts these bytes in the place of the file's. Whatever happens, the file is then the old one or the new one.
  ///
  /// Only within ``exclusively(_:)``. What a killed program left of a new one is overwritten.
  func replace(with bytes: [UInt8]) throws(Failure) {
    let target = path.behindLinks
    let temporary = MediaPath(bytes: target.bytes + Array(".new".utf8))
    do throws(Failure) {
      try Self.write(bytes, to: temporary)
      guard rename(temporary.cString, target.cString) == 0 else { throw Failure(target, errno) }
    } catch {
      unlink(temporary.cString)
      throw error
    }
    try Self.synchronize(folderOf: target)
  }

  /// Gives the file another name, in place of what has that.
  func setAside(as name: MediaPath) throws(Failure) {
    let target = path.behindLinks
    guard rename(target.cString, name.cString) == 0 else { throw Failure(name, errno) }
  }

  private static func write(_ bytes: [UInt8], to path: MediaPath) throws(Failure) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(path.cString, flags, 0o600)
    guard descriptor >= 0 else { throw Failure(path, errno) }
    var number: Int32 = 0
    // One that was left behind may have been opened to others.
    if fchmod(descriptor, 0o600) != 0 { number = errno }
    var rest = bytes[...]
    while number == 0, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { number = errno }
    }
    if number == 0, fsync(descriptor) != 0 { number = errno }
    // A full network disk may say so only here.
    if close(descriptor) != 0, number == 0, errno != EINTR { number = errno }
    if number != 0 { throw Failure(path, number) }
  }

  /// Has the new name survive a loss of power.
  private static func synchronize(folderOf path: MediaPath) throws(Failure) {
    let folder = path.folder ?? "."
    let descriptor = open(folder.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(folder, errno) }
    defer { close(descriptor) }
    // Some file systems can't, and need not.
    if fsync(descriptor) != 0, errno != EINVAL { throw Failure(folder, errno) }
  }
}

extension MediaPath {
  /// What symbolic links lead to, there or not; a replaced link would lead nowhere any more.
  fileprivate var behindLinks: MediaPath {
    var path = self
    // As many as the system follows.
    for _ in 0..<40 {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path.cString, &bytes, bytes.count)
      guard count > 0 else { return path }
      let target = MediaPath(bytes: bytes[..<count].map(UInt8.init(bitPattern:)))
      let isAbsolute = target.bytes.first == UInt8(ascii: "/")
      path = isAbsolute ? target : path.folder.map { $0.appending(target.bytes) } ?? target
    }
    return path
  }
}
