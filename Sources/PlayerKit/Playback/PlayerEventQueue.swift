/// The events of a player that one subscriber has not read yet.
typealias PlayerEventQueue = EventQueue<PlayerEvent>

/// What is told to subscribers, and can say that something of it was lost.
protocol DroppableEvent: Sendable {
  /// So many were lost to this reader, which was too slow.
  static func dropped(_ count: Int) -> Self
}

extension PlayerEvent: DroppableEvent {}

/// The events that one subscriber has not read yet: 1,000 of them at most.
final class EventQueue<Event: DroppableEvent>: Sendable {
  static var capacity: Int { 1000 }

  private typealias Reader = CheckedContinuation<Event?, Never>

  private struct Storage {
    var ring = EventRing<Event>(capacity: EventQueue.capacity)
    var isFinished = false
    var pushed = 0
    var readers: [(id: UInt64, continuation: Reader)] = []
    var nextReader: UInt64 = 0
  }

  private let storage = Lock(Storage())

  /// How many events have been added so far.
  var pushed: Int { storage.withLock(\.pushed) }

  /// Adds an event; the last one ends the queue. Never blocks.
  func push(_ event: Event, isLast: Bool = false) {
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

  func next(isolation actor: isolated (any Actor)?) async -> Event? {
    let (event, isFinished, id) = storage.withLock { storage in
      storage.nextReader += 1
      return (storage.ring.pop(), storage.isFinished, storage.nextReader)
    }
    if event != nil || isFinished { return event }
    return await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: actor) { continuation in
          let now: Event?? = storage.withLock { storage in
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
struct EventRing<Event: DroppableEvent> {
  let capacity: Int
  private var events: [Event] = []
  private var head = 0
  private var count = 0
  private var dropped = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  mutating func push(_ event: Event) {
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
  mutating func pop() -> Event? {
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
