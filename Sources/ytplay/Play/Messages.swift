import PlayerKit

/// What is said to the person on standard error, or above the status line where there is one.
final class Messages: Sendable {
  private let console: Console
  private let screen: Screen?
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let said = Lock(SaidLines())

  init(_ console: Console, _ terminal: Terminal?, _ options: Options) {
    self.console = console
    // Where standard error goes elsewhere, or the terminal can't redraw, it is a line like any other.
    screen = console.showsErrors && terminal?.redraws == true ? terminal?.screen : nil
    isQuiet = options.isQuiet
    isVerbose = options.isVerbose
  }

  /// Says what went wrong.
  func say(_ error: PlayerError) {
    say(error.description)
  }

  /// Says this, whatever the options.
  func say(_ message: String) {
    guard let screen else { return console.say(message) }
    screen.interrupt("ytplay: \(Text.safe(message))")
  }

  /// Says what is worth knowing, and nothing with `--quiet`.
  func inform(_ message: String) {
    if !isQuiet { say(message) }
  }

  /// Says what is worth knowing only with `--verbose`.
  func detail(_ message: String) {
    if isVerbose { say(message) }
  }

  /// Says what a backend logged; of what it repeats, each once.
  func log(_ level: LogLevel, _ text: String) {
    guard isVerbose || said.withLock({ $0.isNew(text) }) else { return }
    switch level {
    case .error: say(text)
    case .warning, .info: inform(text)
    case .debug: detail(text)
    }
  }

  /// Another source came: what it gives cause for is news.
  func forget() {
    said.withLock { $0.forget() }
  }
}
