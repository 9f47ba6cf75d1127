import CLinux
import Glibc

/// What the file system says of a file.
struct FileStatus: Sendable {
  enum Kind {
    case file, folder, link, other

    /// The word for a message, at a sentence's start.
    var article: String {
      switch self {
      case .file: "The file"
      case .folder: "The folder"
      case .link: "The symbolic link"
      case .other: "The special file"
      }
    }
  }

  /// The call that failed, by `errno`'s value.
  struct Failure: Error, Hashable {
    let number: Int32

    var text: String { String(cString: strerror(number)) }
  }

  private let status: stat

  /// Of what the path leads to, through symbolic links.
  init(_ path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure(number: errno) }
    self.status = status
  }

  /// Of what is open.
  init(_ descriptor: Int32) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(number: errno) }
    self.status = status
  }

  /// Of what has this name in an open folder; a symbolic link itself, where it is one.
  init(_ name: String, in folder: Int32) throws(Failure) {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw Failure(number: errno) }
    self.status = status
  }

  var owner: uid_t { status.st_uid }
  var group: gid_t { status.st_gid }
  /// In bytes.
  var size: Int { status.st_size }
  var isWritableByGroup: Bool { status.st_mode & S_IWGRP != 0 }
  var isWritableByAll: Bool { status.st_mode & S_IWOTH != 0 }

  /// Whether it is a folder like `/tmp`: anyone may add to it, and only the owners may take away.
  var isStickyFolderOfRoot: Bool { kind == .folder && status.st_mode & S_ISVTX != 0 && owner == 0 }

  var kind: Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Whether it is the very same file.
  func isSame(as other: FileStatus) -> Bool { identity == other.identity }

  /// What no other file has.
  var identity: [UInt] { [UInt(status.st_dev), UInt(status.st_ino)] }

  /// Whether more users than the mode tells of are given rights by an access control list; then the group's part
  /// of the mode is what the list allows at most.
  static func hasAccessList(_ path: String) -> Bool {
    lgetxattr(path, "system.posix_acl_access", nil, 0) > 0
  }
}
