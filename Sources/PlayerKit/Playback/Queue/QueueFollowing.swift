/// How a player follows its queue: what it has opened of it, what it hears of that, and how it went.
///
/// A plain value that ``PlayerCore`` holds under its lock. Events carry no ids: whose they are follows from the last
/// `sourceChanged`.
struct QueueFollowing: Sendable {
  /// What the events are about.
  enum Subject: Sendable, Equatable {
    case nothing
    /// An item, as it was chosen at this version of the queue.
    case item(PlayQueue.Item.ID, selection: UInt64)
    /// A source that somebody else loaded.
    case other
  }

  /// What became of the subject.
  struct Outcome: Sendable {
    let hasFailed: Bool
    let subject: Subject
  }

  let queue: PlayQueue
  let token: PlayQueue.Owner.Token
  /// The choice of the queue that was followed last.
  var handled: UInt64
  private(set) var subject = Subject.nothing
  /// An item that was asked for, and of which nothing has been heard yet.
  private(set) var awaited: (source: PlayerSource, subject: Subject)?
  private(set) var outcome: Outcome?
  /// Whether the next item is to play, or to wait as the one before did.
  var wantsToPlay: Bool
  var failuresInARow = 0
  /// Whether the next item's backend is to be there already, and the item for which that was seen to.
  var standbyNeed = StandbyNeed.none
  var prepared: PlayQueue.Item.ID?
  private(set) var report = PlayQueue.Report()
  /// Whether the subject has been open, and what became of it has not been counted yet.
  private var hasOpened = false
  /// Whether it has failed: a player may say so more than once.
  private var hasFailed = false
  private var isOpening = false
  private var wasOvertaken = false

  init(_ queue: PlayQueue, token: PlayQueue.Owner.Token, wantsToPlay: Bool) {
    self.queue = queue
    self.token = token
    self.wantsToPlay = wantsToPlay
    let contents = queue.contents
    handled = contents.current == nil ? contents.selection : 0
  }

  /// Whether another item has been asked for than the one that is heard of.
  var isMoving: Bool { awaited != nil || queue.contents.selection != handled }

  // MARK: Opening

  mutating func beginOpening(_ item: PlayQueue.Item) {
    awaited = (item.source, .item(item.id, selection: handled))
    outcome = nil
    isOpening = true
    wasOvertaken = false
  }

  /// The backend has taken the source.
  mutating func opened() {
    isOpening = false
    // Another load came behind it: then nothing may ever be heard of this one.
    if wasOvertaken, subject == .other { awaited = nil }
  }

  /// The source was refused.
  mutating func refused(_ item: PlayQueue.Item, _ error: PlayerError) {
    isOpening = false
    awaited = nil
    outcome = Outcome(hasFailed: true, subject: .item(item.id, selection: handled))
    countFailure(of: item.id, error)
  }

  // MARK: Hearing

  /// Takes an event that is about to be reduced; true where there is something to do about it.
  mutating func hear(_ event: PlayerEvent, before state: borrowing PlayerState) -> Bool {
    switch event {
    case .sourceChanged(let source): changeSource(source, from: state.source)
    case .statusChanged(let status, let playWhenReady):
      switch status {
      case .queued, .playing, .paused:
        hasOpened = hasOpened || subject != .nothing
        hasFailed = false
        if case .item(let id, _) = subject { report.failures[id] = nil }
        if status == .playing { report.isFinished = false }
      case .ended:
        guard subject != .nothing else { return false }
        countPlayed()
        outcome = Outcome(hasFailed: false, subject: subject)
        return true
      case .unstarted, .buffering: break
      }
      if let playWhenReady { wantsToPlay = playWhenReady }
    case .failed(let error, willRestart: false):
      guard subject != .nothing, !hasFailed else { return false }
      hasFailed = true
      let id: PlayQueue.Item.ID? = if case .item(let id, _) = subject { id } else { nil }
      countFailure(of: id, error)
      outcome = Outcome(hasFailed: true, subject: subject)
      return true
    case .closed: leave()
    default: break
    }
    return false
  }

  private mutating func changeSource(_ source: PlayerSource?, from before: PlayerSource?) {
    if let awaited, awaited.source == source {
      leave()
      subject = awaited.subject
      self.awaited = nil
    } else if let source, source == before {
      // The same one again: on another backend, or after a failure.
      return
    } else {
      leave()
      subject = source == nil ? .nothing : .other
      if isOpening { wasOvertaken = true } else { awaited = nil }
    }
    outcome = nil
    hasFailed = false
  }

  /// The subject is left for something else.
  mutating func leave() {
    if hasOpened { countPlayed() }
  }

  private mutating func countPlayed() {
    report.played += 1
    failuresInARow = 0
    hasOpened = false
  }

  private mutating func countFailure(of id: PlayQueue.Item.ID?, _ error: PlayerError) {
    report.failed += 1
    failuresInARow += 1
    hasOpened = false
    if let id { report.failures[id] = error }
  }

  // MARK: Going on

  /// What became of the item that is current, or of what was loaded in its place; nil where nothing is known yet.
  mutating func takeOutcome() -> Outcome? {
    guard awaited == nil, let outcome else { return nil }
    self.outcome = nil
    switch outcome.subject {
    case .nothing: return nil
    case .other: return outcome
    // What is chosen meanwhile goes before.
    case .item(_, let selection): return selection == handled ? outcome : nil
    }
  }

  /// Nothing is left to play.
  mutating func finish() {
    leave()
    report.isFinished = true
  }
}
