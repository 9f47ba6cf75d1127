/// Sources of any kinds in an order, and which of them is the current one.
///
/// ```swift
/// let queue = PlayQueue([try PlayerSource(parsing: "film.mp4"), try PlayerSource(parsing: "dQw4w9WgXcQ")])
/// try await player.play(queue)
/// queue.append(try PlayerSource(parsing: "song.flac"))
/// queue.next()
/// ```
///
/// A queue may be read and edited from any thread at any time, while it is played too. The current item is kept
/// through every edit. ``Player/play(_:)`` gives the queue to a player, which then plays what is current, wherever
/// that was changed, and chooses the next one at each end and failure. An edit costs far less than a millisecond at
/// 100,000 items, whoever holds a snapshot; only shuffling touches them all.
public final class PlayQueue: Sendable {
  /// A source in a queue.
  public struct Item: Sendable, Hashable, Identifiable {
    /// Tells the items of one queue apart, for as long as the queue lives; equal sources have different ones.
    public struct ID: Sendable, Hashable {
      let number: UInt64
      let slot: UInt32
    }

    /// Which item of its queue it is.
    public let id: ID
    /// What to play.
    public let source: PlayerSource
    /// What to call it, where that is known before it is opened.
    public let title: String?
  }

  /// What is put into a queue: a source, and what to call it.
  public struct Entry: Sendable, Hashable {
    /// What to play.
    public var source: PlayerSource
    /// What to call it, where that is known before it is opened.
    public var title: String?

    /// An entry of this source.
    public init(_ source: PlayerSource, title: String? = nil) {
      self.source = source
      self.title = title
    }
  }

  struct Storage: Sendable {
    var contents: QueueContents
    var owner: Owner?
    var waiters: [(id: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
    var lastReader: UInt64 = 0
  }

  /// Who plays the queue.
  struct Owner: Sendable {
    /// Tells one player's turn with the queue from another's.
    final class Token: Sendable {}

    let token: Token
    /// Called after each change, on the thread of the change.
    let changed: @Sendable () -> Void
    /// Called when another player has taken the queue.
    let lost: @Sendable () -> Void
  }

  let storage: Lock<Storage>

  /// A queue of these sources, none of them current.
  public init(_ sources: some Sequence<PlayerSource> = []) {
    var contents = QueueContents()
    _ = contents.insert(sources.map { Entry($0) }, at: 0)
    storage = Lock(Storage(contents: contents))
  }

  /// A queue of these entries, none of them current.
  public init(_ entries: some Sequence<Entry>) {
    var contents = QueueContents()
    _ = contents.insert(Array(entries), at: 0)
    storage = Lock(Storage(contents: contents))
  }

  init(contents: QueueContents) {
    storage = Lock(Storage(contents: contents))
  }

  /// Changes the contents, and tells everyone who waits for that.
  func edit<Result: Sendable>(_ change: (inout QueueContents) -> Result) -> Result {
    let (result, waiters, owner) = storage.withLock { storage -> (Result, Readers, Owner?) in
      let before = storage.contents.version
      let result = change(&storage.contents)
      guard storage.contents.version != before else { return (result, [], nil) }
      defer { storage.waiters = [] }
      return (result, storage.waiters.map(\.continuation), storage.owner)
    }
    for waiter in waiters { waiter.resume() }
    owner?.changed()
    return result
  }

  // MARK: Reading

  /// The queue as it is now: its values agree with one another, and stay while the queue is edited.
  public var snapshot: Snapshot { Snapshot(storage.withLock(\.contents)) }

  /// The current item: the one that a player plays; nil before any has been chosen.
  public var current: Item? { storage.withLock(\.contents.current) }

  /// Where the current item stands in the order of play, counted from 0.
  public var currentIndex: Int? { storage.withLock(\.contents.currentIndex) }

  /// How many items there are.
  public var count: Int { storage.withLock(\.contents.count) }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// The item of this id; nil where it has been removed.
  public func item(_ id: Item.ID) -> Item? { storage.withLock { $0.contents.item(id) } }

  // MARK: Modes

  /// What happens at the end of the queue: with ``LoopMode/all`` it goes round, with ``LoopMode/one`` a player plays
  /// the current item again and again.
  public var loop: LoopMode {
    get { storage.withLock(\.contents.loop) }
    set { edit { $0.setLoop(newValue) } }
  }

  /// Whether the items are in an order of chance.
  public var isShuffled: Bool { storage.withLock(\.contents.isShuffled) }

  /// Puts the items in an order of chance, the current one first, or restores the order exactly.
  ///
  /// What was inserted meanwhile stands behind the same item as in the shuffled order, or at the same end; a move
  /// within the shuffled order is undone with it.
  public func setShuffled(_ isShuffled: Bool) {
    edit { $0.setShuffled(isShuffled) }
  }

  /// Does what ``setShuffled(_:)`` does, with a chance of your own.
  public func setShuffled(_ isShuffled: Bool, using generator: inout some RandomNumberGenerator) {
    edit { $0.setShuffled(isShuffled, using: &generator) }
  }
}
