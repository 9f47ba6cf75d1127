import PlayerKit

/// What playing and paging have in common: from the first action to the exit status.
protocol Session: Actor {
  nonisolated var options: Options { get }
  nonisolated var registry: BackendRegistry { get }
  nonisolated var console: Console { get }
  nonisolated var ending: Ending { get }
  nonisolated var stage: any Stage { get }
  /// The terminal, where there is one to be used.
  nonisolated var terminal: Terminal? { get }
  nonisolated var messages: Messages { get }
  /// Keeps places; it listens from before the first action on.
  nonisolated var keeper: PlaceKeeper { get }

  /// What waits for the telling to get so far.
  var behind: ReplyQueue<Behind> { get set }
  /// How many events there have been to tell so far.
  var tellable: Int { get }
  /// Whether any source has been open.
  var hasOpened: Bool { get }

  /// Sends the first actions.
  func begin() async
  /// Follows what happens, until nothing comes any more.
  func follow() async
  /// Tells what happens on standard output, until nothing comes any more.
  func tell() async
  /// Tells of an event that comes from nowhere else.
  func publish(_ event: PlayerEvent)
  /// Obeys a line of standard input that is none of the vocabulary's, and returns the `id` to reply with; nil where it
  /// is.
  func obeyOwn(_ line: [UInt8]) -> (id: JSONValue?, failure: PlayerError?)?
  /// Performs an action of standard input.
  func perform(_ action: PlayerAction) async throws(PlayerError)
  /// Falls silent, because the job is about to be stopped; and goes on as before when the job does.
  func enterStop() async
  func leaveStop() async
  /// Ends all that plays.
  func shutDown() async
  /// The exit status for what has been played.
  func outcome(_ reason: Ending.Reason) -> ExitStatus
}

extension Session {
  /// Plays until the end, and returns the status to exit with.
  func run() async -> ExitStatus {
    let (signals, continuation) = AsyncStream.makeStream(of: Signals.Arrival.self)
    Signals.listen { continuation.yield(($0, .now)) }
    Task { await follow() }
    Task { await obey(signals) }
    let telling = Task { await tell() }
    console.output.start()
    terminal?.start(on: stage)
    // A signal ends the program even while the first backend takes its time to start.
    Task {
      await begin()
      if options.json { await obey(LineReader(0)) }
    }
    let companions = Companions.list(options, messages, keeper)
    let starting = Task { @concurrent [stage] in
      for companion in companions { companion.start(on: stage) }
    }
    let reason = await ending.wait()
    await withTimeLimit(1) {
      await starting.value
      await withTaskGroup { group in
        for companion in companions {
          group.addTask { await companion.stop(keepingPlace: reason.keepsPlace) }
        }
      }
    }
    return await end(reason, telling)
  }

  private func end(_ reason: Ending.Reason, _ telling: Task<Void, Never>) async -> ExitStatus {
    await shutDown()
    switch reason {
    case .finished, .quit:
      await telling.value
      terminal?.leave(stage)
      defer { terminal?.release() }
      return await console.finish(outcome(reason))
    case .startFailed(let error):
      await telling.value
      terminal?.leave(stage)
      messages.say(options.explanation(of: error))
      defer { terminal?.release() }
      return await console.finish(.usage)
    case .signal, .outputFailed:
      // A reader who does not read must not hold up an end that was asked for.
      await withTimeLimit(1) { await telling.value }
      terminal?.leave(stage)
      await withTimeLimit(1) { [console] in _ = await console.finish(.signal) }
      terminal?.release()
      return console.output.failure == nil ? .signal : await console.finish(.signal)
    }
  }

  /// What the options say of what lives on across sources.
  var settings: [PlayerAction] {
    var actions: [PlayerAction] = []
    if let volume = options.volume { actions.append(.setVolume(volume)) }
    if options.isMuted { actions.append(.mute) }
    if let rate = options.rate { actions.append(.setRate(rate)) }
    return actions
  }

  /// Whether the options are to blame, and not a source: for a backend that was named and can't run, or for
  /// an option that mpv, or a parameter that YouTube's player, refuses.
  func isStartFailure(_ error: PlayerError, of source: PlayerSource) -> Bool {
    guard !hasOpened else { return false }
    switch error.code {
    case .invalidArgument: return !options.mpv.isEmpty || options.youTube != YouTubeParameters()
    case .backendUnavailable:
      // Where the backend lacks something for this kind of source alone, the next one may play.
      let candidates = registry.candidates(for: source, preferring: options.backend)
      return options.backend != nil && candidates.contains(where: \.isChosen)
    default: return false
    }
  }

  /// Says of a failure that it happened.
  func say(_ error: PlayerError, willRestart: Bool) {
    if !willRestart { return messages.say(error) }
    // Its remedy is under way.
    messages.inform("\(error.message) Playing goes on in a moment.")
  }

  // MARK: Signals

  private func obey(_ signals: AsyncStream<Signals.Arrival>) async {
    var continued: ContinuousClock.Instant?
    for await (number, time) in signals {
      if Signals.endsProgram(number) {
        ending.come(.signal(keepingPlace: Signals.keepsPlace(number)))
      } else if Signals.stopsJob(number) {
        // As with the system's own: what asked for the stop that is over by now asks for no other.
        if let continued, time < continued { continue }
        continued = await stopJob() ?? continued
      } else {
        if Signals.continuesJob(number) { terminal?.resume() }
        terminal?.draw(stage, isForced: true)
      }
    }
  }

  /// Pauses, stops the job, and goes on as before when the job does.
  ///
  /// - Returns: when it went on; nil where it was not stopped.
  private func stopJob() async -> ContinuousClock.Instant? {
    guard !ending.hasCome else { return nil }
    await enterStop()
    await withTimeLimit(1) { await self.catchUpTelling() }
    terminal?.suspend()
    terminal?.leave(stage)
    await withTimeLimit(1) { [console] in await console.output.flush() }
    Signals.stopJob()
    let continued = ContinuousClock.now
    terminal?.resume()
    await leaveStop()
    return continued
  }
}
