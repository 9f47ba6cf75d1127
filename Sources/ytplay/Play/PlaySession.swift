import PlayerKit

/// Plays the sources of the command line as a queue, and ends with the status that says how it went.
actor PlaySession {
  let options: Options
  /// The sources that could be read.
  let queue: PlayQueue
  /// Why the others could not.
  private let unreadable: [PlayerError]
  let registry: BackendRegistry
  let console: Console
  let player: Player
  let ending: Ending
  var status: StatusLine?
  /// The state as far as it has been told on standard output.
  var told = PlayerState.empty
  /// Whether the end has been told.
  var hasToldEnd = false
  /// What is told on standard output.
  let telling: PlayerEvents
  /// What waits for the telling to get so far.
  var behind = ReplyQueue<Behind>()
  /// Who waits until all that the player has said so far has been followed.
  private var heard = ReplyQueue<CheckedContinuation<Void, Never>>()
  /// What lists call their sources.
  let titles: [PlayerSource: String]
  /// The sources that standard input asked for and that may have been refused; it is told of that by itself.
  private var ownLoads: [PlayerSource] = []
  /// Whether any source has been open.
  private var hasEverOpened = false
  private var saidLines = SaidLines()

  init(
    options: Options, sources: [SourceArgument], registry: BackendRegistry, console: Console, ending: Ending
  ) {
    self.options = options
    queue = PlayQueue(
      sources.compactMap { argument in
        argument.source.map { PlayQueue.Entry($0, title: argument.title) }
      })
    titles = Dictionary(
      sources.compactMap { argument in
        argument.source.flatMap { source in argument.title.map { (source, $0) } }
      }, uniquingKeysWith: { first, _ in first })
    unreadable = sources.compactMap { argument in
      if case .failure(let error) = argument.reading { error } else { nil }
    }
    self.registry = registry
    self.console = console
    self.ending = ending
    player = Player(registry: registry, configuration: options.configuration, backend: options.backend)
    telling = player.events
    if console.isInteractive && !options.json && !options.isQuiet {
      status = StatusLine(console.output)
    }
  }

  /// Plays until the end, and returns the status to exit with.
  func run() async -> ExitStatus {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    Signals.listen { continuation.yield($0) }
    let (events, told) = (player.events, telling)
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
    return await end(reason, telling)
  }

  private func end(_ reason: Ending.Reason, _ telling: Task<Void, Never>) async -> ExitStatus {
    await player.shutDown()
    switch reason {
    case .finished:
      await telling.value
      status?.leave()
      return await console.finish(outcome)
    case .startFailed(let error):
      await telling.value
      status?.leave()
      say(error)
      return await console.finish(.usage)
    case .signal, .outputFailed:
      // A reader who does not read must not hold up an end that was asked for.
      await withTimeLimit(1) { await telling.value }
      status?.leave()
      await withTimeLimit(1) { [console] in _ = await console.finish(.signal) }
      return console.output.failure == nil ? .signal : await console.finish(.signal)
    }
  }

  // MARK: Going through the sources

  private func begin() async {
    for action in settings {
      // A refusal is published, and told like every other.
      try? await player.send(action)
    }
    for error in unreadable {
      publish(.failed(error))
      say(error)
    }
    guard !queue.isEmpty else { return ending.come(.finished) }
    queue.loop = options.loop
    queue.setShuffled(options.isShuffled)
    do throws(PlayerError) {
      try await player.play(queue)
    } catch {
      guard error.code == .closed else { return ending.come(.startFailed(error)) }
      // A signal that came meanwhile has shut the player down.
      if !ending.hasCome { ending.come(.finished) }
    }
    Task { await awaitEnd() }
  }

  /// What the options say of what lives on across sources.
  private var settings: [PlayerAction] {
    var actions: [PlayerAction] = []
    if let volume = options.volume { actions.append(.setVolume(volume)) }
    if options.isMuted { actions.append(.mute) }
    if let rate = options.rate { actions.append(.setRate(rate)) }
    return actions
  }

  /// Ends behind the last source, once all that led there has been followed.
  private func awaitEnd() async {
    // Without an end of the queue the player has ended, which is told otherwise.
    guard (try? await player.waitForQueue()) != nil else { return }
    await withCheckedContinuation { resume(heard.add($0, after: telling.count)) }
    ending.come(.finished)
  }

  private func resume(_ waiting: [CheckedContinuation<Void, Never>]) {
    for continuation in waiting { continuation.resume() }
  }

  /// The exit status for what has been played.
  private var outcome: ExitStatus {
    let report = player.queueReport
    if report.failed + unreadable.count == 0 { return .success }
    return report.played == 0 ? .nothingPlayed : .partlyPlayed
  }

  /// A source of the queue was refused.
  private func refused(_ source: PlayerSource, _ error: PlayerError) {
    if let own = ownLoads.firstIndex(of: source) {
      ownLoads.remove(at: own)
    } else if isStartFailure(error, of: source) {
      ending.come(.startFailed(error))
    } else if error.code == .closed {
      // No source is to blame: the window was closed before it was ready.
      quit()
    } else {
      say(error)
    }
  }

  /// Whether the options are to blame, and not a source: for a backend that was named and can't run, or for
  /// an option that mpv, or a parameter that YouTube's player, refuses.
  private func isStartFailure(_ error: PlayerError, of source: PlayerSource) -> Bool {
    guard !hasEverOpened, player.state.backend == nil else { return false }
    switch error.code {
    case .invalidArgument: return !options.mpv.isEmpty || options.youTube != YouTubeParameters()
    case .backendUnavailable:
      // Where the backend lacks something for this kind of source alone, the next one may play.
      let candidates = registry.candidates(for: source, preferring: options.backend)
      return options.backend != nil && candidates.contains(where: \.isChosen)
    default: return false
    }
  }

  /// Sends an action of standard input that opens a source.
  func sendOpening(_ source: PlayerSource, _ action: PlayerAction) async throws(PlayerError) {
    // Where it is refused, the refusal takes it out again.
    ownLoads.append(source)
    try await player.send(action)
    if let own = ownLoads.firstIndex(of: source) { ownLoads.remove(at: own) }
  }

  // MARK: What the player says

  private func follow(_ events: PlayerEvents) async {
    for await event in events {
      switch event {
      case .sourceChanged(let source):
        // The window was closed: nothing else drops a source unasked.
        if source == nil && !options.json { quit() }
        saidLines.forget()
      case .statusChanged(let status, _):
        if [.queued, .playing, .paused].contains(status) { hasEverOpened = true }
      case .failed(let error, let willRestart):
        if willRestart {
          // Its remedy is under way.
          if !options.isQuiet { say("\(error.message) Playing goes on in a moment.") }
        } else if !ending.hasCome {
          say(error)
        }
      case .rejected(.action(.load(let source)), let error), .rejected(.action(.cue(let source)), let error):
        if !ending.hasCome { refused(source, error) }
      // With --json the log stands among the events.
      case .log(let level, let text): if !options.json { log(level, text) }
      // Its window was closed; or the player has been shut down, which is known.
      case .closed: quit()
      default: break
      }
      resume(heard.tell(event))
    }
    resume(heard.takeAll())
  }

  /// Ends as at the end of the last source, where nothing else has ended it.
  private func quit() {
    if !ending.hasCome { ending.come(.finished) }
  }

  // MARK: Signals

  private func obey(_ signals: AsyncStream<Int32>) async {
    for await number in signals {
      if Signals.endsProgram(number) {
        ending.come(.signal)
      } else if Signals.stopsJob(number) {
        await stopJob()
      } else {
        draw(player.state, isForced: true)
      }
    }
  }

  /// Pauses, stops the job, and goes on as before when the job does.
  private func stopJob() async {
    guard !ending.hasCome else { return }
    let wasPlaying = player.state.playWhenReady
    let player = player
    if wasPlaying {
      // Whatever becomes of the pause, the job is to stop.
      await withTimeLimit(1) { try? await player.send(.pause) }
      await withTimeLimit(1) { await self.catchUpTelling() }
    }
    status?.leave()
    await withTimeLimit(1) { [console] in await console.output.flush() }
    Signals.stopJob()
    guard wasPlaying, !ending.hasCome else { return }
    // A refusal is published, and told like every other.
    try? await player.send(.play)
  }

  // MARK: Messages

  /// Says on standard error what went wrong.
  private func say(_ error: PlayerError) {
    say(error.description)
  }

  private func log(_ level: LogLevel, _ text: String) {
    guard options.isVerbose || saidLines.isNew(text) else { return }
    switch level {
    case .error: say(text)
    case .warning, .info: if !options.isQuiet { say(text) }
    case .debug: if options.isVerbose { say(text) }
    }
  }

  private func say(_ message: String) {
    guard status != nil, console.showsErrors else { return console.say(message) }
    status?.interrupt("ytplay: \(Text.safe(message))")
  }
}
