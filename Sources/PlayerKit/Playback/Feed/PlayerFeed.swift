/// A pager of players, as for short films one above the other or a carousel: the page in front plays, its neighbours
/// are ready to start at once, and at most ``Options/capacity`` of them live.
///
/// ```swift
/// let feed = PlayerFeed(sources: sources, registry: registry)
/// try feed.settle(on: 0)
/// feed.next()
/// try await feed.waitFor { $0.isSettled }
/// await feed.shutDown()
/// ```
///
/// Each page has a ``Player`` of its own while it lives; the registry chooses its backend by its source. Nothing is
/// started before the first ``settle(on:)``.
///
/// 1. **One sound.** Of all pages at most one plays, ever: the one before is silent before the next begins. That holds
///    as long as the feed alone plays its pages: read ``player(at:)`` as you like, but send actions by ``send(_:)``. A
///    page that starts by itself, or by somebody else, while it is not in front is paused at once.
/// 2. **In order.** Where to go is taken at once and never waits; one consumer then carries it out, always towards
///    the newest page asked for. What a fling passes is neither made nor played, see ``Options/restTime``.
///
/// A page that is left is paused and begins anew when it is seen again. Volume, mute, rate and loop go along from page
/// to page. All members may be used from any thread and any actor. A feed that is dropped without ``shutDown()`` ends
/// its players by itself, a little later.
public final class PlayerFeed: Sendable {
  /// Brings further sources; none at all say that there are no more.
  public typealias More = @Sendable () async throws(PlayerError) -> [PlayerSource]

  let core: FeedCore

  /// A feed of these sources. Nothing is started before the first ``settle(on:)``.
  ///
  /// - Parameters:
  ///   - sources: the pages that it begins with.
  ///   - registry: the backends to choose from.
  ///   - configuration: for each page's player. Where ``PlayerConfiguration/autoPlay`` is off the first page waits
  ///     to be played; the pages after it play.
  ///   - feed: how the feed itself behaves.
  ///   - backend: the id of the backend to use for every page and no other; nil leaves the choice to the registry.
  ///   - more: asked for further sources when the end comes near: once at a time, and never again once it has
  ///     brought none. What it throws is told as ``State/moreError``, and it is asked again at the next need.
  public init(
    sources: [PlayerSource] = [], registry: BackendRegistry,
    configuration: PlayerConfiguration = PlayerConfiguration(), feed: Options = Options(),
    backend: String? = nil, more: More? = nil
  ) {
    core = FeedCore(
      sources: sources, registry: registry, configuration: configuration, options: feed, backend: backend,
      more: more)
  }

  deinit {
    let core = core
    Task { await core.shutDown() }
  }

  // MARK: What it is

  /// How the feed behaves.
  public var options: Options { core.options }

  /// What the feed says of itself now. It never waits.
  public var state: State { core.news.value }

  /// The states, beginning with the current one. A slow reader skips states; each loop over it reads for itself.
  public var states: States { States(news: core.news) }

  /// All events from now on: each call is a subscription of its own.
  public var events: Events { Events(subscription: core.subscribe()) }

  /// The player of a page; nil where it does not live. Where a page goes and comes again it has another one.
  public func player(at index: Int) -> Player? {
    core.storage.withLock { $0.pages[index].flatMap { $0.isClosing ? nil : $0.player } }
  }

  /// The player of the page in front; nil before it lives.
  public var current: Player? {
    core.storage.withLock { storage in storage.front.flatMap { storage.pages[$0]?.player } }
  }

  /// The source of a page; nil where there is no such page.
  public func source(at index: Int) -> PlayerSource? {
    core.storage.withLock { $0.sources.indices.contains(index) ? $0.sources[index] : nil }
  }

  // MARK: Where it goes

  /// The pages have come to rest on this one: it is brought to the front and plays.
  ///
  /// Settling on the page that is in front already goes on with it. An empty feed that has a source of more settles
  /// on 0 as soon as there is one.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` where there is no such page, ``PlayerError/Code/closed`` after
  ///   ``shutDown()``.
  public func settle(on index: Int) throws(PlayerError) {
    try core.settle(on: index)
  }

  /// Goes to the next page; false where there is none. A feed of one page that wraps around begins it anew.
  @discardableResult
  public func next() -> Bool { core.go(by: 1) }

  /// Goes to the page before; false where there is none.
  @discardableResult
  public func previous() -> Bool { core.go(by: -1) }

  /// The person has begun to move the pages: the one in front pauses, and nothing is begun until ``settle(on:)``,
  /// ``next()`` or ``previous()`` says where that leads to.
  public func willLeave() { core.hold(.moving) }

  /// Adds pages behind the last.
  public func append(_ sources: [PlayerSource]) { core.append(sources) }

  // MARK: What it plays

  /// Has the page in front take an action: the one that is wanted in front when this is called, once it is there.
  ///
  /// `next` and `previous` go through the items of a page's own list first, then on to another page. While the feed is
  /// in the background `play` is kept for its return. Before the first page volume, mute, rate and loop are kept
  /// for it.
  ///
  /// - Throws: what ``Player/send(_:)`` throws; ``PlayerError/Code/unsupported`` for `load`, `cue` and `clear`, since
  ///   a page has its own source; ``PlayerError/Code/nothingLoaded`` where there is no page,
  ///   ``PlayerError/Code/closed`` after ``shutDown()``.
  public func send(_ action: PlayerAction) async throws(PlayerError) {
    try await core.send(action)
  }

  /// The feed can't be seen any more: the page in front pauses, and nothing more is loaded.
  public func enterBackground() { core.hold(.background) }

  /// The feed can be seen again: the page in front goes on where it played.
  public func enterForeground() { core.release(.background) }

  // MARK: Waiting and ending

  /// Waits until a state meets the condition, and returns it.
  ///
  /// - Throws: ``PlayerError/Code/timedOut`` when the time is over or the task was cancelled,
  ///   ``PlayerError/Code/closed`` where the feed ended without meeting it.
  @discardableResult
  public func waitFor(
    _ condition: @escaping @Sendable (State) -> Bool, timeout: Duration = .seconds(15)
  ) async throws(PlayerError) -> State {
    let states = states
    let found = await withTaskGroup(of: State?.self) { group in
      group.addTask {
        for await state in states where condition(state) { return state }
        return nil
      }
      group.addTask {
        // Cancelled: the state has come, or nobody waits any more.
        try? await Deadlines.shared.sleep(for: timeout)
        return nil
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? nil
    }
    // The time may be over before anything has run, and a state that is there is still found.
    if let found { return found }
    let last = state
    if condition(last) { return last }
    throw last.isClosed
      ? PlayerError(.closed, "The feed was shut down while it was waited for.", remedy: "Make another one.")
      : PlayerError(
        .timedOut, "The feed's state did not come within \(timeout).",
        remedy: "Allow more time, or see what the state and the events say.")
  }

  /// Shuts all players down and ends all streams. Idempotent; a second call waits for the first.
  public func shutDown() async { await core.shutDown() }

  /// Waits until all has been done that is to be done: also behind the page in front.
  package func rest() async { await core.rest() }
}

extension PlayerFeed {
  /// How a feed behaves.
  public struct Options: Sendable, Hashable {
    /// Which way the pages slide, where a backend shows them in a window of pages.
    public var axis = PlayerPresentation.Axis.vertical
    /// How many pages live at most, 1 or more. The one that has not been in front for the longest time goes first, and
    /// its end is awaited before another is made. 5 unless set.
    public var capacity = 5
    /// Whether the first page follows the last, once there are no more to come.
    public var wraps = false
    /// Whether the end of a page leads to the next. On unless set.
    public var advancesOnEnd = true
    /// How many pages are kept ready in the way of the last move. 2 unless set; never so many that more than
    /// ``capacity`` would live.
    public var preloadsAhead = 2
    /// How many are kept ready in the other way. 1 unless set.
    public var preloadsBehind = 1
    /// For how many seconds nobody must have moved the pages before neighbours are loaded. Of moves that follow each
    /// other faster only the first is carried out at once, and then the last. 0.15 unless set.
    public var restTime = 0.15

    /// The defaults.
    public init() {}
  }
}
