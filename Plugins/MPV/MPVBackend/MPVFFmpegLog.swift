import PlayerKit

/// ffmpeg's log, which tells why a server did not deliver, shared by all players of the process.
///
/// libmpv hands ffmpeg's lines to one player of the process alone: the one that was started first. When that
/// one ends nobody gets them, and ffmpeg writes to standard error. So the lines are collected here for all,
/// and a bare mpv, the keeper, takes them over when the first player ends before the others.
enum MPVFFmpegLog {
  private struct Core {
    var lines: [MPVLogLine] = []
    var members: Set<Int> = []
    var lastMember = 0
    /// Who gets ffmpeg's lines; nil where the keeper does, or nobody is there.
    var owner: Int?
    var keeper: Keeper?
  }

  private static let core = Lock(Core())
  /// Held while an mpv starts or ends, so that it is known who was first. Only plain threads wait for it.
  private static let order = Lock(())

  /// Starts a player by `make`, and returns it and its membership.
  static func join<Player>(_ make: () throws(PlayerError) -> Player) throws(PlayerError) -> (Int, Player) {
    // A result carries the error out, because the lock's own closure would widen its type.
    let made = Made<Player>()
    order.withLock { _ in
      do throws(PlayerError) {
        made.result = .success(try make())
        made.member = core.withLock { core in
          core.lastMember += 1
          if core.members.isEmpty { core.owner = core.lastMember }
          core.members.insert(core.lastMember)
          return core.lastMember
        }
      } catch {
        made.result = .failure(error)
      }
    }
    return (made.member, try made.result.get())
  }

  /// A player has ended and its mpv is gone. The last one takes the keeper with it.
  static func leave(_ member: Int) {
    order.withLock { _ in
      let (keeper, isOrphaned) = core.withLock { core -> (Keeper?, Bool) in
        core.members.remove(member)
        let isOrphaned = core.owner == member && !core.members.isEmpty
        if core.owner == member { core.owner = nil }
        guard core.members.isEmpty else { return (nil, isOrphaned) }
        defer { (core.keeper, core.lines) = (nil, []) }
        return (core.keeper, false)
      }
      keeper?.end()
      if isOrphaned {
        let keeper = Keeper()
        core.withLock { $0.keeper = keeper }
      }
    }
  }

  /// Keeps a line if it is ffmpeg's, and says whether it is.
  @discardableResult
  static func note(_ line: MPVLogLine) -> Bool {
    guard line.prefix.hasPrefix("ffmpeg") else { return false }
    core.withLock { core in
      if core.lines.count == 100 { core.lines.removeFirst() }
      core.lines.append(line)
    }
    return true
  }

  /// The lines since then.
  static func lines(since time: Double) -> [MPVLogLine] {
    core.withLock { core in core.lines.filter { $0.at >= time } }
  }

  private final class Made<Player> {
    var member = 0
    var result = Result<Player, PlayerError>.failure(PlayerError(.unknown, "Nothing was made."))
  }

  /// A bare mpv that plays nothing and has ffmpeg's lines handed to it.
  private final class Keeper: Sendable {
    private let state = Lock<(waker: MPVHandle.Waker?, isEnding: Bool)>((nil, false))
    private let gone = PlainThread.Gate()

    /// Starts it, and waits until it has: 4 ms.
    init?() {
      let ready = PlainThread.Gate()
      let isStarted = PlainThread.start { [self] in
        keep(ready)
        gone.open()
      }
      guard isStarted else { return nil }
      ready.wait()
    }

    /// Ends it, and waits until it has.
    func end() {
      state.withLock { state in
        state.isEnding = true
        state.waker?.wake()
      }
      gone.wait()
    }

    private func keep(_ ready: PlainThread.Gate) {
      defer { ready.open() }
      guard let handle = MPVHandle() else { return }
      for (name, value) in MPVOptions.bare { _ = handle.setOption(name, value) }
      if handle.initialize().isSuccess {
        handle.requestLog("warn")
        state.withLock { $0.waker = handle.waker }
        ready.open()
        while !state.withLock({ $0.isEnding }) {
          if case .log(let line) = handle.nextEvent(timeout: -1) { MPVFFmpegLog.note(line) }
        }
        state.withLock { $0.waker = nil }
      }
      handle.destroy()
    }
  }
}
