import PlayerKit

/// A player on the session bus, as media keys, panels, headsets and `playerctl` see and control it: MPRIS 2.2.
///
/// ```swift
/// var options = MPRISOptions(
///   name: "example", identity: "Example Player", desktopEntry: "org.example.Player")
/// options.quit = { end() }
/// let service = MPRISService(player, options)
/// service.start()
/// ```
///
/// It lives on a thread of its own and waits for nobody: a bus that is not there, answers nothing or dies harms nothing
/// but its own connection. Dropping the service ends it.
public final class MPRISService: Sendable {
  /// What becomes of its connection.
  public enum Report: Sendable, Hashable, CustomStringConvertible {
    /// The player can be seen, under this bus name.
    case named(String)
    /// It can't be seen, for this reason.
    case unavailable(String)
    /// The bus has gone; the player can't be seen any more.
    case lost

    /// In words.
    public var description: String {
      switch self {
      case .named(let name): "The desktop controls the player as \(name)."
      case .unavailable(let reason): "The desktop can't control the player: \(reason)"
      case .lost: "The session bus has gone, so the desktop can't control the player any more."
      }
    }
  }

  private let core: MPRISCore
  private let tasks = Lock<[Task<Void, Never>]?>([])

  /// A service for a player, which does not start yet.
  ///
  /// - Parameters:
  ///   - player: what is seen and controlled.
  ///   - options: how it is called, and what it lets the desktop do.
  ///   - report: told what becomes of the connection, on a thread of the service's own: return at once.
  public init(
    _ player: some MPRISPlayer, _ options: MPRISOptions,
    report: @escaping @Sendable (Report) -> Void = { _ in }
  ) {
    core = MPRISCore(player, options, report)
  }

  deinit {
    tasks.withLock { tasks in
      for task in tasks ?? [] { task.cancel() }
    }
    core.end()
  }

  /// Starts it, and returns at once. A second call does nothing, and neither does one after ``stop()``.
  public func start() {
    tasks.withLock { tasks in
      guard tasks?.isEmpty == true else { return }
      tasks = core.start()
    }
  }

  /// Takes the player off the bus, once what was said to it has been sent; within a second, whatever the bus does.
  public func stop() async {
    let running = tasks.withLock { tasks in
      defer { tasks = nil }
      return tasks ?? []
    }
    core.end()
    for task in running { task.cancel() }
    if !running.isEmpty { await withTimeLimit(1) { [core] in await core.ended() } }
    core.giveUp()
  }
}
