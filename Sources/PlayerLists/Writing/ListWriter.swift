import PlayerKit

/// Writes a list in each of the formats.
struct ListWriter {
  let list: PlayerList
  let folder: MediaPath?

  var text: [UInt8] {
    list.entries.flatMap { Array(plain($0.source).utf8) + [0x0A] }
  }

  var m3u: [UInt8] {
    var lines = "#EXTM3U\n"
    if let title = line(list.title) { lines += "#PLAYLIST:\(title)\n" }
    for entry in list.entries {
      let title = line(entry.title)
      if title != nil || entry.milliseconds != nil {
        lines += "#EXTINF:\(entry.seconds ?? "-1"),\(title ?? "")\n"
      }
      lines += plain(entry.source) + "\n"
    }
    return Array(lines.utf8)
  }

  var pls: [UInt8] {
    var lines = "[playlist]\n"
    if let title = line(list.title) { lines += "X-GNOME-Title=\(title)\n" }
    for (index, entry) in list.entries.enumerated() {
      lines += "File\(index + 1)=\(plain(entry.source))\n"
      if let title = line(entry.title) { lines += "Title\(index + 1)=\(title)\n" }
      if let seconds = entry.seconds { lines += "Length\(index + 1)=\(seconds)\n" }
    }
    lines += "NumberOfEntries=\(list.entries.count)\nVersion=2\n"
    return Array(lines.utf8)
  }

  var xspf: [UInt8] {
    var lines = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/">

      """
    if let title = line(list.title) { lines += "  <title>\(XMLText.escaped(title))</title>\n" }
    lines += "  <trackList>\n"
    for entry in list.entries {
      lines += "    <track>\n"
      lines += "      <location>\(XMLText.escaped(reference(entry.source)))</location>\n"
      if let title = line(entry.title) { lines += "      <title>\(XMLText.escaped(title))</title>\n" }
      if let milliseconds = entry.milliseconds { lines += "      <duration>\(milliseconds)</duration>\n" }
      lines += "    </track>\n"
    }
    return Array((lines + "  </trackList>\n</playlist>\n").utf8)
  }

  // MARK: Sources

  /// A source as a line of its own that is read as this source, whatever stands in its name.
  func plain(_ source: PlayerSource) -> String {
    guard case .file = source.content else { return source.text }
    let source = relative(source)
    let text = source.text
    guard case .file(let path) = source.content, text.utf8.elementsEqual(path.bytes) else { return text }
    // Where these stand, the name could be taken for a path of another system's, an escape, a comment, or the beginning
    // of another format.
    if path.bytes.contains(where: { "\\%".utf8.contains($0) }) || PlaceResolver.isWindowsPlace(path.bytes) {
      return ListWriter.url(path)
    }
    let isOther = text.hasPrefix("bplist") || "#[<".contains(text.prefix(1)) || text.hasPrefix("\u{FEFF}")
    return isOther ? "./" + text : text
  }

  /// A source as a URI reference.
  private func reference(_ source: PlayerSource) -> String {
    guard case .file = source.content else { return source.text }
    let source = relative(source)
    guard case .file(let path) = source.content else { return source.text }
    if source.start != nil || source.end != nil { return source.text }
    let url = ListWriter.url(path)
    // `file:` in front of a relative path is no URI that others know.
    guard path.bytes.first != UInt8(ascii: "/") else { return url }
    let reference = String(url.dropFirst("file:".count))
    // An escape in front makes nothing of a name but a name.
    guard Self.readsAsOther(path), let first = path.bytes.first, reference.utf8.first == first else {
      return reference
    }
    return "%" + String(first, radix: 16, uppercase: true) + reference.dropFirst()
  }

  /// Whether a path could be taken for an id or an address of YouTube's.
  private static func readsAsOther(_ path: MediaPath) -> Bool {
    guard let source = try? PlayerSource(parsing: path.bytes) else { return true }
    return source.kind != .file
  }

  /// The URL of a file, with every byte escaped that could mean something.
  static func url(_ path: MediaPath) -> String {
    let isAbsolute = path.bytes.first == UInt8(ascii: "/")
    var text = isAbsolute ? "file://" : "file:"
    for byte in path.bytes {
      if byte.isPlainInURL {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  private func relative(_ source: PlayerSource) -> PlayerSource {
    guard let folder, case .file(let path) = source.content else { return source }
    let slash = UInt8(ascii: "/")
    let prefix = folder.bytes + (folder.bytes.last == slash ? [] : [slash])
    guard path.bytes.first == slash, path.bytes.count > prefix.count, path.bytes.starts(with: prefix),
      path.bytes[prefix.count] != slash
    else { return source }
    let rest = MediaPath(bytes: path.bytes[prefix.count...])
    // `~` alone in front would be somebody's home.
    let isHome = rest.isBelowHome
    return .file(
      isHome ? MediaPath(bytes: "./".utf8 + rest.bytes) : rest, start: source.start, end: source.end)
  }

  /// A title as a line of its own; nil where nothing is left.
  func line(_ title: String?) -> String? {
    guard let title else { return nil }
    var scalars = String.UnicodeScalarView()
    // NUL can't be in a text file.
    scalars.append(
      contentsOf: title.unicodeScalars.map { ["\n", "\r", "\0"].contains($0) ? " " : $0 })
    return ListText.title(String(scalars))
  }
}

extension PlayerList.Entry {
  /// The duration in whole milliseconds; nil where it is unknown.
  var milliseconds: Int64? {
    duration.flatMap { $0.asListDuration }.flatMap { Int64(exactly: ($0 * 1000).rounded()) }.flatMap {
      $0 > 0 ? $0 : nil
    }
  }

  /// The duration in seconds as text, with as many digits as it needs.
  var seconds: String? {
    guard let milliseconds else { return nil }
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    if rest == 0 { return "\(whole)" }
    var digits = String(1000 + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}

extension UInt8 {
  /// Whether the byte stands for itself in a path in a URL: the unreserved ones of RFC 3986, and those that paths have.
  fileprivate var isPlainInURL: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/@+,=()".utf8.contains(self)
    }
  }
}
