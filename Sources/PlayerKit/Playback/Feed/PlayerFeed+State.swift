extension PlayerFeed {
  /// One snapshot of what a feed says of itself.
  public struct State: Sendable, Hashable {
    /// The page that is wanted in front, counted from 0; nil before the first ``PlayerFeed/settle(on:)`` and while there
    /// is no page.
    public internal(set) var index: Int?
    /// How many pages there are.
    public internal(set) var count = 0
    /// Which way they slide.
    public internal(set) var axis = PlayerPresentation.Axis.vertical
    /// The pages whose players live, in order, those that are just being ended among them.
    public internal(set) var livePages: [Int] = []
    /// Whether all that was asked for has been carried out: the page is in front, and has been told to play.
    public internal(set) var isSettled = true
    /// Whether the person is moving the pages, see ``PlayerFeed/willLeave()``.
    public internal(set) var isMoving = false
    /// Whether the feed can't be seen, see ``PlayerFeed/enterBackground()``.
    public internal(set) var isInBackground = false
    /// Whether further sources are being asked for.
    public internal(set) var isLoadingMore = false
    /// Whether the last page has ended, or none can be played, and there is nothing to go on with. Any move ends that.
    public internal(set) var isFinished = false
    /// Why the page in front can't be played; nil again when another page comes, or it plays after all.
    public internal(set) var error: PlayerError?
    /// Why no further sources came; nil again when they are asked for once more.
    public internal(set) var moreError: PlayerError?
    /// Whether the feed has ended: it was shut down, or its window was closed.
    public internal(set) var isClosed = false

    init() {}
  }

  /// The states of a feed: a reader gets the current state at once, then each time the newest that it has not seen.
  /// It ends after the feed's last state.
  public struct States: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = State
    /// It never throws.
    public typealias Failure = Never

    let news: Newest<State>

    /// Reads the states.
    public struct Iterator: AsyncIteratorProtocol {
      let news: Newest<State>
      let reader: UInt64
      var seen: UInt64 = 0

      /// The newest state that this reader has not seen; nil after the last, or when the task is cancelled.
      public mutating func next() async -> State? { await next(isolation: nil) }

      /// The newest state that this reader has not seen; nil after the last, or when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> State? {
        guard let (state, version) = await news.value(after: seen, reader: reader, isolation: actor) else {
          return nil
        }
        seen = version
        return state
      }
    }

    /// An iterator that begins with the current state.
    public func makeAsyncIterator() -> Iterator { Iterator(news: news, reader: news.enlistReader()) }
  }

  /// What happens in a feed.
  public enum Event: Sendable, Hashable {
    /// Another page is in front, counted from 0, and what its player says of itself. Pages that a fling passed are not
    /// told.
    case pageChanged(Int, PlayerState)
    /// The player of the page in front said something.
    case player(PlayerEvent, page: Int)
    /// Pages were added, began to live or ended.
    case pagesChanged(count: Int, live: [Int])
    /// Further sources could not be had.
    case moreFailed(PlayerError)
    /// The last page has ended, or none can be played, and there is nothing to go on with.
    case finished
    /// So many events were lost to this reader, which was too slow.
    case dropped(Int)
    /// The end: the feed was shut down, or its window was closed. Nothing comes after it.
    case closed
  }

  /// A subscription to all events of a feed from the moment at which it was made, for one reader.
  ///
  /// 1,000 events are kept for a slow reader; then `dropped(count)` takes the place of the oldest. It ends after
  /// `closed`.
  public struct Events: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = Event
    /// It never throws.
    public typealias Failure = Never

    let subscription: FeedSubscription

    /// How many events have come so far, be they read, waiting or dropped.
    package var count: Int { subscription.queue.pushed }

    /// Reads the events.
    public struct Iterator: AsyncIteratorProtocol {
      let subscription: FeedSubscription

      /// The next event; nil after `closed`, or when the task is cancelled.
      public mutating func next() async -> Event? { await next(isolation: nil) }

      /// The next event; nil after `closed`, or when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? {
        await subscription.queue.next(isolation: actor)
      }
    }

    /// An iterator over what has not been read yet.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }
  }
}

extension PlayerFeed.Event: DroppableEvent {}

/// Keeps a queue in the feed's list as long as someone could read it.
final class FeedSubscription: Sendable {
  let queue: EventQueue<PlayerFeed.Event>
  private let core: FeedCore

  init(_ queue: EventQueue<PlayerFeed.Event>, of core: FeedCore) {
    self.queue = queue
    self.core = core
  }

  deinit { core.unsubscribe(queue) }
}
