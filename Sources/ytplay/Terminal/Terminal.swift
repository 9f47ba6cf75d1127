import PlayerKit

/// The terminal interface: the status line, messages above it, the keys.
final class Terminal: Sendable {
  let screen: Screen
  private let keyboard = Lock<Keyboard?>(nil)

  /// The terminal's; nil where there is none, or it is to be left alone.
  init?(_ console: Console, _ options: Options) {
    guard console.isInteractive, !options.json, options.usesTerminal else { return nil }
    screen = Screen(console.output, TerminalStyle.current(), showsLine: !options.isQuiet)
  }

  /// Takes the terminal, and obeys its keys from now on.
  func start(on stage: any Stage) {
    let keyboard = Keyboard(stage, screen)
    self.keyboard.withLock { $0 = keyboard }
  }

  /// Something happened: shows it.
  func draw(_ stage: any Stage, isForced: Bool = false) {
    screen.draw(stage, isForced: isForced)
  }

  /// Whether it shows what happens by redrawing.
  var redraws: Bool { screen.style.redraws }

  /// The job goes on, perhaps in the background.
  func resume() {
    keyboard.withLock { $0 }?.resume()
  }

  /// Leaves the line as it stands. What is left to do is ``release()``, once all has been written.
  func leave(_ stage: any Stage) {
    screen.leave(stage)
  }

  /// Gives the terminal its mode back, because the job is about to stop.
  func suspend() {
    keyboard.withLock { $0 }?.suspend()
  }

  /// Gives the terminal its mode back for good.
  func release() {
    keyboard.withLock { $0 }?.stop()
  }
}
