import PlayerKit

/// The player of the command line's queue in front.
struct PlayerStage: Stage {
  let player: Player
  let queue: PlayQueue
  /// What lists call their sources.
  let titles: [PlayerSource: String]
  let ending: Ending

  var state: PlayerState { player.state }

  var title: String? { player.state.source.flatMap { titles[$0] } }

  var place: (index: Int, count: Int)? {
    let snapshot = queue.snapshot
    guard snapshot.items.count > 1 else { return nil }
    return snapshot.currentIndex.map { ($0, snapshot.items.count) }
  }

  var capabilities: Set<Capability> { player.registry.capabilities(of: player.state.backend) }

  var canGoNext: Bool {
    let snapshot = queue.snapshot
    return player.state.hasOwnItem(by: 1) || snapshot.loop == .all && !snapshot.items.isEmpty
      || snapshot.currentIndex.map { $0 + 1 < snapshot.items.count } ?? false
  }

  var canGoPrevious: Bool {
    let snapshot = queue.snapshot
    return player.state.hasOwnItem(by: -1) || snapshot.loop == .all && !snapshot.items.isEmpty
      || snapshot.currentIndex.map { $0 > 0 } ?? false
  }

  func events() -> StageEvents { StageEvents(player) }

  func send(_ action: PlayerAction) async throws(PlayerError) { try await player.send(action) }

  func useNextBackend() async throws(PlayerError) {
    try await player.useOnce(player.registry.backend(after: player.state))
  }

  func quit(keepingPlace: Bool) { ending.come(.quit(keepingPlace: keepingPlace)) }
}

extension PlayerState {
  /// Whether the source's own list has an item so many on.
  func hasOwnItem(by step: Int) -> Bool {
    items.indices.contains((itemIndex ?? 0) + step)
  }
}
