/// The states of a player: a reader gets the current state at once, then each time the newest that it has not
/// seen.
///
/// A slow reader skips states and costs nothing. It ends after the state that the player had when it was shut
/// down; a reader that comes later gets that state too. Each loop over it reads for itself.
public struct PlayerStates: AsyncSequence, Sendable {
  /// What it gives.
  public typealias Element = PlayerState
  /// It never throws.
  public typealias Failure = Never

  let core: PlayerCore

  /// Reads the states.
  public struct Iterator: AsyncIteratorProtocol {
    let core: PlayerCore
    let reader: UInt64
    var seen: UInt64 = 0

    /// The newest state that this reader has not seen; nil after the last, or when the task is cancelled.
    public mutating func next() async -> PlayerState? {
      await next(isolation: nil)
    }

    /// The newest state that this reader has not seen; nil after the last, or when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> PlayerState? {
      guard let news = await core.state(after: seen, reader: reader, isolation: actor) else { return nil }
      seen = news.version
      return news.state
    }
  }

  /// An iterator that begins with the current state.
  public func makeAsyncIterator() -> Iterator {
    Iterator(core: core, reader: core.enlistReader())
  }
}
