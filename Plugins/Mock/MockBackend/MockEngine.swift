import PlayerKit

/// The mock's player: a state machine over a time line.
///
/// Pure: it knows no clock, no thread and no lock. It is told what is asked (``perform(_:at:)``) and that time
/// passes (``advance(to:)``), says when it wants to be told next (``due``), and answers with ``events``. The
/// same calls always give the same events.
struct MockEngine {
  let descriptor: BackendDescriptor
  let configuration: PlayerConfiguration
  let script: MockScript

  /// The state that the events add up to.
  private(set) var state = PlayerState.empty
  /// What happened since they were last taken away, in order.
  private(set) var events: [PlayerEvent] = []
  /// The moment up to which everything has happened.
  private(set) var time = 0.0

  /// The source as it turned out to be, and the list it is or has.
  var media = MockMedia()
  /// The places in the script's list, in the order of playing.
  var order: [Int] = []
  /// The current place in ``order``.
  var index = 0
  /// The place in the script's list at which the source began, to which its start and end belong.
  var firstItem = 0

  /// Whether the current medium is open, and since when.
  var isOpen = false
  var openedAt = 0.0
  /// The opening under way.
  var opening: Wait?
  /// The status that a source takes which opens and is not to play.
  var restingStatus = PlayerStatus.queued
  /// The seek that waits for the source to open.
  var heldSeek: HeldSeek?
  /// The seek under way.
  var seek: Seek?
  /// The wait for data; goes on while paused.
  var stall: Wait?
  var shuffler: SplitMix64
  /// Where it stands among the pages of a window.
  var presentation: PlayerPresentation?

  /// The position at ``anchorTime``, from which it moves on while playing.
  private var anchorPosition = 0.0
  private var anchorTime = 0.0
  /// Where something happens next in playing: a stall, a failure, or the end.
  private var upcoming = 0.0
  /// Where the count of intervals between two `timeChanged` begins, and the next one's number.
  private var tickOrigin = 0.0
  private var tickNumber = 1

  /// A time that passes until something goes on, or until patience ends.
  struct Wait {
    let due: Double
    let isTooLong: Bool

    init(from time: Double, for length: Double, atMost patience: Double) {
      due = time + min(max(length, 0), patience)
      isTooLong = length > patience
    }
  }

  struct HeldSeek {
    let action: PlayerAction
    /// Nil: the fraction waits for the duration.
    let time: Double?
    let target: SeekTarget
    let precise: Bool
  }

  struct Seek {
    let landing: Double
    let due: Double
  }

  init(descriptor: BackendDescriptor, configuration: PlayerConfiguration, script: MockScript) {
    self.descriptor = descriptor
    self.configuration = configuration
    self.script = script
    shuffler = SplitMix64(seed: script.seed)
    presentation = configuration.presentation
  }

  /// Says that the backend is ready.
  mutating func start() {
    emit(.ready)
    let rates = script.availableRates
    if !rates.isEmpty && has(.setRate) { emit(.availableRatesChanged(rates)) }
  }

  mutating func emit(_ event: PlayerEvent) {
    state.apply(event)
    events.append(event)
  }

  /// Hands each event over, in order, and forgets it.
  mutating func drain(_ body: (PlayerEvent) -> Void) {
    for event in events { body(event) }
    events.removeAll(keepingCapacity: true)
  }

  /// Whether the session is the one to be seen and heard.
  var isInFront: Bool { presentation?.isFront ?? true }

  func has(_ capability: Capability) -> Bool { descriptor.capabilities.contains(capability) }

  func error(_ code: PlayerError.Code, _ message: String, remedy: String? = nil) -> PlayerError {
    PlayerError(code, message, remedy: remedy, backend: descriptor.id)
  }
}

// MARK: - The time line

extension MockEngine {
  private enum Happening {
    case opened, landed, resumed, reached, tick
  }

  /// When time must be told to have passed next; nil: nothing is to come.
  var due: Double? { happening?.due }

  private var happening: (due: Double, kind: Happening)? {
    if let opening { return (opening.due, .opened) }
    if let seek { return (seek.due, .landed) }
    switch state.status {
    case .buffering: return stall.map { ($0.due, .resumed) }
    case .playing:
      let tick = tickOrigin + Double(tickNumber) * interval
      return reached <= tick ? (reached, .reached) : (tick, .tick)
    case .unstarted, .queued, .paused, .ended: return nil
    }
  }

  /// Lets everything happen that is due, each at its own moment.
  mutating func advance(to now: Double) {
    while let happening, happening.due <= now {
      time = max(time, happening.due)
      switch happening.kind {
      case .opened: open()
      case .landed: land()
      case .resumed: resume()
      case .reached: reach()
      case .tick: tick(now)
      }
    }
    time = max(time, now)
  }

  /// Says where playing is now: late rather than what was true when it was due.
  private mutating func tick(_ now: Double) {
    let reached = reached
    time = max(time, min(now, reached))
    let passed = ((time - tickOrigin) / interval).rounded(.down)
    tickNumber = max(tickNumber, Int(exactly: passed) ?? tickNumber) + 1
    if reached > time { emit(.timeChanged(position)) }
    tellSeekableRange()
  }

  /// When playing comes to ``upcoming``.
  private var reached: Double { anchorTime + (upcoming - anchorPosition) / state.rate }

  /// Seconds between two `timeChanged`, long enough that each takes time.
  private var interval: Double { max(configuration.timeInterval, MockMedia.shortest) }

  /// The current medium: the source, or the current item of it.
  var current: MockMedia {
    media.items.isEmpty ? media : media.items[order[index]]
  }

  private var isFirstItem: Bool { media.items.isEmpty || order[index] == firstItem }
  /// Where the current medium begins by the source's own words.
  var partStart: Double { isFirstItem ? state.source?.start ?? 0 : 0 }
  /// Where it ends by the source's own words.
  var partEnd: Double? { isFirstItem ? state.source?.end : nil }

  /// Where playing can't go on.
  var limit: Double {
    let media = current
    return max(min(partEnd ?? .infinity, media.breaksOff ?? .infinity, media.length), MockMedia.shortest)
  }

  var isMoving: Bool { state.status == .playing && seek == nil && opening == nil }

  /// The true position; a seek's target while one is under way.
  var position: Double {
    if seek != nil { return state.currentTime }
    guard isMoving else { return anchorPosition }
    return min(anchorPosition + (time - anchorTime) * state.rate, upcoming)
  }

  /// Goes on from a place of the current medium, now.
  mutating func place(at position: Double) {
    anchorPosition = position
    anchorTime = time
    tickOrigin = time
    tickNumber = 1
    let media = current
    upcoming = limit
    for stall in media.stalls where stall.time > position { upcoming = min(upcoming, stall.time) }
    if let failure = media.failure, failure.time > position { upcoming = min(upcoming, failure.time) }
    upcoming = max(upcoming, position)
  }

  /// Changes the rate without moving the position or the rhythm.
  mutating func changeRate(to rate: Double) {
    anchorPosition = isMoving ? position : anchorPosition
    anchorTime = time
    emit(.rateChanged(rate))
  }

  mutating func setStatus(_ status: PlayerStatus, playWhenReady: Bool? = nil) {
    if seek == nil { place(at: position) }
    emit(.statusChanged(status, playWhenReady: playWhenReady))
  }

  /// Playing has come to a place where something happens.
  private mutating func reach() {
    let place = upcoming
    let isCrossed = place > anchorPosition
    self.place(at: place)
    if isCrossed, let failure = current.failure, failure.time == place {
      emit(.timeChanged(place))
      return fail(failure.error)
    }
    if isCrossed, let wait = current.stalls.first(where: { $0.time == place }), place < limit {
      stall = Wait(from: time, for: wait.length, atMost: configuration.timeouts.open)
      emit(.timeChanged(place))
      return setStatus(.buffering)
    }
    finish()
  }

  /// The data that playing waited for are there, or won't come.
  private mutating func resume() {
    let wait = stall
    stall = nil
    if wait?.isTooLong == true {
      return fail(
        error(.timedOut, "The source has delivered nothing for \(configuration.timeouts.open) s."))
    }
    setStatus(.playing)
  }

  /// Gives up the source.
  mutating func fail(_ error: PlayerError) {
    forgetWhatWasToCome()
    emit(.failed(error.attributed(to: descriptor.id)))
    // Opened again it begins there.
    place(at: partStart)
  }
}
