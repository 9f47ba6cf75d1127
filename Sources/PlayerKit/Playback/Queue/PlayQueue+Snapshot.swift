extension PlayQueue {
  /// A queue as it was at one moment. A copy costs next to nothing, however many items there are.
  public struct Snapshot: Sendable {
    let contents: QueueContents

    init(_ contents: QueueContents) {
      self.contents = contents
    }

    /// The items in the order of play.
    public var items: Items { Items(contents: contents) }
    /// The current item; nil where none has been chosen.
    public var current: Item? { contents.current }
    /// Where the current item stands in ``items``.
    public var currentIndex: Int? { contents.currentIndex }
    /// What happens at the end.
    public var loop: LoopMode { contents.loop }
    /// Whether the items are in an order of chance.
    public var isShuffled: Bool { contents.isShuffled }
    /// Rises with every change of the queue.
    public var version: UInt64 { contents.version }

    /// Where the item stands in ``items``; nil where it is not among them.
    public func index(of id: Item.ID) -> Int? { contents.index(of: id) }
  }

  /// The items of a snapshot in the order of play, counted from 0.
  public struct Items: RandomAccessCollection, Sendable {
    let contents: QueueContents

    /// 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { contents.count }

    /// The item at this index.
    public subscript(position: Int) -> Item {
      guard let item = contents[position] else { preconditionFailure("There is no item \(position).") }
      return item
    }
  }
}

extension PlayQueue {
  /// The queue each time it has changed: what is new, and all of it.
  ///
  /// The first is the queue as it stands, with every kind of change. A slow reader gets several changes as one, and
  /// costs nothing; each loop over it reads for itself.
  public struct Changes: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = Change
    /// It never throws.
    public typealias Failure = Never

    let queue: PlayQueue

    /// An iterator that begins with the queue as it stands.
    public func makeAsyncIterator() -> Iterator {
      Iterator(queue: queue)
    }

    /// Reads the changes.
    public struct Iterator: AsyncIteratorProtocol {
      let queue: PlayQueue
      private var seen: UInt64 = 0

      init(queue: PlayQueue) {
        self.queue = queue
      }

      /// The next change; nil when the task is cancelled.
      public mutating func next() async -> Change? {
        await next(isolation: nil)
      }

      /// The next change; nil when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Change? {
        await queue.wait(after: seen, isolation: actor)
        let contents = queue.storage.withLock(\.contents)
        guard contents.version > seen, !Task.isCancelled else { return nil }
        defer { seen = contents.version }
        return Change(contents, since: seen)
      }
    }
  }

  /// A change of a queue, or several.
  public struct Change: Sendable {
    /// What can change.
    public enum Kind: Sendable, Hashable, CaseIterable {
      /// The items, or their order.
      case items
      /// Which item is current; or the same one was chosen once more.
      case current
      /// The loop, or whether the queue is shuffled.
      case modes
    }

    /// What has changed.
    public let kinds: Set<Kind>
    /// The queue after it.
    public let snapshot: Snapshot

    init(_ contents: QueueContents, since version: UInt64) {
      snapshot = Snapshot(contents)
      guard version > 0 else {
        kinds = Set(Kind.allCases)
        return
      }
      var kinds: Set<Kind> = []
      if contents.itemsVersion > version { kinds.insert(.items) }
      if contents.selection > version { kinds.insert(.current) }
      if contents.modeVersion > version { kinds.insert(.modes) }
      self.kinds = kinds
    }
  }

  /// The queue as it stands, and then each time it has changed.
  public var changes: Changes { Changes(queue: self) }

  /// How many readers wait for a change.
  package var waitingReaders: Int { storage.withLock(\.waiters.count) }

  /// Waits until the version is above this one, or the task is cancelled.
  private func wait(after version: UInt64, isolation actor: isolated (any Actor)?) async {
    let id = storage.withLock { storage in
      storage.lastReader += 1
      return storage.lastReader
    }
    await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: actor) { continuation in
          let isThere = storage.withLock { storage in
            let isThere = storage.contents.version > version || Task.isCancelled
            if !isThere { storage.waiters.append((id, continuation)) }
            return isThere
          }
          if isThere { continuation.resume() }
        }
      },
      onCancel: {
        let waiter = storage.withLock { storage in
          storage.waiters.firstIndex { $0.id == id }.map { storage.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume()
      }, isolation: actor)
  }
}
