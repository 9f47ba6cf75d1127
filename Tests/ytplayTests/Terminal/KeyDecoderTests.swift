import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("Keys of a terminal")
struct KeyDecoderTests {
  private static func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    let keys = decoder.decode(text.utf8)
    return keys + decoder.pause()
  }

  @Test(
    "Each key is known by what a terminal sends",
    arguments: [
      ("q", ["q"]), ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      ("\u{1B}OA\u{1B}OD", [.up, .left]), ("\u{1B}[1A", [.up]), ("\u{7F}\u{08}", [.backspace, .backspace]),
      ("\r", [.enter]), ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
      (" #<>[]", [" ", "#", "<", ">", "[", "]"]),
      ("é日🎵", ["é", "日", "🎵"]),
    ] as [(String, [Key])])
  func known(_ text: String, _ keys: [Key]) {
    #expect(Self.keys(text) == keys)
  }

  @Test(
    "What is not known is swallowed whole",
    arguments: [
      "\u{1B}[1;5C", "\u{1B}[3~", "\u{1B}[15~", "\u{1B}OP", "\u{1B}[[A", "\u{1B}q", "\u{1B}[<0;3;4M",
      "\u{1B}[?1;2c", "\u{1B}]0;quit\u{07}", "\u{1B}]0;quit\u{1B}\\", "\u{1B}P1$rq\u{1B}\\", "\u{1B}[I",
      "\u{01}\u{1F}\u{00}",
      "\u{1B}[" + String(repeating: "1;", count: 100_000) + "q",
    ])
  func unknown(_ text: String) {
    #expect(Self.keys(text).isEmpty)
    #expect(Self.keys(text + "m") == ["m"])
  }

  @Test("What is pasted is no key, wherever it is cut, and keys count again behind it")
  func paste() {
    let text = Array("m\u{1B}[200~q Q\r\u{1B}[A\u{1B}[201 q\u{1B}\u{1B}[201~j".utf8)
    for cut in 0...text.count {
      var decoder = KeyDecoder()
      var keys = decoder.decode(text[..<cut])
      // A paste may be slow.
      if cut >= 7 { keys += decoder.pause() }
      keys += decoder.decode(text[cut...])
      #expect(keys == ["m", "j"], "cut at \(cut)")
    }
  }

  @Test("A paste whose end was lost does not deafen the keyboard")
  func lostPaste() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[200~qqq".utf8).isEmpty)
    #expect(decoder.pause().isEmpty && decoder.isPending)
    decoder.giveUpPaste()
    #expect(decoder.decode("q".utf8) == ["q"] && !decoder.isPending)
  }

  @Test("Bytes that are no text are no keys")
  func malformed() {
    for bytes in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80], [0xF5], [0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]] {
      var decoder = KeyDecoder()
      #expect(decoder.decode(bytes + [UInt8(ascii: "q")]) == ["q"], "\(bytes)")
    }
  }

  @Test("Any bytes are taken, and it does not matter how they are cut", arguments: 0..<20)
  func anything(_ seed: UInt64) {
    var random = SplitMix64(state: seed)
    // Mostly what sequences are made of, so that all ways through are taken.
    let alphabet =
      Array("\u{1B}\u{1B}\u{1B}[[O]P~A0123;?200~201~\u{07}\\q".utf8) + [0xC3, 0xA9, 0xE6, 0xF0, 0xFF, 0]
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        Bool.random(using: &random)
          ? alphabet.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      }
      var whole = KeyDecoder()
      var cut = KeyDecoder()
      let keys = whole.decode(bytes)
      var others: [Key] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &random)
        others += cut.decode(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(keys == others, "\(bytes)")
      #expect(whole.isPending == cut.isPending)
      _ = whole.pause()
      whole.giveUpPaste()
      #expect(!whole.isPending)
    }
  }

  @Test("Each key means one thing, and what a feed turns pages by means nothing else there")
  func table() {
    let keys = KeyTable.entries.flatMap(\.keys).map(\.key)
    #expect(Set(keys).count == keys.count)
    #expect(KeyTable.command(for: .up) == .seek(60))
    #expect(KeyTable.command(for: .up, in: .vertical) == .page(-1))
    #expect(KeyTable.command(for: .left, in: .vertical) == .seek(-5))
    #expect(KeyTable.command(for: .left, in: .horizontal) == .page(-1))
    #expect(KeyTable.command(for: .down, in: .horizontal) == .seek(-60))
    #expect(KeyTable.entries(in: .vertical).count == KeyTable.entries.count)
    #expect(KeyTable.command(for: "x") == nil)
  }

  @Test(
    "The keys fit a terminal of 24 lines and 80 columns, with the status line",
    arguments: [nil, .vertical, .horizontal] as [PlayerPresentation.Axis?])
  func view(_ axis: PlayerPresentation.Axis?) {
    let lines = KeyView.lines(axis, TerminalStyle())
    #expect(lines.count <= 22)
    #expect(lines.allSatisfy { TextWidth.of($0) < 80 })
    let text = KeyView.lines(axis, TerminalStyle(isASCII: true)).joined()
    #expect(text.utf8.count == text.unicodeScalars.count)
  }

  @Test(
    "The rate goes to the next that the backend lists, else by a tenth, and finds back to 1",
    arguments: [
      ([], 1, 1 / 1.1, 1.1), ([], 4, 4 / 1.1, 4), ([], 0.25, 0.25, 0.275), ([], 1.1, 1, 1.21),
      ([], 1 / 1.1, 1 / 1.21, 1),
      ([0.25, 0.5, 1, 2], 1, 0.5, 2), ([0.25, 0.5, 1, 2], 2, 1, 2), ([0.25, 0.5, 1, 2], 0.25, 0.25, 0.5),
    ] as [([Double], Double, Double, Double)])
  func rates(listed: [Double], rate: Double, slower: Double, faster: Double) {
    let state = PlayerState.playing.applying(.availableRatesChanged(listed)).applying(.rateChanged(rate))
    #expect((state.rate(below: true) - slower).magnitude < 1e-9)
    #expect((state.rate(below: false) - faster).magnitude < 1e-9)
  }
}
