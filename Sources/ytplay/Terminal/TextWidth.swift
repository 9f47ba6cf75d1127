import CLinux

/// How wide text is on a terminal, by the locale's `wcwidth`.
enum TextWidth {
  /// More marks than any script puts on one letter; what comes with more is somebody's joke.
  private static let mostScalars = 16

  /// The columns that the text takes.
  static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The columns that the character takes at most: many terminals draw what belongs to one character side by side, as
  /// the members of a family.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // What is common goes without a look into the locale.
    if let only = scalars.first, scalars.count == 1, only.isASCII { return 1 }
    let width = scalars.reduce(0) { $0 + columns($1) }
    // The sign behind which others are drawn as pictures.
    return scalars.contains("\u{FE0F}") ? max(width, 2) : width
  }

  /// The text as the terminal can show it: in ASCII where it knows no more, without what has no width that is known,
  /// and with no more marks on a letter than scripts have.
  static func printable(_ text: String, isASCII: Bool) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    var shown = ""
    for character in Text.safe(text) {
      let scalars = character.unicodeScalars
      if isASCII {
        shown.append(character.isASCII ? character : "?")
      } else if scalars.contains(where: { ytplay_columns($0.value) < 0 }) {
        shown.append("\u{FFFD}")
      } else if scalars.count > mostScalars {
        shown.append(contentsOf: Substring(scalars.prefix(mostScalars)))
      } else {
        shown.append(character)
      }
    }
    return shown
  }

  /// The text cut to so many columns, with the mark of an omission where something was cut off.
  static func cut(_ text: String, to columns: Int, isASCII: Bool) -> String {
    // What has as few bytes is no wider: no scalar takes more columns than bytes.
    if text.utf8.count <= columns || of(text) <= columns { return text }
    let mark = isASCII ? "..." : "…"
    var room = columns - of(mark)
    guard room > 0 else { return columns > 0 ? String(mark.prefix(columns)) : "" }
    var kept = text.prefix { character in
      room -= of(character)
      return room >= 0
    }
    while kept.last == " " { kept.removeLast() }
    return kept + mark
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    max(Int(ytplay_columns(scalar.value)), 0)
  }
}
