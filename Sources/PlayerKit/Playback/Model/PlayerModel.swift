import Observation

/// A player as user interface code likes it: set ``action``, read ``state``.
///
/// ```swift
/// let model = PlayerModel(registry: registry)
/// model.action = .load(try PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ"))
/// model.action = .setVolume(40)
/// label.text = model.state.metadata.title
/// ```
///
/// All of it lives on the main actor and can be observed, by SwiftUI as by `withObservationTracking`; whatever main
/// loop serves the main actor serves it, GLib's too. Nothing is ever thrown: what failed is in
/// ``PlayerState/error``, what was refused in ``lastRejection``, and ``phase`` sums both up for the eye.
///
/// ``player`` may be used beside it, from anywhere. A model that is dropped performs what was asked for, and leaves
/// the player to those who have it; without any, the player ends.
@MainActor @Observable public final class PlayerModel {
  /// What the model plays with.
  @ObservationIgnored public nonisolated let player: Player

  /// All that the player says of itself: one snapshot, whose values agree.
  public private(set) var state: PlayerState
  /// What the player has refused last; the next source clears it.
  public private(set) var lastRejection: PlayerRejection?
  /// What is to be shown over the player. It changes far more rarely than ``state``.
  public private(set) var phase: PlayerPhase

  /// The action that was set last and is still to be performed.
  private var pending = PlayerAction.idle
  @ObservationIgnored private var pendingCount = 0
  @ObservationIgnored private nonisolated let actions: AsyncStream<PlayerAction>.Continuation
  @ObservationIgnored private var reading: Task<Void, Never>?

  /// A model of a player.
  public init(_ player: Player) {
    self.player = player
    let (state, rejection) = player.stateAndRejection
    self.state = state
    lastRejection = rejection
    phase = PlayerPhase(state, rejection: rejection)
    let actions: AsyncStream<PlayerAction>
    (actions, self.actions) = AsyncStream.makeStream()
    Task { [weak self] in
      for await action in actions {
        // The player has published what it refused, and `read` finds it.
        do { try await player.send(action) } catch {}
        self?.didPerform()
      }
    }
    reading = Task { [weak self, states = player.states] in
      for await _ in states { self?.read() }
    }
  }

  /// A model with a player of its own; see ``Player/init(registry:configuration:backend:)``.
  public convenience init(
    registry: BackendRegistry, configuration: PlayerConfiguration = PlayerConfiguration(),
    backend: String? = nil
  ) {
    self.init(Player(registry: registry, configuration: configuration, backend: backend))
  }

  deinit {
    actions.finish()
    reading?.cancel()
  }

  /// What the player is to do: set it, and it is performed, in the order of setting; then it is `idle` again.
  ///
  /// Each setting counts, also of an action that equals the one before. While several wait it is the last of
  /// them. Setting `idle` does nothing.
  public var action: PlayerAction {
    get { pending }
    set {
      guard newValue != .idle else { return }
      pendingCount += 1
      pending = newValue
      actions.yield(newValue)
    }
  }

  /// Ends the player, see ``Player/shutDown()``; what is still to be performed is refused.
  public func shutDown() async {
    await player.shutDown()
    read()
  }

  private func didPerform() {
    // Before the action is idle: whoever sees that sees what it led to at once.
    read()
    pendingCount -= 1
    if pendingCount == 0 { pending = .idle }
  }

  /// Reads the player anew, and tells of what has changed alone.
  private func read() {
    let (state, rejection) = player.stateAndRejection
    if state != self.state { self.state = state }
    if rejection != lastRejection { lastRejection = rejection }
    let phase = PlayerPhase(state, rejection: rejection)
    if phase != self.phase { self.phase = phase }
  }
}
