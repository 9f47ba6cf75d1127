/// The lock-held heart of a ``PlayerFeed``: what is wanted, what lives, and the two lanes that bring the one to the
/// other.
///
/// What is asked for only changes ``Storage``; it never waits. The front lane carries it out in order, one step at a
/// time, each towards the newest that is wanted: it alone silences, shows and plays. The stock lane makes neighbours
/// ready and ends what is not needed, so that a swipe never waits for either, unless it is about that very page.
final class FeedCore: Sendable {
  /// Why nothing plays for the moment.
  enum Hold: Sendable {
    case moving, background
  }

  /// A page that lives.
  struct Page: Sendable {
    let player: Player
    /// Tells it from another life of the same page.
    let life: UInt64
    /// What it says, of which so much has been taken.
    let events: PlayerEvents
    var heard = 0
    /// The place that it was given last.
    var place: PlayerPresentation
    /// When it was in front last.
    var used: UInt64 = 0
    /// Whether it is being shut down.
    var isClosing = false
    /// Whether its backend has ended by itself.
    var isStale = false
    /// Whether it has been left, and is not at its start again.
    var needsRewind = false
  }

  /// An action that waits for its turn, and the page that was wanted in front when it was sent.
  struct Pending: Sendable {
    let action: PlayerAction
    let index: Int
    let answer: CheckedContinuation<PlayerError?, Never>
  }

  struct Storage {
    var sources: [PlayerSource]
    var path: FeedPath
    /// Whether anything has been asked for.
    var hasBegun = false
    var holds: Set<Hold> = []
    var pages: [Int: Page] = [:]
    var lastLife: UInt64 = 0
    var queues: [EventQueue<PlayerFeed.Event>] = []
    /// What the feed says of itself, and what of it has been told.
    var news = PlayerFeed.State()
    var published = PlayerFeed.State()

    // What the front lane has brought about.
    /// The page that may sound.
    var front: Int?
    /// The page that is to be seen.
    var shown: Int?
    /// The number in the window of the page that was shown last.
    var lastNumber: Int?
    /// The page whose events are told.
    var told: Int?
    /// Whether the page in front has been paused by a hold.
    var isHeld = false
    /// Whether the page in front is to play once nothing holds it.
    var wantsToPlay: Bool
    /// Whether the one page of a feed that wraps around is to begin anew.
    var wantsRestart = false
    /// Pages that play though they are not in front.
    var strays: Set<Int> = []
    var pending: [Pending] = []
    /// Those who wait until a page's events have been taken so far.
    var hearers: [(index: Int, life: UInt64, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var settings = FeedSettings()
    var isFrontBusy = false
    var isFrontIdle = true

    // The stock lane.
    /// The page that it works on.
    var stockPage: Int?
    var stockWaiters: [CheckedContinuation<Void, Never>] = []
    var isStockIdle = true
    var resters: [CheckedContinuation<Void, Never>] = []

    // The last move.
    var lastMove = SuspendingClock.now - .seconds(3600)
    /// Whether it followed the one before so fast that nothing is to be begun before the pages rest.
    var isFling = false
    /// Whether no person has asked for the page in front: it came by an end, or as the first.
    var isAutomatic = true
    /// How many pages in a row could not be played.
    var failures = 0
    /// Whether a next page is to come as soon as there is one.
    var wantsNext = false

    // Further sources.
    var hasAllSources: Bool
    var loading: Task<Void, Never>?

    var lanes: [Task<Void, Never>] = []
    var isClosed = false
    var closing: Task<Void, Never>?
  }

  let registry: BackendRegistry
  let configuration: PlayerConfiguration
  let options: PlayerFeed.Options
  let backend: String?
  let more: PlayerFeed.More?
  let storage: Lock<Storage>
  let news: Newest<PlayerFeed.State>
  let frontBell = Bell()
  let stockBell = Bell()

  init(
    sources: [PlayerSource], registry: BackendRegistry, configuration: PlayerConfiguration,
    options: PlayerFeed.Options, backend: String?, more: PlayerFeed.More?
  ) {
    self.registry = registry
    self.options = options
    self.backend = backend
    self.more = more
    var storage = Storage(
      sources: sources, path: FeedPath(count: sources.count, wraps: options.wraps && more == nil),
      wantsToPlay: configuration.autoPlay, hasAllSources: more == nil)
    storage.news.count = sources.count
    storage.news.axis = options.axis
    storage.published = storage.news
    news = Newest(storage.news)
    self.storage = Lock(storage)
    // Each page is told by load or cue whether it plays.
    var configuration = configuration
    configuration.autoPlay = true
    self.configuration = configuration
  }

  var capacity: Int { max(options.capacity, 1) }
  var restTime: Duration { .limit(options.restTime) }

  // MARK: What is asked for

  /// Changes what is there, tells what that means, and wakes who has to do something about it.
  func change<Result: Sendable, Failure: Error>(
    _ body: (inout Storage) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try storage.withLock { (storage) throws(Failure) in
      defer { refresh(&storage) }
      return try body(&storage)
    }
    frontBell.ring()
    stockBell.ring()
    return result
  }

  func settle(on index: Int) throws(PlayerError) {
    try change { (storage) throws(PlayerError) in
      guard !storage.isClosed else { throw Self.closed }
      let waits = storage.sources.isEmpty && more != nil && !storage.hasAllSources
      guard storage.sources.indices.contains(index) || index == 0 && waits else {
        throw PlayerError(
          .invalidArgument, "There is no page \(index) in a feed of \(storage.sources.count).",
          remedy: "Count pages from 0.")
      }
      let isFirst = !storage.hasBegun
      begin(&storage)
      storage.path.go(to: index)
      moved(&storage, isAutomatic: isFirst)
    }
  }

  func go(by step: Int) -> Bool {
    change { storage in go(by: step, &storage) }
  }

  func go(by step: Int, _ storage: inout Storage) -> Bool {
    guard !storage.isClosed, storage.path.count > 0 else { return false }
    begin(&storage)
    let isOther = storage.path.go(by: step)
    // Round a single page.
    storage.wantsRestart = !isOther && storage.path.wraps && storage.path.count == 1
    guard isOther || storage.wantsRestart else {
      storage.holds.remove(.moving)
      askForMore(&storage)
      return false
    }
    moved(&storage, isAutomatic: false)
    return true
  }

  func hold(_ hold: Hold) {
    change { storage in _ = storage.holds.insert(hold) }
  }

  func release(_ hold: Hold) {
    change { storage in _ = storage.holds.remove(hold) }
  }

  func append(_ sources: [PlayerSource]) {
    change { storage in append(sources, &storage) }
  }

  private func append(_ sources: [PlayerSource], _ storage: inout Storage) {
    guard !storage.isClosed, !sources.isEmpty else { return }
    storage.sources += sources
    storage.path.append(sources.count)
    if storage.wantsNext { advance(&storage) }
  }

  private func begin(_ storage: inout Storage) {
    guard !storage.hasBegun else { return }
    storage.hasBegun = true
    storage.lanes = [Task { await self.runFront() }, Task { await self.runStock() }]
  }

  /// What every move means.
  private func moved(_ storage: inout Storage, isAutomatic: Bool) {
    let now = SuspendingClock.now
    storage.isFling = !isAutomatic && now - storage.lastMove < restTime
    storage.lastMove = now
    storage.isAutomatic = isAutomatic
    storage.wantsNext = false
    storage.news.isFinished = false
    if !isAutomatic {
      storage.failures = 0
      storage.holds.remove(.moving)
    }
    askForMore(&storage)
  }

  /// Goes to the next page by itself, now or when there is one.
  func advance(_ storage: inout Storage) {
    if storage.path.go(by: 1) { return moved(&storage, isAutomatic: true) }
    if storage.path.wraps, storage.path.count == 1, storage.failures == 0 {
      storage.wantsRestart = true
      return moved(&storage, isAutomatic: true)
    }
    storage.wantsNext = true
    askForMore(&storage)
    if storage.hasAllSources { finish(&storage) }
  }

  func finish(_ storage: inout Storage) {
    guard !storage.news.isFinished else { return }
    storage.news.isFinished = true
    tell(.finished, &storage)
  }

  // MARK: Further sources

  /// Asks for further sources where the end is near.
  private func askForMore(_ storage: inout Storage) {
    let left = storage.path.count - 1 - storage.path.index
    guard let more, !storage.hasAllSources, storage.loading == nil, !storage.isClosed,
      left <= max(options.preloadsAhead, 1)
    else { return }
    storage.news.moreError = nil
    storage.loading = Task { [weak self] in
      do throws(PlayerError) {
        let sources = try await more()
        self?.change { storage in self?.take(sources, &storage) }
      } catch {
        self?.change { storage in
          storage.loading = nil
          guard !storage.isClosed else { return }
          storage.news.moreError = error
          self?.tell(.moreFailed(error), &storage)
        }
      }
    }
  }

  private func take(_ sources: [PlayerSource], _ storage: inout Storage) {
    storage.loading = nil
    guard !storage.isClosed else { return }
    guard sources.isEmpty else {
      append(sources, &storage)
      return askForMore(&storage)
    }
    storage.hasAllSources = true
    storage.path.wraps = options.wraps
    if storage.wantsNext { advance(&storage) }
  }

  // MARK: What is told

  /// Works out the state anew.
  private func refresh(_ storage: inout Storage) {
    storage.isFrontIdle = false
    storage.isStockIdle = false
    let before = storage.published
    var news = storage.news
    news.count = storage.path.count
    news.index = storage.hasBegun && news.count > 0 ? storage.path.index : nil
    news.livePages = storage.pages.keys.sorted()
    news.isSettled = storage.isSettled
    news.isMoving = storage.holds.contains(.moving)
    news.isInBackground = storage.holds.contains(.background)
    news.isLoadingMore = storage.loading != nil
    if news.index != before.index { news.error = nil }
    guard news != before else { return }
    (storage.news, storage.published) = (news, news)
    self.news.set(news)
    if news.count != before.count || news.livePages != before.livePages {
      tell(.pagesChanged(count: news.count, live: news.livePages), &storage)
    }
  }

  func tell(_ event: PlayerFeed.Event, _ storage: inout Storage) {
    for queue in storage.queues { queue.push(event) }
  }

  func subscribe() -> FeedSubscription {
    let queue = EventQueue<PlayerFeed.Event>()
    storage.withLock { storage in
      if storage.news.isClosed {
        queue.push(.closed, isLast: true)
      } else {
        storage.queues.append(queue)
      }
    }
    return FeedSubscription(queue, of: self)
  }

  func unsubscribe(_ queue: EventQueue<PlayerFeed.Event>) {
    storage.withLock { $0.queues.removeAll { $0 === queue } }
  }

  // MARK: The end

  static let closed = PlayerError(.closed, "The feed has been shut down.", remedy: "Make another one.")

  func shutDown() async {
    let closing = change { storage -> Task<Void, Never>? in
      if storage.isClosed { return storage.closing }
      storage.isClosed = true
      storage.loading?.cancel()
      storage.closing = Task { await self.close() }
      return storage.closing
    }
    await closing?.value
  }

  private func close() async {
    let lanes = storage.withLock(\.lanes)
    // Whatever a lane waits for ends with its player.
    await endPlayers()
    for lane in lanes { await lane.value }
    // One may have been made meanwhile.
    await endPlayers()
    let (pending, resters) = change { storage in
      storage.pages = [:]
      (storage.front, storage.shown, storage.told) = (nil, nil, nil)
      storage.news.isClosed = true
      releaseHearers(&storage)
      defer { (storage.pending, storage.resters, storage.closing) = ([], [], nil) }
      return (storage.pending, storage.resters)
    }
    for pending in pending { pending.answer.resume(returning: Self.closed) }
    for rester in resters { rester.resume() }
    storage.withLock { storage in
      for queue in storage.queues { queue.push(.closed, isLast: true) }
      storage.queues = []
    }
    news.finish()
  }

  private func endPlayers() async {
    let players = change { storage in
      for index in storage.pages.keys { storage.pages[index]?.isClosing = true }
      return storage.pages.values.map(\.player)
    }
    await withTaskGroup { group in
      for player in players { group.addTask { await player.shutDown() } }
    }
  }
}

extension FeedCore.Storage {
  /// Whether the front lane has carried out what was asked for.
  var isSettled: Bool {
    guard !isClosed, hasBegun, path.count > 0 else { return !hasBegun || isClosed }
    return front == path.index && isHeld == !holds.isEmpty && pending.isEmpty && !isFrontBusy && !wantsRestart
  }
}
