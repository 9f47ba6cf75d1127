import PlayerKit

/// The view of `?`: the keys and what they do.
enum KeyView {
  static func lines(_ feed: PlayerPresentation.Axis?, _ style: TerminalStyle) -> [String] {
    let entries = KeyTable.entries(in: feed)
    let labels = entries.map { $0.label(isASCII: style.isASCII) }
    let width = labels.map(TextWidth.of).max() ?? 0
    return zip(labels, entries).map { label, entry in
      label + String(repeating: " ", count: width - TextWidth.of(label)) + "  " + entry.meaning
    } + (style.redraws ? ["", "? or esc  away with this"] : [])
  }
}
