import Observation

/// What lies over a player, built anew whenever the player's phase changes and at no other time.
///
/// ```swift
/// overlay = PlayerOverlay(model) { phase in
///   switch phase {
///   case .idle: spinner
///   case .ready: nil
///   case .error(let error): message(error)
///   }
/// } show: { widget in
///   place(widget)
/// }
/// ```
///
/// For toolkits that do not observe by themselves; in SwiftUI a `switch` over ``PlayerModel/phase`` does it. It shows
/// until it is dropped.
@MainActor public final class PlayerOverlay<Content> {
  /// What is shown.
  public private(set) var content: Content

  private let model: PlayerModel
  private let build: @MainActor (PlayerPhase) -> Content
  private let show: @MainActor (Content) -> Void
  private var phase: PlayerPhase

  /// Builds and shows what belongs to the phase that the model is in, and then to each that follows.
  ///
  /// - Parameters:
  ///   - model: whose phases are followed.
  ///   - build: builds what belongs to a phase.
  ///   - show: puts it where it is seen, in the place of what was shown before.
  public init(
    _ model: PlayerModel, content build: @escaping @MainActor (PlayerPhase) -> Content,
    show: @escaping @MainActor (Content) -> Void = { _ in }
  ) {
    self.model = model
    self.build = build
    self.show = show
    phase = model.phase
    content = build(phase)
    show(content)
    watch()
  }

  /// Is told once of the next change.
  private func watch() {
    withObservationTracking {
      _ = model.phase
    } onChange: { [weak self] in
      // It is told before the change, on the main actor.
      Task { @MainActor in self?.update() }
    }
  }

  private func update() {
    watch()
    guard model.phase != phase else { return }
    phase = model.phase
    content = build(phase)
    show(content)
  }
}
