/// Starting the backend that the next item needs before the one that plays has ended.
extension PlayerCore {
  /// What is to be done about a standby; nil where it is as it should be.
  func standbyStep(
    _ contents: QueueContents, _ following: inout QueueFollowing, _ standby: Standby?
  ) -> QueueStep? {
    let need = following.standbyNeed
    let next = need == .none ? nil : contents.nextIndex.flatMap { contents[$0] }
    if let standby, standby.item != next { return .drop(standby) }
    guard need == .wanted, let next, following.prepared != next.id else { return nil }
    following.prepared = next.id
    return .prepare(next)
  }

  /// Starts the backend for an item, where that is another one than the one in charge.
  func prepare(_ item: PlayQueue.Item) {
    // What can't be chosen, or fails to start, is tried again and told when its turn comes.
    guard let provider = try? choose(item.source).providers.first else { return }
    storage.withLock { storage in
      guard !storage.isClosed, storage.following != nil, storage.standby == nil,
        let link = storage.link, link.descriptor.id != provider.descriptor.id
      else { return }
      var front: PlayerPresentation?
      if provider.descriptor.capabilities.contains(.presentation) {
        front =
          storage.presentation
          ?? PlayerPresentation(
            page: Standby.nextPage(), isFront: true, isAnimated: false, turnsPages: false)
      }
      storage.lastGeneration += 1
      let standby = Standby(item, provider, generation: storage.lastGeneration, front: front)
      storage.standby = standby
      storage.standbyEvents = []
      // Within the lock: whoever finds it in order to end it finds it started.
      standby.start { [weak self] in await self?.start($0) }
    }
  }

  /// Makes a standby's backend, and has it cue the item.
  private func start(_ standby: Standby) async -> Link? {
    var presentation = standby.front
    presentation?.isFront = false
    var made: Link?
    do throws(PlayerError) {
      let link = try await make(
        standby.provider, generation: standby.generation, presentation: presentation)
      made = link
      await restoreSettings(state, on: link)
      try await link.perform(.cue(standby.item.source))
      return link
    } catch {
      publish(
        .log(.debug, "The backend \(standby.provider.descriptor.id) could not be prepared: \(error)"))
      if let made { await shutDown(made) }
      storage.withLock { storage in
        if storage.standby === standby { storage.standby = nil }
      }
      return nil
    }
  }

  /// Ends a standby that is not needed any more, and lets nobody wait for that but the end of the player.
  func drop(_ standby: Standby) {
    storage.withLock { storage in
      if storage.standby === standby { storage.standby = nil }
      let ending = Task {
        if let link = await standby.link() { await self.shutDown(link) }
        self.storage.withLock { $0.standbyEndings[standby.generation] = nil }
      }
      storage.standbyEndings[standby.generation] = ending
    }
  }

  /// Ends the standby, and waits until those before have ended too.
  func endStandbys() async {
    if let standby = storage.withLock(\.standby) { drop(standby) }
    for ending in storage.withLock({ Array($0.standbyEndings.values) }) { await ending.value }
  }

  /// The standby's backend for this source, ready to be put in charge; nil where there is none that could be.
  nonisolated(nonsending) func takeStandby(
    _ provider: BackendProvider, for intent: Intent
  ) async -> (link: Link, front: PlayerPresentation?)? {
    guard case .open(let source, _) = intent,
      let standby = storage.withLock(\.standby), standby.item.source == source,
      standby.provider.descriptor.id == provider.descriptor.id
    else { return nil }
    let link = await standby.link()
    let said = storage.withLock { storage -> [PlayerEvent]? in
      // The player may have been told meanwhile that it is not needed.
      guard storage.standby === standby, !storage.isClosed else { return nil }
      storage.standby = nil
      storage.early = (standby.generation, storage.standbyEvents)
      defer { storage.standbyEvents = [] }
      return storage.standbyEvents
    }
    guard let link, let said else { return nil }
    let isUsable = !said.contains { event in
      switch event {
      case .failed, .closed: true
      default: false
      }
    }
    guard isUsable else {
      forgetEarly(link.generation)
      await shutDown(link)
      return nil
    }
    await catchUp(said.reduce(PlayerState.empty) { $0.applying($1) }, on: link)
    return (link, standby.front)
  }

  /// Brings up to date what was set after the standby had been started.
  private nonisolated(nonsending) func catchUp(_ known: PlayerState, on link: Link) async {
    let (state, modes) = storage.withLock { ($0.state, $0.wantedModes(of: link)) }
    if known.volume != state.volume { await restore(.setVolume(state.volume), on: link) }
    if known.isMuted != state.isMuted { await restore(state.isMuted ? .mute : .unmute, on: link) }
    if known.rate != state.rate { await restore(.setRate(state.rate), on: link) }
    if known.loop != modes.loop { await restore(.setLoop(modes.loop), on: link) }
    if known.isShuffled != modes.isShuffled { await restore(.setShuffle(modes.isShuffled), on: link) }
  }

  /// Shows a backend that was out of sight.
  nonisolated(nonsending) func bringToFront(_ link: Link, _ front: PlayerPresentation) async {
    do throws(PlayerError) {
      try await link.present(front)
    } catch {
      receive(.log(.warning, "The next source could not be shown: \(error)"), from: link.generation)
    }
  }
}

extension PlayerCore.Storage {
  /// Keeps what a standby says; false where the event is not one's.
  mutating func hearStandby(_ event: PlayerEvent, from generation: UInt64) -> Bool {
    guard standby?.generation == generation else { return false }
    // It may be loading for as long as the item before is paused.
    if case .loadedFractionChanged = event, case .loadedFractionChanged? = standbyEvents.last {
      standbyEvents.removeLast()
    }
    standbyEvents.append(event)
    return true
  }

  /// Looks whether the next item is to be prepared, now that the state has changed.
  mutating func noteStandbyNeed(_ effects: inout PlayerCore.Effects) {
    guard let before = following?.standbyNeed else { return }
    let need = state.standbyNeed
    guard need != before else { return }
    following?.standbyNeed = need
    if need == .none { following?.prepared = nil }
    wakeFollowing(&effects)
  }
}
