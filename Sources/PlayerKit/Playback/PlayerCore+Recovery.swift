/// Going on by itself after a failure that another backend may not share.
extension PlayerCore {
  /// What to do about a failure that another backend, or another run of the same, may not share.
  struct Recovery: Sendable {
    let error: PlayerError
    let generation: UInt64
    let request: UInt64
    let ticket: PlayerGate.Ticket
    /// The backend that failed.
    let id: String
    /// How long to wait before it is started again; nil where it is not.
    let restartDelay: Duration?
  }

  /// The failures that another backend may not share.
  private static let sharedByNobody: Set<PlayerError.Code> = [
    .embeddingNotAllowed, .missingIdentity, .backendUnavailable, .backendFailed,
  ]

  /// Whether, and how, the player goes on after a failure. Takes its place behind the gate at once, so that
  /// what is sent after the failure meets the next backend.
  func recovery(from error: PlayerError, _ storage: inout Storage) -> Recovery? {
    guard Self.sharedByNobody.contains(error.code), let link = storage.link, let source = storage.state.source
    else { return nil }
    let id = link.descriptor.id
    let hasDied = error.code == .backendFailed
    let delay = hasDied && configuration.restart ? storage.restarts.next(of: id) : nil
    if delay == nil { storage.request.failed.insert(id) }
    guard delay != nil || !nextCandidates(for: source, storage).isEmpty else { return nil }
    storage.recovering = (storage.generation, storage.request.id)
    return Recovery(
      error: error, generation: storage.generation, request: storage.request.id,
      ticket: storage.gate.reserve(exclusive: true, atFront: true), id: id, restartDelay: delay)
  }

  /// Goes on at the same place, with the same backend or with the next candidate.
  func recover(_ recovery: Recovery) async {
    await waitExclusive(recovery.ticket)
    defer { leaveExclusive() }
    // From here on a failure is another one's.
    storage.withLock { $0.recovering = nil }
    let isCurrent = storage.withLock { storage in
      storage.generation == recovery.generation && storage.request.id == recovery.request
        // A source that was being opened meanwhile has cleared it, and is none of its business.
        && storage.state.error == recovery.error && storage.state.source != nil && !storage.isClosed
    }
    guard isCurrent else { return }
    if await restart(recovery) { return }
    let candidates = storage.withLock { storage in
      storage.request.failed.insert(recovery.id)
      return storage.state.source.map { nextCandidates(for: $0, storage) } ?? []
    }
    do {
      guard !candidates.isEmpty else { return publishFinal(recovery.error) }
      try await takeOver(candidates, .fallback, .carryOn)
    } catch {
      publish(.log(.warning, "No other backend could go on: \(error)"))
      publishFinal(recovery.error)
    }
  }

  /// Starts a backend again that has died, more than once where it dies at its start; true where it plays on.
  private func restart(_ recovery: Recovery) async -> Bool {
    var delay = recovery.restartDelay
    while let wait = delay, let provider = storage.withLock({ $0.registry[recovery.id] }) {
      // Nobody cancels this task.
      try? await Task.sleep(for: wait)
      do {
        try await takeOver([provider], .restarted, .carryOn)
        return true
      } catch {
        publish(.log(.warning, "The backend \(recovery.id) could not be started again: \(error)"))
        // What can't run, or refuses the source, will do so again.
        guard [.backendFailed, .timedOut].contains(error.code) else { return false }
        delay = storage.withLock { $0.restarts.next(of: recovery.id) }
      }
    }
    return false
  }

  /// The backends that have not failed with the source, where the player may choose one.
  private func nextCandidates(for source: PlayerSource, _ storage: borrowing Storage) -> [BackendProvider] {
    guard configuration.fallback, storage.named == nil else { return [] }
    let failed = storage.request.failed
    return storage.registry.candidates(for: source)
      .filter { $0.isUsable && !failed.contains($0.id) }.map(\.provider)
  }

  /// Publishes a failure after which nothing is tried any more.
  private func publishFinal(_ error: PlayerError) {
    let effects = storage.withLock { storage in
      var effects = Effects()
      guard !storage.isClosed else { return effects }
      storage.hearForQueue(.failed(error), &effects)
      for queue in storage.queues { queue.push(.failed(error)) }
      storage.state.apply(.failed(error))
      storage.comesBack = false
      if error.code == .backendFailed { effects.dead = storage.dropLink() }
      storage.wakeReaders(&effects)
      return effects
    }
    effects.run(self)
  }
}

/// When backends were started again after they had died.
struct RestartLog {
  /// How many times a minute a backend is started again, and how long each time is waited before.
  private static let delays: [Duration] = [.zero, .milliseconds(300), .seconds(1)]
  private static let span = Duration.seconds(60)
  private var times: [String: [ContinuousClock.Instant]] = [:]

  /// Counts a restart, and returns how long to wait before it; nil where there have been too many.
  mutating func next(of id: String, at now: ContinuousClock.Instant = .now) -> Duration? {
    let recent = (times[id] ?? []).filter { now - $0 < Self.span }
    guard recent.count < Self.delays.count else { return nil }
    times[id] = recent + [now]
    return Self.delays[recent.count]
  }
}
