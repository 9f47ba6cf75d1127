import Glibc
import PlayerKit

/// The terminal as the program writes to it: the status line, messages above it, and views in front of both.
///
/// All members may be used from any thread, and none waits.
final class Screen: Sendable {
  /// What is looked at in the place of the status line alone.
  enum View: Sendable {
    case keys, state
  }

  private struct Core {
    /// The line as it was last drawn, and how wide it was; nil where there is none on the terminal.
    var line: (text: String, width: Int)?
    var view: View?
    /// The view as it was last drawn.
    var drawnView = ""
    var notice: (text: String, end: ContinuousClock.Instant)?
    /// What was said while a view was in front.
    var deferred: [String] = []
    /// Whether something was left out because the terminal does not take what is written to it.
    var isBehind = false
    /// Whether the terminal is somebody else's: the job is about to stop, or the program to end.
    var isAway = false
  }

  /// Wakes who calls ``tick(_:)``, where there is something to come again for.
  let wakePipe = WakePipe()
  let style: TerminalStyle
  /// Whether what is playing is shown without being asked for.
  let showsLine: Bool
  private let output: OutputWriter
  private let core = Lock(Core())
  private static let noticeTime = Duration.seconds(3)
  /// So much is written ahead to a terminal that has been halted, and no more.
  private static let mostPending = 16 << 10
  private static let mostDeferred = 100

  init(_ output: OutputWriter, _ style: TerminalStyle, showsLine: Bool) {
    self.output = output
    self.style = style
    self.showsLine = showsLine && style.redraws
  }

  // MARK: Drawing

  /// Draws what is in front, where that changes anything.
  func draw(_ stage: any Stage, isForced: Bool = false) {
    core.withLock { draw(stage, isForced: isForced, &$0) }
  }

  private func draw(_ stage: any Stage, isForced: Bool, _ core: inout Core) {
    // A job in the background leaves the terminal to whoever is in front.
    guard !core.isAway, TerminalDevice.isInFront else { return }
    if output.pending > Self.mostPending {
      if !core.isBehind { wakePipe.wake() }
      core.isBehind = true
      return
    }
    core.isBehind = false
    let size = TerminalDevice.size
    if let view = core.view { return draw(view, stage, size, isForced: isForced, &core) }
    let text = line(stage, size, core)
    // Between two sources the line stays.
    guard !text.isEmpty, isForced || text != core.line?.text else { return }
    let width = min(TextWidth.of(plain(text)), size.columns - 1)
    output.write(erase(core.line, size) + TerminalCode.unwrapped(text) + TerminalCode.eraseRight)
    core.line = (text, width)
  }

  /// The status line; empty where nothing is loaded.
  private func line(_ stage: any Stage, _ size: TerminalSize, _ core: Core) -> String {
    var content = StatusLine.Content(state: stage.state)
    guard content.state.source != nil, showsLine || core.notice != nil else { return "" }
    (content.title, content.place, content.notice) = (stage.title, stage.place, core.notice?.text)
    return StatusLine.text(content, columns: size.columns, style: style)
  }

  /// Goes to where the line begins. One that was wider than the terminal is now lies on several rows.
  private func erase(_ line: (text: String, width: Int)?, _ size: TerminalSize) -> String {
    guard let line, line.width > size.columns else { return "\r" }
    let above = (line.width - 1) / size.columns
    return TerminalCode.up(above) + "\r" + TerminalCode.eraseBelow
  }

  private func draw(
    _ view: View, _ stage: any Stage, _ size: TerminalSize, isForced: Bool, _ core: inout Core
  ) {
    var lines = lines(of: view, stage)
    let most = max(size.rows - 2, 1)
    if lines.count > most {
      lines = lines.prefix(most - 1) + [style.isASCII ? "..." : "…"]
    }
    var text = TerminalCode.home
    for line in lines {
      text +=
        TextWidth.cut(line, to: size.columns - 1, isASCII: style.isASCII) + TerminalCode.eraseRight + "\r\n"
    }
    text += TerminalCode.eraseBelow + TerminalCode.row(size.rows) + line(stage, size, core)
    guard isForced || text != core.drawnView else { return }
    core.drawnView = text
    output.write(TerminalCode.unwrapped(text))
  }

  private func lines(of view: View, _ stage: any Stage) -> [String] {
    let lines =
      switch view {
      case .keys: KeyView.lines(stage.pageAxis, style)
      case .state: StateView.lines(stage)
      }
    return lines.map { TextWidth.printable($0, isASCII: style.isASCII) }
  }

  /// The text without its colours.
  private func plain(_ text: String) -> String {
    style.hasColour ? TerminalCode.withoutColours(text) : text
  }

  // MARK: Saying

  /// Says something above the line.
  func interrupt(_ message: String) {
    let message = TextWidth.printable(message, isASCII: style.isASCII)
    core.withLock { core in
      if core.view != nil {
        if core.deferred.count < Self.mostDeferred { core.deferred.append(message) }
        core.notice = (message, .now + Self.noticeTime)
        wakePipe.wake()
        return
      }
      guard let line = core.line, TerminalDevice.isInFront else { return output.write("\(message)\n") }
      output.write(
        erase(line, TerminalDevice.size) + TerminalCode.eraseRight + "\(message)\n"
          + TerminalCode.unwrapped(line.text))
    }
  }

  /// Says something in the status line for a moment.
  func notice(_ message: String, _ stage: any Stage) {
    guard style.redraws else {
      return output.write(TextWidth.printable(message, isASCII: style.isASCII) + "\n")
    }
    core.withLock { core in
      core.notice = (message, .now + Self.noticeTime)
      draw(stage, isForced: false, &core)
    }
    wakePipe.wake()
  }

  /// What was said in the status line has been read.
  func clearNotice(_ stage: any Stage) {
    core.withLock { clearNotice(stage, &$0) }
  }

  private func clearNotice(_ stage: any Stage, _ core: inout Core) {
    guard core.notice != nil else { return }
    core.notice = nil
    if showsLine || core.view != nil { return draw(stage, isForced: false, &core) }
    // With --quiet nothing is left.
    if let line = core.line, !core.isAway {
      output.write(erase(line, TerminalDevice.size) + TerminalCode.eraseRight)
      core.line = nil
    }
  }

  /// Does what has become due, and returns when to come again; nil: when something has been said.
  func tick(_ stage: any Stage) -> Duration? {
    core.withLock { core in
      if let notice = core.notice {
        let left = ContinuousClock.now.duration(to: notice.end)
        if left > .zero { return left }
        clearNotice(stage, &core)
      } else if core.isBehind {
        draw(stage, isForced: false, &core)
      }
      return core.isBehind ? .milliseconds(250) : nil
    }
  }

  // MARK: Views

  /// Brings a view to the front; the one that is there already goes away.
  func toggle(_ view: View, _ stage: any Stage) {
    guard style.redraws else {
      return output.write(lines(of: view, stage).joined(separator: "\n") + "\n")
    }
    core.withLock { core in
      // A key that was pressed when the terminal was about to be given back.
      guard !core.isAway else { return }
      if core.view == view { return close(stage, &core) }
      if core.view == nil { output.write(TerminalCode.enterView) }
      TerminalDevice.isViewing = true
      core.view = view
      draw(stage, isForced: true, &core)
    }
  }

  /// Puts the view away, where there is one.
  func closeView(_ stage: any Stage) {
    core.withLock { close(stage, &$0) }
  }

  private func close(_ stage: any Stage, _ core: inout Core) {
    leaveView(&core)
    draw(stage, isForced: true, &core)
  }

  private func leaveView(_ core: inout Core) {
    guard core.view != nil else { return }
    core.view = nil
    core.drawnView = ""
    TerminalDevice.isViewing = false
    // The line is there again as it was.
    output.write(TerminalCode.leaveView)
    for message in core.deferred {
      output.write(erase(core.line, TerminalDevice.size) + TerminalCode.eraseRight + "\(message)\n")
      core.line = nil
    }
    core.deferred = []
  }

  // MARK: Coming and going

  /// The terminal is the program's.
  func enter() {
    core.withLock { core in
      core.isAway = false
      if style.redraws { output.write(TerminalCode.enter) }
    }
  }

  /// Leaves the line as it stands, and the cursor below it, to somebody else.
  func leave(_ stage: any Stage) {
    core.withLock { core in
      guard !core.isAway else { return }
      core.notice = nil
      leaveView(&core)
      draw(stage, isForced: false, &core)
      if TerminalDevice.isInFront {
        if core.line != nil { output.write("\n") }
        if style.redraws { output.write(TerminalCode.leave) }
      }
      core.line = nil
      core.isAway = true
    }
  }
}
