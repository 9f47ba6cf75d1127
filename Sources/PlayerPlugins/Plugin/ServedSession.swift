import PlayerKit

/// One backend of a plugin, and the host's requests to it.
///
/// Its actions are performed one after the other, in the order in which they came.
final class ServedSession: Sendable {
  /// What a backend is asked for.
  enum Wish: Sendable {
    case perform(PlayerAction)
    case present(PlayerPresentation)
  }

  private struct Request {
    let id: JSONValue?
    let wish: Wish
  }

  private enum Phase {
    /// The host does not know the session yet: these lines wait for it.
    case making([UInt8])
    case open
    /// The backend is being shut down.
    case closing
    /// The host is told nothing any more.
    case closed
  }

  private struct Core {
    var phase = Phase.making([])
    var backend: (any PlayerBackend)?
    var queue: [Request] = []
    /// The first of the queue's that is not taken.
    var next = 0
    /// Whether a task is taking them.
    var isPerforming = false
    /// What is being performed, unless it has been answered.
    var current: Request?
    var deferred = DeferredEvents()
    var ending: Task<Void, Never>?
  }

  /// Its number on the wire.
  let number: Int
  private let descriptor: BackendDescriptor
  private let writer: LineWriter
  private let closed: PlayerError
  private let core = Lock(Core())

  /// - Parameter closed: what is thrown once it has been shut down.
  init(_ number: Int, _ descriptor: BackendDescriptor, _ writer: LineWriter, closed: PlayerError) {
    self.number = number
    self.descriptor = descriptor
    self.writer = writer
    self.closed = closed
  }

  /// Tells the host that the session is there, and then what has been told of it meanwhile.
  ///
  /// - Parameter register: makes the session known to whoever takes requests, and finds it open then.
  func open(_ backend: any PlayerBackend, replyTo id: JSONValue?, register: @Sendable () -> Void) {
    core.withLock { core in
      guard case .making(let lines) = core.phase else { return }
      core.phase = .open
      core.backend = backend
      register()
      let reply = id.map { PluginMessage.line(replyTo: $0, .success(PluginReply(session: number))) } ?? []
      writer.write(reply + lines)
    }
  }

  // MARK: Events

  /// Takes an event of the backend's.
  func emit(_ event: PlayerEvent) {
    let lines = Array(PluginMessage.lines(session: number, event).joined())
    core.withLock { core in
      switch core.phase {
      case .making(let earlier): core.phase = .making(earlier + lines)
      case .open, .closing:
        if writer.backlog > DeferredEvents.allowedBacklog, core.deferred.take(event) { return }
        writeDeferred(&core)
        writer.write(lines)
      case .closed: break
      }
    }
  }

  /// Writes what was kept back, as far as the host has read what was before it.
  func writeDeferred() {
    core.withLock { core in
      if writer.backlog <= DeferredEvents.allowedBacklog { writeDeferred(&core) }
    }
  }

  private func writeDeferred(_ core: inout Core) {
    for event in core.deferred.removeAll() {
      for line in PluginMessage.lines(session: number, event) { writer.write(line) }
    }
  }

  // MARK: Actions

  /// Has a wish met behind those before it.
  func enqueue(_ wish: Wish, replyTo id: JSONValue?) {
    let (isOpen, isFirst) = core.withLock { core -> (Bool, Bool) in
      guard case .open = core.phase else { return (false, false) }
      core.queue.append(Request(id: id, wish: wish))
      defer { core.isPerforming = true }
      return (true, !core.isPerforming)
    }
    if !isOpen, let id { writer.write(refusal(id)) }
    if isFirst { Task { await performAll() } }
  }

  private func performAll() async {
    while let (request, backend) = takeNext() {
      do throws(PlayerError) {
        switch request.wish {
        case .perform(let action): try await backend.perform(action)
        case .present(let presentation):
          try await backend.asPresenting(descriptor).present(presentation)
        }
        finish(request, .success(PluginReply()))
      } catch {
        finish(request, .failure(WireError(error)))
      }
    }
  }

  private func takeNext() -> (Request, any PlayerBackend)? {
    core.withLock { core in
      guard case .open = core.phase, let backend = core.backend, core.next < core.queue.count else {
        core.queue.removeAll(keepingCapacity: true)
        core.next = 0
        core.isPerforming = false
        return nil
      }
      let request = core.queue[core.next]
      core.next += 1
      core.current = request
      return (request, backend)
    }
  }

  private func finish(_ request: Request, _ result: Result<PluginReply, WireError>) {
    let line = request.id.map { PluginMessage.line(replyTo: $0, result) }
    core.withLock { core in
      // Where it is not the current one the end has answered it.
      guard core.current != nil else { return }
      core.current = nil
      writeDeferred(&core)
      if let line { writer.write(line) }
    }
  }

  private func refusal(_ id: JSONValue) -> [UInt8] {
    PluginMessage.line(replyTo: id, .failure(WireError(closed)))
  }

  // MARK: The end

  /// Takes no more actions, and refuses those that wait.
  func beginShutDown() {
    core.withLock { core in
      guard case .open = core.phase else { return }
      core.phase = .closing
      for request in core.queue[core.next...] {
        if let id = request.id { writer.write(refusal(id)) }
      }
      core.queue = []
      core.next = 0
    }
  }

  /// Shuts the backend down, whatever is being performed, and says nothing any more.
  func shutDown() async {
    beginShutDown()
    let ending = core.withLock { core in
      let ending = core.ending ?? Task { await end() }
      core.ending = ending
      return ending
    }
    await ending.value
  }

  private func end() async {
    await core.withLock { $0.backend }?.shutDown()
    core.withLock { core in
      core.deferred = DeferredEvents()
      if let id = core.current?.id { writer.write(refusal(id)) }
      core.current = nil
      core.phase = .closed
      core.backend = nil
    }
  }
}
