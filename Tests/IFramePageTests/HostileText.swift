/// Texts that would do harm where they were taken for more than text: the same ones for the same seed.
struct HostileText {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  private static let pieces = [
    "</script>", "</SCRIPT >", "<script>window.isBroken=1</script>", "<!--", "-->", "<![CDATA[", "]]>",
    "<img src=x onerror=window.isBroken=1>", "<svg onload=window.isBroken=1>", "javascript:window.isBroken=1",
    "\"});window.isBroken=1//", "');window.isBroken=1//", "`${window.isBroken=1}`", "\\", "\\\"", "\\u003c",
    "\\u2028",
    "\u{2028}", "\u{2029}", "\u{0}", "\r\n", "\t", "\u{1B}[2J", "\u{7F}", "\u{2060}", "\u{202E}", "\u{FFFF}",
    "&lt;", "&#60;", "&", "'", "\"", "<", ">", "%3C", "..", "/", "{", "}", "[", "]", ",", ":", "__proto__",
    "constructor",
    "\u{1F3B5}", "e\u{301}", "\u{200B}", "PL", "dQw4w9WgXcQ", "ä", "中",
  ]

  /// The next text.
  mutating func next() -> String {
    (0...number(below: 6)).map { _ in Self.pieces[number(below: Self.pieces.count)] }.joined()
  }

  /// A number from 0 to one below the bound, by Knuth's linear congruential generator.
  mutating func number(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
