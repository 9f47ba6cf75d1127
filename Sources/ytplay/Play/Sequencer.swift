/// Which source of the command line comes next, and what the exit status says of them in the end.
struct Sequencer: Sendable {
  /// What to do next.
  enum Move: Sendable, Equatable {
    /// Open the source at this index.
    case open(Int)
    /// All is done.
    case finish
  }

  /// How many sources there are.
  let count: Int
  /// Whether the first source follows the last.
  var loops: Bool
  /// The source that is open, or is being opened.
  private(set) var index = 0
  /// How many sources could be played.
  private(set) var played = 0
  /// How many could not.
  private(set) var failed = 0
  /// How many failed one after another.
  private var failedInARow = 0

  init(count: Int, loops: Bool = false) {
    self.count = count
    self.loops = loops
  }

  /// The source came to its end.
  mutating func ended() -> Move {
    played += 1
    failedInARow = 0
    return advance()
  }

  /// The source could not be played. Where none can be, there is no second round.
  mutating func couldNotPlay() -> Move {
    failed += 1
    failedInARow += 1
    guard failedInARow < count else { return .finish }
    return advance()
  }

  /// The source is left for the next one.
  ///
  /// - Parameter couldPlay: whether it was open.
  mutating func next(couldPlay: Bool) -> Move {
    leave(couldPlay)
    return advance()
  }

  /// The source is left for the one before; nil where there is none.
  mutating func previous(couldPlay: Bool) -> Move? {
    guard index > 0 || (loops && count > 1) else { return nil }
    leave(couldPlay)
    index = (index + count - 1) % count
    return .open(index)
  }

  /// The exit status for what has been played.
  var status: ExitStatus {
    if failed == 0 { return .success }
    return played == 0 ? .nothingPlayed : .partlyPlayed
  }

  private mutating func leave(_ couldPlay: Bool) {
    guard couldPlay else { return }
    played += 1
    failedInARow = 0
  }

  private mutating func advance() -> Move {
    guard index + 1 < count || loops else { return .finish }
    index = (index + 1) % count
    return .open(index)
  }
}
