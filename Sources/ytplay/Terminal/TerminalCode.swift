/// The control sequences that are written to a terminal: those of ECMA-48 and of xterm's ctlseqs that every terminal
/// of today knows, or ignores.
enum TerminalCode {
  static let eraseRight = "\u{1B}[K"
  static let eraseBelow = "\u{1B}[J"
  static let home = "\u{1B}[H"

  /// Pastes come marked as such, and the cursor does not blink behind the line.
  static let enter = "\u{1B}[?2004h\u{1B}[?25l"
  static let leave = "\u{1B}[?25h\u{1B}[?2004l"
  /// The other screen, which leaves this one as it is.
  static let enterView = "\u{1B}[?1049h\u{1B}[H\u{1B}[2J"
  static let leaveView = "\u{1B}[?1049l"

  static func up(_ rows: Int) -> String { "\u{1B}[\(rows)A" }

  /// The beginning of a row, counted from 1.
  static func row(_ number: Int) -> String { "\u{1B}[\(number);1H" }

  /// The text, cut off at the terminal's edge whatever it takes to be wide.
  static func unwrapped(_ text: String) -> String { "\u{1B}[?7l\(text)\u{1B}[?7h" }

  /// The text without sequences that choose a colour.
  static func withoutColours(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    var isCode = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isCode = true } else if !isCode { plain.append(scalar) }
      if isCode, scalar == "m" { isCode = false }
    }
    return String(plain)
  }
}
