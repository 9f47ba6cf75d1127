import Foundation
import PlayerKit
import Testing

@Suite("Sources are read from text")
struct SourceParsingTests {
  @Test("each row of the table is read as it says")
  func table() {
    #expect(SourceTable.rows.count > 800)
    for row in SourceTable.rows {
      #expect(SourceTable.columns(parsing: row.text) == row.expected, "\(row.text)")
    }
  }

  @Test("the command line's tests have the same table")
  func copies() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let tables = try ["PlayerKitTests", "ytplayTests"].map { target in
      try Data(contentsOf: tests.appendingPathComponent("\(target)/Resources/youtube-urls.tsv"))
    }
    #expect(tables[0] == tables[1])
  }

  @Test("bytes are read as the text that they are")
  func bytesAndText() {
    for row in SourceTable.rows {
      let ofBytes = Result { () throws(PlayerError) in try PlayerSource(parsing: Array(row.text.utf8)) }
      let ofText = Result { () throws(PlayerError) in try PlayerSource(parsing: row.text) }
      #expect(ofBytes == ofText, "\(row.text)")
    }
  }

  @Test("white space of every kind is dropped around a text, and inside it stays")
  func whiteSpace() throws {
    let spaces =
      "\t\n\u{B}\u{C}\r \u{85}\u{A0}\u{1680}\u{2000}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}"
    let source = try PlayerSource(parsing: spaces + "a\(spaces)b" + spaces)
    #expect(source == .file(MediaPath("a\(spaces)b")))
    #expect(throws: PlayerError.self) { try PlayerSource(parsing: spaces) }
    #expect(try PlayerSource(parsing: "\u{200B}a") == .file(MediaPath("\u{200B}a")))
  }

  @Test("a path keeps bytes that are not UTF-8, written plainly or as a file URL")
  func rawPaths() throws {
    let name: [UInt8] = [0x2F, 0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6D, 0x70, 0x34]
    let file = PlayerSource.file(MediaPath(bytes: name))
    #expect(try PlayerSource(parsing: name) == file)
    #expect(try PlayerSource(parsing: "file:///caf%E9.mp4") == file)
    #expect(try PlayerSource(parsing: Array("file://".utf8) + name) == file)
    #expect(file.text == "file:///caf%E9.mp4")
  }

  @Test("a URL's bytes that are not UTF-8 are percent-encoded")
  func rawURLs() throws {
    let bytes = Array("http://example.org/caf".utf8) + [0xE9] + Array(".mp4".utf8)
    #expect(try PlayerSource(parsing: bytes) == PlayerSource(.stream("http://example.org/caf%E9.mp4")))
  }

  @Test("a YouTube link is read whatever bytes stand in what it doesn't need")
  func rawLinks() throws {
    let bytes =
      Array("https://youtu.be/dQw4w9WgXcQ?si=".utf8) + [0xFF, 0x00, 0xED, 0xA0] + Array("&t=9".utf8)
    let source = try PlayerSource(parsing: bytes)
    #expect(SourceTable.columns(source) == ["video", "dQw4w9WgXcQ", "9", "", "", ""])
  }

  @Test("a NUL byte makes a path or a URL no source")
  func nulBytes() {
    for text in ["a\0b", "/a\0", "https://example.org/a\0b", "file:///a%00", "rtsp://\0", "@a\0"] {
      #expect(refusal(of: text)?.message.contains("NUL") == true, "\(text)")
    }
  }

  @Test(
    "an end is read from query and fragment, unless it is malformed or not behind the start",
    arguments: [
      ("?end=120", nil, 120), ("?start=90&end=2m", 90, 120), ("?end=1:00:00", nil, 3600), ("#end=5", nil, 5),
      ("?end=7&end=9", nil, 7), ("?end=7#end=9", nil, 7), ("?end=x#end=9", nil, 9),
      ("?end=x&end=9", nil, nil),
      ("?end=", nil, nil), ("?end=1.5", nil, nil), ("?end=99999999999999999999", nil, nil),
      ("?end=0", nil, nil),
      ("?t=90&end=90", 90, nil), ("?t=90&end=30", 90, nil), ("?t=0&end=1", 0, 1), ("?stop=9", nil, nil),
    ] as [(String, Double?, Double?)])
  func ends(query: String, start: Double?, end: Double?) throws {
    let source = try PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ" + query)
    #expect(source.start == start)
    #expect(source.end == end)
    #expect(throws: Never.self) { try source.validate() }
  }

  @Test("an end is read for lists and channels too")
  func endsOfLists() throws {
    for path in ["playlist?list=PL0123456789&", "watch_videos?video_ids=dQw4w9WgXcQ&", "@name?"] {
      let source = try PlayerSource(parsing: "youtube.com/\(path)start=3&end=9")
      #expect(source.start == 3)
      #expect(source.end == 9)
    }
  }

  @Test("links in links are followed four deep and no deeper")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      (0..<depth).reduce("https://youtu.be/dQw4w9WgXcQ") { inner, _ in
        "https://consent.youtube.com/m?continue="
          + (inner.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
      }
    }
    #expect(try PlayerSource(parsing: nested(4)).kind == .video)
    #expect(refusal(of: nested(5))?.message.contains("a link in a link") == true)
    #expect(refusal(of: "https://m.youtube.com/" + String(repeating: "#/", count: 9)) != nil)
  }

  private func refusal(of text: String) -> PlayerError? {
    do {
      _ = try PlayerSource(parsing: text)
      return nil
    } catch {
      return error
    }
  }
}

@Suite("A text that is no source is refused in words that help")
struct SourceRefusalTests {
  @Test(
    "the message names what is wrong, and the remedy what to do",
    arguments: [
      ("", "is empty", "Give a file"),
      ("https://youtu.be/dQw4w9WgXcQx", "“dQw4w9WgXcQx” is not a YouTube video id", "Copy the link again"),
      ("https://youtu.be/dQw4w9WgXcQx", "these are 12", "Share"),
      ("https://youtu.be/dQw4w9WgXc!", "something else is among these", "Share"),
      ("https://www.youtube.com/playlist?list=WL", "list WL is private", "public or unlisted playlist"),
      ("https://www.youtube.com/watch?list=%4CL", "list LL is private", "public or unlisted playlist"),
      ("LM", "list LM is private", "public or unlisted playlist"),
      ("youtube.com/playlist?list=PLshort", "“PLshort” is not a YouTube playlist id", "Copy the link again"),
      ("youtube.com/playlist", "names no playlist", "Copy the link again"),
      ("youtube.com/watch", "names no video", "Open a video"),
      ("youtube.com/embed", "names no video", "Open a video"),
      ("youtube.com", "front page has no media", "Open a video"),
      ("youtube.com/feed/history", "page “feed” has no media", "Open a video"),
      ("youtube.com/channel/UCshort", "“UCshort” is not a YouTube channel id", "@handle"),
      ("youtube.com/channel", "names no channel", "Copy the link again"),
      ("youtube.com/@a%20b", "“@a%20b” can't be the name of a YouTube channel", "Copy the link again"),
      ("youtube.com/attribution_link?u=https://example.org/", "“https://example.org/”", "Give that address"),
      ("JavaScript:alert(1)", "A “JavaScript:” link names no media", "Give the address"),
      ("https:///a.mp4", "“https:///a.mp4” names no host", "https://host/path"),
      ("file://nas/a.mp4", "can't name another computer, as “nas”", "file:///absolute/path"),
      ("file://", "names no file", "file:///absolute/path"),
    ])
  func words(text: String, message: String, remedy: String) {
    #expect {
      try PlayerSource(parsing: text)
    } throws: { error in
      guard let error = error as? PlayerError else { return false }
      return error.code == .invalidSource && error.message.contains(message) && error.message.hasSuffix(".")
        && error.remedy?.contains(remedy) == true
    }
  }

  @Test("what a message quotes is cut between letters and holds nothing that a terminal would obey")
  func quoting() {
    let id = String(repeating: "ü", count: 500_000)
    for text in ["https://youtu.be/\(id)", "https://youtu.be/x\(id)"] {
      #expect {
        try PlayerSource(parsing: text)
      } throws: { error in
        let message = (error as? PlayerError)?.message ?? ""
        return message.count < 200 && message.contains("ü…”") && !message.contains("\u{FFFD}")
      }
    }
    #expect {
      try PlayerSource(parsing: "https://youtu.be/\u{1B}[2J\u{7}\u{7F}")
    } throws: { error in
      (error as? PlayerError)?.message.contains("“?[2J??”") == true
    }
  }
}
