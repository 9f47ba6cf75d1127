/// Text of a list file, whose encoding nothing tells but its bytes.
enum ListText {
  /// The bytes in an encoding that has ASCII's bytes for ASCII's characters, without a byte order mark: UTF-16 becomes
  /// UTF-8, and all else stays as it is, because a path in it may be in no encoding at all.
  static func withoutUTF16(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes[3...]) }
    guard let isBigEndian = isUTF16BigEndian(bytes) else { return bytes }
    let hasMark = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    let start = hasMark ? 2 : 0
    let units = (0..<(bytes.count - start) / 2).lazy.map { unit in
      let (first, second) = (UInt16(bytes[start + unit * 2]), UInt16(bytes[start + unit * 2 + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Whether bytes are UTF-16 with the greater byte first; nil where they are no UTF-16. Without a mark it is told by
  /// the first character, which is one of ASCII's in every list.
  private static func isUTF16BigEndian(_ bytes: [UInt8]) -> Bool? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF): return true
    case (0xFF, 0xFE): return false
    case (0, 1...0x7F): return true
    case (1...0x7F, 0): return false
    default: return nil
    }
  }

  /// The bytes as text: UTF-8, or else Windows-1252, which has all of Latin-1.
  static func string(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: bytes.lazy.map(scalar))
    return String(scalars)
  }

  /// The bytes as a title: without white space at the ends, and nil where nothing is left.
  static func title(_ bytes: some Collection<UInt8>) -> String? {
    title(string(bytes))
  }

  /// Text as a title.
  static func title(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return nil }
    return String(scalars[first...last])
  }

  /// Whether the bytes are text at all.
  static func checkIsText(_ bytes: [UInt8]) throws(ListFault) {
    if bytes.contains(0) { throw notText }
  }

  static let notText = ListFault(
    message: "This is not a list file: there are NUL bytes in it.",
    remedy: "Name an m3u, pls, XSPF or property list, or a text file with one source a line.")

  /// The character of a byte in Windows-1252; the few bytes that are none there stand for themselves.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard 0x80...0x9F ~= byte else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(upperHalf[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }

  private static let upperHalf: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
    0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

/// The lines of a text with their numbers, whichever of LF, CR and CRLF ends each.
struct ListLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var index = 0
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    guard index < bytes.count else { return nil }
    let start = index
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    let line = bytes[start..<index]
    let isPair = index + 1 < bytes.count && bytes[index] == 0x0D && bytes[index + 1] == 0x0A
    index += isPair ? 2 : 1
    number += 1
    return (number, line)
  }
}
