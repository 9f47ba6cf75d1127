/// What user interface code shows over a player: nothing to see yet, the player itself, or an error.
///
/// ```swift
/// switch model.phase {
/// case .idle: showSpinner()
/// case .ready: showPlayer()
/// case .error(let error): showMessage(error.message, error.remedy)
/// }
/// ```
public enum PlayerPhase: Sendable, Hashable {
  /// Nothing is loaded, or the source is not open yet.
  case idle
  /// The source is open, be it playing or not.
  case ready
  /// Playing has failed, or what was to be played was refused.
  case error(PlayerError)

  /// The phase that a state is in.
  ///
  /// A failure that the player is about to make good, by starting the backend again or by going on with another
  /// one, is no error here where it was playing: it comes back by itself.
  ///
  /// - Parameters:
  ///   - state: the player's state.
  ///   - rejection: what the player has refused last: counts where nothing is loaded, because the load was refused.
  public init(_ state: PlayerState, rejection: PlayerRejection? = nil) {
    // A final failure ends `playWhenReady`, one that is made good leaves it.
    if let error = state.error {
      self = state.playWhenReady ? .idle : .error(error)
    } else if state.source == nil, let rejection, rejection.isOfLoading {
      self = .error(rejection.error)
    } else {
      self = state.source != nil && state.isOpen ? .ready : .idle
    }
  }

  /// The error, where it is one.
  public var error: PlayerError? {
    if case .error(let error) = self { error } else { nil }
  }
}

/// An action that a player has refused, and why.
public struct PlayerRejection: Sendable, Hashable {
  /// What was refused; nil where it could not be read.
  public let action: RejectedAction?
  /// Why.
  public let error: PlayerError

  /// The refusal of an action.
  public init(_ action: RejectedAction?, _ error: PlayerError) {
    self.action = action
    self.error = error
  }

  /// Whether a source was refused.
  var isOfLoading: Bool {
    switch action {
    case .action(.load), .action(.cue): true
    default: false
    }
  }
}
