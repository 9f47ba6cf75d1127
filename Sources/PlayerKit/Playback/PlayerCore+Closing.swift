/// The end of a player.
extension PlayerCore {
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
    await withTimeLimit(configuration.timeouts.shutDown) {
      async let standbys: Void = self.endStandbys()
      await link?.backend.shutDown()
      await standbys
      await self.enterExclusive()
      self.leaveExclusive()
    }
    let (effects, admission, ends) = storage.withLock { storage in
      var effects = Effects()
      storage.link = nil
      storage.held = nil
      storage.early = nil
      storage.state.apply(.closed)
      storage.wakeReaders(&effects)
      for queue in storage.queues { queue.push(.closed, isLast: true) }
      storage.queues = []
      storage.closing = nil
      storage.endFollowing()
      effects.queueReaders += storage.takeQueueWaiters(upTo: .max)
      // Where a backend never answered somebody is still behind the gate.
      return (effects, storage.gate.open(), storage.takeQueueEndWaiters())
    }
    effects.run(self)
    for end in ends { end.continuation.resume(returning: nil) }
    admission.resume()
  }
}
