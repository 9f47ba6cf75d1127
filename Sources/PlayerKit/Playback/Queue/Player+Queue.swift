/// Playing a queue.
extension Player {
  /// Plays the queue: its current item, else its first, and each that becomes current from then on.
  ///
  /// Wherever and by whomever the current item is changed, the player follows. At the end of an item, and where one
  /// can't be played, it goes on to the next; so it does behind a source that was loaded in between. A queue of nothing
  /// but items that can't be played ends after one round. ``PlayerAction/next``, ``PlayerAction/previous`` and
  /// ``PlayerAction/playItem(_:)`` go through a source's own list first. While the queue has several items, its loop
  /// and its shuffling are the player's.
  ///
  /// Returns when the first item that could be opened has been taken by its backend, or when none could: that is in
  /// ``queueReport``. A queue belongs to one player at a time: another one's `play` takes it.
  ///
  /// - Throws: ``PlayerError/Code/closed`` after a shut-down.
  public nonisolated(nonsending) func play(_ queue: PlayQueue) async throws(PlayerError) {
    try await core.play(queue)
  }

  /// The queue that is played; nil where there is none, or another player has taken it.
  public var queue: PlayQueue? { core.storage.withLock(\.following?.queue) }

  /// How the queue went so far; it says nothing where there was none.
  public var queueReport: PlayQueue.Report {
    core.storage.withLock(\.following?.report) ?? PlayQueue.Report()
  }

  /// Leaves the queue. What is open plays on to its end.
  public func leaveQueue() {
    core.leaveQueue()
  }

  /// Waits until the queue is over, and returns how it went.
  ///
  /// - Throws: ``PlayerError/Code/timedOut`` where the task was cancelled, ``PlayerError/Code/closed`` where the player
  ///   was shut down before, ``PlayerError/Code/nothingLoaded`` where there is no queue, or it was left or taken.
  @discardableResult
  public nonisolated(nonsending) func waitForQueue() async throws(PlayerError) -> PlayQueue.Report {
    if let report = await core.waitForQueueEnd() { return report }
    try core.checkOpen()
    throw Task.isCancelled
      ? PlayerError(.timedOut, "The wait for the end of the queue was cancelled.")
      : PlayerError(
        .nothingLoaded, "The player has no queue, or not any more.", remedy: "Give it one by `play`.")
  }
}
