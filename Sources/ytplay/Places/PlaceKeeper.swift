import Glibc
import PlayerKit

/// Has sources go on where they were left, and keeps their places.
actor PlaceKeeper: Companion {
  private let stage: any Stage
  private let memory: PlaceMemory
  private let messages: Messages
  /// What happens on the stage from before its first source on; nil where sources neither go on nor are kept.
  private let events: StageEvents?
  private let tellsEvents: Bool
  private var tracker: PlaceTracker
  private var following: Task<Void, Never>?
  private var saving: Task<Void, Never>?
  private var hasWarned = false
  private var isStopped = false

  /// A keeper for what happens on the stage from now on.
  init(_ stage: any Stage, _ memory: PlaceMemory, _ options: Options, _ messages: Messages) {
    self.stage = stage
    self.memory = memory
    self.messages = messages
    tellsEvents = options.json
    tracker = PlaceTracker(memory.book, queue: memory.queue)
    events = options.resumes ? stage.events() : nil
  }

  /// - Parameter stage: the one that it was made for.
  nonisolated func start(on stage: any Stage) {
    for warning in memory.warnings { messages.inform(warning) }
    guard let events else { return }
    Task { await follow(events) }
  }

  func stop(keepingPlace: Bool) async {
    isStopped = true
    following?.cancel()
    guard events != nil || keepingPlace else { return }
    let (state, canGoNext, memory) = (stage.state, stage.canGoNext, memory)
    let (key, queue) = await PlainThread.result { (state.source.flatMap(PlaceKey.of), memory.findQueue()) }
    if events == nil { tracker = PlaceTracker(queue: queue) }
    tracker.finish(state, key: key, isLast: !canGoNext)
    await save()
  }

  // MARK: Following

  private func follow(_ events: StageEvents) {
    following = Task {
      for await event in events {
        if Task.isCancelled { return }
        await take(event)
      }
    }
  }

  private func take(_ event: StageEvent) async {
    let actions: [PlayerAction]
    switch event {
    case .event(.sourceChanged(let source), _): actions = await begin(source)
    case .event(let event, let state): actions = tracker.take(event, state)
    case .stageChanged(let state):
      actions = await begin(state.source)
      if !isStopped { tracker.note(state) }
    }
    for action in actions {
      if case .seek(.to(let time), _) = action, time > 0 { announce(time) }
      // A refusal is told among the events.
      try? await stage.send(action)
    }
    if tracker.isDue { await save() }
  }

  /// Says why a source does not begin at its beginning. With --json the seek stands among the events.
  private func announce(_ time: Double) {
    guard !tellsEvents, let source = stage.state.source else { return }
    messages.inform("\(SourceName.short(source)) goes on at \(Text.time(time)); --no-resume begins it anew.")
  }

  private func begin(_ source: PlayerSource?) async -> [PlayerAction] {
    let key = await PlainThread.result { source.flatMap(PlaceKey.of) }
    // At the end the last state counts, and not what is still told of earlier ones.
    return isStopped ? [] : tracker.begin(source, key: key)
  }

  // MARK: Keeping

  /// Keeps what there is to keep, one time behind the other.
  private func save() async {
    let changes = tracker.takeChanges(at: Int64(time(nil)))
    let (previous, store) = (saving, memory.store)
    let task = Task {
      await previous?.value
      let warnings = await PlainThread.result { Self.write(changes, to: store) }
      for warning in warnings { warn(warning) }
    }
    saving = task
    await task.value
  }

  private static func write(_ changes: [String: Place?], to store: PlaceStore?) -> [String] {
    guard let store, !changes.isEmpty else { return [] }
    var warnings: [String] = []
    do throws(StateFile.Failure) {
      try store.update(changes) { warnings.append($0) }
    } catch {
      warnings.append("\(error.message) Playing goes on, and places may be lost.")
    }
    return warnings
  }

  /// Says once that something is wrong with the disk, and not every few seconds.
  private func warn(_ warning: String) {
    if !hasWarned { messages.inform(warning) }
    hasWarned = true
  }
}
