import PlayerKit

/// Plays the sources of the command line as a queue, and ends with the status that says how it went.
actor PlaySession: Session {
  let options: Options
  /// The sources that could be read.
  let queue: PlayQueue
  /// Why the others could not.
  private let unreadable: [PlayerError]
  let registry: BackendRegistry
  let console: Console
  let player: Player
  let ending: Ending
  let stage: any Stage
  let terminal: Terminal?
  let messages: Messages
  let keeper: PlaceKeeper
  private let memory: PlaceMemory
  /// The state as far as it has been told on standard output.
  var told = PlayerState.empty
  /// Whether the end has been told.
  var hasToldEnd = false
  /// What is told on standard output.
  let telling: PlayerEvents
  private let following: PlayerEvents
  /// What lists call their sources.
  let titles: [PlayerSource: String]
  var behind = ReplyQueue<Behind>()
  /// Who waits until all that the player has said so far has been followed.
  private var heard = ReplyQueue<CheckedContinuation<Void, Never>>()
  /// The sources that standard input asked for and that may have been refused; it is told of that by itself.
  private var ownLoads: [PlayerSource] = []
  private var hasEverOpened = false
  /// Whether something was open when the end came.
  private var wasOpen = false
  /// Whether it played when the job was stopped.
  private var wasPlaying = false

  init(
    options: Options, sources: [SourceArgument], registry: BackendRegistry, memory: PlaceMemory,
    console: Console, ending: Ending
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
    (telling, following) = (player.events, player.events)
    stage = PlayerStage(player: player, queue: queue, titles: titles, ending: ending)
    terminal = Terminal(console, options)
    messages = Messages(console, terminal, options)
    self.memory = memory
    keeper = PlaceKeeper(stage, memory, options, messages)
  }

  var tellable: Int { telling.count }

  // MARK: Going through the sources

  func begin() async {
    for action in settings {
      // A refusal is published, and told like every other.
      try? await player.send(action)
    }
    for error in unreadable {
      publish(.failed(error))
      messages.say(error)
    }
    guard !queue.isEmpty else { return ending.come(.finished) }
    queue.loop = options.loop
    if let first = memory.firstIndex { queue.jump(to: first) }
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

  func outcome(_ reason: Ending.Reason) -> ExitStatus {
    let report = player.queueReport
    if report.failed + unreadable.count == 0 { return .success }
    // What somebody left in its midst has been played too.
    return report.played == 0 && !wasOpen ? .nothingPlayed : .partlyPlayed
  }

  func shutDown() async {
    wasOpen = player.state.isOpen
    await player.shutDown()
  }

  /// A source of the queue was refused.
  private func refused(_ source: PlayerSource, _ error: PlayerError) {
    if let own = ownLoads.firstIndex(of: source) {
      ownLoads.remove(at: own)
    } else if isStartFailure(error, of: source) {
      ending.come(.startFailed(error))
    } else if error.code == .closed {
      // No source is to blame: the window was closed before it was ready.
      stage.quit(keepingPlace: false)
    } else {
      messages.say(error)
    }
  }

  var hasOpened: Bool { hasEverOpened || player.state.backend != nil }

  func perform(_ action: PlayerAction) async throws(PlayerError) {
    switch action {
    case .load(let source), .cue(let source):
      if source.content == PlayerSource.standardInput.content {
        let error = PlayerError(
          .invalidSource, "Standard input can't be played while actions are read from it.",
          remedy: "Name a file or a URL.")
        publish(.rejected(.action(action), error))
        throw error
      }
      // Where it is refused, the refusal takes it out again.
      ownLoads.append(source)
      try await player.send(action)
      if let own = ownLoads.firstIndex(of: source) { ownLoads.remove(at: own) }
    default:
      try await player.send(action)
    }
  }

  func obeyOwn(_ line: [UInt8]) -> (id: JSONValue?, failure: PlayerError?)? { nil }

  // MARK: What the player says

  func follow() async {
    for await event in following {
      switch event {
      case .sourceChanged(let source):
        // The window was closed: nothing else drops a source unasked.
        if source == nil && !options.json { stage.quit(keepingPlace: false) }
        messages.forget()
      case .statusChanged(let status, _):
        if status.isOpen { hasEverOpened = true }
      case .failed(let error, let willRestart):
        if willRestart || !ending.hasCome { say(error, willRestart: willRestart) }
      case .rejected(.action(.load(let source)), let error), .rejected(.action(.cue(let source)), let error):
        if !ending.hasCome { refused(source, error) }
      // With --json the log stands among the events.
      case .log(let level, let text): if !options.json { messages.log(level, text) }
      // Its window was closed; or the player has been shut down, which is known.
      case .closed: stage.quit(keepingPlace: false)
      default: break
      }
      resume(heard.tell(event))
    }
    resume(heard.takeAll())
  }

  // MARK: Job control

  func enterStop() async {
    wasPlaying = player.state.playWhenReady
    // Whatever becomes of the pause, the job is to stop.
    if wasPlaying { await withTimeLimit(1) { [player] in try? await player.send(.pause) } }
  }

  func leaveStop() async {
    guard wasPlaying, !ending.hasCome else { return }
    // A refusal is published, and told like every other.
    try? await player.send(.play)
  }
}

extension PlayerStatus {
  /// Whether a source is open: it plays, or could at once.
  var isOpen: Bool { [.queued, .playing, .paused].contains(self) }
}

extension PlayerState {
  /// Whether a source is open, or was until it buffered.
  var isOpen: Bool { status.isOpen || status == .buffering && duration != nil }
}
