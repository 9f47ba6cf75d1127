import Glibc
import PlayerKit

/// Why playing is over; the first reason counts.
final class Ending: Sendable {
  enum Reason: Sendable {
    /// The last source has ended or failed.
    case finished
    /// The person asked for it, or the window was closed.
    case quit(keepingPlace: Bool)
    /// A signal asked for it.
    case signal(keepingPlace: Bool)
    /// The backend that was named can't run.
    case startFailed(PlayerError)
    /// Standard output can't be written any more.
    case outputFailed

    /// Whether the place is to be kept, even where no place is kept otherwise.
    var keepsPlace: Bool {
      switch self {
      case .quit(let keepsPlace), .signal(let keepsPlace): keepsPlace
      case .finished, .startFailed, .outputFailed: false
      }
    }
  }

  private struct Core {
    var reason: Reason?
    var waiters: [CheckedContinuation<Reason, Never>] = []
  }

  private let core = Lock(Core())

  /// Whether playing is over.
  var hasCome: Bool { core.withLock { $0.reason != nil } }

  /// Ends playing.
  func come(_ reason: Reason) {
    let waiters = core.withLock { core -> [CheckedContinuation<Reason, Never>] in
      guard core.reason == nil else { return [] }
      core.reason = reason
      defer { core.waiters = [] }
      return core.waiters
    }
    for waiter in waiters { waiter.resume(returning: reason) }
  }

  /// Waits for the end.
  func wait() async -> Reason {
    await withCheckedContinuation { continuation in
      let reason = core.withLock { core in
        if core.reason == nil { core.waiters.append(continuation) }
        return core.reason
      }
      if let reason { continuation.resume(returning: reason) }
    }
  }
}

extension Console {
  /// The process's own streams while something plays, which ends where standard output can't be written.
  init(ending: Ending) {
    // A terminal takes nothing any more when it has been hung up, which may show before the signal of it comes.
    let isTerminal = isatty(STDOUT_FILENO) == 1
    self.init { _ in ending.come(isTerminal ? .signal(keepingPlace: true) : .outputFailed) }
  }
}
