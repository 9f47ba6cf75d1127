import Glibc
import PlayerKit

/// The person's folders for the program's files, by the XDG Base Directory Specification 0.8: a variable that is
/// unset, empty or no absolute path counts for nothing.
enum PersonalFolders {
  /// Where `ytplay.conf` is: `$XDG_CONFIG_HOME/ytplay`; nil where there is no home either.
  static var configuration: MediaPath? { folder("XDG_CONFIG_HOME", default: ".config") }

  /// Where places are kept: `$XDG_STATE_HOME/ytplay`; nil where there is no home either.
  static var state: MediaPath? { folder("XDG_STATE_HOME", default: ".local/state") }

  /// The person's home; nil where there is none that is an absolute path.
  static var home: MediaPath? { absolute("HOME") }

  /// Whether the variable says where its folder is.
  static func isSet(_ variable: String) -> Bool { absolute(variable) != nil }

  private static func folder(_ variable: String, default place: String) -> MediaPath? {
    (absolute(variable) ?? home?.appending(place))?.appending("ytplay")
  }

  private static func absolute(_ variable: String) -> MediaPath? {
    guard let value = getenv(variable), value.pointee == CChar(bitPattern: UInt8(ascii: "/")) else {
      return nil
    }
    return MediaPath(bytes: UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}

extension MediaPath {
  /// The path of a file in this folder.
  func appending(_ name: String) -> MediaPath { appending(Array(name.utf8)) }

  /// The path of a file in this folder.
  func appending(_ name: [UInt8]) -> MediaPath {
    MediaPath(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name)
  }

  /// The folder that the file is in; nil for a bare name.
  var folder: MediaPath? {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return MediaPath(bytes: bytes[...max(slash - 1, 0)])
  }
}
