import Glibc
import PlayerKit

/// The media files in a folder.
enum MediaFolder {
  /// The endings of the names of media files, in lower case.
  static let endings: Set<String> = [
    "3gp", "aac", "ac3", "aif", "aiff", "alac", "ape", "asf", "avi", "dts", "dv", "flac", "flv", "m2ts",
    "m4a",
    "m4b", "m4v", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpc", "mpeg", "mpg", "mts", "oga", "ogg", "ogm",
    "ogv", "opus", "ra", "rm", "rmvb", "spx", "tta", "ts", "vob", "wav", "webm", "wma", "wmv", "wv",
  ]

  /// The folder's media files in natural order, without those in folders inside it and hidden ones.
  static func files(in folder: MediaPath) throws(PlayerError) -> [MediaPath] {
    guard let names = names(in: folder) else {
      let reason = String(cString: strerror(errno))
      throw PlayerError(
        errno == EACCES ? .notPermitted : .notFound, "The folder \(folder) can't be read: \(reason).",
        remedy: "Check its permissions.")
    }
    let prefix = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    let files = names.filter { isMedia($0) }.sorted(by: precedes).map { MediaPath(bytes: prefix + $0) }
      .filter { $0.fileKind == .other }
    if files.isEmpty {
      throw PlayerError(
        .notFound, "The folder \(folder) has no media files in it.", remedy: "Name another folder, or a file."
      )
    }
    return files
  }

  /// Natural order: numbers by their value, letters without regard to case, else byte by byte.
  static func precedes(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
    var (left, right) = (lhs[...], rhs[...])
    while let first = left.first, let second = right.first {
      if first.isDigit && second.isDigit {
        let (one, other) = (takeNumber(&left), takeNumber(&right))
        if one.count != other.count { return one.count < other.count }
        if one != other { return one.lexicographicallyPrecedes(other) }
      } else {
        if first.lowercased != second.lowercased { return first.lowercased < second.lowercased }
        left.removeFirst()
        right.removeFirst()
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return lhs.lexicographicallyPrecedes(rhs)
  }

  /// A number's digits, without zeros in front.
  private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix(while: \.isDigit)
    bytes = bytes.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isMedia(_ name: [UInt8]) -> Bool {
    guard name.first != UInt8(ascii: "."), let dot = name.lastIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    return endings.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  private static func names(in folder: MediaPath) -> [[UInt8]]? {
    guard let stream = opendir(folder.cString) else { return nil }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      names.append(name)
    }
    return names
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  fileprivate var lowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}
