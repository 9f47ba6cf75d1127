import PlayerKit

/// What the desktop sees and controls: a `Player`, or something of your own that has one in front.
///
/// `Player` adopts it. A program that has more to say, as what its lists call a source or what comes next, adopts it in
/// a type of its own. All members may be used from any thread and any actor.
public protocol MPRISPlayer: Sendable {
  /// A subscription to what happens; it ends with the player.
  associatedtype MPRISEvents: AsyncSequence & Sendable
  where MPRISEvents.Element == MPRISEvent, MPRISEvents.Failure == Never

  /// What is in front now. It is asked for at every turn: answer at once.
  var mprisOutlook: MPRISOutlook { get }
  /// All that happens from now on. Each call is a subscription of its own, for one reader.
  func mprisEvents() -> MPRISEvents
  /// Has what is in front take an action.
  func send(_ action: PlayerAction) async throws(PlayerError)
  /// Goes to what comes next. Called only where ``MPRISOutlook/canGoNext``.
  func next() async throws(PlayerError)
  /// Goes to what came before. Called only where ``MPRISOutlook/canGoPrevious``.
  func previous() async throws(PlayerError)
}

/// What happens to what the desktop sees.
public enum MPRISEvent: Sendable {
  /// The player in front said something.
  case event(PlayerEvent)
  /// Something else came in front, with a state of its own; or events were lost.
  case moved(to: PlayerState)
}

/// What is in front at one moment.
public struct MPRISOutlook: Sendable {
  /// Its state.
  public var state: PlayerState
  /// What its backend can do.
  public var capabilities: Set<Capability>
  /// What to call it where it does not say so itself.
  public var title: String?
  /// Whether there is something next.
  public var canGoNext: Bool
  /// Whether there is something before.
  public var canGoPrevious: Bool

  /// An outlook of these values.
  public init(
    state: PlayerState, capabilities: Set<Capability>, title: String? = nil, canGoNext: Bool = false,
    canGoPrevious: Bool = false
  ) {
    self.state = state
    self.capabilities = capabilities
    self.title = title
    self.canGoNext = canGoNext
    self.canGoPrevious = canGoPrevious
  }
}
