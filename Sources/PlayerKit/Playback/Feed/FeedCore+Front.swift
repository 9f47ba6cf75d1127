/// The front lane: one step at a time, each towards the newest that is wanted.
extension FeedCore {
  /// How long a page may take to fall silent, or to take an action, before the feed goes on without it.
  static let patience = 1.0

  enum FrontStep {
    case end
    /// Nothing to do before so long has passed.
    case wait(Duration)
    /// Silence the page that was in front.
    case leave(Int)
    /// Show the page, and play it.
    case bring(Int)
    /// Pause the page in front for a while, or go on with it.
    case hold(Player)
    case goOn(Player)
    case restart(Int)
    /// The page in front has got another number.
    case renumber(Int)
    /// Pause a page that has no business to play.
    case quieten(Int)
    case perform(Pending)
  }

  func runFront() async {
    while true {
      let step = storage.withLock { storage in
        let step = nextFrontStep(&storage)
        switch step {
        case nil:
          storage.isFrontIdle = true
          takeResters(&storage)
        case .end?, .wait?: break
        default: storage.isFrontBusy = true
        }
        return step
      }
      switch step {
      case .end?: return
      case .wait(let rest)?:
        let alarm = Deadlines.shared.after(rest) { [frontBell] in frontBell.ring() }
        await frontBell.wait()
        alarm.cancel()
        continue
      case nil:
        await frontBell.wait()
        continue
      case .leave(let index)?: await leave(index)
      case .bring(let index)?: await bring(index)
      case .hold(let player)?: await hold(player)
      case .goOn(let player)?: await goOn(player)
      case .restart(let index)?: await restart(index)
      case .renumber(let index)?: await place(index, isFront: true, isAnimated: false)
      case .quieten(let index)?: await quieten(index)
      case .perform(let pending)?: await perform(pending)
      }
      change { $0.isFrontBusy = false }
    }
  }

  private func nextFrontStep(_ storage: inout Storage) -> FrontStep? {
    if storage.isClosed { return .end }
    guard storage.path.count > 0 else { return nil }
    let wanted = storage.path.index
    if let stray = storage.strays.popFirst() { return .quieten(stray) }
    // What was sent before the page was left is for that page.
    if let pending = storage.pending.first, let front = storage.front,
      pending.index == front || front == wanted
    {
      storage.pending.removeFirst()
      return .perform(pending)
    }
    guard storage.front == wanted, let page = storage.pages[wanted] else {
      if let front = storage.front { return .leave(front) }
      // Nothing is begun while the person moves the pages, or flings past them.
      if storage.holds.contains(.moving) { return nil }
      let rest = storage.lastMove + restTime - SuspendingClock.now
      return storage.isFling && rest > .zero ? .wait(rest) : .bring(wanted)
    }
    if storage.isHeld != !storage.holds.isEmpty {
      return storage.isHeld ? .goOn(page.player) : .hold(page.player)
    }
    if storage.wantsRestart {
      storage.wantsRestart = false
      return .restart(wanted)
    }
    let isMisplaced = storage.path.number(of: wanted, now: page.place.page) != page.place.page
    return isMisplaced ? .renumber(wanted) : nil
  }

  // MARK: Steps

  private func leave(_ index: Int) async {
    guard let player = storage.withLock({ $0.pages[index]?.player }) else {
      return change { $0.front = nil }
    }
    let state = player.state
    let isSilent = await silence(player)
    change { storage in
      storage.front = nil
      storage.isHeld = false
      storage.wantsToPlay = true
      storage.wantsRestart = false
      storage.settings.take(state)
      storage.pages[index]?.needsRewind = true
    }
    if !isSilent { await end(index) }
  }

  /// Pauses; false where the player does not answer.
  private func silence(_ player: Player) async -> Bool {
    // Where nothing is loaded all is silent, and a pause would be told as refused.
    guard player.state.source != nil else { return true }
    return await withTimeLimit(Self.patience) { try? await player.pause() } != nil
  }

  private func hold(_ player: Player) async {
    let plays = player.state.playWhenReady
    change { $0.wantsToPlay = plays }
    _ = await silence(player)
    change { $0.isHeld = true }
  }

  private func goOn(_ player: Player) async {
    let plays = change { storage in
      storage.isHeld = false
      return storage.wantsToPlay
    }
    guard plays else { return }
    // A refusal is published, and told with the page's other events.
    _ = await withTimeLimit(Self.patience) { try? await player.play() }
  }

  private func quieten(_ index: Int) async {
    let player = storage.withLock { storage in
      storage.front == index || storage.pages[index]?.isClosing ?? true ? nil : storage.pages[index]?.player
    }
    guard let player, player.state.playWhenReady else { return }
    if await !silence(player) { await end(index) }
  }

  private func restart(_ index: Int) async {
    guard let player = storage.withLock({ $0.pages[index]?.player }) else { return }
    await rewind(player)
    guard storage.withLock({ $0.holds.isEmpty }) else { return change { $0.wantsToPlay = true } }
    await play(index, player)
  }

  private func perform(_ pending: Pending) async {
    let (front, isHeld) = storage.withLock { ($0.front, $0.isHeld) }
    let player = storage.withLock { storage in front.flatMap { storage.pages[$0]?.player } }
    guard let player, let front else { return pending.answer.resume(returning: Self.nothingLoaded) }
    switch pending.action {
    case .play where isHeld, .pause where isHeld:
      change { $0.wantsToPlay = pending.action == .play }
      return pending.answer.resume(returning: nil)
    case .next where !player.state.hasItem(by: 1):
      _ = go(by: 1)
      return pending.answer.resume(returning: nil)
    case .previous where !player.state.hasItem(by: -1):
      _ = go(by: -1)
      return pending.answer.resume(returning: nil)
    default: break
    }
    await withTimeLimit(Self.patience) {
      var failure: PlayerError?
      do throws(PlayerError) {
        try await player.send(pending.action)
      } catch {
        failure = error
      }
      // Who has its answer has been told what led to it.
      await self.catchUp(with: front)
      pending.answer.resume(returning: failure)
    }
  }

  private func bring(_ index: Int) async {
    await stockIsDone(with: index)
    // What it said while it was behind is not to be taken for what it says in front.
    await catchUp(with: index)
    let isGone = storage.withLock { storage in
      storage.pages[index].map { $0.isStale || $0.isClosing } ?? false
    }
    if isGone { await end(index) }
    let isNew = storage.withLock { $0.pages[index] == nil }
    if isNew { await makeRoom(keeping: index) }
    if let before = storage.withLock({ $0.shown }), before != index {
      await place(before, isFront: false, isAnimated: true)
      // That may have taken its time, in which either of them has said something.
      await catchUp(with: before)
      await catchUp(with: index)
    }
    let begun = change { storage -> (player: Player, plays: Bool)? in
      if isNew { insert(index, isFront: true, &storage) }
      // Where its backend has ended by now, the next step makes it anew.
      guard let page = storage.pages[index], !page.isStale, !page.isClosing else { return nil }
      let player = page.player
      if storage.told != index {
        storage.told = index
        tell(.pageChanged(index, player.state), &storage)
      }
      storage.lastLife += 1
      storage.pages[index]?.used = storage.lastLife
      storage.shown = index
      return (player, storage.holds.isEmpty && storage.wantsToPlay)
    }
    guard let player = begun?.player else { return }
    if !isNew { await place(index, isFront: true, isAnimated: isNear(index)) }
    await carry(to: player)
    if change({ $0.pages[index]?.takeRewind() ?? false }) { await rewind(player) }
    let plays = change { storage -> Bool in
      storage.front = index
      storage.isHeld = !storage.holds.isEmpty
      return storage.path.index == index && !storage.isHeld && storage.wantsToPlay
    }
    if player.state.source == nil {
      await open(index, player, plays: plays)
    } else if plays {
      await play(index, player)
    }
  }

  /// Whether the window can slide to the page past nothing but pages that are there.
  private func isNear(_ index: Int) -> Bool {
    storage.withLock { storage in
      guard let last = storage.lastNumber, let page = storage.pages[index]?.place.page else { return false }
      let number = storage.path.number(of: index, now: page)
      let live = Set(storage.pages.values.map(\.place.page))
      guard abs(number - last) <= capacity else { return false }
      return (min(number, last)...max(number, last)).dropFirst().dropLast().allSatisfy(live.contains)
    }
  }

  private func open(_ index: Int, _ player: Player, plays: Bool) async {
    guard let source = storage.withLock({ $0.sources.indices.contains(index) ? $0.sources[index] : nil })
    else { return }
    do throws(PlayerError) {
      try await player.send(plays ? .load(source) : .cue(source))
    } catch {
      change { failed(index, error, isTold: false, &$0) }
    }
  }

  private func play(_ index: Int, _ player: Player) async {
    do throws(PlayerError) {
      try await player.play()
    } catch {
      change { failed(index, error, isTold: false, &$0) }
    }
  }

  /// Gives the player of the page that comes what goes along from page to page.
  private func carry(to player: Player) async {
    let (settings, state) = (storage.withLock(\.settings), player.state)
    var actions = settings.actions(in: state)
    // Another backend has another window; one that is just being made is told by its configuration.
    if state.ready, settings.isFullscreen != state.isFullscreen {
      actions.append(.setFullscreen(settings.isFullscreen))
    }
    for action in actions {
      // What this page's backend can't do it does without; the refusal is told.
      try? await player.send(action)
    }
  }

  // MARK: Sending

  static let nothingLoaded = PlayerError(
    .nothingLoaded, "There is no page in front yet.", remedy: "Settle on a page first.")

  func send(_ action: PlayerAction) async throws(PlayerError) {
    do throws(PlayerError) {
      switch action {
      case .idle: return
      case .load, .cue, .clear:
        throw PlayerError(
          .unsupported, "A page of a feed has its own source, so it takes no \(action.name).",
          remedy: "Append the source to the feed.")
      default: break
      }
      let isKept = try change { (storage) throws(PlayerError) in
        guard !storage.isClosed else { throw Self.closed }
        guard !storage.hasBegun || storage.path.count == 0 else { return false }
        guard try storage.settings.take(action) else { throw Self.nothingLoaded }
        return true
      }
      if isKept { return }
    } catch {
      change { storage in
        tell(.player(.rejected(.action(action), error), page: storage.path.index), &storage)
      }
      throw error
    }
    let error = await withCheckedContinuation { (answer: CheckedContinuation<PlayerError?, Never>) in
      let isClosed = change { storage in
        if !storage.isClosed {
          storage.pending.append(Pending(action: action, index: storage.path.index, answer: answer))
        }
        return storage.isClosed
      }
      if isClosed { answer.resume(returning: Self.closed) }
    }
    if let error { throw error }
  }
}

extension FeedCore.Page {
  /// Whether it has to go back to its start first; it counts as done.
  mutating func takeRewind() -> Bool {
    defer { needsRewind = false }
    return needsRewind
  }
}

extension PlayerState {
  /// Whether the source's own list has an item so many on.
  func hasItem(by step: Int) -> Bool {
    items.indices.contains((itemIndex ?? 0) + step)
  }
}
