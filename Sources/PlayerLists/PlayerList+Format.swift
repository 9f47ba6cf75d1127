import PlayerKit

extension PlayerList {
  /// The formats of list files.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// One path or URL a line, with titles and durations in `#EXTINF` lines; `.m3u` and `.m3u8`. Written as UTF-8.
    case m3u
    /// `File1=`, `Title1=` and `Length1=` in the section `[playlist]`; `.pls`.
    case pls
    /// The XML Shareable Playlist Format, version 1 (<https://xspf.org/spec>); `.xspf`.
    case xspf
    /// A property list, XML or binary: an array of ids, URLs, paths or dictionaries; `.plist`. Written as XML.
    case plist
    /// One source a line, as on a command line; lines that begin with `#` are comments.
    case text

    /// The format that a file's name tells; nil where it tells none.
    public init?(name: MediaPath) {
      switch name.pathExtension {
      case "m3u", "m3u8": self = .m3u
      case "pls": self = .pls
      case "xspf": self = .xspf
      case "plist": self = .plist
      default: return nil
      }
    }

    /// The format that the beginning of a file tells; nil where it tells none.
    init?(beginning text: ArraySlice<UInt8>) {
      var text = text.drop(while: \.isListSpace)
      // Comments that a pls list may begin with.
      while text.first == UInt8(ascii: ";") {
        text = text.drop { $0 != 0x0A && $0 != 0x0D }.drop(while: \.isListSpace)
      }
      if text.starts(with: "bplist".utf8) {
        self = .plist
      } else if text.starts(with: "#EXTM3U".utf8) {
        self = .m3u
      } else if text.prefix(10).elementsEqual("[playlist]".utf8, by: { $0.asciiLowercased == $1 }) {
        self = .pls
      } else if text.first == UInt8(ascii: "<"), let format = Self(markup: text.prefix(4096)) {
        self = format
      } else {
        return nil
      }
    }

    /// The format whose element begins first.
    private init?(markup: ArraySlice<UInt8>) {
      var rest = markup
      while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = rest[start...].dropFirst()
        if rest.starts(with: "!--".utf8) {
          rest = rest.dropFirst(3)
          while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
          continue
        }
        if rest.starts(with: "plist".utf8) {
          self = .plist
          return
        }
        // Its name may have a prefix in front, as in `<x:playlist>`.
        let name = rest.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
        if name.split(separator: UInt8(ascii: ":")).last?.elementsEqual("playlist".utf8) == true {
          self = .xspf
          return
        }
      }
      return nil
    }
  }
}

extension MediaPath {
  /// What stands behind the last dot of the last component, in small letters; empty where there is nothing.
  var pathExtension: String {
    let name = bytes.suffix(from: bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...].map(\.asciiLowercased), as: UTF8.self)
  }
}

extension UInt8 {
  /// The byte, or the small letter of an ASCII capital.
  var asciiLowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }

  /// Whether the byte is a space, a tab, a line feed, a vertical tab, a form feed or a return.
  var isListSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
}

extension ArraySlice<UInt8> {
  /// The bytes without white space at their ends.
  var listTrimmed: [UInt8] {
    var (start, end) = (startIndex, endIndex)
    while start < end, self[start].isListSpace { start += 1 }
    while end > start, self[end - 1].isListSpace { end -= 1 }
    return Array(self[start..<end])
  }
}

extension [UInt8] {
  /// The bytes without white space at their ends.
  var listTrimmed: [UInt8] { self[...].listTrimmed }
}
