/// Going on with another backend at the same place.
extension PlayerCore {
  /// Swaps the backend, see ``Player/use(_:)``.
  ///
  /// - Parameter staysNamed: whether it is the one to use from now on.
  nonisolated(nonsending) func use(_ id: String?, staysNamed: Bool = true) async throws(PlayerError) {
    try checkOpen()
    try configuration.validate()
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
      try await takeOver([provider], .asked, .carryOn)
    }
    if staysNamed { storage.withLock { $0.named = id } }
  }

  /// What a backend that takes over is given.
  struct Opening: Sendable {
    let source: PlayerSource
    /// What counts from then on as what was asked for.
    var request: Request
    let plays: Bool
    /// Where it goes on, in seconds; nil is the source's start.
    var position: Double?
    var isFullscreen = false

    /// Nil where a source is to be carried on that is not there any more: a backend may drop it by itself.
    init?(_ intent: Intent, _ storage: borrowing Storage) {
      switch intent {
      case .open(let source, let plays):
        self.source = source
        self.plays = plays
        request = Request(id: storage.request.id)
      case .carryOn:
        let state = storage.state
        guard let shown = state.source else { return nil }
        source = shown.beginning(atItem: state.itemIndex, of: state.items)
        plays = state.playWhenReady
        position = state.positionToCarry(from: source.start)
        isFullscreen = state.isFullscreen
        request = storage.request
        request.alias = source == shown ? nil : (source, shown)
        request.wanted = request.tracks
      }
    }
  }

  /// Track selections that wait to be made.
  struct Selections: Sendable {
    var actions: [PlayerAction] = []
    /// What they were made for: another source has other tracks.
    var request: UInt64 = 0
  }

  /// Makes the selections, unless something else has been opened meanwhile.
  func restore(_ selections: Selections) async {
    let (link, epoch) = await enterShared()
    defer { leaveShared(epoch) }
    guard let link else { return }
    for action in selections.actions where storage.withLock(\.request.id) == selections.request {
      await restore(action, on: link)
    }
  }

  /// The selections that bring back the tracks chosen by hand, now that the backend has told its own.
  func selections(
    from tracks: [PlayerTrack], _ selected: [TrackKind: String], _ storage: inout Storage
  ) -> Selections {
    var actions: [PlayerAction] = []
    for (kind, wanted) in storage.request.wanted {
      let candidates = tracks.filter { $0.kind == kind }
      guard !candidates.isEmpty else { continue }
      storage.request.wanted[kind] = nil
      let id = wanted.flatMap { $0.counterpart(in: candidates)?.id }
      guard (wanted == nil) == (id == nil), selected[kind] != id else { continue }
      actions.append(.setTrack(kind, id: id))
    }
    return Selections(actions: actions, request: storage.request.id)
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
