import PlayerKit

/// The page of a feed that is in front.
struct FeedStage: Stage {
  let feed: PlayerFeed
  /// What lists call the sources that the feed began with.
  let titles: [String?]
  let registry: BackendRegistry
  let ending: Ending

  var state: PlayerState { feed.stateInFront }

  var title: String? {
    feed.state.index.flatMap { titles.indices.contains($0) ? titles[$0] : nil }
  }

  var place: (index: Int, count: Int)? { feed.state.index.map { ($0, feed.state.count) } }

  var capabilities: Set<Capability> { registry.capabilities(of: state.backend) }

  var canGoNext: Bool {
    let pages = feed.state
    return state.hasOwnItem(by: 1) || feed.options.wraps || (pages.index ?? 0) + 1 < pages.count
  }

  var canGoPrevious: Bool {
    let pages = feed.state
    return state.hasOwnItem(by: -1) || feed.options.wraps || (pages.index ?? 0) > 0
  }

  func events() -> StageEvents { StageEvents(feed) }

  func send(_ action: PlayerAction) async throws(PlayerError) { try await feed.send(action) }

  func useNextBackend() async throws(PlayerError) {
    guard let player = feed.playerInFront else {
      throw PlayerError(.nothingLoaded, "There is no page in front yet.")
    }
    try await player.useOnce(registry.backend(after: player.state))
  }

  var pageAxis: PlayerPresentation.Axis? { feed.options.axis }

  func turnPage(by step: Int) -> Bool { step < 0 ? feed.previous() : feed.next() }

  func quit(keepingPlace: Bool) { ending.come(.quit(keepingPlace: keepingPlace)) }
}

extension PlayerFeed {
  /// The player of the page that is wanted in front, which is the one that actions are for; nil where it does not live
  /// yet.
  var playerInFront: Player? { state.index.flatMap(player(at:)) }

  /// What it says of itself.
  var stateInFront: PlayerState { playerInFront?.state ?? .empty }
}
