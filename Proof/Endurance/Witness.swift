import PlayerKit

/// What a player told of while it played a queue.
struct Witness: Sendable {
  /// The sources, in the order in which they came.
  private(set) var loaded: [PlayerSource] = []
  /// How many times a source came to its end.
  private(set) var ends = 0
  /// Failures, refusals, and events that were lost.
  private(set) var troubles: [PlayerEvent] = []

  /// Reads the events to their end.
  init(_ events: PlayerEvents) async {
    for await event in events {
      switch event {
      case .sourceChanged(let source?): loaded.append(source)
      case .statusChanged(.ended, _): ends += 1
      case .failed, .rejected, .dropped: troubles.append(event)
      default: break
      }
    }
  }
}
