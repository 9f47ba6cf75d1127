/// What a scrubber has seen and what is to follow: a plain value, moved by gestures and by what the player says.
///
/// It holds no clock and starts nothing: ``nextStep()`` says what the player is to be told next, and is asked once the
/// step before has been taken.
struct Scrub {
  /// Where the knob was put.
  enum Place: Sendable, Equatable {
    case time(Double)
    case progress(Double)
  }

  /// What the player is told.
  enum Step: Sendable, Equatable {
    case pause
    case seek(SeekTarget, precise: Bool)
    case play

    var action: PlayerAction {
      switch self {
      case .pause: .pause
      case .seek(let target, let precise): .seek(target, precise: precise)
      case .play: .play
      }
    }
  }

  /// So many seconds before the end a player that was playing is let go of at the latest: it then comes to its end
  /// by itself, while from the very end it would start again.
  static let endMargin = 0.25
  /// By so many seconds a seek may land short of the knob without the knob's going back.
  static let tolerance = 0.5

  private(set) var state = PlayerState.empty
  /// Whether the knob stands where it was put: it is held, or the player is still on its way to it.
  private(set) var isActive = false
  private var isHeld = false
  private var knob = Place.time(0)
  /// Where the knob was when it was taken hold of.
  private var origin = Place.time(0)
  private var hasMoved = false
  /// Whether the player has been sent elsewhere since.
  private var hasSought = false
  /// Whether the player has still to be told where the knob is.
  private var isWanted = false
  private var needsPause = false
  /// Whether the player is just being told to pause.
  private var isPausing = false
  /// Whether playing goes on afterwards.
  private var resumes = false
  /// Whether the pause has taken effect, so that playing is somebody else's doing.
  private var isPauseSeen = false
  private var isPlayedByOthers = false
  /// Whether the player was told to play on, and has not said yet that it does.
  private var awaitsPlay = false
  /// What had been wished for when the player was told to play on, until that has been done.
  private var playedAt: UInt64?
  /// The time that the knob shows until playing has caught up with it.
  private var floor: Double?

  private var wishes = PlayerWishes()
  private var comesBack = false
  private var source: PlayerSource?
  private var item: Int?

  /// Whether there is something to be done now.
  var hasWork: Bool { needsPause || isWanted && canTell || isActive && !isHeld }

  /// Whether only the passing of time moves the knob.
  var isFollowingTime: Bool { !isActive && state.status == .playing && !state.isSeeking }
}

// MARK: - Gestures

extension Scrub {
  mutating func begin() -> Bool {
    if isHeld { return true }
    guard canBeMoved else { return false }
    let wasWanted = isActive && isWanted
    hasSought = isActive
    resumes = state.playWhenReady || awaitsPlay || isActive && resumes
    origin = isActive ? knob : .time(shownTime)
    activate(at: origin)
    isHeld = true
    needsPause = resumes
    isPauseSeen = false
    isPlayedByOthers = false
    hasMoved = wasWanted
    isWanted = wasWanted
    return true
  }

  mutating func move(to place: Place) {
    guard isHeld, place != knob else { return }
    knob = place
    hasMoved = true
    isWanted = true
  }

  mutating func end() {
    guard isHeld else { return }
    isHeld = false
    isWanted = hasMoved
  }

  mutating func cancel() {
    guard isHeld else { return }
    knob = origin
    end()
  }

  mutating func jump(to progress: Double) {
    guard canBeMoved, scale != nil else { return }
    put(at: .progress(progress))
  }

  mutating func step(by seconds: Double) {
    guard canBeMoved else { return }
    let time = isActive ? time(of: knob) ?? shownTime : shownTime
    put(at: .time(clamp(time + seconds)))
  }

  /// Moves the knob, which need not be held.
  private mutating func put(at place: Place) {
    if isHeld { return move(to: place) }
    if !isActive {
      resumes = false
      isPauseSeen = false
      isPlayedByOthers = false
    }
    activate(at: place)
    hasMoved = true
    isWanted = true
  }

  private mutating func activate(at place: Place) {
    isActive = true
    knob = place
    floor = nil
    source = state.source
    item = state.itemIndex
  }

  /// Whether there is something whose time could be moved, as far as is known.
  private var canBeMoved: Bool {
    state.source != nil && (state.error == nil || comesBack) && (state.isSeekable || !state.isOpen)
  }
}

// MARK: - What the player says

extension Scrub {
  mutating func update(_ outlook: PlayerOutlook) {
    let before = wishes
    (state, wishes, comesBack) = (outlook.state, outlook.wishes, outlook.comesBack)
    if state.playWhenReady || wishes != before && !wishes.wantsPlaying { awaitsPlay = false }
    checkFloor()
    guard isActive else { return }
    if wishes.openings != before.openings || state.source == nil || state.error != nil && !comesBack {
      return abandon(playing: false)
    }
    // A queue has moved on, which was playing but for the hold.
    if wishes.begun != before.begun || state.source != source { return abandon(playing: resumes) }
    if wishes.count != before.count { resumes = wishes.wantsPlaying }
    heedPlaying()
    // A finger is right as long as it is there, and then whoever comes last.
    if wishes.seeks != before.seeks, !isHeld { return abandon(playing: resumes) }
    if let index = state.itemIndex, index != item {
      if item != nil { return abandon(playing: resumes) }
      item = index
    }
    if state.isOpen && !state.isSeekable { abandon(playing: resumes) }
  }

  /// The knob waits for a player that is a little behind, and for no other.
  private mutating func checkFloor() {
    guard let time = floor else { return }
    let isNear = (0...Self.tolerance).contains(time - state.currentTime)
    if state.isSeeking || state.source != source || !isNear { floor = nil }
  }

  /// Whoever plays or pauses while the knob is held is right.
  private mutating func heedPlaying() {
    // What is seen before the pause has been taken may be of the time before.
    guard !needsPause, !isPausing else { return }
    if !state.playWhenReady {
      // The pause has told the true time.
      if isHeld, !isPauseSeen, !hasSought, !state.isSeeking {
        origin = .time(state.currentTime)
        if !hasMoved { knob = origin }
      }
      isPauseSeen = true
      if isPlayedByOthers { resumes = false }
      isPlayedByOthers = false
    } else if isPauseSeen, !isPlayedByOthers {
      isPlayedByOthers = true
      resumes = true
    }
  }

  /// What was asked for can't be done.
  mutating func giveUp() {
    abandon(playing: resumes)
  }

  /// Ends the hold; whoever is still dragging is heeded no more.
  private mutating func abandon(playing: Bool) {
    isHeld = false
    hasMoved = false
    isWanted = false
    needsPause = false
    resumes = playing
    // Where nothing is left to be done, it follows the player at once.
    if !playing { isActive = false }
  }
}

// MARK: - What is to be done

extension Scrub {
  /// What the player is to be told now; nil: nothing, until something else happens.
  mutating func nextStep() -> Step? {
    if isPausing {
      isPausing = false
      if isActive { heedPlaying() }
    }
    if let before = playedAt {
      playedAt = nil
      // Somebody wanted a pause just when it was told to play.
      if wishes.count != before, !wishes.wantsPlaying { return .pause }
    }
    if needsPause {
      needsPause = false
      isPausing = true
      return .pause
    }
    if isHeld {
      guard isWanted, let time = time(of: knob).map(clamp) else { return nil }
      isWanted = false
      if isEnd(time), state.status == .ended { return nil }
      hasSought = true
      return .seek(.to(time), precise: false)
    }
    guard isActive else { return nil }
    if isWanted {
      isWanted = false
      if let target = exactTarget { return .seek(target, precise: true) }
    }
    return letGo()
  }

  /// Follows the player again, which plays on if it was playing.
  private mutating func letGo() -> Step? {
    isActive = false
    if hasMoved {
      floor = time(of: knob).map(clamp)
      checkFloor()
    }
    hasMoved = false
    // From the end it would start again.
    guard resumes, state.status != .ended else { return nil }
    resumes = false
    awaitsPlay = !state.playWhenReady
    playedAt = wishes.count
    return .play
  }

  /// Where the player goes when the knob is let go of; nil where it can't, or need not.
  private var exactTarget: SeekTarget? {
    guard let time = time(of: knob).map(clamp) else {
      // The backend keeps it until it knows the duration.
      if case .progress(let progress) = knob, !state.isOpen { return .fraction(progress) }
      return nil
    }
    guard isEnd(time), let limit else { return .to(time) }
    if state.status == .ended { return nil }
    return .to(resumes ? max(limit - Self.endMargin, 0) : time)
  }

  /// Whether playing on from there would only be the end.
  private func isEnd(_ time: Double) -> Bool {
    !state.isLive && limit.map { time > $0 - Self.endMargin } ?? false
  }

  /// Whether the knob's place is one that the player can be told.
  private var canTell: Bool { !isHeld || time(of: knob) != nil }
}

// MARK: - The scale

extension Scrub {
  /// What the slider shows.
  var value: Scrubber.Value {
    var value = Scrubber.Value()
    value.duration = state.duration
    value.isLive = state.isLive
    value.loadedFraction = state.loadedFraction
    value.range = state.isSeekable ? scale : nil
    value.isHeld = isHeld
    value.isSettling = isActive && !isHeld
    value.isSeeking = state.isSeeking || isActive && isWanted
    value.time = (isActive ? time(of: knob) : nil) ?? shownTime
    if isActive, case .progress(let progress) = knob {
      value.progress = progress
    } else {
      value.progress = scale.map { scale in
        let length = scale.upperBound - scale.lowerBound
        return length > 0 ? min(max((value.time - scale.lowerBound) / length, 0), 1) : 1
      }
    }
    return value
  }

  /// What 0…1 stands for, in seconds; nil where that is not known.
  private var scale: ClosedRange<Double>? {
    if state.isLive { return state.seekableRange }
    guard let duration = state.duration, duration > 0 else { return nil }
    return 0...duration
  }

  /// Where playing can't go on; nil where that is not known.
  private var limit: Double? {
    guard let upper = scale?.upperBound else { return nil }
    // The end that a source names is that of the item which it begins with.
    return state.items.isEmpty ? min(state.source?.end ?? upper, upper) : upper
  }

  private func clamp(_ time: Double) -> Double {
    min(max(time, state.isLive ? scale?.lowerBound ?? 0 : 0), limit ?? .infinity)
  }

  private func time(of place: Place) -> Double? {
    switch place {
    case .time(let time): time
    case .progress(let progress):
      scale.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) * progress }
    }
  }

  /// The player's time, or the one that it has not caught up with yet.
  private var shownTime: Double { max(state.currentTime, floor ?? 0) }
}
