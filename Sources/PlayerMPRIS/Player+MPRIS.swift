import PlayerKit

/// A player, and the queue that it plays, on the desktop.
extension Player: MPRISPlayer {
  /// Its events.
  public struct MPRISEvents: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = MPRISEvent
    /// It never throws.
    public typealias Failure = Never

    let events: PlayerEvents
    let player: Player

    /// Reads the events.
    public struct Iterator: AsyncIteratorProtocol {
      var events: PlayerEvents.Iterator
      let player: Player

      /// The next event; nil after the last, or when the task is cancelled.
      public mutating func next() async -> MPRISEvent? {
        await next(isolation: nil)
      }

      /// The next event; nil after the last, or when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> MPRISEvent? {
        guard let event = await events.next(isolation: actor) else { return nil }
        if case .dropped = event { return .moved(to: player.state) }
        return .event(event)
      }
    }

    /// An iterator over what has not been read yet.
    public func makeAsyncIterator() -> Iterator {
      Iterator(events: events.makeAsyncIterator(), player: player)
    }
  }

  /// Its state, what its backend can do, and where its queue stands.
  public var mprisOutlook: MPRISOutlook {
    let state = state
    let queue = queue?.snapshot
    func hasOther(by step: Int) -> Bool {
      if state.items.indices.contains((state.itemIndex ?? 0) + step) { return true }
      if state.loop == .all && state.items.count > 1 { return true }
      guard let queue, let index = queue.currentIndex else { return false }
      return queue.items.indices.contains(index + step) || queue.loop == .all && queue.items.count > 1
    }
    return MPRISOutlook(
      state: state, capabilities: state.backend.flatMap { registry[$0] }?.descriptor.capabilities ?? [],
      title: queue?.current?.title, canGoNext: hasOther(by: 1), canGoPrevious: hasOther(by: -1))
  }

  /// All that happens from now on.
  public func mprisEvents() -> MPRISEvents {
    MPRISEvents(events: events, player: self)
  }
}
