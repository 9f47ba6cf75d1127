/// Making backends and putting them in charge.
extension PlayerCore {
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
        if !effects.tracks.actions.isEmpty { all.tracks = effects.tracks }
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
    await withTimeLimit(configuration.timeouts.shutDown) { await link.backend.shutDown() }
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
}
