/// A line in the form in which this project writes it: fixed text, numbers, and one JSON value inside.
///
/// Those that come by the thousand are taken apart by their form, so that the decoder reads the value alone and not
/// three objects around it, which takes most of the time. Any other form of the same message is read in full.
struct UsualForm {
  private let line: [UInt8]
  private var place = 0

  init(_ line: [UInt8]) {
    self.line = line
  }

  /// Whether the line goes on with this text, which is then behind.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard line.count - place >= count else { return false }
    for offset in 0..<count where line[place + offset] != text.utf8Start[offset] { return false }
    place += count
    return true
  }

  /// The whole number that the line goes on with, of at most 15 digits.
  mutating func number() -> Int? {
    var value = 0
    let start = place
    while place < line.count, case let digit = line[place] &- UInt8(ascii: "0"), digit < 10 {
      value = value * 10 + Int(digit)
      place += 1
      if place - start > 15 { return nil }
    }
    // JSON knows no number with a zero in front.
    let isNumber = place > start && (place == start + 1 || line[start] != UInt8(ascii: "0"))
    return isNumber ? value : nil
  }

  /// What is left of the line up to this end of it.
  func rest(before end: StaticString) -> [UInt8]? {
    let count = end.utf8CodeUnitCount
    guard line.count - place > count else { return nil }
    let start = line.count - count
    for offset in 0..<count where line[start + offset] != end.utf8Start[offset] { return nil }
    return Array(line[place..<start])
  }

  /// Whether the line is at its end.
  var isAtEnd: Bool { place == line.count }
}
