/// Going on by itself after a failure that another backend may not share.
extension PlayerCore {
  /// What to do about a failure that another backend may not share.
  struct Recovery: Sendable {
    let error: PlayerError
    let generation: UInt64
    let request: UInt64
    let ticket: PlayerGate.Ticket
  }

  /// The failures that another backend may not share.
  private static let sharedByNobody: Set<PlayerError.Code> = [
    .embeddingNotAllowed, .missingIdentity, .backendUnavailable, .backendFailed,
  ]

  /// Whether, and how, the player goes on after a failure. Takes its place behind the gate at once, so that
  /// what is sent after the failure meets the next backend.
  func recovery(from error: PlayerError, _ storage: inout Storage) -> Recovery? {
    guard Self.sharedByNobody.contains(error.code), configuration.fallback, storage.named == nil,
      let link = storage.link, let source = storage.state.source
    else { return nil }
    storage.request.failed.insert(link.descriptor.id)
    guard !nextCandidates(for: source, storage.registry, storage.request.failed).isEmpty else { return nil }
    return Recovery(
      error: error, generation: storage.generation, request: storage.request.id,
      ticket: storage.gate.reserve(exclusive: true, atFront: true))
  }

  /// Goes on with the next candidate, at the same place.
  func recover(_ recovery: Recovery) async {
    await waitExclusive(recovery.ticket)
    defer { leaveExclusive() }
    let (isCurrent, source, registry, failed) = storage.withLock { storage in
      (
        storage.generation == recovery.generation && storage.request.id == recovery.request
          // A source that was being opened meanwhile has cleared it, and is none of its business.
          && storage.state.error == recovery.error && !storage.isClosed,
        storage.state.source, storage.registry, storage.request.failed
      )
    }
    guard isCurrent, let source else { return }
    do {
      try await takeOver(nextCandidates(for: source, registry, failed), .fallback, .carryOn)
    } catch {
      publish(.log(.warning, "No other backend could go on: \(error)"))
      publishFinal(recovery.error)
    }
  }

  private func nextCandidates(
    for source: PlayerSource, _ registry: BackendRegistry, _ failed: Set<String>
  ) -> [BackendProvider] {
    registry.candidates(for: source).filter { $0.isUsable && !failed.contains($0.id) }.map(\.provider)
  }

  /// Publishes a failure after which nothing is tried any more.
  private func publishFinal(_ error: PlayerError) {
    let effects = storage.withLock { storage in
      var effects = Effects()
      guard !storage.isClosed else { return effects }
      for queue in storage.queues { queue.push(.failed(error)) }
      storage.state.apply(.failed(error))
      storage.wakeReaders(&effects)
      return effects
    }
    effects.run(self)
  }
}
