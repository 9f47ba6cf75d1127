import PlayerKit
import PlayerLists
import TestSupport
import Testing

@Suite("What is written is read again")
struct RoundTripTests {
  /// Makes lists of every kind of source, with names that would break a careless writer.
  private struct Maker {
    var random: SplitMix64

    mutating func pick<Value>(_ values: [Value]) -> Value { values[random.next(below: values.count)] }

    mutating func bytes(from pieces: [String]) -> [UInt8] {
      (0...random.next(below: 4)).flatMap { _ -> [UInt8] in
        random.next(below: 12) == 0 ? [UInt8(1 + random.next(below: 255))] : Array(pick(pieces).utf8)
      }
    }

    mutating func path() -> MediaPath {
      let bytes = bytes(from: [
        "a", "b c", "/", "\\", "#", "%", "%41", "&", "&amp;", "<", ">", "\"", "'", "\n", "\r", " ", "\t", "~",
        "~/",
        "..", "./", "-", ":", "C:\\", "C:/", "=", ",", "[playlist]", "<plist", "bplist00", "dQw4w9WgXcQ",
        "@x",
        "youtu.be/", "https://", "file:", "é", "🎵", "\u{FEFF}", "\u{2028}", "#EXTM3U", "#EXT-X-", "?", "//",
        "#t=1",
        "\\\\x", "WL",
      ])
      return MediaPath(bytes: random.next(below: 2) == 0 ? Array("/m/".utf8) + bytes : bytes)
    }

    mutating func source() throws -> PlayerSource {
      switch random.next(below: 6) {
      case 0:
        return try PlayerSource(
          parsing: pick([
            "dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcQ?t=9", "@name", "https://www.youtube.com/c/name",
            "https://www.youtube.com/playlist?list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI&index=3",
            "https://www.youtube.com/watch_videos?video_ids=dQw4w9WgXcQ,9bZkp7q19f0",
          ]))
      case 1:
        return try PlayerSource(
          parsing: pick([
            "https://example.org/a.m3u8?x=1&y=%20#z", "rtsp://example.org/<\">",
            "http://example.org/a,b;c=[d]",
          ]))
      default:
        let start: Double? = random.next(below: 4) == 0 ? Double(random.next(below: 1000)) / 4 : nil
        let end: Double? =
          random.next(below: 4) == 0 ? (start ?? 0) + Double(1 + random.next(below: 1000)) / 8 : nil
        return .file(path(), start: start, end: end)
      }
    }

    mutating func title() -> String? {
      guard random.next(below: 3) > 0 else { return nil }
      return String(
        decoding: bytes(from: [
          "a", "Title", " ", "&", "<b>", "]]>", "\"", "'", ",", "=", "#", "é", "🎵", "\u{301}", "\u{202E}",
          "\u{FEFF}",
          "\u{FFFF}", "\n", "\r\n", "\u{1}", "\u{85}",
        ]), as: UTF8.self)
    }

    mutating func list() throws -> PlayerList {
      PlayerList(
        title: title(),
        try (0..<random.next(below: 5)).map { _ in
          PlayerList.Entry(
            try source(), title: title(),
            duration: random.next(below: 2) == 0 ? nil : Double(1 + random.next(below: 10_000_000)) / 1000)
        })
    }
  }

  /// Two lists are the same where their paths lead to the same files.
  private static func simple(_ source: PlayerSource) -> PlayerSource {
    guard case .file(let path) = source.content else { return source }
    var rest = path.bytes[...]
    while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2).drop { $0 == UInt8(ascii: "/") } }
    return .file(MediaPath(bytes: rest), start: source.start, end: source.end)
  }

  @Test(
    "each format gives back sources and durations, and a second time all of it",
    arguments: PlayerList.Format.allCases)
  func formats(format: PlayerList.Format) throws {
    var maker = Maker(random: SplitMix64(state: 0x0_1157))
    for _ in 0..<5_000 {
      let list = try maker.list()
      let bytes = list.bytes(as: format)
      let read = try PlayerList(reading: bytes, as: format)
      #expect(read.rejections.isEmpty)
      guard read.sources.map(Self.simple) == list.sources.map(Self.simple) else {
        Issue.record(
          "\(list.sources.map { $0.text.debugDescription })\n\(String(decoding: bytes, as: UTF8.self))\n\(read.sources.map { $0.text.debugDescription })"
        )
        continue
      }
      if format != .text { #expect(read.entries.map(\.duration) == list.entries.map(\.duration)) }
      // The first time made the titles such as lists have.
      let again = read.bytes(as: format)
      #expect(again == bytes || format == .text || read.entries.contains { $0.source.text.contains("./") })
      #expect(try PlayerList(reading: again, as: format).entries == read.entries)
      // Nobody need say which format it is.
      if format != .text { #expect(try PlayerList(reading: bytes) == read) }
    }
  }

  @Test("plain titles come back as they were", arguments: PlayerList.Format.allCases.filter { $0 != .text })
  func titles(format: PlayerList.Format) throws {
    let titles = ["A, b = c", "<1> & \"2\"", "#hash", "é 🎵", "]]>", "a\tb"]
    let list = PlayerList(title: "The list", titles.map { PlayerList.Entry(.file("a.mp3"), title: $0) })
    #expect(try PlayerList(reading: list.bytes(as: format)) == list)
  }

  @Test(
    "a list beside its files is written relative to them, and found again elsewhere",
    arguments: PlayerList.Format.allCases)
  func relative(format: PlayerList.Format) throws {
    let names = ["a.mp3", "sub/b #1.mp3", "~/c.mp3", "#d.mp3", "dQw4w9WgXcQ", "e\\f.mp3"]
    let list = PlayerList(
      sources: (names.map { "/old/" + $0 } + ["/older/g.mp3"]).map { .file(MediaPath($0)) })
    let bytes = list.bytes(as: format, relativeTo: "/old")
    let read = try PlayerList(reading: bytes, as: format, relativeTo: "/new/")
    // An id is a name only where the file is there, or in XSPF.
    let expected = (names.map { "/new/" + $0 } + ["/older/g.mp3"]).map { PlayerSource.file(MediaPath($0)) }
    #expect(read.sources == expected)
  }
}
