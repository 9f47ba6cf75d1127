/// A backend that is started ahead for the next item, out of sight and without a sound.
final class Standby: Sendable {
  let item: PlayQueue.Item
  let provider: BackendProvider
  let generation: UInt64
  /// Where it stands in front once it is in charge; nil where the backend knows no pages.
  let front: PlayerPresentation?
  private let starting = Lock<Task<PlayerCore.Link?, Never>?>(nil)

  init(_ item: PlayQueue.Item, _ provider: BackendProvider, generation: UInt64, front: PlayerPresentation?) {
    self.item = item
    self.provider = provider
    self.generation = generation
    self.front = front
  }

  /// Starts it by this work, which gives the backend once it has cued the item; nil where it could not.
  func start(_ work: @escaping @Sendable (Standby) async -> PlayerCore.Link?) {
    starting.withLock { $0 = Task { await work(self) } }
  }

  /// The backend, once it has cued the item; nil where it could not.
  func link() async -> PlayerCore.Link? {
    await starting.withLock(\.self)?.value
  }

  /// How many seconds before the end of an item the backend for the next one is started.
  static let lead = 5.0

  /// Numbers for the pages of players that only have one: pages of one program must not share theirs.
  static func nextPage() -> Int {
    lastPage.withLock { page in
      page = page < PlayerPresentation.pages.upperBound ? page + 1 : 1000
      return page
    }
  }

  private static let lastPage = Lock(1000)
}

/// Whether the next item's backend is to be there already.
enum StandbyNeed: Sendable {
  case none
  /// One that was started is kept.
  case kept
  /// One is to be started.
  case wanted
}

extension PlayerState {
  /// Whether the source is so near to its end that the next one is to be prepared.
  var standbyNeed: StandbyNeed {
    guard let duration, !isLive, loop != .one, (itemIndex ?? 0) + 1 >= items.count else { return .none }
    let end = source?.end.map { min($0, duration) } ?? duration
    guard end - currentTime <= Standby.lead * rate else { return .none }
    switch status {
    case .playing: return .wanted
    case .paused, .buffering: return .kept
    case .unstarted, .queued, .ended: return .none
    }
  }
}
