import TestSupport

/// Makes texts that are nearly, or not at all, what the source parser reads: the same ones for the same seed.
struct TextMutator {
  private let texts: [[UInt8]]
  private var random: SplitMix64
  private var bytes: [UInt8] = []

  init(texts: [[UInt8]], seed: UInt64) {
    self.texts = texts
    random = SplitMix64(state: seed)
    bytes.reserveCapacity(1024)
  }

  private static let pieces: [[UInt8]] =
    [
      "&amp;", "&", "%", "%2", "%00", "%ff", "%26amp%3B", "#", "#t=", "?", "/", "//", ":", "@", "=", ",", ".",
      "-",
      " ", "\u{A0}", "\u{2028}", "\u{0}", "\n", "\u{301}", "https://", "http:", "file://", "file:",
      "vnd.youtube:",
      "youtube.com", "youtu.be/", "consent.youtube.com/m?continue=", "/attribution_link?u=", "&list=RD",
      "&v=",
      "&t=99999999999999999999", "&index=9223372036854775807", "&index=18446744073709551616", "&t=1h2m3s",
      "&end=9",
      "/embed/", "videoseries", "live_stream?channel=", "user_uploads", "/live", "WL", "dQw4w9WgXcQ",
      "javascript:",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x80],
    ]

  /// The next text, good until the one after.
  mutating func next() -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    if random.next(below: 8) == 0 {
      for _ in 0..<random.next(below: 24) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
    } else {
      bytes.append(contentsOf: texts[random.next(below: texts.count)])
    }
    for _ in 0...random.next(below: 3) { mutate() }
    return bytes
  }

  private mutating func mutate() {
    let position = random.next(below: bytes.count + 1)
    switch random.next(below: 7) {
    case 0 where position < bytes.count: bytes[position] = UInt8(truncatingIfNeeded: random.next())
    case 1 where position < bytes.count: bytes[position] ^= 1 << UInt8(random.next(below: 8))
    case 2 where position < bytes.count: bytes.remove(at: position)
    case 3: bytes.removeSubrange(position...)
    case 4: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: position)
    case 5:
      let other = texts[random.next(below: texts.count)]
      bytes.replaceSubrange(position..., with: other[random.next(below: other.count + 1)...])
    default:
      let piece = Self.pieces[random.next(below: Self.pieces.count)]
      bytes.insert(contentsOf: piece, at: position)
    }
  }
}
