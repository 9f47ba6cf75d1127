/// Text in XML.
enum XMLText {
  /// The text with what XML needs for itself as references, and what it can't have as U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\r": escaped += "&#13;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case "\0"..." ": escaped += scalar == " " ? " " : "\u{FFFD}"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
