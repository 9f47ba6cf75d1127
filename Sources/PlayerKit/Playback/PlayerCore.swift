/// The lock-held heart of a ``Player``: its state, its subscribers, and the backend in charge.
///
/// Everything here is short and never waits, but for the functions that say so. Events come in on the
/// backends' threads; whoever waits is resumed outside the lock.
final class PlayerCore: Sendable {
  /// A backend in charge.
  struct Link: Sendable {
    let backend: any PlayerBackend
    let descriptor: BackendDescriptor
    let generation: UInt64
  }

  /// What was last loaded, for bringing it up again on another backend.
  struct Request: Sendable {
    var id: UInt64 = 0
    /// The backends that failed to play it.
    var failed: Set<String> = []
    /// The tracks that were chosen by hand; a nil track is «none of that kind».
    var tracks: [TrackKind: PlayerTrack?] = [:]
    /// Tracks that wait for the backend's list of them.
    var wanted: [TrackKind: PlayerTrack?] = [:]
    /// The source that the backend was given in the place of the one to be shown.
    var alias: (sent: PlayerSource, shown: PlayerSource)?
  }

  struct Storage {
    var state = PlayerState.empty
    var version: UInt64 = 1
    var stateWaiters: [StateWaiter] = []
    /// What was refused last, since the source came.
    var rejection: PlayerRejection?
    /// What has been asked for that a held slider has to know of.
    var wishes = PlayerWishes()
    /// Whether the last failure is being made good.
    var comesBack = false
    var lastReader: UInt64 = 0
    var queues: [PlayerEventQueue] = []
    var registry: BackendRegistry
    var named: String?
    var link: Link?
    /// The generation whose events count.
    var generation: UInt64 = 0
    /// The generation of the backend that was made last.
    var lastGeneration: UInt64 = 0
    /// What a backend said before it was put in charge.
    var early: (generation: UInt64, events: [PlayerEvent])?
    /// Events that are kept back while a backend takes over, so that nobody sees half of it.
    var held: [PlayerEvent]?
    var request = Request()
    /// Where the player stands among the pages of a window.
    var presentation: PlayerPresentation?
    var restarts = RestartLog()
    /// The backend and the source of which a failure is being made good.
    var recovering: (generation: UInt64, request: UInt64)?
    var gate = PlayerGate()
    /// The queue that is played.
    var following: QueueFollowing?
    /// Whether somebody is at work for the queue.
    var isFollowing = false
    /// Those who wait until the queue has been followed up to a version of it.
    var queueWaiters: [(version: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
    /// Those who wait until the queue is over.
    var queueEndWaiters: [QueueEndWaiter] = []
    /// The loads of others than the queue that are under way.
    var otherLoads = 0
    /// What the backend says of its loop and its shuffling.
    var modes = BackendModes()
    /// What it was told of them last for the queue.
    var told: (loop: LoopMode?, isShuffled: Bool?) = (nil, nil)
    /// The loops that it was told and has not told back yet.
    var loopEchoes: [LoopMode] = []
    /// The backend that was started for the item that comes next, and what it has said.
    var standby: Standby?
    var standbyEvents: [PlayerEvent] = []
    /// The ends, under way, of those that were not needed.
    var standbyEndings: [UInt64: Task<Void, Never>] = [:]
    var closing: Task<Void, Never>?
    var isClosed = false
  }

  /// A reader that has seen the newest state. Unchecked, because a hundred of them are resumed at each state
  /// and the check costs an allocation each; ``state(after:reader:isolation:)`` resumes each exactly once.
  typealias StateWaiter = (id: UInt64, continuation: UnsafeContinuation<Snapshot?, Never>)

  /// A state on its way to its readers. A class, so that they share it: a state is some 500 bytes.
  final class Snapshot: Sendable {
    let state: PlayerState
    let version: UInt64

    init(_ state: PlayerState, _ version: UInt64) {
      self.state = state
      self.version = version
    }
  }

  let configuration: PlayerConfiguration
  let storage: Lock<Storage>

  init(registry: BackendRegistry, configuration: PlayerConfiguration, backend: String?) {
    self.configuration = configuration
    storage = Lock(Storage(registry: registry, named: backend, presentation: configuration.presentation))
  }

  var state: PlayerState {
    storage.withLock(\.state)
  }

  // MARK: Events in

  /// Takes an event of the backend of this generation: reduces it and hands it on. Called on any thread.
  ///
  /// What a player alone can say is not taken: readers count on it.
  func receive(_ event: PlayerEvent, from generation: UInt64) {
    var event = event
    switch event {
    case .backendChanged, .dropped:
      event = .log(.warning, "The backend told the event \(event.name), which is the player's own.")
    default: break
    }
    let effects = storage.withLock { storage in
      if storage.hearStandby(event, from: generation) {
        return Effects()
      } else if storage.early?.generation == generation {
        storage.early?.events.append(event)
      } else if generation == storage.generation, !storage.isClosed {
        if storage.held != nil {
          storage.held?.append(event)
        } else {
          return take(event, &storage)
        }
      }
      return Effects()
    }
    effects.run(self)
  }

  /// Publishes an event of the player's own.
  func publish(_ event: PlayerEvent) {
    let effects = storage.withLock { storage in
      storage.isClosed ? Effects() : publish(event, &storage)
    }
    effects.run(self)
  }

  /// What is to be done once the lock is free.
  struct Effects {
    var waiters: [StateWaiter] = []
    /// What the waiters get: the newest state.
    var snapshot: Snapshot?
    var recovery: Recovery?
    /// A backend that is in charge no more, because it has died.
    var dead: Link?
    var tracks = Selections()
    /// Whether there is something to do for the queue.
    var followsQueue = false
    /// Readers of the queue, and those who wait for what it leads to.
    var queueReaders: PlayQueue.Readers = []
    /// Those who waited for the end of the queue, and how it went.
    var queueEnds: [QueueEndWaiter] = []
    var queueReport: PlayQueue.Report?

    /// Adds what is to be done for a later event.
    mutating func add(_ later: Effects) {
      waiters += later.waiters
      snapshot = later.snapshot ?? snapshot
      recovery = recovery ?? later.recovery
      dead = later.dead ?? dead
      if !later.tracks.actions.isEmpty { tracks = later.tracks }
      followsQueue = followsQueue || later.followsQueue
      queueReaders += later.queueReaders
    }

    /// Tells these that the queue is over.
    mutating func endQueue(_ report: PlayQueue.Report?, _ waiters: [QueueEndWaiter]) {
      queueReport = report
      queueEnds += waiters
    }

    func run(_ core: PlayerCore) {
      for waiter in waiters { waiter.continuation.resume(returning: snapshot) }
      if let recovery { Task { await core.recover(recovery) } }
      if let dead { Task { await core.shutDown(dead) } }
      for reader in queueReaders { reader.resume() }
      for end in queueEnds { end.continuation.resume(returning: queueReport) }
      if followsQueue { Task { await core.followQueue() } }
      guard !tracks.actions.isEmpty else { return }
      Task { [tracks] in await core.restore(tracks) }
    }
  }

  func publish(_ event: PlayerEvent, _ storage: inout Storage) -> Effects {
    var effects = Effects()
    var event = event
    switch event {
    case .rejected(let action, let error): storage.rejection = PlayerRejection(action, error)
    case .sourceChanged(let source):
      storage.rejection = nil
      storage.comesBack = false
      if let alias = storage.request.alias, alias.sent == source { event = .sourceChanged(alias.shown) }
    case .failed(let error, willRestart: false):
      if storage.isRecovering {
        // One failure of the same backend with the same source is enough.
        event = .log(.warning, "The backend failed again: \(error)")
      } else if let recovery = recovery(from: error, &storage) {
        effects.recovery = recovery
        event = .failed(error, willRestart: true)
      } else if error.code == .backendFailed {
        effects.dead = storage.dropLink()
      }
    // It has ended by itself, as with its window: the next load makes another one.
    case .closed: effects.dead = storage.dropLink()
    case .tracksChanged(let tracks, let selected):
      effects.tracks = selections(from: tracks, selected, &storage)
    default: break
    }
    if case .failed(_, let willRestart) = event { storage.comesBack = willRestart }
    storage.hearForQueue(event, &effects)
    for queue in storage.queues { queue.push(event) }
    guard event.changesState else { return effects }
    storage.state.apply(event)
    storage.noteStandbyNeed(&effects)
    storage.wakeReaders(&effects)
    return effects
  }

  // MARK: Events out

  /// A queue that gets every event from now on.
  func subscribe() -> PlayerEventSubscription {
    let queue = PlayerEventQueue()
    storage.withLock { storage in
      if storage.isClosed, storage.closing == nil {
        queue.push(.closed, isLast: true)
      } else {
        storage.queues.append(queue)
      }
    }
    return PlayerEventSubscription(queue, of: self)
  }

  func unsubscribe(_ queue: PlayerEventQueue) {
    storage.withLock { $0.queues.removeAll { $0 === queue } }
  }

  /// A number for a reader of states.
  func enlistReader() -> UInt64 {
    storage.withLock { storage in
      storage.lastReader += 1
      return storage.lastReader
    }
  }

  /// The state once its version is above `version`; nil at the end or when the task is cancelled.
  func state(
    after version: UInt64, reader: UInt64, isolation actor: isolated (any Actor)?
  ) async -> Snapshot? {
    await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: actor) { continuation in
          let now: Snapshot?? = storage.withLock { storage in
            if storage.version > version { return .some(storage.snapshot) }
            if storage.isOver || Task.isCancelled { return .some(nil) }
            storage.stateWaiters.append((reader, continuation))
            return nil
          }
          if let now { continuation.resume(returning: now) }
        }
      },
      onCancel: {
        let waiter = storage.withLock { storage in
          storage.stateWaiters.firstIndex { $0.id == reader }.map { storage.stateWaiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: nil)
      }, isolation: actor)
  }

  // MARK: The gate

  /// Enters among other sends, and returns the backend in charge and the epoch to leave with. Where the player
  /// has been shut down there is neither a wait nor a backend.
  nonisolated(nonsending) func enterShared() async -> (link: Link?, epoch: Int) {
    let (link, epoch, ticket): (Link?, Int, PlayerGate.Ticket?) = storage.withLock { storage in
      if storage.isClosed { return (nil, -1, nil) }
      if storage.gate.enterShared() { return (storage.link, storage.gate.epoch, nil) }
      return (nil, 0, storage.gate.reserve(exclusive: false))
    }
    guard let ticket else { return (link, epoch) }
    let admitted = await wait(for: ticket)
    return (storage.withLock(\.link), admitted)
  }

  func leaveShared(_ epoch: Int) {
    storage.withLock { $0.gate.leaveShared(epoch: epoch) }.resume()
  }

  /// Enters alone, once the sends that are under way have returned or their time is over.
  nonisolated(nonsending) func enterExclusive() async {
    await waitExclusive(storage.withLock { $0.gate.reserve(exclusive: true) })
  }

  nonisolated(nonsending) func waitExclusive(_ ticket: PlayerGate.Ticket) async {
    let limit = Deadlines.shared.every(.limit(configuration.timeouts.perform)) {
      self.storage.withLock { $0.gate.giveUpShared(for: ticket) }.resume()
    }
    _ = await wait(for: ticket)
    limit.cancel()
  }

  func leaveExclusive() {
    storage.withLock { $0.gate.leaveExclusive() }.resume()
  }

  /// Waits in the line, and returns the epoch of the admission.
  private nonisolated(nonsending) func wait(for ticket: PlayerGate.Ticket) async -> Int {
    await withCheckedContinuation { continuation in
      let (isParked, admission) = storage.withLock { storage in
        let isParked = storage.gate.park(ticket, continuation)
        return (isParked, storage.gate.admit())
      }
      // The player has ended: there is no wait, and nothing to be counted.
      if !isParked { continuation.resume(returning: -1) }
      admission.resume()
    }
  }
}

extension PlayerCore.Storage {
  var snapshot: PlayerCore.Snapshot { PlayerCore.Snapshot(state, version) }

  /// Counts a new state, and hands it to those who wait for one.
  mutating func wakeReaders(_ effects: inout PlayerCore.Effects) {
    version &+= 1
    guard !stateWaiters.isEmpty else { return }
    effects.waiters += stateWaiters
    effects.snapshot = snapshot
    stateWaiters.removeAll(keepingCapacity: true)
  }

  /// Whether a failure of this backend with this source is being made good.
  var isRecovering: Bool {
    recovering.map { $0.generation == generation && $0.request == request.id } ?? false
  }

  /// Puts the backend out of charge, and returns it.
  mutating func dropLink() -> PlayerCore.Link? {
    lastGeneration += 1
    generation = lastGeneration
    defer { link = nil }
    return link
  }

  /// Whether nothing will come any more.
  var isOver: Bool { isClosed && closing == nil }
}
