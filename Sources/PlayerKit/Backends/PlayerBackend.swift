/// A way of playing media: takes actions, emits events, and ends when told.
///
/// What a backend promises is the contract of `docs/contract.md`, checked rule by rule by the module
/// `PlayerConformance`. A backend is made by its ``BackendProvider``.
public protocol PlayerBackend: Sendable {
  /// Takes an action, and returns when it has been taken; what it led to arrives as events.
  ///
  /// May be called from any number of tasks at once; the actions of one task are applied in its order.
  ///
  /// - Throws: what the contract says of an action that can't be taken; then nothing has changed.
  func perform(_ action: PlayerAction) async throws(PlayerError)

  /// Ends the backend within 5 s and frees all that it holds.
  ///
  /// Nothing is emitted after it has returned, and every further action throws
  /// ``PlayerError/Code/closed``. A second call does nothing, but waits for the first.
  func shutDown() async
}

/// How a backend describes itself, whether it can run here, and how to make one.
public struct BackendProvider: Sendable {
  /// Takes a backend's events.
  ///
  /// May be called from any thread, one call at a time. It never blocks, and the event is reduced when it
  /// returns.
  public typealias Emit = @Sendable (PlayerEvent) -> Void

  /// Makes a backend that is ready, or throws, within 10 s. Its first event is ``PlayerEvent/ready``.
  public typealias Make =
    @Sendable (PlayerConfiguration, _ emit: @escaping Emit) async throws(PlayerError) -> any PlayerBackend

  /// How the backend describes itself.
  public let descriptor: BackendDescriptor
  /// Whether it can run on this machine now, asked of the backend itself.
  public let availability: @Sendable () async -> BackendAvailability
  /// Makes a backend.
  public let make: Make

  /// A provider of these parts.
  public init(
    descriptor: BackendDescriptor,
    availability: @escaping @Sendable () async -> BackendAvailability = { .available },
    make: @escaping Make
  ) {
    self.descriptor = descriptor
    self.availability = availability
    self.make = make
  }
}

/// Whether a backend can run on this machine.
public enum BackendAvailability: Sendable, Hashable {
  /// It can.
  case available
  /// It can't, why, and what the person can do about it.
  case unavailable(reason: String, remedy: String? = nil)
}
