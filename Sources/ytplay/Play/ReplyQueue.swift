import PlayerKit

/// Replies that wait until what came before them has been told: whoever reads a reply has read every event
/// that preceded it.
struct ReplyQueue: Sendable {
  private var told = 0
  private var waiting: [(place: Int, line: [UInt8])] = []

  /// Takes a reply that comes behind so many events, and returns what can be written now.
  mutating func add(_ line: [UInt8], after events: Int) -> [[UInt8]] {
    waiting.append((events, line))
    return takeReady()
  }

  /// Counts an event that has been told, and returns what can be written now.
  mutating func tell(_ event: PlayerEvent) -> [[UInt8]] {
    if case .dropped(let count) = event { told += count } else { told += 1 }
    return takeReady()
  }

  private mutating func takeReady() -> [[UInt8]] {
    let ready = waiting.prefix { $0.place <= told }.map(\.line)
    waiting.removeFirst(ready.count)
    return ready
  }
}
