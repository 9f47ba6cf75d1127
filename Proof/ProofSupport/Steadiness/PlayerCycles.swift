import PlayerKit

/// A player is made, loads a source, plays it and is shut down; then the next one.
public struct PlayerCycles: Sendable {
  /// A cycle that did not go as it must.
  public struct Lost: Error, CustomStringConvertible {
    /// Which one, and what happened.
    public let description: String
  }

  private let registry: BackendRegistry
  private let configuration: PlayerConfiguration
  private let source: PlayerSource

  /// Cycles with this source.
  public init(registry: BackendRegistry, configuration: PlayerConfiguration, source: PlayerSource) {
    self.registry = registry
    self.configuration = configuration
    self.source = source
  }

  /// Runs so many, one after the other.
  ///
  /// - Parameter after: called after each one, with its number, counted from 1.
  /// - Throws: ``Lost`` where a source did not play within a minute.
  public func run(_ count: Int, after: (Int) async throws -> Void) async throws {
    for cycle in 1...count {
      let player = Player(registry: registry, configuration: configuration)
      do {
        try await player.load(source)
        let state = try await player.waitFor(
          { $0.status == .playing || $0.error != nil }, timeout: .seconds(60))
        if let error = state.error { throw error }
      } catch {
        await player.shutDown()
        throw Lost(description: "Cycle \(cycle): \(error)")
      }
      await player.shutDown()
      try await after(cycle)
    }
  }
}
