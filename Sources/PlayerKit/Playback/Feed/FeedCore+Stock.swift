/// The stock lane: has neighbours ready, and ends what there is no room for.
extension FeedCore {
  enum StockStep {
    case end
    case wait(Duration)
    case make(Int, PlayerSource)
    case retire(Int)
    case rewind(Int, Player)
    case renumber(Int)
  }

  func runStock() async {
    while true {
      let step = storage.withLock { storage in
        let step = nextStockStep(&storage)
        switch step {
        case nil:
          storage.isStockIdle = true
          takeResters(&storage)
        case .make(let index, _)?, .retire(let index)?, .rewind(let index, _)?, .renumber(let index)?:
          storage.stockPage = index
        case .end?, .wait?: break
        }
        return step
      }
      switch step {
      case .end?: return
      case .wait(let rest)?:
        let alarm = Deadlines.shared.after(rest) { [stockBell] in stockBell.ring() }
        await stockBell.wait()
        alarm.cancel()
        continue
      case nil:
        await stockBell.wait()
        continue
      case .make(let index, let source)?: await cue(index, source)
      case .retire(let index)?: await end(index)
      case .rewind(_, let player)?: await rewind(player)
      case .renumber(let index)?: await place(index, isFront: false, isAnimated: false)
      }
      let waiters = change { storage in
        storage.stockPage = nil
        defer { storage.stockWaiters = [] }
        return storage.stockWaiters
      }
      for waiter in waiters { waiter.resume() }
    }
  }

  private func nextStockStep(_ storage: inout Storage) -> StockStep? {
    if storage.isClosed { return .end }
    // The front comes first, and nothing is loaded for who can't see it.
    guard storage.isSettled, storage.holds.isEmpty, let front = storage.front,
      storage.pages[front]?.player.state.isOpening == false
    else { return nil }
    let rest = storage.lastMove + restTime - SuspendingClock.now
    if rest > .zero { return .wait(rest) }
    let wanted = storage.path.index
    let behind = storage.pages.filter { $0.key != wanted && $0.key != storage.shown && !$0.value.isClosing }
      .sorted { $0.value.used < $1.value.used }
    if let stale = behind.first(where: \.value.isStale) { return .retire(stale.key) }
    for (index, page) in behind
    where storage.path.number(of: index, now: page.place.page) != page.place.page {
      return .renumber(index)
    }
    for (index, page) in behind where storage.pages[index]?.takeRewind() == true {
      return .rewind(index, page.player)
    }
    let neighbours = storage.path
      .neighbours(ahead: options.preloadsAhead, behind: options.preloadsBehind).prefix(capacity - 1)
    guard let next = neighbours.first(where: { storage.pages[$0] == nil }) else { return nil }
    if storage.pages.count < capacity {
      insert(next, isFront: false, &storage)
      return .make(next, storage.sources[next])
    }
    return behind.first { !neighbours.contains($0.key) }.map { .retire($0.key) }
  }

  private func cue(_ index: Int, _ source: PlayerSource) async {
    guard let player = storage.withLock({ $0.pages[index]?.player }) else { return }
    for action in storage.withLock(\.settings).actions(in: player.state) {
      // As for a page in front: what its backend can't do it does without.
      try? await player.send(action)
    }
    // Where it is refused now, it is tried again when the page comes to the front, and told then.
    try? await player.cue(source)
  }

  // MARK: Shared by both lanes

  /// Makes a page live, as one of its window's.
  func insert(_ index: Int, isFront: Bool, _ storage: inout Storage) {
    guard !storage.isClosed, storage.pages.count < capacity else { return }
    let place = PlayerPresentation(
      page: storage.path.number(of: index), isFront: isFront, axis: options.axis)
    var configuration = configuration
    configuration.presentation = place
    // By the first page as configured, then by what comes to the front as the one before it did.
    if storage.lastLife > 0 { configuration.isFullscreen = isFront && storage.settings.isFullscreen }
    let player = Player(registry: registry, configuration: configuration, backend: backend)
    storage.lastLife += 1
    let (life, events) = (storage.lastLife, player.events)
    storage.pages[index] = Page(player: player, life: life, events: events, place: place)
    if isFront { storage.lastNumber = place.page }
    // It ends with the player's events.
    Task { [weak self] in
      for await event in events { self?.heard(event, index, life) }
    }
  }

  /// Makes room for another page: the one that has not been in front for the longest time goes.
  func makeRoom(keeping index: Int) async {
    while true {
      enum Room { case free, end(Int), busy }
      let room = storage.withLock { storage -> Room in
        if storage.isClosed || storage.pages.count < capacity { return .free }
        let victim = storage.pages
          .filter { $0.key != index && $0.key != storage.stockPage && !$0.value.isClosing }
          .min { $0.value.used < $1.value.used }
        return victim.map { .end($0.key) } ?? .busy
      }
      switch room {
      case .free: return
      case .end(let victim): await end(victim)
      case .busy: await stockIsDone(with: nil)
      }
    }
  }

  /// Shuts a page's player down and waits for that.
  func end(_ index: Int) async {
    let page = change { storage in
      storage.pages[index]?.isClosing = true
      if storage.front == index { storage.front = nil }
      if storage.shown == index { storage.shown = nil }
      releaseHearers(&storage)
      return storage.pages[index]
    }
    guard let page else { return }
    await page.player.shutDown()
    change { storage in
      if storage.pages[index]?.life == page.life { storage.pages[index] = nil }
    }
  }

  /// Waits until the stock lane does not work on the page any more; on any page where it is nil.
  func stockIsDone(with index: Int?) async {
    await withCheckedContinuation { continuation in
      let isDone = storage.withLock { storage in
        let isBusy = storage.stockPage != nil && (index == nil || storage.stockPage == index)
        if isBusy { storage.stockWaiters.append(continuation) }
        return !isBusy
      }
      if isDone { continuation.resume() }
    }
  }

  /// Gives a page its place in the window.
  func place(_ index: Int, isFront: Bool, isAnimated: Bool) async {
    let (player, place) = change { storage -> (Player?, PlayerPresentation?) in
      guard let page = storage.pages[index], !page.isClosing else { return (nil, nil) }
      let number = storage.path.number(of: index, now: page.place.page)
      let place = PlayerPresentation(
        page: number, isFront: isFront, axis: options.axis, isAnimated: isAnimated)
      storage.pages[index]?.place = place
      if isFront { storage.lastNumber = number }
      return (page.player, place)
    }
    guard let player, let place else { return }
    await withTimeLimit(Self.patience) {
      // It can only have ended meanwhile, which is told.
      try? await player.place(place)
    }
  }

  /// Has a page that was left begin at its start when it comes again.
  func rewind(_ player: Player) async {
    let state = player.state
    let start = state.source?.start ?? 0
    guard state.isSeekable, state.status != .unstarted, state.status == .ended || state.currentTime != start
    else { return }
    await withTimeLimit(Self.patience) {
      // A source that can't be sought in now goes on where it was.
      try? await player.seek(to: start)
    }
  }

  // MARK: Rest

  func rest() async {
    await withCheckedContinuation { continuation in
      change { storage in
        if storage.isClosed && storage.closing == nil {
          continuation.resume()
        } else {
          storage.resters.append(continuation)
        }
      }
    }
  }

  /// Lets those go on who wait until there is nothing to do.
  func takeResters(_ storage: inout Storage) {
    guard storage.isFrontIdle, storage.isStockIdle else { return }
    for rester in storage.resters { rester.resume() }
    storage.resters = []
  }
}

extension PlayerState {
  /// Whether what is wanted at once is still on its way.
  fileprivate var isOpening: Bool {
    status == .buffering || status == .unstarted && error == nil && source != nil && playWhenReady
  }
}
