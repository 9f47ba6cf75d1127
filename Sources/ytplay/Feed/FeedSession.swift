import PlayerKit

/// Pages through the sources of the command line, and ends with the status that says how it went.
actor FeedSession {
  let options: Options
  let sources: [SourceArgument]
  let registry: BackendRegistry
  let console: Console
  let feed: PlayerFeed
  /// What lists call the sources that the feed began with.
  let titles: [String?]
  let ending: Ending
  var status: StatusLine?
  /// The page in front and its state, as far as they have been told on standard output.
  var told = (page: 0, state: PlayerState.empty)
  /// What is told on standard output.
  let telling: PlayerFeed.Events
  /// What waits for the telling to get so far.
  var behind = ReplyQueue<Behind>()
  private var tally: FeedTally
  private var saidLines = SaidLines()

  init(
    options: Options, sources: [SourceArgument], registry: BackendRegistry, console: Console, ending: Ending
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
      feed: options.feed,
      backend: options.backend)
    telling = feed.events
    tally = FeedTally(unreadable: sources.count - readable.count)
    if console.isInteractive && !options.json && !options.isQuiet {
      status = StatusLine(console.output)
    }
  }

  /// Pages until the end, and returns the status to exit with.
  func run() async -> ExitStatus {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    Signals.listen { continuation.yield($0) }
    let (events, told) = (feed.events, telling)
    Task { await follow(events) }
    Task { await obey(signals) }
    let telling = Task { await tell(told) }
    console.output.start()
    // A signal ends the program even while the first backend takes its time to start.
    Task {
      await begin()
      if options.json { await obey(LineReader(0)) }
    }
    let reason = await ending.wait()
    await feed.shutDown()
    switch reason {
    case .finished, .startFailed:
      await telling.value
      status?.leave()
      guard case .startFailed(let error) = reason else { return await console.finish(tally.status) }
      say(error.description)
      return await console.finish(.usage)
    case .signal, .outputFailed:
      // A reader who does not read must not hold up an end that was asked for.
      await withTimeLimit(1) { await telling.value }
      status?.leave()
      await withTimeLimit(1) { [console] in _ = await console.finish(.signal) }
      return console.output.failure == nil ? .signal : await console.finish(.signal)
    }
  }

  private func begin() async {
    for case .failure(let error) in sources.map(\.reading) {
      publish(.failed(error))
      say(error.description)
    }
    for action in settings {
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

  /// What the options say of what goes along from page to page.
  private var settings: [PlayerAction] {
    var actions: [PlayerAction] = []
    if let volume = options.volume { actions.append(.setVolume(volume)) }
    if options.isMuted { actions.append(.mute) }
    if let rate = options.rate { actions.append(.setRate(rate)) }
    if options.loop == .one { actions.append(.setLoop(.one)) }
    return actions
  }

  // MARK: What the feed says

  private func follow(_ events: PlayerFeed.Events) async {
    for await event in events where !ending.hasCome {
      switch event {
      case .pageChanged: saidLines.forget()
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
    case .failed(let error, let willRestart):
      if !willRestart { return say(error.description) }
      // Its remedy is under way.
      if !options.isQuiet { say("\(error.message) Playing goes on in a moment.") }
    case .rejected(.action(.load(let source)), let error), .rejected(.action(.cue(let source)), let error):
      if isStartFailure(error, of: source) { ending.come(.startFailed(error)) }
    // With --json the log stands among the events.
    case .log(let level, let text): if !options.json { log(level, text) }
    default: break
    }
  }

  /// Whether the options are to blame, and not a source: for a backend that was named and can't run, or for
  /// an option that mpv, or a parameter that YouTube's player, refuses.
  private func isStartFailure(_ error: PlayerError, of source: PlayerSource) -> Bool {
    guard !tally.hasOpened else { return false }
    switch error.code {
    case .invalidArgument: return !options.mpv.isEmpty || options.youTube != YouTubeParameters()
    case .backendUnavailable:
      // Where the backend lacks something for this kind of source alone, the next one may play.
      let candidates = registry.candidates(for: source, preferring: options.backend)
      return options.backend != nil && candidates.contains(where: \.isChosen)
    default: return false
    }
  }

  // MARK: Signals

  private func obey(_ signals: AsyncStream<Int32>) async {
    for await number in signals {
      if Signals.endsProgram(number) {
        ending.come(.signal)
      } else if Signals.stopsJob(number) {
        await stopJob()
      } else {
        draw(isForced: true)
      }
    }
  }

  /// Pauses, stops the job, and goes on as before when the job does.
  private func stopJob() async {
    guard !ending.hasCome else { return }
    feed.enterBackground()
    // Whatever becomes of the pause, the job is to stop.
    _ = try? await feed.waitFor({ $0.isSettled }, timeout: .seconds(1))
    await withTimeLimit(1) { await self.catchUpTelling() }
    status?.leave()
    await withTimeLimit(1) { [console] in await console.output.flush() }
    Signals.stopJob()
    feed.enterForeground()
  }

  // MARK: Messages

  private func log(_ level: LogLevel, _ text: String) {
    guard options.isVerbose || saidLines.isNew(text) else { return }
    switch level {
    case .error: say(text)
    case .warning, .info: if !options.isQuiet { say(text) }
    case .debug: if options.isVerbose { say(text) }
    }
  }

  /// Says on standard error what went wrong.
  private func say(_ message: String) {
    guard status != nil, console.showsErrors else { return console.say(message) }
    status?.interrupt("ytplay: \(Text.safe(message))")
  }
}
