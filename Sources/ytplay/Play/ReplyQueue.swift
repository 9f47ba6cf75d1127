import PlayerKit

/// What waits until all that came before it has been told on standard output.
enum Behind: Sendable {
  /// A reply: whoever reads it has read every event that preceded it.
  case reply([UInt8])
  /// Someone who goes on then.
  case waiter(CheckedContinuation<Void, Never>)
}

/// Keeps what waits, in its order, until so many events have been told.
struct ReplyQueue<Item: Sendable>: Sendable {
  private var told = 0
  private var waiting: [(place: Int, item: Item)] = []

  /// Takes an item that comes behind so many events, and returns those whose time has come.
  mutating func add(_ item: Item, after events: Int) -> [Item] {
    waiting.append((events, item))
    return takeReady()
  }

  /// Counts an event that has been told, and returns the items whose time has come.
  mutating func tell(_ event: PlayerEvent) -> [Item] {
    if case .dropped(let count) = event { return tell(count: count) }
    return tell(count: 1)
  }

  /// Counts so many events that have been told, or were lost.
  mutating func tell(count: Int) -> [Item] {
    told += count
    return takeReady()
  }

  /// All that waits, whose time will not come any more.
  mutating func takeAll() -> [Item] {
    defer { waiting = [] }
    return waiting.map(\.item)
  }

  private mutating func takeReady() -> [Item] {
    let ready = waiting.prefix { $0.place <= told }.map(\.item)
    waiting.removeFirst(ready.count)
    return ready
  }
}
