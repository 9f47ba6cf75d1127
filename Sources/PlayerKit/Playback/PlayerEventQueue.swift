/// The events that one subscriber has not read yet.
final class PlayerEventQueue: Sendable {
  static let capacity = 1000

  private typealias Reader = CheckedContinuation<PlayerEvent?, Never>

  private struct Storage {
    var ring = EventRing(capacity: PlayerEventQueue.capacity)
    var isFinished = false
    var pushed = 0
    var readers: [(id: UInt64, continuation: Reader)] = []
    var nextReader: UInt64 = 0
  }

  private let storage = Lock(Storage())

  /// How many events have been added so far.
  var pushed: Int { storage.withLock(\.pushed) }

  /// Adds an event; the last one ends the queue. Never blocks.
  func push(_ event: PlayerEvent, isLast: Bool = false) {
    let readers: [Reader] = storage.withLock { storage in
      guard !storage.isFinished else { return [] }
      storage.isFinished = isLast
      storage.pushed += 1
      guard !storage.readers.isEmpty else {
        storage.ring.push(event)
        return []
      }
      guard isLast else { return [storage.readers.removeFirst().continuation] }
      defer { storage.readers = [] }
      return storage.readers.map(\.continuation)
    }
    readers.first?.resume(returning: event)
    for other in readers.dropFirst() { other.resume(returning: nil) }
  }

  func next(isolation actor: isolated (any Actor)?) async -> PlayerEvent? {
    let (event, isFinished, id) = storage.withLock { storage in
      storage.nextReader += 1
      return (storage.ring.pop(), storage.isFinished, storage.nextReader)
    }
    if event != nil || isFinished { return event }
    return await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: actor) { continuation in
          let now: PlayerEvent?? = storage.withLock { storage in
            if let event = storage.ring.pop() { return .some(event) }
            if storage.isFinished || Task.isCancelled { return .some(nil) }
            storage.readers.append((id, continuation))
            return nil
          }
          if let now { continuation.resume(returning: now) }
        }
      },
      onCancel: {
        let reader = storage.withLock { storage in
          storage.readers.firstIndex { $0.id == id }.map { storage.readers.remove(at: $0).continuation }
        }
        reader?.resume(returning: nil)
      }, isolation: actor)
  }
}

/// A ring of events that counts what it had to drop.
struct EventRing {
  let capacity: Int
  private var events: [PlayerEvent] = []
  private var head = 0
  private var count = 0
  private var dropped = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  mutating func push(_ event: PlayerEvent) {
    if count == capacity {
      events[head] = event
      head = (head + 1) % capacity
      dropped += 1
      return
    }
    if events.count < capacity {
      // It has not wrapped yet, so the newest is the array's last.
      events.append(event)
    } else {
      events[(head + count) % capacity] = event
    }
    count += 1
  }

  /// The oldest event, and in the place of lost ones `dropped`.
  mutating func pop() -> PlayerEvent? {
    if dropped > 0 {
      defer { dropped = 0 }
      return .dropped(dropped)
    }
    guard count > 0 else { return nil }
    let event = events[head]
    head += 1
    count -= 1
    if count == 0 {
      events.removeAll(keepingCapacity: true)
      head = 0
    } else if head == capacity {
      head = 0
    }
    return event
  }
}
