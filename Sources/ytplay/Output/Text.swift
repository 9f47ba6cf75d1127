/// Text that is shown to a person.
enum Text {
  /// The bytes as text that can't do anything to a terminal.
  static func shown(_ bytes: some Collection<UInt8>) -> String {
    safe(String(decoding: bytes, as: UTF8.self))
  }

  /// The text with each control character, and each that turns the direction of writing, made visible as
  /// U+FFFD.
  ///
  /// A title comes from strangers, and could otherwise move the cursor, change the window's title, or worse.
  static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var safe = String.UnicodeScalarView()
    safe.append(contentsOf: text.unicodeScalars.map { isUnsafe($0) ? "\u{FFFD}" : $0 })
    return String(safe)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// A time as people write it: `00:42`, `1:02:03`.
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds.magnitude < 1e9 else { return "--:--" }
    let whole = Int(max(seconds, 0))
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(two(minutes)):\(two(rest))"
  }

  /// A number as people write it: at most two places behind the point, none where they say nothing.
  static func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "?" }
    let hundredths = Int((value.magnitude * 100).rounded())
    let sign = value < 0 && hundredths > 0 ? "-" : ""
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")"
  }
}
