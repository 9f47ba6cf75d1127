/// Text in the language of manual pages, man(7).
enum Roff {
  /// The text as it is read in a manual, in lines of moderate length: words between backquotes and options are bold.
  static func prose(_ text: String) -> String {
    let styled = text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map {
      index, part in
      if index % 2 == 1 { return bold(String(part)) }
      return part.split(separator: " ", omittingEmptySubsequences: false).map { word in
        isOption(word) ? option(word) : escaped(word)
      }.joined(separator: " ")
    }.joined()
    return HelpLayout.wrapped(styled.split(separator: " ").map(String.init)).map(guarded)
      .joined(separator: "\n")
  }

  /// The text in bold.
  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// The text in italics, as what is to be put in its place.
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// The text so that it says nothing but itself, wherever the page is read.
  static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += #"\e"#
      case "-": result += #"\-"#
      case "'": result += #"\(aq"#
      case "`": result += #"\(ga"#
      case "^": result += #"\(ha"#
      case "~": result += #"\(ti"#
      case "\"": result += #"\(dq"#
      case "\u{20}"..."\u{7E}": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
      }
    }
  }

  /// The line so that it is no request, however it begins.
  static func guarded(_ line: String) -> String { line.hasPrefix(".") ? #"\&"# + line : line }

  private static func isOption(_ word: Substring) -> Bool {
    let name = word.drop { $0 == "-" }
    return word.count - name.count == 2 && name.first?.isLetter == true
  }

  /// An option in bold, without what ends the sentence.
  private static func option(_ word: Substring) -> String {
    let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    return bold(String(name)) + escaped(word.dropFirst(name.count))
  }
}
