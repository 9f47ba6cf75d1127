extension PlayerCore {
  /// Takes an action, see ``Player/send(_:)``.
  nonisolated(nonsending) func send(_ action: PlayerAction) async throws(PlayerError) {
    switch action {
    case .load(let source), .cue(let source):
      try checkOpen()
      try configuration.validate()
      try action.checkValues()
      beginOtherLoad()
      defer { endOtherLoad() }
      try await open(source, action)
    default:
      if try await performInQueue(action) { return }
      if try await performIfInCharge(action) { return }
      // The backend has died for good; the source is opened again, as after any other failure.
      guard let source = state.source else { return }
      try await open(source, .load(source), playing: true)
    }
  }

  /// Has the backend in charge take an action, or the player itself where there is none; false where the
  /// action is for a backend and the last one has died.
  nonisolated(nonsending) func performIfInCharge(_ action: PlayerAction) async throws(PlayerError)
    -> Bool
  {
    let (link, epoch) = await enterShared()
    defer { leaveShared(epoch) }
    try checkOpen()
    guard let link else { return try performWithoutBackend(action) }
    try await link.perform(action)
    if case .setTrack(let kind, let id) = action { rememberTrack(kind, id) }
    return true
  }

  /// Takes a place among the pages of a window, see ``Player/present(_:)``.
  nonisolated(nonsending) func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    try presentation.validate()
    let (link, epoch) = await enterShared()
    defer { leaveShared(epoch) }
    try checkOpen()
    try await link?.present(presentation)
    storage.withLock { $0.presentation = presentation }
  }

  /// Takes a place among the pages of a window, as ``present(_:)`` does; where the backend in charge has no pages it is
  /// kept for one that takes over.
  nonisolated(nonsending) func place(_ presentation: PlayerPresentation) async throws(PlayerError) {
    let (link, epoch) = await enterShared()
    defer { leaveShared(epoch) }
    try checkOpen()
    storage.withLock { $0.presentation = presentation }
    guard let link, link.descriptor.capabilities.contains(.presentation) else { return }
    try await link.present(presentation)
  }

  func checkOpen() throws(PlayerError) {
    guard storage.withLock(\.isClosed) else { return }
    throw PlayerError(.closed, "The player has been shut down.", remedy: "Make another one.")
  }

  /// Opens a source on the backend that is in charge, or on the one that it needs.
  nonisolated(nonsending) func open(
    _ source: PlayerSource, _ action: PlayerAction, playing: Bool? = nil
  ) async throws(PlayerError) {
    let chosen = try choose(source)
    var refusal: PlayerError?
    var hasDied = false
    do throws(PlayerError) {
      if try await beginIfInCharge(chosen.id, action) { return }
    } catch {
      switch error.code {
      // It may have died while nothing was playing: another run of it can play this.
      case .backendFailed where configuration.restart: hasDied = true
      // The next candidate may know how to play this very source.
      case .unsupported where chosen.providers.count > 1: refusal = error
      default: throw error
      }
    }
    await enterExclusive()
    defer { leaveExclusive() }
    try checkOpen()
    let candidates = try choose(source)
    var providers = candidates.providers
    if let link = storage.withLock(\.link), link.descriptor.id == candidates.id, !hasDied {
      guard refusal != nil else { return try await begin(action, on: link) }
      providers.removeFirst()
    }
    let plays = if case .load = action { playing ?? configuration.autoPlay } else { false }
    do throws(PlayerError) {
      try await takeOver(providers, refusal == nil ? .asked : .fallback, .open(source, plays: plays))
    } catch {
      throw refusal ?? error
    }
  }

  /// Opens a source on the backend in charge; false where that is another one.
  private nonisolated(nonsending) func beginIfInCharge(
    _ id: String, _ action: PlayerAction
  ) async throws(PlayerError) -> Bool {
    let (link, epoch) = await enterShared()
    defer { leaveShared(epoch) }
    try checkOpen()
    guard let link, link.descriptor.id == id else { return false }
    try await begin(action, on: link)
    return true
  }

  /// The backend for the source, and behind it those that may stand in.
  func choose(
    _ source: PlayerSource
  ) throws(PlayerError) -> (id: String, providers: [BackendProvider]) {
    let (registry, named) = storage.withLock { ($0.registry, $0.named) }
    let chosen = try registry.backend(for: source, preferring: named)
    guard named == nil, configuration.fallback, registry.providers.count > 1 else {
      return (chosen.descriptor.id, [chosen])
    }
    let usable = registry.candidates(for: source).filter(\.isUsable).map(\.provider)
    return (chosen.descriptor.id, usable)
  }

  /// Has the backend open a source, and remembers it as what is to be played.
  private nonisolated(nonsending) func begin(_ action: PlayerAction, on link: Link) async throws(PlayerError)
  {
    let before = storage.withLock { storage in
      defer { storage.request = Request(id: storage.request.id &+ 1) }
      storage.wishes.begun &+= 1
      return storage.request
    }
    do throws(PlayerError) {
      try await link.perform(action)
    } catch {
      storage.withLock { storage in
        guard storage.request.id == before.id &+ 1 else { return }
        storage.request = before
      }
      throw error
    }
  }

  /// What an action means while there is no backend: what lives on across loads is kept for the next one.
  ///
  /// Returns false where it takes a backend that plays the source again, because the last one has died.
  private func performWithoutBackend(_ action: PlayerAction) throws(PlayerError) -> Bool {
    try action.checkValues()
    let state = state
    try action.checkLoaded(state)
    switch action {
    case .play where state.source != nil: return false
    case .clear where state.source != nil:
      publish(.sourceChanged(nil))
      publish(.statusChanged(.unstarted, playWhenReady: false))
    case .seek, .next, .previous, .playItem, .stepFrame, .screenshot, .setTrack, .setQuality, .setFullscreen:
      if let error = state.error { throw error }
      try performWithoutSource(action)
    case .pause where state.playWhenReady:
      publish(.statusChanged(state.status, playWhenReady: false))
    case .setVolume(let volume): if volume != state.volume { publish(.volumeChanged(volume)) }
    case .mute: if !state.isMuted { publish(.muteChanged(true)) }
    case .unmute: if state.isMuted { publish(.muteChanged(false)) }
    case .setRate(let rate): if rate != state.rate { publish(.rateChanged(rate)) }
    case .setLoop(let loop): if loop != state.loop { publish(.loopChanged(loop)) }
    case .setShuffle(let isOn): if isOn != state.isShuffled { publish(.shuffleChanged(isOn)) }
    case .currentTime: publish(.timeChanged(state.currentTime))
    case .duration: publish(.durationChanged(nil, isLive: false, isSeekable: false))
    default: break
    }
    return true
  }

  private func performWithoutSource(_ action: PlayerAction) throws(PlayerError) {
    guard case .setFullscreen = action else { return }
    throw PlayerError(
      .nothingLoaded, "Nothing is loaded, so there is no picture to fill the screen with.",
      remedy: "Load a source first.")
  }

  private func rememberTrack(_ kind: TrackKind, _ id: String?) {
    storage.withLock { storage in
      let track = storage.state.tracks.first { $0.kind == kind && $0.id == id }
      storage.request.tracks.updateValue(track, forKey: kind)
      storage.request.wanted[kind] = nil
    }
  }
}

extension PlayerCore.Link {
  nonisolated(nonsending) func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    do throws(PlayerError) {
      try presentation.check(descriptor)
      try await backend.asPresenting(descriptor).present(presentation)
    } catch {
      throw error.attributed(to: descriptor.id)
    }
  }

  nonisolated(nonsending) func perform(_ action: PlayerAction) async throws(PlayerError) {
    do {
      try await backend.perform(action)
    } catch {
      throw error.attributed(to: descriptor.id)
    }
  }
}
