import Glibc
import PlayerKit
import Testing

@testable import ytplay

@Suite("The status line")
struct StatusLineTests {
  private static let plain = TerminalStyle()
  private static let ascii = TerminalStyle(isASCII: true, hasSymbols: false)

  private static func line(
    _ state: PlayerState, columns: Int = 80, title: String? = nil, notice: String? = nil,
    place: (index: Int, count: Int)? = nil, style: TerminalStyle = plain
  ) -> String {
    StatusLine.text(
      .init(state: state, title: title, place: place, notice: notice), columns: columns, style: style)
  }

  private static func titled(_ title: String) -> PlayerState {
    PlayerState.playing.applying(.metadataChanged(PlayerMetadata(title: title)))
  }

  init() {
    // The widths are the locale's.
    setlocale(LC_CTYPE, "C.UTF-8")
  }

  @Test("It says what is playing, and where")
  func playing() {
    #expect(
      Self.line(.playing) == "▶ 00:42 / 03:33 ━━────────── 20%  film.mp4  vol 100  [mpv]")
  }

  @Test("In ASCII where the terminal knows no more")
  func ascii() {
    let paused = Self.titled("Ein\u{1B}[31m Titel für é").applying(.statusChanged(.paused))
      .applying(.muteChanged(true)).applying(.rateChanged(1.5))
    #expect(
      Self.line(paused, style: Self.ascii)
        == "= 00:42 / 03:33 ==---------- 20%  paused  Ein?[31m Titel...  mute  1.5x  [mpv]")
  }

  @Test("What can't be seen from the time alone is said in words")
  func words() {
    #expect(Self.line(PlayerState.playing.applying(.statusChanged(.buffering))).contains("  buffering  "))
    #expect(Self.line(PlayerState.playing.applying(.statusChanged(.queued))).contains("  ready  "))
    let failed = PlayerState.playing.applying(.failed(PlayerError(.network, "Nobody answers.")))
    #expect(Self.line(failed).contains("  failed  "))
    let live = PlayerState.playing.applying(.durationChanged(nil, isLive: true, isSeekable: false))
    #expect(Self.line(live).hasPrefix("▶ 00:42 live  film.mp4"))
    let looped = PlayerState.playing.applying(.loopChanged(.one)).applying(.rateChanged(1.21))
    #expect(Self.line(looped).hasSuffix("  vol 100  1.21x  loop one  [mpv]"))
    #expect(Self.line(.playing, place: (1, 9)).hasPrefix("▶ 2/9 00:42"))
    #expect(Self.line(.playing, notice: "There is no sound.").contains("  There is no sound.  "))
  }

  @Test(
    "What matters least is left out first",
    arguments: [
      (
        200, "▶ 1/2 00:42 / 03:33 ━━━━━─────────────────────── 20%  A film of some length  vol 100  [mpv]"
      ),
      (80, "▶ 1/2 00:42 / 03:33 ━━────────── 20%  A film of some length  vol 100  [mpv]"),
      (60, "▶ 1/2 00:42 / 03:33 20%  A film of some le…  vol 100  [mpv]"),
      (40, "▶ 1/2 00:42 / 03:33 20%  A film of som…"), (30, "▶ 1/2 00:42  A film of some…"),
      (20, "▶ 00:42  A film of…"), (10, "▶ 00:42"), (5, "▶ 0…"), (1, ""),
    ])
  func narrow(_ columns: Int, _ text: String) {
    #expect(Self.line(Self.titled("A film of some length"), columns: columns, place: (0, 2)) == text)
  }

  @Test("Colours take no room, and there are none where none are wanted")
  func colours() {
    var style = Self.plain
    style.hasColour = true
    for columns in 1...100 {
      let painted = Self.line(Self.titled("A film of some length"), columns: columns, style: style)
      let bare = Self.line(Self.titled("A film of some length"), columns: columns)
      #expect(TerminalCode.withoutColours(painted) == bare)
      #expect(!bare.contains("\u{1B}"))
    }
    #expect(Self.line(.playing, style: style).contains("\u{1B}["))
  }

  private static let titles = [
    "日本語のとても長い題名日本語のとても長い題名", "👩‍👩‍👧‍👦 family 🇩🇪🇫🇷 ❤️ 👍🏽 and more of it", "e\u{301}e\u{301}e\u{301} combining",
    "a" + String(repeating: "\u{301}", count: 5000), "\u{200B}\u{FEFF}zero\u{200D}width", "עברית العربية",
    "\u{1B}]0;x\u{07}\u{9B}2J\r\n\u{202E}", "", String(repeating: "x", count: 10_000),
  ]

  @Test("It is never as wide as the terminal, whatever the title", arguments: titles)
  func width(_ title: String) {
    for columns in 1...90 {
      for style in [Self.plain, Self.ascii] {
        let line = Self.line(Self.titled(title), columns: columns, title: "x", style: style)
        #expect(TextWidth.of(line) < max(columns, 1), "\(columns): \(line)")
        #expect(line.utf8.count < 3000)
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value })
        if style.isASCII { #expect(line.utf8.count == line.unicodeScalars.count) }
      }
    }
  }

  @Test(
    "Characters are as wide as the locale says, and as wide as any terminal where terminals disagree",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("ｱ", 1), ("👍", 2), ("👍🏽", 4), ("👩‍👩‍👧‍👦", 8), ("❤️", 2),
      ("🇩🇪", 2),
      ("\u{301}", 0), ("", 0), ("▶", 1), ("━", 1), ("\u{AC00}", 2),
    ])
  func widths(_ text: String, _ width: Int) {
    #expect(TextWidth.of(text) == width)
  }

  @Test(
    "A text is cut where a character ends, with the mark of an omission",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 6, "日本語"),
      ("abc", 1, "…"), ("abc", 0, ""), ("", 0, ""),
    ])
  func cut(_ text: String, _ columns: Int, _ kept: String) {
    #expect(TextWidth.cut(text, to: columns, isASCII: false) == kept)
  }

  @Test(
    "The environment says what a terminal can show",
    arguments: [
      (["TERM": "xterm-256color"], true, true, true),
      (["TERM": "xterm", "NO_COLOR": "1"], true, true, false),
      (["TERM": "xterm", "NO_COLOR": ""], true, true, true), (["TERM": "linux"], true, false, true),
      (["TERM": "vt100"], true, true, false), (["TERM": "xterm-mono"], true, true, false),
      (["TERM": "dumb"], false, false, false), ([:], false, false, false),
    ] as [([String: String], Bool, Bool, Bool)])
  func style(environment: [String: String], redraws: Bool, symbols: Bool, colour: Bool) {
    let style = TerminalStyle(charset: "UTF-8") { environment[$0] }
    #expect(style.redraws == redraws)
    #expect(style.hasSymbols == symbols)
    #expect(style.hasColour == colour)
    #expect(style.isASCII == !redraws)
    let other = TerminalStyle(charset: "ANSI_X3.4-1968") { environment[$0] }
    #expect(other.isASCII && !other.hasSymbols && other.hasColour == colour)
  }
}
