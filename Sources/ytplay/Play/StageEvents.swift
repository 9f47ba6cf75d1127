import PlayerKit

/// What happens on a ``Stage``.
enum StageEvent: Sendable {
  /// What is in front said something; the state after it.
  case event(PlayerEvent, PlayerState)
  /// Another page came in front, or events were lost to a slow reader: what is in front, as it is now.
  case stageChanged(PlayerState)
}

/// A subscription to all that happens on a ``Stage`` from the moment at which it was made, for one reader.
///
/// 1,000 events are kept for a slow reader; what is lost beyond that is told as a `stageChanged`. It ends after the
/// player, or the feed, has ended.
struct StageEvents: AsyncSequence, Sendable {
  typealias Element = StageEvent
  typealias Failure = Never

  private enum Origin: Sendable {
    case player(PlayerEvents, Player)
    case feed(PlayerFeed.Events, PlayerFeed)
  }

  private let origin: Origin
  private let state: PlayerState

  init(_ player: Player) {
    origin = .player(player.events, player)
    // After the subscription: an event that is in both is applied twice, which leads to the same state.
    state = player.state
  }

  init(_ feed: PlayerFeed) {
    origin = .feed(feed.events, feed)
    state = feed.stateInFront
  }

  func makeAsyncIterator() -> Iterator {
    switch origin {
    case .player(let events, let player):
      Iterator(source: .player(events.makeAsyncIterator(), player), state: state)
    case .feed(let events, let feed):
      Iterator(source: .feed(events.makeAsyncIterator(), feed), state: state)
    }
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate enum Source {
      case player(PlayerEvents.Iterator, Player)
      case feed(PlayerFeed.Events.Iterator, PlayerFeed)
    }

    fileprivate var source: Source
    fileprivate var state: PlayerState

    mutating func next() async -> StageEvent? { await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> StageEvent? {
      switch source {
      case .player(var events, let player):
        let event = await events.next(isolation: actor)
        source = .player(events, player)
        return event.map { take($0, lost: player.state) }
      case .feed(var events, let feed):
        defer { source = .feed(events, feed) }
        while let event = await events.next(isolation: actor) {
          if let taken = take(event, feed) { return taken }
        }
        return nil
      }
    }

    private mutating func take(_ event: PlayerEvent, lost: @autoclosure () -> PlayerState) -> StageEvent {
      if case .dropped = event { return change(to: lost()) }
      state.apply(event)
      return .event(event, state)
    }

    private mutating func take(_ event: PlayerFeed.Event, _ feed: PlayerFeed) -> StageEvent? {
      switch event {
      case .pageChanged(_, let state): change(to: state)
      case .player(let event, _): take(event, lost: feed.stateInFront)
      case .dropped: change(to: feed.stateInFront)
      case .pagesChanged, .moreFailed, .finished, .closed: nil
      }
    }

    private mutating func change(to state: PlayerState) -> StageEvent {
      self.state = state
      return .stageChanged(state)
    }
  }
}
