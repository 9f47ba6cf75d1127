import Glibc

/// What a terminal can show.
struct TerminalStyle: Sendable {
  /// Whether it can redraw a line in place.
  var redraws = true
  /// Whether it knows nothing but ASCII.
  var isASCII = false
  /// Whether it has the signs of a player's buttons.
  var hasSymbols = true
  var hasColour = false

  /// What the environment and the locale say of this process's terminal. Sets the locale that the widths of characters
  /// are read from.
  static func current() -> TerminalStyle {
    setlocale(LC_CTYPE, "")
    return TerminalStyle(charset: nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? "") { name in
      getenv(name).map { String(cString: $0) }
    }
  }
}

extension TerminalStyle {
  /// What the locale's charset and the environment, read by `variable`, say of a terminal.
  init(charset: String, _ variable: (String) -> String?) {
    let terminal = variable("TERM") ?? ""
    let isDumb = terminal.isEmpty || terminal == "dumb"
    let isASCII = isDumb || charset != "UTF-8"
    // Those that were made without colours, and those whose font on the console has no such signs.
    let isMonochrome =
      terminal.hasPrefix("vt") || ["-m", "-mono"].contains(where: terminal.hasSuffix)
    let noColour = !(variable("NO_COLOR") ?? "").isEmpty
    self.init(
      redraws: !isDumb, isASCII: isASCII, hasSymbols: !isASCII && terminal != "linux",
      hasColour: !isDumb && !isMonochrome && !noColour)
  }
}
