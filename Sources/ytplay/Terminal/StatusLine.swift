import Glibc
import PlayerKit

/// The one line of a terminal that says what is playing, redrawn in place.
struct StatusLine: Sendable {
  /// The line as it was last drawn.
  private var shown = ""
  private let output: OutputWriter
  private let isASCII: Bool

  /// A line on this terminal; plain ASCII where the locale knows no more.
  init(_ output: OutputWriter) {
    self.output = output
    setlocale(LC_CTYPE, "")
    let charset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? ""
    isASCII = charset != "UTF-8"
  }

  /// Draws the state, where that changes anything.
  ///
  /// - Parameters:
  ///   - title: what to call the source where it does not say so itself.
  ///   - page: which of several pages the state is of, as `2/9`.
  mutating func draw(
    _ state: PlayerState, titled title: String? = nil, page: String? = nil, isForced: Bool = false
  ) {
    // A job in the background leaves the terminal to whoever is in front; -1: there is no job control.
    guard state.source != nil, [getpgrp(), -1].contains(tcgetpgrp(STDOUT_FILENO)) else { return }
    let line = Self.text(state, titled: title, page: page, columns: columns, isASCII: isASCII)
    guard line != shown || isForced else { return }
    shown = line
    output.write("\r\(line)\u{1B}[K")
  }

  /// Says something above the line.
  mutating func interrupt(_ message: String) {
    output.write(shown.isEmpty ? "\(message)\n" : "\r\u{1B}[K\(message)\n\(shown)")
  }

  /// Leaves the line as it stands, and the cursor below it.
  mutating func leave() {
    if !shown.isEmpty { output.write("\n") }
    shown = ""
  }

  private var columns: Int {
    var size = winsize()
    let known = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return known ? Int(size.ws_col) : 80
  }

  /// The line for a state, at most one column less than there are.
  ///
  /// - Parameters:
  ///   - title: what to call the source where it does not say so itself.
  ///   - page: which of several pages the state is of.
  static func text(
    _ state: PlayerState, titled title: String? = nil, page: String? = nil, columns: Int, isASCII: Bool
  ) -> String {
    var parts = [sign(state, isASCII: isASCII)]
    if let page { parts[0] += " \(page)" }
    let duration = state.duration.map { " / \(Text.time($0))" } ?? (state.isLive ? " live" : "")
    parts[0] += " \(Text.time(state.currentTime))\(duration)"
    if let progress = state.progress { parts[0] += " \(Int(progress * 100))%" }
    if let word = word(for: state) { parts.append(word) }
    parts.append(Text.safe(state.metadata.title ?? title ?? state.source.map(SourceName.short) ?? ""))
    parts.append(state.isMuted ? "mute" : "vol \(Int(state.volume.rounded()))")
    if state.rate != 1 { parts.append("\(state.rate)x") }
    if let backend = state.backend { parts.append("[\(Text.safe(backend))]") }
    let line = parts.joined(separator: "  ")
    return cut(isASCII ? String(line.map { $0.isASCII ? $0 : "?" }) : line, to: columns - 1)
  }

  private static func sign(_ state: PlayerState, isASCII: Bool) -> String {
    switch state.status {
    case .playing: isASCII ? ">" : "▶"
    case .paused, .queued: isASCII ? "=" : "⏸"
    case .buffering: isASCII ? "~" : "…"
    case .unstarted, .ended: isASCII ? "." : "■"
    }
  }

  private static func word(for state: PlayerState) -> String? {
    switch state.status {
    case .buffering: "buffering"
    case .queued: "ready"
    case .unstarted: state.error == nil ? nil : "failed"
    case .playing, .paused, .ended: nil
    }
  }

  /// The text cut to so many columns. What may be two columns wide counts as two.
  private static func cut(_ text: String, to columns: Int) -> String {
    var room = columns
    let kept = text.prefix { character in
      room -=
        character.unicodeScalars.contains { $0.value >= 0x1100 && !(0x2000..<0x2E80 ~= $0.value) } ? 2 : 1
      return room >= 0
    }
    return String(kept)
  }
}
