import PlayerKit

/// What is in front of the person, whatever plays it: the player of a queue, or a feed's page in front.
///
/// All members may be used from any thread and any actor.
protocol Stage: Sendable {
  /// The state of what is in front. It never waits.
  var state: PlayerState { get }
  /// What a list calls it; nil where none does.
  var title: String? { get }
  /// Which of several sources it is, counted from 0, and how many there are; nil where there is one.
  var place: (index: Int, count: Int)? { get }
  /// What the backend in front can do.
  var capabilities: Set<Capability> { get }
  /// Whether ``next()`` leads to something.
  var canGoNext: Bool { get }
  /// Whether ``previous()`` leads to something.
  var canGoPrevious: Bool { get }
  /// All that happens from now on. Each call is a subscription of its own, for one reader.
  func events() -> StageEvents
  /// Has what is in front take an action; a refusal is told among the events too.
  func send(_ action: PlayerAction) async throws(PlayerError)
  /// Goes to the next item of the source's own list, else to the next source or page; at the end it ends.
  func next() async throws(PlayerError)
  /// Goes to the previous item of the source's own list, else to the source or page before.
  func previous() async throws(PlayerError)
  /// Goes on with the next backend that can play the source, at the same place.
  ///
  /// - Throws: ``PlayerError/Code/unsupported`` where there is no other one, and what its start throws; then the one
  ///   before goes on.
  func useNextBackend() async throws(PlayerError)
  /// Which way the pages of a feed lie; nil where it is none.
  var pageAxis: PlayerPresentation.Axis? { get }
  /// Goes so many pages on in a feed; false where there is no such page.
  @discardableResult
  func turnPage(by step: Int) -> Bool
  /// Ends the program in order, with the status of what has been played. Returns at once.
  ///
  /// - Parameter keepingPlace: whether the place is kept, even where no place is kept otherwise.
  func quit(keepingPlace: Bool)
}

extension Stage {
  func next() async throws(PlayerError) { try await send(.next) }
  func previous() async throws(PlayerError) { try await send(.previous) }

  var pageAxis: PlayerPresentation.Axis? { nil }
  func turnPage(by step: Int) -> Bool { false }
}

extension BackendRegistry {
  /// What the backend can do; nothing where there is none of this id.
  func capabilities(of id: String?) -> Set<Capability> {
    id.flatMap { self[$0] }?.descriptor.capabilities ?? []
  }

  /// The backend that comes behind the one that plays the state's source; behind the last comes the first.
  func backend(after state: PlayerState) throws(PlayerError) -> String {
    guard let source = state.source, let current = state.backend else {
      throw PlayerError(.nothingLoaded, "Nothing is loaded that another backend could play.")
    }
    let usable = candidates(for: source).filter(\.isUsable).map(\.id)
    // One that was asked for by name may not be among them.
    let following = usable.firstIndex(of: current).map { usable[($0 + 1)...] + usable[..<$0] } ?? usable[...]
    guard let next = following.first else {
      throw PlayerError(
        .unsupported, "No other backend here can play this source.",
        remedy: "`ytplay resolve` says what keeps each from it.")
    }
    return next
  }
}
