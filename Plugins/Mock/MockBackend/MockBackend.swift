import PlayerKit

/// A backend that plays nothing, but says all that a player says: the reference of the contract, and a stand-in
/// wherever a real player would be too slow, too loud or too moody.
///
/// It has every capability and needs nothing. What it meets is told by a ``MockScript``, the time it lives by is
/// a ``MockClock``; on a virtual clock the same actions always give the same events at the same moments.
///
/// ```swift
/// let clock = MockClock.virtual()
/// var script = MockScript(duration: 3)
/// script.autoplayBlocked = true
/// let registry = BackendRegistry([MockBackend.provider(clock: clock, script: script)])
/// ```
///
/// Actions may be sent from any number of tasks at once; one that no latency is scripted for does not suspend.
public final class MockBackend: PresentingBackend {
  private let core: MockCore

  private init(core: MockCore) {
    self.core = core
  }

  /// Takes an action; see ``PlayerBackend/perform(_:)``.
  public func perform(_ action: PlayerAction) async throws(PlayerError) {
    let frame = try await core.perform(action)
    if let frame, case .screenshot(let path) = action {
      do throws(PlayerError) {
        try path.write(frame.png)
      } catch {
        throw error.attributed(to: core.id)
      }
    }
  }

  /// Takes another place among the pages of a window; see ``PresentingBackend/present(_:)``. There is no window:
  /// it is only remembered.
  public func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    try core.present(presentation)
  }

  /// The place that it was given last, first by its configuration.
  public var presentation: PlayerPresentation? { core.presentation }

  /// Ends the backend; see ``PlayerBackend/shutDown()``.
  public func shutDown() async {
    core.shutDown()
  }
}

extension MockBackend {
  /// The mock on the real clock, with the default script: each source plays for 10 s.
  public static let provider = provider()

  /// A mock of one's own.
  ///
  /// - Parameters:
  ///   - clock: the time that its backends live by.
  ///   - script: what they meet.
  ///   - id: a name, for registries with several mocks.
  ///   - priority: for every kind; 0: used only where it is asked for by name.
  ///   - kinds: the kinds that it plays.
  ///   - capabilities: what it can do; the rest is refused as by a backend that lacks it.
  ///   - availability: whether it can run.
  public static func provider(
    clock: MockClock = .real, script: MockScript = MockScript(), id: String = "mock", priority: Int = 0,
    kinds: Set<PlayerSource.Kind> = Set(PlayerSource.Kind.allCases),
    capabilities: Set<Capability> = Set(Capability.allCases),
    availability: BackendAvailability = .available
  ) -> BackendProvider {
    let descriptor = BackendDescriptor(
      id: id, name: "Mock", version: "1.0",
      kinds: Dictionary(uniqueKeysWithValues: kinds.map { ($0, .init(priority: priority)) }),
      capabilities: capabilities)
    return BackendProvider(descriptor: descriptor, availability: { availability }) {
      configuration, emit throws(PlayerError) in
      try configuration.validate()
      let core = MockCore(
        engine: MockEngine(descriptor: descriptor, configuration: configuration, script: script),
        clock: clock, emit: emit)
      try await core.start()
      return MockBackend(core: core)
    }
  }
}
