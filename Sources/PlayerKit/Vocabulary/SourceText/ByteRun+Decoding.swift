extension ByteRun {
  /// How a run is written.
  enum Encoding {
    /// A path: with `%` escapes.
    case path
    /// A value in a query: with `%` escapes, and `+` for a space.
    case query
    /// A whole URL: with `&amp;` for `&`.
    case url
    /// A path in a URL: with both.
    case pathOfURL

    /// Whether decoding does anything to a text with this byte.
    func escapes(with byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "%"): self != .url
      case UInt8(ascii: "+"): self == .query
      case UInt8(ascii: "&"): self == .url || self == .pathOfURL
      default: false
      }
    }
  }

  /// Hands `body` the decoded bytes; a `%` without two hexadecimal digits behind it stays as it is.
  @inline(__always)
  func decoded<R, E: Error>(_ encoding: Encoding, _ body: (ByteRun) throws(E) -> R) throws(E) -> R {
    guard !allSatisfy({ !encoding.escapes(with: $0) }) else { return try body(self) }
    return try decodedCopy(encoding, body)
  }

  private func decodedCopy<R, E: Error>(
    _ encoding: Encoding, _ body: (ByteRun) throws(E) -> R
  ) throws(E) -> R {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) {
      (output: UnsafeMutableBufferPointer<UInt8>) throws(E) -> R in
      let length = decode(encoding, into: output)
      let bytes = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(output).prefix(length))
      return try body(ByteRun(bytes) ?? upTo(0))
    }
  }

  private func decode(_ encoding: Encoding, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var length = 0
    var index = 0
    while index < count {
      var byte = self[index]
      index += 1
      if encoding.escapes(with: byte) {
        if byte == UInt8(ascii: "+") {
          byte = UInt8(ascii: " ")
        } else if byte == UInt8(ascii: "%"), let escaped = escapedByte(at: index) {
          byte = escaped
          index += 2
        } else if byte == UInt8(ascii: "&"), starts(with: "amp;", at: index) {
          index += 4
        }
      }
      output[length] = byte
      length += 1
    }
    return length
  }

  /// The byte that two hexadecimal digits at `index` stand for.
  private func escapedByte(at index: Int) -> UInt8? {
    guard index + 1 < count, let high = self[index].hexadecimalValue,
      let low = self[index + 1].hexadecimalValue
    else { return nil }
    return high << 4 | low
  }
}

extension ByteRun {
  /// What `read`, which takes neither `%` nor `+`, makes of a value in a link: as it stands, or else decoded.
  @inline(__always)
  func decodedValue<R>(_ read: (ByteRun) -> R?) -> R? {
    if let value = read(self) { return value }
    return contains(UInt8(ascii: "%")) ? decoded(.query, read) : nil
  }
}

extension ByteRun {
  /// The bytes as text, those that `isKept` does not hold of as `%` escapes.
  func percentEncoded(keeping isKept: (UInt8) -> Bool) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(count + count / 2)
    for byte in buffer { text.append(byte, percentEncodedUnless: isKept(byte)) }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a byte, as a `%` escape unless it is kept.
  mutating func append(_ byte: UInt8, percentEncodedUnless isKept: Bool) {
    guard !isKept else { return append(byte) }
    append(UInt8(ascii: "%"))
    append(Self.hexadecimalDigit(byte >> 4))
    append(Self.hexadecimalDigit(byte & 0x0F))
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
