import Glibc
import PlayerKit

/// Reads keys on a thread of its own, as long as the job is in front.
///
/// The thread makes the terminal raw too, when the job comes to the front: `fg` tells a job nothing that is running
/// already.
final class Keyboard: Sendable {
  private struct Core {
    /// Whether the terminal is to be left alone.
    var isSuspended = false
    /// Whether it has been made raw since the job came to the front.
    var isTaken = false
    var isOver = false
  }

  private let screen: Screen
  private let stage: any Stage
  private let core = Lock(Core())
  private let commands: AsyncStream<KeyCommand>.Continuation

  private static let escapeTime = Duration.milliseconds(50)
  private static let pasteTime = Duration.seconds(1)
  /// How often a job in the background looks whether it is in front.
  private static let lookTime = Duration.milliseconds(250)
  /// So many keys wait for a player that is slow; a key that is held down sends 30 a second.
  private static let mostWaiting = 16

  /// Reads from now on.
  init(_ stage: any Stage, _ screen: Screen) {
    self.stage = stage
    self.screen = screen
    let (stream, commands) = AsyncStream.makeStream(
      of: KeyCommand.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    self.commands = commands
    let actions = KeyActions(stage: stage, screen: screen)
    Task {
      for await command in stream { await actions.perform(command) }
    }
    PlainThread.startOrAbort { self.read() }
  }

  /// Leaves the terminal to somebody else, with the mode that it had.
  func suspend() {
    core.withLock { core in
      (core.isSuspended, core.isTaken) = (true, false)
      TerminalDevice.restore()
    }
  }

  /// Takes the terminal again, as soon as the job is in front.
  func resume() {
    // Also where it was stopped without being asked: whoever had the terminal meanwhile has changed its mode.
    core.withLock { ($0.isSuspended, $0.isTaken) = (false, false) }
    screen.wakePipe.wake()
  }

  /// Reads no more, and gives the terminal its mode back.
  func stop() {
    core.withLock { core in
      core.isOver = true
      TerminalDevice.restore()
    }
    commands.finish()
    screen.wakePipe.wake()
  }

  // MARK: The thread

  private func read() {
    var decoder = KeyDecoder()
    var isOpen = true
    var quiet = ContinuousClock.now
    while !core.withLock(\.isOver) {
      let isInFront = takeTerminal()
      var polls = [
        pollfd(fd: screen.wakePipe.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isOpen && isInFront ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      ]
      let limits = [
        screen.tick(stage), decoder.isPending ? Self.escapeTime : nil, isInFront ? nil : Self.lookTime,
      ]
      let limit = limits.compactMap(\.self).min()
      // Rounded up, so that what is waited for is over.
      guard poll(&polls, 2, limit.map { Int32(min($0 / .milliseconds(1), 60_000)) + 1 } ?? -1) >= 0 else {
        continue
      }
      if polls[0].revents != 0 { _ = screen.wakePipe.drain() }
      if polls[1].revents != 0 {
        quiet = .now
        let isHungUp = polls[1].revents & Int16(POLLIN) == 0
        guard let bytes = Self.readBytes(), !isHungUp else {
          // The terminal was hung up: SIGHUP follows, unless nobody wants to hear of it.
          isOpen = false
          continue
        }
        for key in decoder.decode(bytes) { press(key) }
      } else if decoder.isPending, ContinuousClock.now - quiet >= Self.escapeTime {
        for key in decoder.pause() { press(key) }
        if ContinuousClock.now - quiet >= Self.pasteTime { decoder.giveUpPaste() }
      }
    }
  }

  /// Makes the terminal raw where the job has come to the front, and says whether it is there.
  private func takeTerminal() -> Bool {
    let (isInFront, isNew) = core.withLock { core in
      if core.isSuspended || core.isOver || !TerminalDevice.isInFront {
        core.isTaken = false
        return (false, false)
      }
      let isNew = !core.isTaken
      if isNew { TerminalDevice.makeRaw(redraws: screen.style.redraws) }
      core.isTaken = true
      return (true, isNew)
    }
    if isNew {
      screen.enter()
      screen.draw(stage, isForced: true)
    }
    return isInFront
  }

  /// What has been typed; nil where nothing will be any more.
  private static func readBytes() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count > 0 { return Array(buffer[..<count]) }
    // Somebody else has read it; or the job was sent to the background a moment ago.
    return count == 0 || errno == EINTR || errno == EAGAIN ? [] : nil
  }

  private func press(_ key: Key) {
    guard let command = KeyTable.command(for: key, in: stage.pageAxis) else { return }
    switch command {
    case .quit(let keepingPlace): stage.quit(keepingPlace: keepingPlace)
    case .showKeys: screen.toggle(.keys, stage)
    case .showState: screen.toggle(.state, stage)
    case .closeView: screen.closeView(stage)
    default: commands.yield(command)
    }
  }
}
