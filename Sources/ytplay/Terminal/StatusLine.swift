import PlayerKit

/// The one line of a terminal that says what is playing: `▶ 00:42 / 03:33 ━━━━──────── 33%  title  vol 80  [mpv]`.
///
/// Where the terminal is too narrow for all of it, what matters least is left out first.
struct StatusLine: Sendable {
  /// What the line is about.
  struct Content: Sendable {
    var state: PlayerState
    /// What to call the source where it does not say so itself.
    var title: String?
    /// Which of several it is.
    var place: (index: Int, count: Int)?
    /// What is said in the place of the title for a moment.
    var notice: String?
  }

  private enum Colour: String {
    case green = "32", yellow = "33", red = "31", cyan = "36", dim = "2", bold = "1"
  }

  private struct Piece {
    let text: String
    let colour: Colour?
    /// What stands before it.
    var gap = "  "
    var width: Int { TextWidth.of(text) + gap.count }
  }

  /// What is left out where there is no room, in this order.
  private enum Part: Int, CaseIterable {
    case wideBar, bar, loop, backend, volume, percent, rate, duration, place, title
  }

  private let content: Content
  private let style: TerminalStyle
  private let title: String
  private let titleWidth: Int
  private static let narrowBar = 8
  /// More than any terminal shows of a title that goes on without end.
  private static let longestTitle = 1000
  /// As much of a title as says which one it is.
  private static let shortTitle = 10

  private init(_ content: Content, _ style: TerminalStyle) {
    self.content = content
    self.style = style
    let state = content.state
    let name =
      content.notice ?? state.metadata.title ?? content.title ?? state.source.map(SourceName.short) ?? ""
    title = TextWidth.printable(name.beginning(Self.longestTitle), isASCII: style.isASCII)
    titleWidth = TextWidth.of(title)
  }

  /// The line, at most one column narrower than the terminal.
  static func text(_ content: Content, columns: Int, style: TerminalStyle) -> String {
    StatusLine(content, style).text(columns: columns)
  }

  private func text(columns: Int) -> String {
    let room = max(columns - 1, 0)
    var shown = Set(Part.allCases)
    for part in Part.allCases {
      let fixed = pieces(shown, bar: barWidth(shown, columns), title: nil)
      let left = room - fixed.reduce(0) { $0 + $1.width }
      // What is said for a moment is to be read.
      let wanted = content.notice == nil || part == .title ? Self.shortTitle : titleWidth
      if left >= (title.isEmpty ? 0 : min(titleWidth, wanted) + 2) {
        return paint(pieces(shown, bar: barWidth(shown, columns), title: left - 2))
      }
      shown.remove(part)
    }
    let rest = pieces(shown, bar: 0, title: nil)
    // Not even that: whatever begins the line.
    guard rest.reduce(0, { $0 + $1.width }) > room else { return paint(rest) }
    return TextWidth.cut(
      rest.map { $0.gap + $0.text }.joined(), to: room, isASCII: style.isASCII)
  }

  private func barWidth(_ shown: Set<Part>, _ columns: Int) -> Int {
    if shown.contains(.wideBar) { return columns < 60 ? Self.narrowBar : min(max(12, columns / 7), 32) }
    return shown.contains(.bar) ? Self.narrowBar : 0
  }

  /// The line's pieces; a title of nil is left out.
  private func pieces(_ shown: Set<Part>, bar: Int, title columns: Int?) -> [Piece] {
    let state = content.state
    var pieces = [Piece(text: sign.text, colour: sign.colour, gap: "")]
    func add(_ text: String, _ colour: Colour? = nil, gap: String = "  ") {
      pieces.append(Piece(text: text, colour: colour, gap: gap))
    }
    if shown.contains(.place), let place = content.place {
      add("\(place.index + 1)/\(place.count)", .dim, gap: " ")
    }
    let duration = state.duration.map { " / \(Text.time($0))" } ?? (state.isLive ? " live" : "")
    add(Text.time(state.currentTime) + (shown.contains(.duration) ? duration : ""), gap: " ")
    if let progress = state.progress {
      if bar > 0 {
        let filled = Int(progress * Double(bar))
        add(String(repeating: style.isASCII ? "=" : "━", count: filled), .cyan, gap: " ")
        add(String(repeating: style.isASCII ? "-" : "─", count: bar - filled), .dim, gap: "")
      }
      if shown.contains(.percent) { add("\(Int(progress * 100))%", gap: " ") }
    }
    if let word { add(word.text, word.colour) }
    if let columns, shown.contains(.title), !title.isEmpty {
      add(
        TextWidth.cut(title, to: columns, isASCII: style.isASCII), content.notice == nil ? .bold : .yellow)
    }
    if state.isMuted {
      add("mute", .yellow)
    } else if shown.contains(.volume) {
      add("vol \(Int(state.volume.rounded()))", .dim)
    }
    if shown.contains(.rate), state.rate != 1 { add("\(Text.number(state.rate))x", .yellow) }
    if shown.contains(.loop), state.loop != .off { add("loop \(state.loop.rawValue)", .dim) }
    if shown.contains(.backend), let backend = state.backend {
      add(TextWidth.printable("[\(backend)]", isASCII: style.isASCII), .dim)
    }
    return pieces
  }

  private func paint(_ pieces: [Piece]) -> String {
    pieces.map { piece in
      guard style.hasColour, let colour = piece.colour, !piece.text.isEmpty else {
        return piece.gap + piece.text
      }
      return "\(piece.gap)\u{1B}[\(colour.rawValue)m\(piece.text)\u{1B}[m"
    }.joined()
  }

  private var sign: (text: String, colour: Colour?) {
    switch content.state.status {
    case .playing: (style.hasSymbols ? "▶" : ">", .green)
    case .paused, .queued: (style.hasSymbols ? "⏸" : "=", .yellow)
    case .buffering: (style.hasSymbols ? "…" : "~", .yellow)
    case .unstarted: (style.hasSymbols ? "■" : ".", content.state.error == nil ? .dim : .red)
    case .ended: (style.hasSymbols ? "■" : ".", .dim)
    }
  }

  private var word: (text: String, colour: Colour)? {
    switch content.state.status {
    case .buffering: ("buffering", .yellow)
    case .queued: ("ready", .yellow)
    case .unstarted: content.state.error == nil ? nil : ("failed", .red)
    case .paused: style.hasSymbols ? nil : ("paused", .yellow)
    case .playing, .ended: nil
    }
  }
}
