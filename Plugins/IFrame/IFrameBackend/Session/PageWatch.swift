/// Tells a page that hangs from one that lives.
///
/// It is looked at in steps, and a step counts only where the page owes an answer over all of it: a program that
/// itself stood still for a while finds the answers when it goes on, and one that asks nothing has nobody hang.
struct PageWatch {
  /// How long a step is, in seconds.
  let step: Double
  private let mostSteps: Int
  private var oldestCall: Int?
  private var steps = 0
  private var isHeard = true
  private var silentSteps = 0

  /// - Parameter patience: how long an answer may take, in seconds.
  init(patience: Double) {
    step = min(1, patience / 4)
    mostSteps = Int((patience / step).rounded(.up))
  }

  /// Whether a page that should have something to say has said nothing for two steps, and so is to be asked.
  var isSilent: Bool { silentSteps >= 2 }

  /// The page has said something by itself.
  mutating func hear() {
    isHeard = true
  }

  /// Looks at the page at the end of a step.
  ///
  /// - Parameter unansweredCall: the oldest of the calls that have no answer.
  /// - Returns: whether the page hangs.
  mutating func look(_ unansweredCall: Int?) -> Bool {
    steps = unansweredCall != nil && unansweredCall == oldestCall ? steps + 1 : 0
    oldestCall = unansweredCall
    silentSteps = isHeard ? 0 : silentSteps + 1
    isHeard = false
    guard steps >= mostSteps else { return false }
    steps = 0
    return true
  }
}
