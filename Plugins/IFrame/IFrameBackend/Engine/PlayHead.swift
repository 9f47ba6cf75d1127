/// Where playing is, between two reports of the page.
///
/// YouTube's own time is a cache that messages fill, so it comes in steps and late. Here it runs by the
/// engine's clock from the last true position, and each report pulls it a little: so it neither jitters nor
/// drifts. It begins to run with the first report that shows movement, since a player says that it plays before
/// it does, and it stands still where nothing has been heard for a second.
struct PlayHead {
  private var position = 0.0
  private var since = 0.0
  private var heard = 0.0
  private var freshness = 0
  private var lastReported: Double?
  /// Whether movement has been seen since ``place(at:_:)``.
  private(set) var isMoving = false

  /// How far ahead of the last report time may run, in seconds.
  private static let reach = 1.0
  /// The most, in seconds, that is made good bit by bit.
  private static let smallest = 0.3
  /// How many reports are believed at once after movement has begun.
  private static let newness = 3

  /// The position at a moment.
  func position(at now: Double, rate: Double) -> Double {
    guard isMoving else { return position }
    return position + max(0, min(now, heard + Self.reach) - since) * rate
  }

  /// When a position is reached; nil while nothing moves.
  func moment(of target: Double, rate: Double) -> Double? {
    isMoving ? since + max(0, target - position) / rate : nil
  }

  /// Stands still there.
  mutating func place(at position: Double, _ now: Double) {
    self.position = position
    since = now
    heard = now
    isMoving = false
    lastReported = nil
  }

  /// Stands still where it is.
  mutating func hold(_ now: Double, rate: Double) {
    place(at: position(at: now, rate: rate), now)
  }

  /// Goes on at another rate.
  mutating func changeRate(_ now: Double, from rate: Double) {
    position = position(at: now, rate: rate)
    since = now
    freshness = Self.newness
  }

  /// Takes what the playing player says.
  mutating func hear(_ reported: Double, _ now: Double, rate: Double) {
    if !isMoving {
      // Going on before that place is going on too: then the place was not the true one.
      let isGoingOn = lastReported.map { reported > $0 + 0.05 } ?? false
      lastReported = reported
      guard reported > position + 0.01 || isGoingOn else { return }
      isMoving = true
      freshness = Self.newness
    }
    let error = reported - position(at: now, rate: rate)
    let isBelieved = freshness > 0 || abs(error) > Self.smallest
    position = isBelieved ? reported : reported - error * 0.8
    since = now
    heard = now
    freshness = max(0, freshness - 1)
  }
}
