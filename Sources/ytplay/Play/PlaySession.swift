import PlayerKit

/// Plays the sources of the command line one after another, and ends with the status that says how it went.
actor PlaySession {
  let options: Options
  let sources: [SourceArgument]
  let registry: BackendRegistry
  let console: Console
  let player: Player
  let ending: Ending
  var sequencer: Sequencer
  var status: StatusLine?
  /// The state as far as it has been told on standard output.
  var told = PlayerState.empty
  /// Whether the end has been told.
  var hasToldEnd = false
  /// What is told on standard output.
  let telling: PlayerEvents
  /// What waits for the telling to get so far.
  var behind = ReplyQueue<Behind>()
  /// The source whose opening has been asked for and of which nothing has been heard yet. Until then, what
  /// is heard is about the one before.
  private var awaited: PlayerSource?
  /// Whether the source has been open.
  private var hasOpened = false
  /// Whether any source has been open.
  private var hasEverOpened = false
  private var wantsToPlay: Bool
  private var saidLines = SaidLines()

  init(
    options: Options, sources: [SourceArgument], registry: BackendRegistry, console: Console, ending: Ending
  ) {
    self.options = options
    self.sources = sources
    self.registry = registry
    self.console = console
    self.ending = ending
    player = Player(registry: registry, configuration: options.configuration, backend: options.backend)
    telling = player.events
    sequencer = Sequencer(count: sources.count, loops: sources.count > 1 && options.loop == .all)
    wantsToPlay = options.autoPlay
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
      return await console.finish(sequencer.status)
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
    if sequencer.loops { publish(.loopChanged(.all)) }
    await follow(.open(0), plays: options.autoPlay)
  }

  /// What the options say of what lives on across sources.
  private var settings: [PlayerAction] {
    var actions: [PlayerAction] = []
    if let volume = options.volume { actions.append(.setVolume(volume)) }
    if options.isMuted { actions.append(.mute) }
    if let rate = options.rate { actions.append(.setRate(rate)) }
    if options.loop != .off && !sequencer.loops { actions.append(.setLoop(options.loop)) }
    return actions
  }

  /// Opens the next source that can be opened, or ends.
  func follow(_ move: Sequencer.Move, plays: Bool) async {
    var move = move
    while case .open(let index) = move {
      guard !ending.hasCome, let error = await open(index, plays: plays) else { return }
      if isStartFailure(error, of: sources[index]) { return ending.come(.startFailed(error)) }
      say(error)
      move = sequencer.couldNotPlay()
    }
    ending.come(.finished)
  }

  /// Whether the options are to blame, and not a source: for a backend that was named and can't run, or for
  /// an option that mpv, or a parameter that YouTube's player, refuses.
  private func isStartFailure(_ error: PlayerError, of source: SourceArgument) -> Bool {
    guard !hasEverOpened, player.state.backend == nil, let source = source.source else { return false }
    switch error.code {
    case .invalidArgument: return !options.mpv.isEmpty || options.youTube != YouTubeParameters()
    case .backendUnavailable:
      // Where the backend lacks something for this kind of source alone, the next one may play.
      let candidates = registry.candidates(for: source, preferring: options.backend)
      return options.backend != nil && candidates.contains(where: \.isChosen)
    default: return false
    }
  }

  /// Opens a source, and returns why it can't be.
  private func open(_ index: Int, plays: Bool) async -> PlayerError? {
    let source: PlayerSource
    switch sources[index].reading {
    case .success(let readable): source = readable
    case .failure(let error):
      publish(.failed(error))
      return error
    }
    do throws(PlayerError) {
      try await load(source, plays: plays)
      return nil
    } catch {
      guard error.code == .closed else { return error }
      // No source is to blame: a signal that came meanwhile has shut the player down, or its window was closed
      // before it was ready.
      if !ending.hasCome { quit() }
      return nil
    }
  }

  private func load(_ source: PlayerSource, plays: Bool) async throws(PlayerError) {
    try await sendOpening(source, plays ? .load(source) : .cue(source))
    if plays && !options.autoPlay { try await player.send(.play) }
  }

  /// Sends an action that opens a source.
  func sendOpening(_ source: PlayerSource, _ action: PlayerAction) async throws(PlayerError) {
    let before = awaited
    awaited = source
    do throws(PlayerError) {
      try await player.send(action)
    } catch {
      awaited = before
      throw error
    }
  }

  /// Goes to the next source of the command line.
  func goOn() async throws(PlayerError) {
    let plays = player.state.playWhenReady
    let move = sequencer.next(couldPlay: hasOpened)
    if move == .finish, canMoveInItems { return try await player.send(.next) }
    await follow(move, plays: plays)
  }

  /// Goes to the source before on the command line, or to the start of this one.
  func goBack() async throws(PlayerError) {
    let plays = player.state.playWhenReady
    if let move = sequencer.previous(couldPlay: hasOpened) { return await follow(move, plays: plays) }
    if canMoveInItems { return try await player.send(.previous) }
    try await player.send(.seek(.to(player.state.source?.start ?? 0)))
  }

  /// Whether the backend in charge knows `next` and `previous`.
  var canMoveInItems: Bool {
    player.state.backend.flatMap { registry[$0] }?.descriptor.capabilities.contains(.items) ?? false
  }

  // MARK: What the player says

  private func follow(_ events: PlayerEvents) async {
    for await event in events {
      switch event {
      case .sourceChanged(let source):
        if source == nil && !options.json { return quit() }
        if source == awaited { awaited = nil }
        hasOpened = false
        saidLines.forget()
      case .statusChanged(let status, let playWhenReady):
        if let playWhenReady { wantsToPlay = playWhenReady }
        if [.queued, .playing, .paused].contains(status), awaited == nil {
          hasOpened = true
          hasEverOpened = true
        }
        if status == .ended, awaited == nil { await follow(sequencer.ended(), plays: true) }
      case .failed(let error, let willRestart):
        if willRestart {
          // Its remedy is under way.
          if !options.isQuiet { say("\(error.message) Playing goes on in a moment.") }
        } else if awaited == nil, !ending.hasCome {
          say(error)
          await follow(sequencer.couldNotPlay(), plays: wantsToPlay)
        }
      // With --json the log stands among the events.
      case .log(let level, let text): if !options.json { log(level, text) }
      // Its window was closed; or the player has been shut down, which is known.
      case .closed: if !ending.hasCome { quit() }
      case .dropped: await catchUp()
      default: break
      }
    }
  }

  /// Looks at the state, after events were lost that may have told of an end.
  private func catchUp() async {
    let state = player.state
    guard state.source == awaited || awaited == nil else { return }
    awaited = nil
    if state.status == .ended {
      await follow(sequencer.ended(), plays: true)
    } else if let error = state.error {
      say(error)
      await follow(sequencer.couldNotPlay(), plays: wantsToPlay)
    }
  }

  /// The window was closed: nothing else drops a source, or ends a session, unasked.
  private func quit() {
    _ = sequencer.next(couldPlay: hasOpened)
    ending.come(.finished)
  }

  // MARK: Signals

  private func obey(_ signals: AsyncStream<Int32>) async {
    for await number in signals {
      if Signals.endsProgram(number) {
        ending.come(.signal)
      } else if Signals.stopsJob(number) {
        await stopJob()
      } else {
        status?.draw(player.state, isForced: true)
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
