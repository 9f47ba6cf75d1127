/// What a scrubber has to know of a player: its state, and what the state does not tell.
struct PlayerOutlook: Sendable {
  var state = PlayerState.empty
  var wishes = PlayerWishes()
  /// Whether a failure is being made good, so that playing comes back by itself.
  var comesBack = false
}

/// What somebody has asked a player for that its scrubbers have to know of, and how often.
///
/// A pause while the scrubber has paused the player changes no state, and a play while it is about to do so neither: so
/// they are counted.
struct PlayerWishes: Sendable, Equatable {
  /// How often playing or a pause was asked for.
  var count: UInt64 = 0
  /// Whether it was playing, the last time.
  var wantsPlaying = false
  /// How often another source, or the same one anew, was put in the place of what there was.
  var openings: UInt64 = 0
  /// How often that was done at all, by a queue too: its next item may be the same source again.
  var begun: UInt64 = 0
  /// How often another place was asked for.
  var seeks: UInt64 = 0

  mutating func add(_ action: PlayerAction) {
    switch action {
    case .play, .pause:
      count &+= 1
      wantsPlaying = action == .play
    case .load, .cue, .stop, .clear: openings &+= 1
    case .seek: seeks &+= 1
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
