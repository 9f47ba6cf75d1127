import PlayerKit

/// The terminal as the program writes to it: the status line, and messages above it.
///
/// All members may be used from any thread, and none waits.
final class Screen: Sendable {
  private let line: Lock<StatusLine>

  /// The terminal's; nil where there is none, or nothing is to be seen on it.
  init?(_ console: Console, _ options: Options) {
    guard console.isInteractive, !options.json, !options.isQuiet else { return nil }
    line = Lock(StatusLine(console.output))
  }

  /// Draws what is in front, where that changes anything.
  func draw(_ stage: any Stage, isForced: Bool = false) {
    let page = stage.place.map { "\($0.index + 1)/\($0.count)" }
    let (state, title) = (stage.state, stage.title)
    line.withLock { $0.draw(state, titled: title, page: page, isForced: isForced) }
  }

  /// Says something above the line.
  func interrupt(_ message: String) {
    line.withLock { $0.interrupt(message) }
  }

  /// Leaves the line as it stands, and the cursor below it.
  func leave() {
    line.withLock { $0.leave() }
  }
}
