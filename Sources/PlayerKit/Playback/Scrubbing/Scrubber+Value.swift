extension Scrubber {
  /// What a slider shows.
  public struct Value: Sendable, Hashable {
    /// Where the knob stands, 0…1; nil while the duration is unknown, and in a live stream that can't be sought in.
    ///
    /// It is of ``duration`` or, in a live stream, of where that can be sought in.
    public internal(set) var progress: Double?
    /// Where the knob stands, in seconds of the source.
    public internal(set) var time = 0.0
    /// The duration in seconds; nil until known, and for a live stream.
    public internal(set) var duration: Double?
    /// Where the knob can be put, in seconds; nil where it can't be moved, or that is not known yet.
    public internal(set) var range: ClosedRange<Double>?
    /// How much has been loaded, 0…1.
    public internal(set) var loadedFraction = 0.0
    /// Whether the source is a live stream.
    public internal(set) var isLive = false
    /// Whether it is held: then it stands where it was put, and time passes it by.
    public internal(set) var isHeld = false
    /// Whether it was let go of and the player is still on its way there: it stands where it was let go of.
    public internal(set) var isSettling = false
    /// Whether the picture is not yet the one that belongs to the knob.
    public internal(set) var isSeeking = false
  }
}

/// What a scrubber shows: a reader gets the current value at once, then each time the newest that it has not seen.
///
/// A slow reader skips values and costs nothing. It ends with the scrubber, or with its player. Each loop over it reads
/// for itself.
public struct ScrubberValues: AsyncSequence, Sendable {
  /// What it gives.
  public typealias Element = Scrubber.Value
  /// It never throws.
  public typealias Failure = Never

  let newest: Newest<Scrubber.Value>

  /// Reads the values.
  public struct Iterator: AsyncIteratorProtocol {
    let newest: Newest<Scrubber.Value>
    let reader: UInt64
    var seen: UInt64 = 0

    /// The newest value that this reader has not seen; nil after the last, or when the task is cancelled.
    public mutating func next() async -> Scrubber.Value? {
      await next(isolation: nil)
    }

    /// The newest value that this reader has not seen; nil after the last, or when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Scrubber.Value? {
      guard let news = await newest.value(after: seen, reader: reader, isolation: actor) else { return nil }
      seen = news.1
      return news.0
    }
  }

  /// An iterator that begins with the current value.
  public func makeAsyncIterator() -> Iterator {
    Iterator(newest: newest, reader: newest.enlistReader())
  }
}
