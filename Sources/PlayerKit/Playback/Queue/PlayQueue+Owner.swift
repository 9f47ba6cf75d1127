/// What a player does with its queue.
extension PlayQueue {
  typealias Readers = [CheckedContinuation<Void, Never>]

  /// Gives the queue to a player, and tells the one before.
  func give(to owner: Owner) {
    let before = storage.withLock { storage in
      defer { storage.owner = owner }
      return storage.owner
    }
    before?.lost()
  }

  /// Takes the queue from a player, where it is still that one's.
  func take(from token: Owner.Token) {
    storage.withLock { storage in
      if storage.owner?.token === token { storage.owner = nil }
    }
  }

  /// Changes the contents without telling the owner, who does it. The readers are to be resumed outside all locks.
  func editQuietly<Result: Sendable>(
    _ change: (inout QueueContents) -> Result
  ) -> (result: Result, readers: Readers) {
    storage.withLock { storage in
      let before = storage.contents.version
      let result = change(&storage.contents)
      guard storage.contents.version != before else { return (result, []) }
      defer { storage.waiters = [] }
      return (result, storage.waiters.map(\.continuation))
    }
  }

  /// What the queue holds now.
  var contents: QueueContents { storage.withLock(\.contents) }
}
