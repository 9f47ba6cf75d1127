/// Making backends and putting them in charge.
extension PlayerCore {
  /// What a backend is to open when it takes over.
  enum Intent: Sendable {
    /// Another source.
    case open(PlayerSource, plays: Bool)
    /// The source that the backend before had, where that had it.
    case carryOn
  }

  /// Puts the first of the providers that can be made, and takes the source, in charge in the place of the
  /// backend before. The caller is alone behind the gate.
  ///
  /// Where none does, the first one's error is thrown and nothing has changed.
  nonisolated(nonsending) func takeOver(
    _ providers: [BackendProvider], _ reason: BackendChangeReason, _ intent: Intent
  ) async throws(PlayerError) {
    var first: PlayerError?
    for (place, provider) in providers.enumerated() {
      do throws(PlayerError) {
        return try await takeOver(provider, place == 0 ? reason : .fallback, intent)
      } catch {
        try checkOpen()
        first = first ?? error
        if place + 1 < providers.count {
          publish(.log(.warning, "The backend \(provider.descriptor.id) could not take over: \(error)"))
        }
      }
    }
    throw first ?? PlayerError(.backendUnavailable, "No backend is left that could play this source.")
  }

  /// Has a new backend open the source without a sound, while the one before is still in charge; then the one
  /// before ends, and the new one plays.
  private nonisolated(nonsending) func takeOver(
    _ provider: BackendProvider, _ reason: BackendChangeReason, _ intent: Intent
  ) async throws(PlayerError) {
    let ready = await takeStandby(provider, for: intent)
    let link = if let ready { ready.link } else { try await make(provider) }
    let (state, opening, isFirst) = storage.withLock { storage in
      (storage.state, Opening(intent, storage), storage.link == nil)
    }
    guard let opening else { return await shutDown(link) }
    let plays = ready == nil && opening.plays && isFirst && configuration.autoPlay
    if ready == nil {
      do throws(PlayerError) {
        await restoreSettings(state, on: link)
        try await link.perform(plays ? .load(opening.source) : .cue(opening.source))
      } catch {
        forgetEarly(link.generation)
        await shutDown(link)
        throw error
      }
    }
    if let position = opening.position { await restore(.seek(.to(position)), on: link) }
    let (isAttached, old) = attach(link, reason, opening)
    guard isAttached else {
      await shutDown(link)
      return try checkOpen()
    }
    defer { releaseHeld(plays: opening.plays) }
    if let front = ready?.front { await bringToFront(link, front) }
    if let old { await shutDown(old) }
    if opening.isFullscreen { await restore(.setFullscreen(true), on: link) }
    // To play what has failed already would be to open it once more.
    if opening.plays && !plays && !hasFailed() { await restore(.play, on: link) }
  }

  private nonisolated(nonsending) func make(_ provider: BackendProvider) async throws(PlayerError) -> Link {
    let (generation, presentation) = storage.withLock { storage in
      storage.lastGeneration += 1
      storage.early = (storage.lastGeneration, [])
      return (storage.lastGeneration, storage.presentation)
    }
    return try await make(provider, generation: generation, presentation: presentation)
  }

  nonisolated(nonsending) func make(
    _ provider: BackendProvider, generation: UInt64, presentation: PlayerPresentation?
  ) async throws(PlayerError) -> Link {
    let id = provider.descriptor.id
    var configuration = configuration
    configuration.presentation = presentation
    let made = await withTimeLimit(
      configuration.timeouts.start,
      late: { (result: Result<any PlayerBackend, PlayerError>) in
        // It comes too late to be used, but not to be ended.
        if case .success(let backend) = result { await backend.shutDown() }
      },
      { [weak self, configuration] in
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
      forgetEarly(generation)
      throw error.attributed(to: id)
    case nil:
      forgetEarly(generation)
      throw PlayerError(
        .timedOut, "The backend \(id) was not ready within \(configuration.timeouts.start) s.",
        remedy: "Try again, or choose another backend.", backend: id)
    }
  }

  /// Drops what a backend said that is not put in charge.
  func forgetEarly(_ generation: UInt64) {
    storage.withLock { storage in
      if storage.early?.generation == generation { storage.early = nil }
    }
  }

  /// Puts a backend in charge, and returns the one before; false where the player has been shut down.
  private func attach(
    _ link: Link, _ reason: BackendChangeReason, _ opening: Opening
  ) -> (isAttached: Bool, old: Link?) {
    storage.withLock { storage in
      guard !storage.isClosed else { return (false, nil) }
      let old = storage.link
      storage.link = link
      storage.generation = link.generation
      storage.modes = BackendModes()
      storage.told = (nil, nil)
      storage.loopEchoes = []
      storage.request = opening.request
      storage.request.id = storage.request.id &+ 1
      let early = storage.early?.generation == link.generation ? storage.early?.events ?? [] : []
      storage.held = [.backendChanged(link.descriptor.id, reason)] + early
      storage.early = nil
      return (true, old)
    }
  }

  /// Whether the backend that takes over has said by now that it can't play.
  private func hasFailed() -> Bool {
    storage.withLock { storage in
      storage.held?.contains { if case .failed = $0 { true } else { false } } ?? false
    }
  }

  /// Publishes what was kept back, in one go.
  ///
  /// - Parameter plays: what was asked for. The backend was told to play only once it had the source.
  private func releaseHeld(plays: Bool) {
    let effects = storage.withLock { storage in
      var all = Effects()
      for event in storage.held ?? [] where !storage.isClosed {
        // There is at most one recovery, see `Storage.isRecovering`.
        all.add(take(event, &storage))
      }
      storage.held = nil
      if plays { storage.following?.wantsToPlay = true }
      // Whoever waited since before the first of them gets the state after the last.
      if !all.waiters.isEmpty { all.snapshot = storage.snapshot }
      return all
    }
    effects.run(self)
  }

  nonisolated(nonsending) func shutDown(_ link: Link) async {
    await withTimeLimit(configuration.timeouts.shutDown) { await link.backend.shutDown() }
  }

  /// Gives a new backend what lives on across loads. What it can't do is said and given up.
  nonisolated(nonsending) func restoreSettings(_ before: PlayerState, on link: Link) async {
    let fresh = PlayerState.empty
    if before.volume != fresh.volume { await restore(.setVolume(before.volume), on: link) }
    if before.isMuted { await restore(.mute, on: link) }
    if before.rate != fresh.rate, await !restore(.setRate(before.rate), on: link) {
      receive(.rateChanged(fresh.rate), from: link.generation)
    }
    let modes = storage.withLock { $0.wantedModes(of: link) }
    if modes.loop != fresh.loop, await !restore(.setLoop(modes.loop), on: link) {
      receive(.loopChanged(fresh.loop), from: link.generation)
    }
    if modes.isShuffled, await !restore(.setShuffle(true), on: link) {
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
}
