/// How people and links write times.
public enum MediaTime {
  /// The seconds that a text stands for, or nil where it is not a time.
  ///
  /// Read are `90`, `90s`, `1m30s`, `1m30`, `1h2m3s`, `1:30` and `1:02:03`; the units may be capitals, and
  /// the seconds may have a fraction (`90.5`, `1:30.5`), which counts to the microsecond. Behind a colon
  /// stand one or two digits, below 60. Signs, white space and anything else make it nil, and so does a time
  /// beyond 2⁵³ seconds.
  public static func seconds(parsing text: String) -> Double? {
    var text = text
    return text.withUTF8 { buffer in
      ByteRun(buffer).flatMap { seconds(parsing: $0, allowsFraction: true) }
    }
  }

  /// As ``seconds(parsing:)``; links allow no fractions.
  static func seconds(parsing text: ByteRun, allowsFraction: Bool) -> Double? {
    var reader = MediaTimeReader(text: text, allowsFraction: allowsFraction)
    return reader.read()
  }

  /// Seconds as ``seconds(parsing:)`` reads them, to the microsecond; nil for what is no time.
  static func text(_ seconds: Double) -> String? {
    guard seconds >= 0, seconds <= Double(limit) else { return nil }
    guard seconds < Double(fractionLimit) else { return String(UInt64(seconds)) }
    let microseconds = UInt64((seconds * 1_000_000).rounded())
    let whole = String(microseconds / 1_000_000)
    guard microseconds % 1_000_000 > 0 else { return whole }
    var digits = Array(String(microseconds % 1_000_000 + 1_000_000).utf8.dropFirst())
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return whole + "." + String(decoding: digits, as: UTF8.self)
  }

  /// The longest time that is read, in seconds.
  fileprivate static let limit: UInt64 = 1 << 53
  /// From here on, in seconds, fractions are dropped: a `Double` would not keep a whole number of microseconds.
  fileprivate static let fractionLimit: UInt64 = 1 << 31
}

/// One pass over a time's text.
private struct MediaTimeReader {
  let text: ByteRun
  let allowsFraction: Bool
  private var position = 0
  private var total: UInt64 = 0
  private var microseconds: UInt64 = 0

  init(text: ByteRun, allowsFraction: Bool) {
    self.text = text
    self.allowsFraction = allowsFraction
  }

  mutating func read() -> Double? {
    guard let first = number() else { return nil }
    let isRead = next == UInt8(ascii: ":") ? readFields(first) : readUnits(first)
    guard isRead, position == text.count, total <= MediaTime.limit else { return nil }
    guard microseconds > 0, total < MediaTime.fractionLimit else { return Double(total) }
    return Double(total * 1_000_000 + microseconds) / 1_000_000
  }

  private var next: UInt8? {
    position < text.count ? text[position] : nil
  }

  /// `minutes:seconds` or `hours:minutes:seconds`, of which the first number is read.
  private mutating func readFields(_ first: UInt64) -> Bool {
    total = first
    var fields = 1
    while next == UInt8(ascii: ":") {
      position += 1
      let start = position
      guard let field = number(), field < 60, position - start <= 2, add(field, after: 60) else {
        return false
      }
      fields += 1
    }
    return fields <= 3 && readFraction()
  }

  /// Numbers with units, of which the first number is read; the last may be seconds without their unit.
  private mutating func readUnits(_ first: UInt64) -> Bool {
    var number = first
    var lastUnit: UInt64?
    while true {
      guard readFraction() else { return false }
      guard let letter = next else {
        return (lastUnit == nil || lastUnit == 60) && add(number, after: 1)
      }
      let unit: UInt64
      switch letter.asciiLowercased {
      case UInt8(ascii: "h"): unit = 3600
      case UInt8(ascii: "m"): unit = 60
      case UInt8(ascii: "s"): unit = 1
      default: return false
      }
      guard lastUnit.map({ unit < $0 }) ?? true, unit == 1 || microseconds == 0 else { return false }
      let (seconds, overflows) = number.multipliedReportingOverflow(by: unit)
      guard !overflows, add(seconds, after: 1) else { return false }
      position += 1
      lastUnit = unit
      guard next != nil else { return true }
      guard let following = self.number() else { return false }
      number = following
    }
  }

  /// Multiplies the total and adds a number to it; false where that overflows.
  private mutating func add(_ number: UInt64, after factor: UInt64) -> Bool {
    let (product, overflows) = total.multipliedReportingOverflow(by: factor)
    let (sum, overflowsToo) = product.addingReportingOverflow(number)
    total = sum
    return !overflows && !overflowsToo
  }

  /// The digits from here on, or nil where there are none or too many.
  private mutating func number() -> UInt64? {
    guard var value = (next?.decimalValue).map(UInt64.init) else { return nil }
    position += 1
    while let digit = next?.decimalValue {
      guard value <= MediaTime.limit else { return nil }
      value = value * 10 + UInt64(digit)
      position += 1
    }
    return value
  }

  /// Reads `.` and digits where they are; false where they are malformed or not allowed.
  private mutating func readFraction() -> Bool {
    guard next == UInt8(ascii: ".") else { return true }
    position += 1
    guard allowsFraction, next?.decimalValue != nil else { return false }
    var scale: UInt64 = 100_000
    while let digit = next?.decimalValue {
      microseconds += UInt64(digit) * scale
      scale /= 10
      position += 1
    }
    return true
  }
}
