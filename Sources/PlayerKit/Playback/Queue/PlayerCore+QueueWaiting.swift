/// Those who wait for the queue, and those whom it waits for.
extension PlayerCore {
  /// Waits until the queue has been followed up to this version of it, or there is nothing to do any more.
  nonisolated(nonsending) func waitForQueue(version: UInt64) async {
    await withCheckedContinuation { continuation in
      let waits = storage.withLock { storage in
        let waits = storage.isFollowing && !storage.isClosed
        if waits { storage.queueWaiters.append((version, continuation)) }
        return waits
      }
      if !waits { continuation.resume() }
    }
  }

  /// Waits for the end of the queue; nil where there won't be one, or the task is cancelled.
  nonisolated(nonsending) func waitForQueueEnd() async -> PlayQueue.Report? {
    let id = enlistReader()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now = storage.withLock { storage -> PlayQueue.Report?? in
          guard !storage.isClosed, !Task.isCancelled, let report = storage.following?.report else {
            return .some(nil)
          }
          if report.isFinished { return report }
          storage.queueEndWaiters.append((id, continuation))
          return nil
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      let waiter = storage.withLock { storage in
        storage.queueEndWaiters.firstIndex { $0.id == id }.map { storage.queueEndWaiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: nil)
    }
  }

  /// The queue of this turn is over, though no item has ended.
  func finishQueue(_ token: PlayQueue.Owner.Token) {
    let effects = storage.withLock { storage in
      var effects = Effects()
      guard storage.following?.token === token else { return effects }
      storage.following?.finish()
      effects.endQueue(storage.following?.report, storage.takeQueueEndWaiters())
      return effects
    }
    effects.run(self)
  }

  /// Somebody else than the queue loads something: until that is decided the queue does not go on by itself.
  func beginOtherLoad() {
    storage.withLock { $0.otherLoads += 1 }
  }

  func endOtherLoad() {
    let effects = storage.withLock { storage in
      var effects = Effects()
      storage.otherLoads -= 1
      if storage.following?.outcome != nil { storage.wakeFollowing(&effects) }
      return effects
    }
    effects.run(self)
  }
}

extension PlayerCore.Storage {
  /// Has somebody look after the queue.
  mutating func wakeFollowing(_ effects: inout PlayerCore.Effects) {
    guard following != nil, !isFollowing, !isClosed else { return }
    isFollowing = true
    effects.followsQueue = true
  }

  /// Lets the queue hear an event that is about to be reduced.
  mutating func hearForQueue(_ event: PlayerEvent, _ effects: inout PlayerCore.Effects) {
    if following?.hear(event, before: state) == true { wakeFollowing(&effects) }
  }

  /// Gives the queue back. What it came to can still be asked for.
  mutating func endFollowing() {
    following.map { $0.queue.take(from: $0.token) }
  }

  mutating func takeQueueWaiters(upTo version: UInt64) -> PlayQueue.Readers {
    defer { queueWaiters.removeAll { $0.version <= version } }
    return queueWaiters.filter { $0.version <= version }.map(\.continuation)
  }

  mutating func takeQueueEndWaiters() -> [PlayerCore.QueueEndWaiter] {
    defer { queueEndWaiters = [] }
    return queueEndWaiters
  }
}
