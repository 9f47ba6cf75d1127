import PlayerKit
import TestSupport
import Testing

@Suite("Reading sources survives whatever bytes it is given")
struct SourceFuzzTests {
  @Test(
    "a million mutated texts (a tenth under a sanitizer) are read or refused, and what is read is read again")
  func million() throws {
    let count = TestEnvironment.isSanitized ? 100_000 : 1_000_000
    var mutator = TextMutator(texts: SourceTable.rows.map { Array($0.text.utf8) }, seed: 0x5EED)
    var read = 0
    for _ in 0..<count {
      let bytes = mutator.next()
      let source: PlayerSource
      do {
        source = try PlayerSource(parsing: bytes)
      } catch {
        guard error.code == .invalidSource else {
          Issue.record("\(bytes) gave \(error)")
          continue
        }
        continue
      }
      read += 1
      let text = source.text
      if (try? PlayerSource(parsing: text)) != source { Issue.record("\(bytes) → \(source) → \(text)") }
    }
    // Neither everything nor nothing: the mutations stay near what is read.
    #expect(read > count / 5 && read < count / 20 * 19)
  }
}

@Suite("Reading takes time in proportion to the text's length")
struct SourceLinearityTests {
  private static let size = 1 << 18

  /// What a reader that looks at something again for each piece would take hours for.
  private static let kinds: [(head: String, repeated: String, tail: String)] = [
    ("", " ", ""), ("", "\u{A0}", "x"), ("x", "\u{3000}", ""), ("", "a", ""), ("", "/", ""), ("", ":", ""),
    ("", "@", ""),
    ("", "a.", ":"), ("https://", "a", ""), ("https://", "www.", "youtube.com/"),
    ("https://", "@", "youtube.com/"),
    ("https://youtube.com", ":", ""), ("https://youtube.com:", "4", ""),
    ("https://youtu.be", "/", "dQw4w9WgXcQ"),
    ("https://youtube.com/watch?", "&", ""), ("https://youtube.com/watch?", "&amp;", "v=dQw4w9WgXcQ"),
    ("https://youtube.com/watch?", "v=dQw4w9WgXcQ&", ""), ("https://youtube.com/watch?v=", "%25", ""),
    ("https://youtube.com/watch?v=dQw4w9WgXcQ&t=", "9", ""),
    ("https://youtube.com/watch?v=dQw4w9WgXcQ&t=", "1m", ""),
    ("https://youtube.com/watch?v=dQw4w9WgXcQ&t=1", ":1", ""),
    ("https://youtube.com/watch?v=dQw4w9WgXcQ&index=", "9", ""),
    ("https://youtube.com/playlist?list=PL", "a", ""), ("https://youtube.com/@", "%C3%BC", ""),
    ("https://youtube.com/watch_videos?video_ids=", "dQw4w9WgXcQ,", ""),
    ("https://youtube.com/embed/dQw4w9WgXcQ?playlist=", ",", ""),
    ("", "https://consent.youtube.com/m?continue=", ""),
    ("", "https%3A%2F%2Fconsent.youtube.com%2Fm%3Fcontinue%3D", ""),
    ("", "youtube.com/attribution_link?u=", ""), ("https://youtube.com/", "#/", ""),
    ("https://youtube.com/", "#", ""),
    ("file:///", "#t=1", ""), ("file:///", "%", ""), ("file:///", "&amp;", ""),
    ("https://example.org/", "&amp;amp;", ""),
    ("rtsp://", "&amp;", "\u{0}"), ("vnd.youtube:", "/", ""), ("//", "/", ""), ("//a", "//a", ""),
  ]

  @Test("much of anything is read or refused, and what is read is written", .timeLimit(.minutes(2)))
  func texts() {
    for kind in Self.kinds {
      let count = Self.size / kind.repeated.utf8.count
      let text = kind.head + String(repeating: kind.repeated, count: count) + kind.tail
      let source: PlayerSource
      do {
        source = try PlayerSource(parsing: text)
      } catch {
        #expect(error.message.utf8.count < 300, "\(kind)")
        continue
      }
      #expect((try? PlayerSource(parsing: source.text)) == source, "\(kind)")
    }
  }

  @Test("a very long time is read or refused", .timeLimit(.minutes(1)))
  func times() {
    for (head, repeated) in [
      ("", "9"), ("1.", "9"), ("", "1:"), ("", "1h"), ("0", "0"), ("", "."), ("1", ":1"),
    ] {
      let text = head + String(repeating: repeated, count: Self.size / repeated.utf8.count)
      if let seconds = MediaTime.seconds(parsing: text) { #expect(seconds < 2) }
    }
  }
}
