import PlayerKit
import TestSupport
import Testing

@Suite("Sources are written as text")
struct SourceTextTests {
  @Test("what was read from the table is read again from its text as the same source")
  func fixedPoint() throws {
    for row in SourceTable.rows {
      guard let source = try? PlayerSource(parsing: row.text) else { continue }
      #expect(try PlayerSource(parsing: source.text) == source, "\(row.text) → \(source.text)")
      #expect(source.description == source.text)
    }
  }

  @Test(
    "YouTube's sources are links to its site",
    arguments: [
      ("dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
      ("youtu.be/dQw4w9WgXcQ?t=0", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=0"),
      (
        "youtu.be/dQw4w9WgXcQ?list=PL0123456789&index=8&t=1m30s&end=2m",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL0123456789&index=8&t=90&end=120"
      ),
      (
        "youtube.com/embed/dQw4w9WgXcQ?playlist=M7lc1UVf-VE&index=2&end=9",
        "https://www.youtube.com/watch_videos?video_ids=dQw4w9WgXcQ,M7lc1UVf-VE&index=2&end=9"
      ),
      ("PL0123456789", "https://www.youtube.com/playlist?list=PL0123456789"),
      (
        "youtube.com/watch?list=PL0123456789&index=3",
        "https://www.youtube.com/playlist?list=PL0123456789&index=3"
      ),
      ("UC_x5XG1OV2P6uZZ5FSM9Ttw", "https://www.youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw"),
      (
        "youtube.com/embed/live_stream?channel=UC_x5XG1OV2P6uZZ5FSM9Ttw",
        "https://www.youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw/live"
      ),
      ("@name", "https://www.youtube.com/@name"),
      ("youtube.com/@日/live?t=5", "https://www.youtube.com/@%E6%97%A5/live?t=5"),
      ("youtube.com/user/NAME/videos", "https://www.youtube.com/user/NAME"),
      ("youtube.com/NAME", "https://www.youtube.com/c/NAME"),
    ])
  func links(text: String, written: String) throws {
    #expect(try PlayerSource(parsing: text).text == written)
  }

  @Test(
    "a file is its path, and a URL where the path would be read as something else",
    arguments: [
      ("clip.mp4", "clip.mp4"), ("./dQw4w9WgXcQ", "./dQw4w9WgXcQ"), ("~/a b.mp4", "~/a b.mp4"), ("ü", "ü"),
      ("dQw4w9WgXcQ", "file:dQw4w9WgXcQ"), ("hello-world", "file:hello-world"), ("@name", "file:@name"),
      ("WL", "file:WL"), ("-", "file:-"), ("youtu.be/x", "file:youtu.be/x"), ("data:x", "file:data:x"),
      ("https://a", "file:https://a"), (" a", "file:%20a"), ("a\u{A0}", "file:a%C2%A0"),
      ("a\nb", "file:a%0Ab"),
      ("//a/b", "file:////a/b"), ("/a ", "file:///a%20"), ("file:x", "file:file:x"), ("100%", "100%"),
      ("a&amp;b", "a&amp;b"), ("a#t=5", "a#t=5"), (" a#t=5&amp;%41?", "file:%20a%23t=5%26amp%3B%2541%3F"),
    ])
  func files(path: String, written: String) throws {
    let source = PlayerSource.file(MediaPath(path))
    #expect(source.text == written)
    #expect(try PlayerSource(parsing: written) == source)
  }

  @Test("every path is read again from its text, whatever its bytes")
  func rawPaths() throws {
    for byte in UInt8(1)...255 {
      for bytes in [[byte], [0x2F, byte], [byte, 0x61], [0x61, byte], [byte, byte]] {
        let source = PlayerSource.file(MediaPath(bytes: bytes))
        #expect(try PlayerSource(parsing: source.text) == source)
      }
    }
  }

  @Test("a file's start and end are a media fragment, to the microsecond")
  func fileTimes() throws {
    let written: [(Double?, Double?, String)] = [
      (10, nil, "file:///a.mp4#t=10"), (nil, 20.5, "file:///a.mp4#t=,20.5"),
      (0, 0.000001, "file:///a.mp4#t=0,0.000001"),
      (1.25, 3600, "file:///a.mp4#t=1.25,3600"), (4_000_000_000, nil, "file:///a.mp4#t=4000000000"),
    ]
    for (start, end, text) in written {
      let source = PlayerSource.file(MediaPath("/a.mp4"), start: start, end: end)
      #expect(source.text == text)
      #expect(try PlayerSource(parsing: text) == source)
    }
    var random = SplitMix64(state: 1)
    for _ in 0..<1000 {
      let start = Double(random.next() % 100_000_000_000) / 1_000_000
      let source = PlayerSource.file(MediaPath("a"), start: start)
      #expect(try PlayerSource(parsing: source.text) == source, "\(start)")
    }
  }

  @Test("a stream's URL has no control characters: they are escaped in text, and refused in JSON")
  func controls() throws {
    let source = try PlayerSource(parsing: "https://example.org/a\nb\u{7F}ü?c=\t1")
    #expect(source == PlayerSource(.stream("https://example.org/a%0Ab%7Fü?c=%091")))
    #expect(try PlayerSource(parsing: source.text) == source)
    #expect(try PlayerSource(parsing: "rtsp://h/\u{FFFE}\u{FFFD}").text == "rtsp://h/%EF%BF%BE\u{FFFD}")
    #expect(throws: PlayerError.self) {
      try decode(PlayerSource.self, "{\"kind\":\"stream\",\"url\":\"rtsp://h/\u{FFFF}\"}")
    }
    let error = #expect(throws: PlayerError.self) {
      try decode(PlayerSource.self, #"{"kind":"stream","url":"https://example.org/a\nb"}"#)
    }
    #expect(error?.code == .invalidSource)
  }

  @Test("a stream is its URL, a literal &amp; in it kept")
  func streams() throws {
    for (url, text) in [
      ("https://example.org/a?b&c", "https://example.org/a?b&c"), ("-", "-"),
      ("https://example.org/?a&amp;b&amp;amp;c", "https://example.org/?a&amp;amp;b&amp;amp;amp;c"),
    ] {
      let source = PlayerSource(.stream(url))
      #expect(source.text == text)
      #expect(try PlayerSource(parsing: text) == source)
    }
  }

  @Test("what text can't say is left out or rounded outwards, and nothing traps")
  func unwritable() throws {
    let video = PlayerSource.Content.video(try #require(YouTubeVideoID("dQw4w9WgXcQ")), index: 3)
    #expect(
      PlayerSource(video, start: 1.9, end: 3.1).text
        == "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1&end=4")
    for time in [-1, .nan, .infinity, 1e300, -0.0] as [Double] {
      for content in [
        video, .file(MediaPath("a")), .stream("a"), .videos([], index: .min), .channel(.user("")),
      ] {
        #expect(!PlayerSource(content, start: time, end: time).text.isEmpty)
      }
    }
    let list = try #require(YouTubePlaylistID("PL0123456789"))
    #expect(PlayerSource(.playlist(list, index: .max)).text.hasSuffix("&index=9223372036854775808"))
    #expect(PlayerSource(.playlist(list, index: -1)).text.hasSuffix("?list=PL0123456789"))
    #expect(PlayerSource(.stream("https://example.org/a"), start: 5).text == "https://example.org/a")
  }
}
