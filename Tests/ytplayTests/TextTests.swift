import PlayerKit
import Testing

@testable import ytplay

@Suite("Text for people")
struct TextTests {
  @Test("Nothing that could control a terminal is left in a text")
  func safety() {
    #expect(
      Text.safe("a\u{1B}[2Jb\n\u{9B}c\u{7F}\u{202E}d") == "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}c\u{FFFD}\u{FFFD}d")
    #expect(Text.safe("Grüße 🎵 日本") == "Grüße 🎵 日本")
    #expect(Text.shown([0x61, 0xFF, 0x1B]) == "a\u{FFFD}\u{FFFD}")
    // A carriage return and a line feed are one Character, but two scalars.
    #expect(Text.safe("\r\n") == "\u{FFFD}\u{FFFD}")
  }

  @Test(
    "Times are written as people write them",
    arguments: [
      (0, "00:00"), (42.9, "00:42"), (213, "03:33"), (3723, "1:02:03"), (36_000, "10:00:00"), (-1, "00:00"),
      (.nan, "--:--"), (.infinity, "--:--"), (1e300, "--:--"),
    ])
  func times(_ seconds: Double, _ text: String) {
    #expect(Text.time(seconds) == text)
  }

  @Test("What a backend says again is said once for each source, and remembered no longer than is useful")
  func repetition() {
    var said = SaidLines()
    let answers = ["partial file", "partial file", "no sound", "partial file"].map { said.isNew($0) }
    #expect(answers == [true, false, true, false])
    said.forget()
    for number in 0..<2000 { _ = said.isNew("\(number)") }
    let later = ["0", "1999", "1999"].map { said.isNew($0) }
    #expect(later == [false, true, true])
  }

  @Test(
    "Numbers have two places behind the point at most",
    arguments: [
      (1, "1"), (1.1, "1.1"), (1.25, "1.25"), (0.909_09, "0.91"), (100, "100"), (2.999, "3"), (0.05, "0.05"),
      (-0.5, "-0.5"), (-0.001, "0"), (.nan, "?"), (1e300, "?"),
    ])
  func numbers(_ number: Double, _ text: String) {
    #expect(Text.number(number) == text)
  }

  @Test("Without a terminal each change of status is one line")
  func eventLines() {
    let state = PlayerState.playing
    #expect(EventText.line(for: .statusChanged(.paused), state) == "paused film.mp4 at 00:42")
    #expect(EventText.line(for: .statusChanged(.ended), state) == "ended film.mp4")
    #expect(EventText.line(for: .statusChanged(.playing), state) == nil)
    #expect(EventText.line(for: .timeChanged(1), state) == nil)
    #expect(EventText.line(for: .backendChanged("mpv", .fallback), state) == "backend mpv")
  }
}

extension PlayerSource {
  static func file(_ path: String) -> PlayerSource { .file(MediaPath(path)) }
}

extension PlayerState {
  /// A film of 213 s that mpv plays at 42.6 s.
  static let playing: PlayerState = {
    let events: [PlayerEvent] = [
      .backendChanged("mpv", .asked), .sourceChanged(.file("/tmp/film.mp4")), .statusChanged(.playing),
      .durationChanged(213, isLive: false, isSeekable: true), .timeChanged(42.6),
    ]
    return events.reduce(.empty) { $0.applying($1) }
  }()
}
