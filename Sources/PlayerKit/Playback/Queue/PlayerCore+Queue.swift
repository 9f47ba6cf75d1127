/// Playing a queue: one task at a time looks what is to be done, does it, and looks again.
///
/// It holds no lock and no place behind the gate while it waits, other than those of a load like any other.
extension PlayerCore {
  /// Somebody who waits for the end of the queue; nil is what he gets where there won't be one.
  typealias QueueEndWaiter = (id: UInt64, continuation: CheckedContinuation<PlayQueue.Report?, Never>)

  /// What is to be done for the queue.
  enum QueueStep: Sendable {
    /// Have the backend loop, or shuffle, as the queue needs it.
    case setMode(PlayerAction)
    /// Open an item.
    case open(ItemOpening)
    /// Drop the source: nothing is current any more.
    case clear
    /// Start the backend for the item that comes next, where it needs another one.
    case prepare(PlayQueue.Item)
    /// End a backend that was started for an item that does not come next any more.
    case drop(Standby)
  }

  /// The opening of an item.
  struct ItemOpening: Sendable {
    let item: PlayQueue.Item
    let plays: Bool
    /// The queue's version.
    let version: UInt64
    /// Whose queue it is of.
    let token: PlayQueue.Owner.Token
  }

  // MARK: Beginning and ending

  /// Plays a queue, see ``Player/play(_:)-(PlayQueue)``.
  nonisolated(nonsending) func play(_ queue: PlayQueue) async throws(PlayerError) {
    try checkOpen()
    try configuration.validate()
    let token = PlayQueue.Owner.Token()
    queue.give(
      to: PlayQueue.Owner(
        token: token, changed: { [weak self] in self?.wakeQueue() },
        lost: { [weak self] in self?.leaveQueue(token) }))
    let (_, readers) = queue.editQuietly { contents in
      if contents.current == nil { _ = contents.next() }
    }
    for reader in readers { reader.resume() }
    let (effects, ends) = storage.withLock { storage -> (Effects, [QueueEndWaiter]) in
      var effects = Effects()
      guard !storage.isClosed else { return (effects, []) }
      storage.endFollowing()
      storage.following = QueueFollowing(queue, token: token, wantsToPlay: configuration.autoPlay)
      storage.wakeFollowing(&effects)
      return (effects, storage.takeQueueEndWaiters())
    }
    effects.run(self)
    for end in ends { end.continuation.resume(returning: nil) }
    await waitForQueue(version: queue.contents.version)
    try checkOpen()
  }

  /// Plays on without the queue, where it is this turn's; nil is any.
  func leaveQueue(_ token: PlayQueue.Owner.Token? = nil) {
    let (effects, ends, standby) = storage.withLock { storage -> (Effects, [QueueEndWaiter], Standby?) in
      var effects = Effects()
      guard let following = storage.following, token == nil || following.token === token, !storage.isClosed
      else { return (effects, [], nil) }
      storage.endFollowing()
      storage.following = nil
      // From here on the backend's own count again.
      let modes = storage.modes
      if storage.state.loop != modes.loop { effects.add(publish(.loopChanged(modes.loop), &storage)) }
      if storage.state.isShuffled != modes.isShuffled {
        effects.add(publish(.shuffleChanged(modes.isShuffled), &storage))
      }
      return (effects, storage.takeQueueEndWaiters(), storage.standby)
    }
    effects.run(self)
    if let standby { drop(standby) }
    for end in ends { end.continuation.resume(returning: nil) }
  }

  // MARK: Following

  /// Sees to it that what there is to do for the queue is done.
  func wakeQueue() {
    let effects = storage.withLock { storage in
      var effects = Effects()
      storage.wakeFollowing(&effects)
      return effects
    }
    effects.run(self)
  }

  /// Does what there is to do for the queue, until there is nothing more. One task at a time runs this.
  func followQueue() async {
    while true {
      let (step, effects) = storage.withLock { storage -> (QueueStep?, Effects) in
        var effects = Effects()
        let step = nextQueueStep(&storage, &effects)
        if step == nil {
          storage.isFollowing = false
          effects.queueReaders += storage.takeQueueWaiters(upTo: .max)
        }
        return (step, effects)
      }
      effects.run(self)
      switch step {
      case .setMode(let action): await setMode(action)
      case .open(let opening): await open(opening)
      case .clear: await clearForQueue()
      case .prepare(let item): prepare(item)
      case .drop(let standby): drop(standby)
      case nil: return
      }
    }
  }

  private func setMode(_ action: PlayerAction) async {
    let (link, epoch) = await enterShared()
    defer { leaveShared(epoch) }
    guard let link, await !restore(action, on: link), case .setLoop(let loop) = action else { return }
    storage.withLock { $0.loopEchoes.removeAll { $0 == loop } }
  }

  /// Opens an item; where it is refused, that is its failure.
  private func open(_ opening: ItemOpening) async {
    let source = opening.item.source
    let action: PlayerAction = opening.plays ? .load(source) : .cue(source)
    do throws(PlayerError) {
      try action.checkValues()
      try await open(source, action, playing: opening.plays)
      // A load is told to play by itself only where that is configured.
      if opening.plays, !configuration.autoPlay { _ = try await performIfInCharge(.play) }
      let waiters = storage.withLock { storage in
        if storage.following?.token === opening.token { storage.following?.opened() }
        return storage.takeQueueWaiters(upTo: opening.version)
      }
      for waiter in waiters { waiter.resume() }
    } catch {
      storage.withLock { storage in
        guard storage.following?.token === opening.token, !storage.isClosed else { return }
        storage.following?.refused(opening.item, error)
      }
      publish(.rejected(.action(action), error))
    }
  }

  private func clearForQueue() async {
    do throws(PlayerError) {
      _ = try await performIfInCharge(.clear)
    } catch {
      publish(.log(.warning, "What is not in the queue any more could not be dropped: \(error)"))
    }
  }

  /// What is to be done next for the queue; nil where there is nothing.
  private func nextQueueStep(_ storage: inout Storage, _ effects: inout Effects) -> QueueStep? {
    while !storage.isClosed, let queue = storage.following?.queue {
      let contents = queue.contents
      if let step = modeStep(contents, &storage, &effects) { return step }
      guard var following = storage.following else { return nil }
      defer { storage.following = following }
      if contents.selection != following.handled {
        following.handled = contents.selection
        following.failuresInARow = 0
        guard let item = contents.current else { return .clear }
        following.beginOpening(item)
        return .open(
          ItemOpening(
            item: item, plays: following.wantsToPlay, version: contents.version, token: following.token))
      }
      guard storage.otherLoads == 0, let outcome = following.takeOutcome() else {
        return standbyStep(contents, &following, storage.standby)
      }
      // A queue of nothing but what can't be played ends after one round.
      if outcome.hasFailed, following.failuresInARow >= max(contents.count, 1) {
        following.finish()
        effects.endQueue(following.report, storage.takeQueueEndWaiters())
        continue
      }
      switch advance(&following, behind: outcome, &effects) {
      case .moved(let item, let version):
        following.beginOpening(item)
        // What has ended was playing.
        return .open(
          ItemOpening(
            item: item, plays: !outcome.hasFailed || following.wantsToPlay, version: version,
            token: following.token))
      case .atEnd:
        following.finish()
        effects.endQueue(following.report, storage.takeQueueEndWaiters())
      case .overtaken: break
      }
    }
    return nil
  }

  private enum Advance {
    case moved(PlayQueue.Item, version: UInt64)
    case atEnd
    /// Somebody has chosen another item meanwhile.
    case overtaken
  }

  private func advance(
    _ following: inout QueueFollowing, behind outcome: QueueFollowing.Outcome, _ effects: inout Effects
  ) -> Advance {
    let handled = following.handled
    let (result, readers) = following.queue.editQuietly { contents -> (advance: Advance, selection: UInt64) in
      guard contents.selection == handled else { return (.overtaken, handled) }
      // A backend that can loop does not come to an end here.
      let repeats = contents.loop == .one && !outcome.hasFailed && outcome.subject != .other
      let item = repeats ? contents.currentIndex.flatMap { contents.jump(to: $0) } : contents.next()
      guard let item else { return (.atEnd, contents.selection) }
      return (.moved(item, version: contents.version), contents.selection)
    }
    effects.queueReaders += readers
    following.handled = result.selection
    return result.advance
  }
}
