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

  // MARK: Taking over

  /// Makes the first of the providers that can be made, puts it in charge in the place of the one before, and
  /// has it begin. The caller is alone behind the gate.
  ///
  /// Where none can be made, the first one's error is thrown and nothing has changed.
  nonisolated(nonsending) func takeOver(
    _ providers: [BackendProvider], _ reason: BackendChangeReason,
    _ begin: @escaping @Sendable (PlayerCore, Link) async throws(PlayerError) -> Void
  ) async throws(PlayerError) {
    let link = try await make(providers)
    let why = link.descriptor.id == providers.first?.descriptor.id ? reason : .fallback
    guard let before = attach(link, why) else {
      await link.backend.shutDown()
      try checkOpen()
      return
    }
    defer { releaseHeld() }
    if let old = before.link { await shutDown(old) }
    do throws(PlayerError) {
      await restoreSettings(before.state, on: link)
      try await begin(self, link)
    } catch {
      receive(.sourceChanged(nil), from: link.generation)
      receive(.statusChanged(.unstarted, playWhenReady: false), from: link.generation)
      throw error
    }
  }

  private nonisolated(nonsending) func make(_ providers: [BackendProvider]) async throws(PlayerError) -> Link
  {
    var first: PlayerError?
    for provider in providers {
      do throws(PlayerError) {
        return try await make(provider)
      } catch {
        first = first ?? error
        guard !storage.withLock(\.isClosed) else { break }
        if provider.descriptor.id != providers.last?.descriptor.id {
          publish(.log(.warning, "The backend \(provider.descriptor.id) could not be started: \(error)"))
        }
      }
    }
    try checkOpen()
    throw first ?? PlayerError(.backendUnavailable, "No backend is left that could play this source.")
  }

  private nonisolated(nonsending) func make(_ provider: BackendProvider) async throws(PlayerError) -> Link {
    let id = provider.descriptor.id
    let generation = storage.withLock { storage in
      let generation = max(storage.generation, storage.early?.generation ?? 0) + 1
      storage.early = (generation, [])
      return generation
    }
    let configuration = configuration
    let made = await withTimeLimit(
      configuration.timeouts.start,
      late: { (result: Result<any PlayerBackend, PlayerError>) in
        // It comes too late to be used, but not to be ended.
        if case .success(let backend) = result { await backend.shutDown() }
      },
      { [weak self] in
        do throws(PlayerError) {
          return .success(
            try await provider.make(configuration) { [weak self] in self?.receive($0, from: generation) })
        } catch {
          return .failure(error)
        }
      })
    switch made {
    case .success(let backend)?:
      return Link(backend: backend, descriptor: provider.descriptor, generation: generation)
    case .failure(let error)?:
      throw error.attributed(to: id)
    case nil:
      throw PlayerError(
        .timedOut, "The backend \(id) was not ready within \(configuration.timeouts.start) s.",
        remedy: "Try again, or choose another backend.", backend: id)
    }
  }

  /// Puts a backend in charge, and returns what was before; nil where the player has been shut down.
  private func attach(_ link: Link, _ reason: BackendChangeReason) -> (link: Link?, state: PlayerState)? {
    storage.withLock { storage in
      guard !storage.isClosed else { return nil }
      let before = (storage.link, storage.state)
      storage.link = link
      storage.generation = link.generation
      let early = storage.early?.generation == link.generation ? storage.early?.events ?? [] : []
      storage.held = [.backendChanged(link.descriptor.id, reason)] + early
      storage.early = nil
      return before
    }
  }

  /// Publishes what was kept back, in one go.
  private func releaseHeld() {
    let effects = storage.withLock { storage in
      var all = Effects()
      for event in storage.held ?? [] where !storage.isClosed {
        let effects = publish(event, &storage)
        all.waiters += effects.waiters
        all.tracks += effects.tracks
        all.recovery = effects.recovery ?? all.recovery
      }
      storage.held = nil
      // Whoever waited since before the first of them gets the state after the last.
      if !all.waiters.isEmpty { all.snapshot = storage.snapshot }
      return all
    }
    effects.run(self)
  }

  nonisolated(nonsending) func shutDown(_ link: Link) async {
    _ = await withTimeLimit(configuration.timeouts.shutDown) { await link.backend.shutDown() }
  }

  /// Gives a new backend what lives on across loads. What it can't do is said and given up.
  private nonisolated(nonsending) func restoreSettings(_ before: PlayerState, on link: Link) async {
    let fresh = PlayerState.empty
    if before.volume != fresh.volume { await restore(.setVolume(before.volume), on: link) }
    if before.isMuted { await restore(.mute, on: link) }
    if before.rate != fresh.rate, await !restore(.setRate(before.rate), on: link) {
      receive(.rateChanged(fresh.rate), from: link.generation)
    }
    if before.loop != fresh.loop, await !restore(.setLoop(before.loop), on: link) {
      receive(.loopChanged(fresh.loop), from: link.generation)
    }
    if before.isShuffled, await !restore(.setShuffle(true), on: link) {
      receive(.shuffleChanged(false), from: link.generation)
    }
  }

  /// Performs an action of the player's own, and says in the log where it was refused.
  @discardableResult
  nonisolated(nonsending) func restore(_ action: PlayerAction, on link: Link) async -> Bool {
    do {
      try await link.perform(action)
      return true
    } catch {
      receive(.log(.warning, "The \(action.name) from before was given up: \(error)"), from: link.generation)
      return false
    }
  }

  func restore(_ action: PlayerAction) async {
    let (link, epoch) = await enterShared()
    defer { leaveShared(epoch) }
    if let link { await restore(action, on: link) }
  }

  // MARK: Swapping

  /// Swaps the backend, see ``Player/use(_:)``.
  nonisolated(nonsending) func use(_ id: String?) async throws(PlayerError) {
    await enterExclusive()
    defer { leaveExclusive() }
    try checkOpen()
    let (registry, link, state) = storage.withLock { ($0.registry, $0.link, $0.state) }
    let provider: BackendProvider
    if let source = state.source {
      provider = try registry.backend(for: source, preferring: id)
    } else if let id {
      guard let named = registry[id] else { throw registry.unknownBackend(id) }
      provider = named
    } else {
      return storage.withLock { $0.named = nil }
    }
    if state.source != nil, provider.descriptor.id != link?.descriptor.id {
      try await takeOver([provider], .asked) { core, link throws(PlayerError) in
        try await core.carryOn(on: link)
      }
    }
    storage.withLock { $0.named = id }
  }

  /// Brings the source up on a new backend where the one before had it.
  private nonisolated(nonsending) func carryOn(on link: Link) async throws(PlayerError) {
    // Events are held back, so this is still the state of the backend before.
    let (state, chosen) = storage.withLock { ($0.state, $0.request.tracks) }
    guard let shown = state.source else { return }
    let source = shown.beginning(atItem: state.itemIndex, of: state.items)
    storage.withLock { storage in
      storage.request.id &+= 1
      storage.request.alias = source == shown ? nil : (source, shown)
      storage.request.wanted = chosen
    }
    try await link.perform(.cue(source))
    if let position = state.positionToCarry(from: source.start) {
      await restore(.seek(.to(position)), on: link)
    }
    if state.isFullscreen { await restore(.setFullscreen(true), on: link) }
    if state.playWhenReady { try await link.perform(.play) }
  }

  /// The selections that bring back the tracks chosen by hand, now that the backend has told its own.
  func selections(
    from tracks: [PlayerTrack], _ selected: [TrackKind: String], _ storage: inout Storage
  ) -> [PlayerAction] {
    var actions: [PlayerAction] = []
    for (kind, wanted) in storage.request.wanted {
      let candidates = tracks.filter { $0.kind == kind }
      guard !candidates.isEmpty else { continue }
      storage.request.wanted[kind] = nil
      let id = wanted.flatMap { $0.counterpart(in: candidates)?.id }
      guard (wanted == nil) == (id == nil), selected[kind] != id else { continue }
      actions.append(.setTrack(kind, id: id))
    }
    return actions
  }

  // MARK: Fallback

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
          && !storage.isClosed,
        storage.state.source, storage.registry, storage.request.failed
      )
    }
    guard isCurrent, let source else { return }
    do {
      try await takeOver(nextCandidates(for: source, registry, failed), .fallback) {
        core, link throws(PlayerError) in
        try await core.carryOn(on: link)
      }
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

  // MARK: The end

  /// Ends the backend and then every stream, see ``Player/shutDown()``.
  func shutDown() async {
    let closing = storage.withLock { storage -> Task<Void, Never>? in
      if storage.isClosed { return storage.closing }
      storage.isClosed = true
      let link = storage.link
      let task = Task { await self.close(link) }
      storage.closing = task
      return task
    }
    await closing?.value
  }

  private func close(_ link: Link?) async {
    // A change of the backend that is under way sees that the player is closed, and ends what it made.
    _ = await withTimeLimit(configuration.timeouts.shutDown) {
      await link?.backend.shutDown()
      await self.enterExclusive()
      self.leaveExclusive()
    }
    let effects = storage.withLock { storage in
      var effects = Effects()
      storage.link = nil
      storage.held = nil
      storage.early = nil
      storage.state.apply(.closed)
      storage.wakeReaders(&effects)
      for queue in storage.queues { queue.push(.closed, isLast: true) }
      storage.queues = []
      storage.closing = nil
      return effects
    }
    effects.run(self)
  }
}

extension PlayerState {
  /// Where another backend is to go on; nil where that is the source's start.
  func positionToCarry(from start: Double?) -> Double? {
    guard status != .ended, !isLive, currentTime.isFinite, currentTime > start ?? 0 else { return nil }
    return currentTime
  }
}

extension PlayerSource {
  /// The same source beginning with another item of its list, in the source's own order.
  ///
  /// `start` and `end` belong to the item that the source begins with, so another one has none.
  func beginning(atItem index: Int?, of items: [PlayerItem]) -> PlayerSource {
    guard let index else { return self }
    switch content {
    case .videos(let ids, let first):
      // A shuffled list has another order: the item's id says which it is.
      let id = items.indices.contains(index) ? items[index].id : nil
      let own = ids.firstIndex { $0.description == id } ?? index
      return own == first || !ids.indices.contains(own) ? self : PlayerSource(.videos(ids, index: own))
    case .playlist(let list, let first):
      return index == first ?? 0 ? self : PlayerSource(.playlist(list, index: index))
    case .video(let id, let list?, _):
      guard items.indices.contains(index), items[index].id != id.description else { return self }
      return PlayerSource(.playlist(list, index: index))
    case .video, .channel, .file, .stream:
      return self
    }
  }
}

extension PlayerTrack {
  /// The track of another backend that is most likely the same one.
  func counterpart(in tracks: [PlayerTrack]) -> PlayerTrack? {
    tracks.first { $0.language == language && $0.title == title && $0.id == id }
      ?? tracks.first { $0.language == language && $0.title == title }
      ?? (language == nil ? nil : tracks.first { $0.language == language })
  }
}
