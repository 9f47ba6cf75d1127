/// A piece of help, to be laid out by whoever shows it: on a terminal, or in a manual.
enum HelpBlock: Equatable, Sendable {
  /// A line of two columns.
  struct Row: Equatable, Sendable {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  case heading(String)
  /// A paragraph, to be wrapped.
  case text(String)
  case rows([Row])
  /// Lines that stay as they are.
  case lines([String])
}

/// Lays help out for a terminal of 80 columns.
enum HelpLayout {
  private static let width = 79
  /// How wide the first of two columns may be.
  private static let widestName = 44

  /// The blocks with an empty line between them, but for what stands under a heading.
  static func text(_ blocks: [HelpBlock]) -> String {
    var lines: [String] = []
    var isUnderHeading = true
    for block in blocks {
      if !isUnderHeading { lines.append("") }
      lines += self.lines(block)
      if case .heading = block { isUnderHeading = true } else { isUnderHeading = false }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ block: HelpBlock) -> [String] {
    switch block {
    case .heading(let title): [title + ":"]
    case .text(let text):
      wrapped(text.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
    case .rows(let rows): columns(rows)
    case .lines(let lines): lines.map { $0.isEmpty ? "" : "  " + $0 }
    }
  }

  /// Two columns; a name that is too wide for its own has a line to itself.
  private static func columns(_ rows: [HelpBlock.Row]) -> [String] {
    let widths = rows.map(\.name.count).filter { $0 <= widestName }
    let column = (widths.max() ?? widestName) + 4
    return rows.flatMap { row -> [String] in
      var lines = wrapped(row.text.split(separator: " ").map(String.init), indent: column)
      let name = "  " + row.name
      if lines.isEmpty { return [name] }
      if row.name.count > widestName { return [name] + lines }
      lines[0] = name + lines[0].dropFirst(name.count)
      return lines
    }
  }

  /// The words in lines, none of them torn.
  static func wrapped(_ words: [String], indent: Int = 0, separator: String = " ") -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var room = 0
    for word in words {
      if lines.isEmpty || word.count + separator.count > room {
        lines.append(margin + word)
        room = width - indent - word.count
      } else {
        lines[lines.count - 1] += separator + word
        room -= separator.count + word.count
      }
    }
    return lines
  }
}
