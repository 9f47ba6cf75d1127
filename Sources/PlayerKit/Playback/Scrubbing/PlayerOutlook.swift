/// What a scrubber has to know of a player: its state, and what the state does not tell.
struct PlayerOutlook: Sendable {
  var state = PlayerState.empty
  var wishes = PlayerWishes()
  /// Whether a failure is being made good, so that playing comes back by itself.
  var comesBack = false
}

/// How often somebody has asked for what ends a hold of the scrubber's, or that it plays on.
///
/// A pause while the scrubber has paused the player changes no state: so it is counted.
struct PlayerWishes: Sendable, Equatable {
  var pauses: UInt64 = 0
  /// Whatever puts another source, or the same one anew, in the place of what is held.
  var openings: UInt64 = 0

  mutating func count(_ action: PlayerAction) {
    switch action {
    case .pause: pauses &+= 1
    case .load, .cue, .stop, .clear: openings &+= 1
    default: break
    }
  }
}

extension Player {
  /// The state now, and what a scrubber has to know beside it.
  var outlook: PlayerOutlook {
    core.storage.withLock { storage in
      PlayerOutlook(state: storage.state, wishes: storage.wishes, comesBack: storage.comesBack)
    }
  }
}
