import PlayerKit

/// Pages through the sources of the command line, and ends with the status that says how it went.
actor FeedSession: Session {
  let options: Options
  let sources: [SourceArgument]
  let registry: BackendRegistry
  let console: Console
  let feed: PlayerFeed
  /// What lists call the sources that the feed began with.
  let titles: [String?]
  let ending: Ending
  let stage: any Stage
  let terminal: Terminal?
  let messages: Messages
  let keeper: PlaceKeeper
  /// The page in front and its state, as far as they have been told on standard output.
  var told = (page: 0, state: PlayerState.empty)
  /// What is told on standard output.
  let telling: PlayerFeed.Events
  private let following: PlayerFeed.Events
  var behind = ReplyQueue<Behind>()
  private var tally: FeedTally
  /// Whether standard input has put the feed in the background.
  private var isHidden = false
  private var isStopping = false

  init(
    options: Options, sources: [SourceArgument], registry: BackendRegistry, memory: PlaceMemory,
    console: Console, ending: Ending
  ) {
    self.options = options
    self.sources = sources
    self.registry = registry
    self.console = console
    self.ending = ending
    var readable = sources.filter { $0.source != nil }
    if options.isShuffled { readable.shuffle() }
    titles = readable.map(\.title)
    feed = PlayerFeed(
      sources: readable.compactMap(\.source), registry: registry, configuration: options.configuration,
      feed: options.feed, backend: options.backend)
    (telling, following) = (feed.events, feed.events)
    tally = FeedTally(unreadable: sources.count - readable.count)
    stage = FeedStage(feed: feed, titles: titles, registry: registry, ending: ending)
    terminal = Terminal(console, options)
    messages = Messages(console, terminal, options)
    keeper = PlaceKeeper(stage, memory, options, messages)
  }

  var tellable: Int { telling.count }

  var hasOpened: Bool { tally.hasOpened }

  func begin() async {
    for case .failure(let error) in sources.map(\.reading) {
      publish(.failed(error))
      messages.say(error)
    }
    for action in settings + (options.loop == .one ? [.setLoop(.one)] : []) {
      // A refusal is published, and told like every other.
      try? await feed.send(action)
    }
    do throws(PlayerError) {
      try feed.settle(on: 0)
    } catch {
      // None of the sources could be read, which has been said; or a signal came meanwhile.
      ending.come(.finished)
    }
  }

  func shutDown() async { await feed.shutDown() }

  func outcome(_ reason: Ending.Reason) -> ExitStatus { tally.status }

  // MARK: What the feed says

  func follow() async {
    for await event in following where !ending.hasCome {
      switch event {
      case .pageChanged: messages.forget()
      case .player(let event, let page): follow(event, page)
      // The last page has ended, or the window was closed.
      case .finished, .closed: ending.come(.finished)
      case .moreFailed, .pagesChanged, .dropped: break
      }
    }
  }

  private func follow(_ event: PlayerEvent, _ page: Int) {
    tally.take(event, page: page)
    switch event {
    case .failed(let error, let willRestart): say(error, willRestart: willRestart)
    case .rejected(.action(.load(let source)), let error), .rejected(.action(.cue(let source)), let error):
      if isStartFailure(error, of: source) { ending.come(.startFailed(error)) }
    // With --json the log stands among the events.
    case .log(let level, let text): if !options.json { messages.log(level, text) }
    default: break
    }
  }

  // MARK: What is asked for

  func obeyOwn(_ line: [UInt8]) -> (id: JSONValue?, failure: PlayerError?)? {
    guard let received = FeedAction.read(line) else { return nil }
    do throws(PlayerError) {
      try perform(received.result.get())
      return (received.id, nil)
    } catch {
      publish(.rejected(.unreadable(received.value), error))
      return (received.id, error)
    }
  }

  private func perform(_ action: FeedAction) throws(PlayerError) {
    switch action {
    case .enterBackground: isHidden = true
    case .enterForeground:
      isHidden = false
      // The stopped job comes back first.
      if isStopping { return }
    default: break
    }
    try feed.perform(action)
  }

  func perform(_ action: PlayerAction) async throws(PlayerError) {
    try await feed.send(action)
  }

  // MARK: Job control

  func enterStop() async {
    isStopping = true
    feed.enterBackground()
    // Whatever becomes of the pause, the job is to stop.
    _ = try? await feed.waitFor({ $0.isSettled }, timeout: .seconds(1))
  }

  func leaveStop() {
    isStopping = false
    // What was in the background before stays there.
    if !isHidden { feed.enterForeground() }
  }
}
