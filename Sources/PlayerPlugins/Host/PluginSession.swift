import PlayerKit

/// The way of one backend's events, from the program that it lives in to its host.
final class PluginSession: Sendable {
  /// The most elements that a list in pages may have.
  private static let longestList = 1_000_000

  private struct Core {
    var emit: BackendProvider.Emit?
    /// The list that the next page goes on with.
    var page: PlayerEvent?
    var hasBegun = false
  }

  /// The session's number on the wire.
  let number: Int
  private let core: Lock<Core>

  init(_ number: Int, emit: @escaping BackendProvider.Emit) {
    self.number = number
    core = Lock(Core(emit: emit))
  }

  /// Hands an event on; false where it does not fit the page before it. Called on the program's thread.
  func take(_ event: PlayerEvent, hasMore: Bool) -> Bool {
    if hasMore && event.isEmptyList { return false }
    return core.withLock { core in
      var event = event
      if let page = core.page {
        guard let joined = page.joined(event, limit: Self.longestList) else { return false }
        event = joined
      }
      core.page = hasMore ? event : nil
      if !hasMore { core.emit?(event) }
      return true
    }
  }

  /// Whether this is the first time that it is asked.
  func begins() -> Bool {
    core.withLock { core in
      defer { core.hasBegun = true }
      return !core.hasBegun
    }
  }

  /// Hands on something that the program, or its host, says.
  func log(_ level: LogLevel, _ text: String) {
    core.withLock { $0.emit?(.log(level, text)) }
  }

  /// Says that the backend is no more, and nothing after it.
  func fail(_ error: PlayerError) {
    core.withLock { core in
      core.emit?(.failed(error))
      core.emit = nil
    }
  }

  /// Lets no event through any more. Waits for one that is being delivered.
  func silence() {
    core.withLock { $0.emit = nil }
  }
}

extension PlayerEvent {
  /// Whether it is a page with nothing on it.
  fileprivate var isEmptyList: Bool {
    switch self {
    case .itemsChanged(let items, _): items.isEmpty
    case .tracksChanged(let tracks, _): tracks.isEmpty
    default: false
    }
  }

  /// The event of this page and the next; nil where they are not pages of one list, or too long a one.
  fileprivate func joined(_ next: PlayerEvent, limit: Int) -> PlayerEvent? {
    switch (self, next) {
    case (.itemsChanged(let items, _), .itemsChanged(let more, let index))
    where items.count + more.count <= limit:
      .itemsChanged(items + more, index: index)
    case (.tracksChanged(let tracks, _), .tracksChanged(let more, let selected))
    where tracks.count + more.count <= limit:
      .tracksChanged(tracks + more, selected: selected)
    default: nil
    }
  }
}
