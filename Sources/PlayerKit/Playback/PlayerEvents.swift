/// A subscription to all events of a player from the moment at which it was made.
///
/// 1,000 events are kept for a slow reader; then `dropped(count)` takes the place of the oldest. It ends
/// after `closed`; a subscription made later than that gets `closed` alone. It is for one reader: ask the
/// player for another one for each.
public struct PlayerEvents: AsyncSequence, Sendable {
  /// What it gives.
  public typealias Element = PlayerEvent
  /// It never throws.
  public typealias Failure = Never

  let subscription: PlayerEventSubscription

  /// How many events have come so far, be they read, waiting or dropped.
  package var count: Int { subscription.queue.pushed }

  /// Reads the events.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: PlayerEventSubscription

    /// The next event; nil after `closed`, or when the task is cancelled.
    public mutating func next() async -> PlayerEvent? {
      await next(isolation: nil)
    }

    /// The next event; nil after `closed`, or when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> PlayerEvent? {
      await subscription.queue.next(isolation: actor)
    }
  }

  /// An iterator over what has not been read yet.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: subscription)
  }
}

/// Keeps a queue in the player's list as long as someone could read it.
final class PlayerEventSubscription: Sendable {
  let queue: PlayerEventQueue
  private let core: PlayerCore

  init(_ queue: PlayerEventQueue, of core: PlayerCore) {
    self.queue = queue
    self.core = core
  }

  deinit {
    core.unsubscribe(queue)
  }
}
