/// A run of bytes in a buffer that somebody else keeps alive: what the source parser reads.
///
/// A value is good only inside the call that lent it. Runs are cut from runs without copying.
struct ByteRun {
  private let base: UnsafePointer<UInt8>
  /// How many bytes there are.
  let count: Int

  private init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  /// The bytes of a buffer, or nil where it has none.
  init?(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard let base = buffer.baseAddress, !buffer.isEmpty else { return nil }
    self.init(base: base, count: buffer.count)
  }

  var isEmpty: Bool { count == 0 }
  var first: UInt8? { isEmpty ? nil : base[0] }

  subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return base[index]
  }

  /// The bytes before `end`.
  func upTo(_ end: Int) -> ByteRun {
    precondition(end >= 0 && end <= count)
    return ByteRun(base: base, count: end)
  }

  /// The bytes from `start` on.
  func from(_ start: Int) -> ByteRun {
    precondition(start >= 0 && start <= count)
    return ByteRun(base: base + start, count: count - start)
  }

  /// Where the first byte stands that `isWanted` holds of, at `start` or behind; the count where none does.
  @inline(__always)
  func end(from start: Int = 0, before isWanted: (UInt8) -> Bool) -> Int {
    precondition(start >= 0)
    var index = start
    while index < count, !isWanted(base[index]) { index += 1 }
    return index
  }

  /// Where `byte` first stands, or nil where it doesn't.
  @inline(__always)
  func index(of byte: UInt8) -> Int? {
    let index = end { $0 == byte }
    return index < count ? index : nil
  }

  func contains(_ byte: UInt8) -> Bool {
    index(of: byte) != nil
  }

  /// Whether these are the word's bytes.
  @inline(__always)
  func equals(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && starts(with: word)
  }

  /// Whether these are the bytes of a word in small letters, whatever the case of the ASCII letters here.
  @inline(__always)
  func equalsFolded(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && matchesFolded(word, from: 0)
  }

  /// Whether the word's bytes stand at `offset`.
  @inline(__always)
  func starts(with word: StaticString, at offset: Int = 0) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count - offset >= length else { return false }
    let wanted = word.utf8Start
    var index = 0
    while index < length {
      if base[offset + index] != wanted[index] { return false }
      index += 1
    }
    return true
  }

  /// Whether the word's bytes stand at the beginning, the word in small letters, whatever the case of the
  /// ASCII letters here.
  @inline(__always)
  func startsFolded(with word: StaticString) -> Bool {
    count >= word.utf8CodeUnitCount && upTo(word.utf8CodeUnitCount).matchesFolded(word, from: 0)
  }

  /// Whether these are the bytes that stand at `offset` of a text in small letters, which reaches that far,
  /// whatever the case of the ASCII letters here.
  @inline(__always)
  func matchesFolded(_ text: StaticString, from offset: Int) -> Bool {
    let wanted = text.utf8Start + offset
    var index = 0
    while index < count {
      if base[index] != wanted[index], base[index].asciiLowercased != wanted[index] { return false }
      index += 1
    }
    return true
  }

  /// Whether `isMember` holds of each byte.
  @inline(__always)
  func allSatisfy(_ isMember: (UInt8) -> Bool) -> Bool {
    end { !isMember($0) } == count
  }

  /// Calls `body` with each piece that isn't empty between two separators.
  func forEachPiece<E: Error>(separatedBy separator: UInt8, _ body: (ByteRun) throws(E) -> Void) throws(E) {
    var start = 0
    while start < count {
      let end = end(from: start) { $0 == separator }
      if end > start { try body(upTo(end).from(start)) }
      start = end + 1
    }
  }

  /// The bytes, good as long as the run is.
  var buffer: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base, count: count)
  }

  /// The bytes as text; what is not UTF-8 shows as U+FFFD.
  var string: String {
    String(decoding: buffer, as: UTF8.self)
  }

  /// The run without Unicode's white space at its ends.
  var trimmed: ByteRun {
    var run = self
    while let length = run.leadingSpaceLength { run = run.from(length) }
    while let length = run.trailingSpaceLength { run = run.upTo(run.count - length) }
    return run
  }

  private var leadingSpaceLength: Int? {
    guard count > 0 else { return nil }
    if base[0] < 0x80 { return base[0].isASCIISpace ? 1 : nil }
    if count >= 2, isSpace(base[0], base[1]) { return 2 }
    if count >= 3, isSpace(base[0], base[1], base[2]) { return 3 }
    return nil
  }

  private var trailingSpaceLength: Int? {
    guard count > 0 else { return nil }
    if base[count - 1] < 0x80 { return base[count - 1].isASCIISpace ? 1 : nil }
    if count >= 2, isSpace(base[count - 2], base[count - 1]) { return 2 }
    if count >= 3, isSpace(base[count - 3], base[count - 2], base[count - 1]) { return 3 }
    return nil
  }

  /// U+0085 and U+00A0.
  private func isSpace(_ first: UInt8, _ second: UInt8) -> Bool {
    first == 0xC2 && (second == 0x85 || second == 0xA0)
  }

  /// U+1680, U+2000…U+200A, U+2028, U+2029, U+202F, U+205F and U+3000.
  private func isSpace(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second, third) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      true
    default: false
    }
  }
}

extension UInt8 {
  /// The byte, or the small letter of an ASCII capital.
  var asciiLowercased: UInt8 {
    self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
  }

  /// Whether the byte is one of ASCII's white space: tab, line feed, vertical tab, form feed, return, space.
  var isASCIISpace: Bool {
    self == 0x20 || self &- 0x09 < 5
  }

  /// Whether the byte is one of ASCII's control characters.
  var isASCIIControl: Bool { self < 0x20 || self == 0x7F }

  /// The value of an ASCII digit.
  var decimalValue: UInt8? {
    let value = self &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }

  /// The value of an ASCII hexadecimal digit.
  var hexadecimalValue: UInt8? {
    if let decimalValue { return decimalValue }
    let value = asciiLowercased &- UInt8(ascii: "a")
    return value < 6 ? value + 10 : nil
  }
}
