extension PlayerSource: CustomStringConvertible {
  /// The source as text that ``init(parsing:)-(String)`` reads.
  ///
  /// - YouTube's sources are links to `www.youtube.com`, an index counted from 1, the times in whole seconds.
  /// - A file is its path; a path that would be read as something else, isn't UTF-8 or holds control
  ///   characters is a percent-encoded `file:` URL, and so is that of a file with a start or an end
  ///   (`#t=10,20`).
  /// - A stream is its URL.
  ///
  /// Whatever was read from text is read again as the same source. What only a program can make may not be: a
  /// stream's start and end, fractions of a YouTube time (a start is written as the second that it lies in, an
  /// end as the second after), an index without a list, a stream whose URL is YouTube's or that is no URL, an
  /// empty list, path or name.
  public var text: String {
    var writer = SourceWriter(start: start, end: end)
    writer.write(content)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The same as ``text``.
  public var description: String { text }
}

/// Writes a source's text.
private struct SourceWriter {
  let start: Double?
  let end: Double?
  private(set) var bytes: [UInt8] = []
  private var separator = UInt8(ascii: "?")

  init(start: Double?, end: Double?) {
    self.start = start
    self.end = end
  }

  mutating func write(_ content: PlayerSource.Content) {
    switch content {
    case .video(let id, let list, let index):
      append("https://www.youtube.com/watch")
      appendParameter("v", id.description)
      if let list {
        appendParameter("list", list.description)
        appendIndex(index)
      }
      appendTimes()
    case .videos(let ids, let index):
      append("https://www.youtube.com/watch_videos")
      appendParameter("video_ids", ids.lazy.map(\.description).joined(separator: ","))
      appendIndex(index > 0 ? index : nil)
      appendTimes()
    case .playlist(let id, let index):
      append("https://www.youtube.com/playlist")
      appendParameter("list", id.description)
      appendIndex(index)
      appendTimes()
    case .channel(let channel, let live):
      append("https://www.youtube.com/")
      switch channel {
      case .id(let id): append("channel/\(id)")
      case .handle(let name): appendEncoded(name)
      case .user(let name):
        append("user/")
        appendEncoded(name)
      case .custom(let name):
        append("c/")
        appendEncoded(name)
      }
      if live { append("/live") }
      appendTimes()
    case .file(let path): write(path)
    case .stream(let url): writeStream(url)
    }
  }

  /// A file's path where that reads back, else its URL.
  private mutating func write(_ path: MediaPath) {
    if start == nil, end == nil, readsBack(path) {
      bytes = path.bytes
      return
    }
    append(path.bytes.first == UInt8(ascii: "/") ? "file://" : "file:")
    for byte in path.bytes { bytes.append(byte, percentEncodedUnless: byte.isPlainInPath) }
    let startText = start.flatMap(MediaTime.text)
    let endText = end.flatMap(MediaTime.text)
    if startText != nil || endText != nil { append("#t=\(startText ?? "")\(endText.map { "," + $0 } ?? "")") }
  }

  /// Whether the path alone, as text on one line, is read as this file.
  private func readsBack(_ path: MediaPath) -> Bool {
    guard let text = path.text, !path.bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return false }
    // A path that can't be read at all is no different here from one that is read as something else.
    return (try? PlayerSource(parsing: text)) == PlayerSource.file(path)
  }

  /// A stream's URL, a literal `&amp;` written so that it stays one.
  private mutating func writeStream(_ url: String) {
    for byte in url.utf8 {
      bytes.append(byte)
      if byte == UInt8(ascii: ";"), bytes.suffix(5).elementsEqual("&amp;".utf8) { append("amp;") }
    }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func appendEncoded(_ name: String) {
    for byte in name.utf8 { bytes.append(byte, percentEncodedUnless: byte.isPlainInName) }
  }

  private mutating func appendParameter(_ key: String, _ value: String) {
    bytes.append(separator)
    append("\(key)=\(value)")
    separator = UInt8(ascii: "&")
  }

  private mutating func appendIndex(_ index: Int?) {
    guard let index, index >= 0 else { return }
    appendParameter("index", String(UInt(index) + 1))
  }

  private mutating func appendTimes() {
    if let start, let seconds = UInt64(exactly: start.rounded(.down)) {
      appendParameter("t", String(seconds))
    }
    if let end, let seconds = UInt64(exactly: end.rounded(.up)) { appendParameter("end", String(seconds)) }
  }
}

extension UInt8 {
  /// Whether the byte stands for itself in a channel's name in a URL.
  fileprivate var isPlainInName: Bool {
    isYouTubeIDByte || self == UInt8(ascii: ".") || self == UInt8(ascii: "@")
  }

  /// Whether the byte stands for itself in the path of a `file:` URL.
  fileprivate var isPlainInPath: Bool {
    switch self {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "@"), UInt8(ascii: "+"),
      UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: ")"):
      true
    default: isYouTubeIDByte
    }
  }
}
