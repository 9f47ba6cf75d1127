/// Plays sources: owns one backend at a time, reduces its events to one state, and tells everyone.
///
/// ```swift
/// let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
/// try await player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
/// try await player.waitFor { $0.status == .playing }
/// await player.shutDown()
/// ```
///
/// The registry chooses the backend by the source at each load, unless one is named. All members may be used
/// from any thread and any actor. The actions of one task are applied in the order in which it sent them. A
/// player that is dropped without ``shutDown()`` ends its backend by itself, a little later.
public final class Player: Sendable {
  let core: PlayerCore

  /// How the player and its backends behave.
  public var configuration: PlayerConfiguration { core.configuration }

  /// A player of what these backends can play. Nothing is started before the first load.
  ///
  /// - Parameters:
  ///   - registry: the backends to choose from.
  ///   - configuration: how the player and its backends behave.
  ///   - backend: the id of the backend to use and no other; nil leaves the choice to the registry, and
  ///     allows to fall back to the next candidate.
  public init(
    registry: BackendRegistry, configuration: PlayerConfiguration = PlayerConfiguration(),
    backend: String? = nil
  ) {
    core = PlayerCore(registry: registry, configuration: configuration, backend: backend)
  }

  deinit {
    let core = core
    Task { await core.shutDown() }
  }

  /// The backends to choose from. A change counts from the next load on.
  public var registry: BackendRegistry {
    get { core.storage.withLock(\.registry) }
    set { core.storage.withLock { $0.registry = newValue } }
  }

  /// The state now. It never waits.
  public var state: PlayerState { core.state }

  /// The state now, and what was refused last since its source came.
  var stateAndRejection: (PlayerState, PlayerRejection?) {
    core.storage.withLock { ($0.state, $0.rejection) }
  }

  /// The states, beginning with the current one.
  public var states: PlayerStates { PlayerStates(core: core) }

  /// All events from now on: each call is a subscription of its own.
  public var events: PlayerEvents { PlayerEvents(subscription: core.subscribe()) }

  /// Takes an action, and returns when the backend has taken it; what it led to arrives as events.
  ///
  /// Before the first load volume, mute, rate, loop and shuffle are kept for the backend to come.
  ///
  /// - Throws: what the contract says of an action that can't be taken; then nothing has changed but that
  ///   the refusal was published as ``PlayerEvent/rejected(_:_:)``.
  public nonisolated(nonsending) func send(_ action: PlayerAction) async throws(PlayerError) {
    try await send(action, countsAsWish: true)
  }

  /// As ``send(_:)``.
  ///
  /// - Parameter countsAsWish: false for what a scrubber does of its own.
  nonisolated(nonsending) func send(
    _ action: PlayerAction, countsAsWish: Bool
  ) async throws(PlayerError) {
    // Before it takes effect, so that a scrubber sees no change that it does not know the cause of.
    if countsAsWish { core.storage.withLock { $0.wishes.add(action) } }
    do throws(PlayerError) {
      try await core.send(action)
    } catch {
      core.publish(.rejected(.action(action), error))
      throw error
    }
  }

  /// Waits until a state meets the condition, and returns it.
  ///
  /// A state that lasts only a moment may be skipped: for that, watch ``events``.
  ///
  /// - Throws: ``PlayerError/Code/timedOut`` when the time is over or the task was cancelled,
  ///   ``PlayerError/Code/closed`` where the player was shut down without meeting it.
  @discardableResult
  public func waitFor(
    _ condition: @escaping @Sendable (PlayerState) -> Bool, timeout: Duration = .seconds(15)
  ) async throws(PlayerError) -> PlayerState {
    // The time may be over before anything has run, and a state that is there is still found.
    let (now, states) = (state, states)
    if condition(now) { return now }
    let found = await withTaskGroup(of: Result<PlayerState, PlayerError>.self) { group in
      group.addTask {
        for await state in states where condition(state) { return .success(state) }
        return .failure(
          Task.isCancelled
            ? Self.cancelled
            : PlayerError(
              .closed, "The player was shut down while it was waited for.", remedy: "Make another one."))
      }
      group.addTask {
        do { try await Deadlines.shared.sleep(for: timeout) } catch { return .failure(Self.cancelled) }
        let last = self.state
        return condition(last)
          ? .success(last)
          : .failure(
            PlayerError(
              .timedOut, "The state did not come within \(timeout).",
              remedy: "Allow more time, or see what the state and the events say."))
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? .failure(Self.cancelled)
    }
    return try found.get()
  }

  private static let cancelled = PlayerError(.timedOut, "The wait for a state was cancelled.")

  /// Names the backend to use from now on, and swaps to it under a source that is loaded; nil leaves the
  /// choice to the registry again.
  ///
  /// Carried over are source, position, `playWhenReady`, volume, mute, rate, loop, shuffle, the item, full
  /// screen and the tracks chosen by hand. What the new backend can't do is said in a `log` event. The new
  /// backend is ready before the old one ends.
  ///
  /// - Throws: ``PlayerError/Code/backendUnavailable``, ``PlayerError/Code/unsupported`` where it can't play
  ///   the source, or what its start threw: then the backend before goes on.
  public nonisolated(nonsending) func use(_ backend: String?) async throws(PlayerError) {
    try await core.use(backend)
  }

  /// As ``use(_:)`` for the source that is loaded; what is loaded later is played as it would have been without.
  package nonisolated(nonsending) func useOnce(_ backend: String) async throws(PlayerError) {
    try await core.use(backend, staysNamed: false)
  }

  /// Says which page of a shared window the player is, and whether it is the one in front.
  ///
  /// Kept, and applied again wherever another backend takes over or the same one is started again. Before the first
  /// load it is what the first backend begins with.
  ///
  /// - Throws: ``PlayerError/Code/unsupported`` where the backend in charge lacks ``Capability/presentation``,
  ///   ``PlayerError/Code/invalidArgument`` for a page out of ``PlayerPresentation/pages``; then nothing has changed.
  public nonisolated(nonsending) func present(
    _ presentation: PlayerPresentation
  ) async throws(PlayerError) {
    try await core.present(presentation)
  }

  /// Takes a place among the pages of a window where the backend has them, see ``PlayerCore/place(_:)``.
  nonisolated(nonsending) func place(_ presentation: PlayerPresentation) async throws(PlayerError) {
    try await core.place(presentation)
  }

  /// Shuts the backend down and ends all streams, within 5 s unless configured otherwise.
  ///
  /// A second call waits for the first. Every action that is sent later throws
  /// ``PlayerError/Code/closed``.
  public func shutDown() async {
    await core.shutDown()
  }
}
