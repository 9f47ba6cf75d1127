extension PlayQueue {
  /// How a queue went so far, in the hands of one player.
  public struct Report: Sendable, Hashable {
    /// How many times a source was played: to its end, or until another one took its place after it had opened.
    public internal(set) var played = 0
    /// How many times a source could not be played, or not to its end.
    public internal(set) var failed = 0
    /// Whether the queue is over: its last item has ended or failed, or none of its items could be played. It is not
    /// any more where something of it plays again.
    public internal(set) var isFinished = false
    /// Why items could not be played, for those that failed when they were tried last.
    public internal(set) var failures: [Item.ID: PlayerError] = [:]
  }
}
