import IFramePage
import PlayerKit

/// What the player was last told.
struct Drive {
  /// To play; else to hold.
  var isPlay = false
  /// Whether it has been seen to do so.
  var isSeen = true
  /// When it was told.
  var since = 0.0
}

extension IFrameEngine {
  /// How long the player may take to do what it was told, in seconds.
  private static let patience = 1.0
  /// How long it may take to show that it begins to play, in seconds.
  private static let beginning = 5.0

  mutating func play() throws(PlayerError) {
    switch state.status {
    case .playing: break
    case .buffering:
      guard !state.playWhenReady else { return }
      emit(.statusChanged(.buffering, playWhenReady: true))
      cancelHush()
      steer()
    case .unstarted where phase == .failed:
      guard let source = state.source else { return }
      try load(source, plays: true)
    case .unstarted, .queued, .paused, .ended: resume()
    }
  }

  /// Plays on from where it is.
  private mutating func resume() {
    let isAtEnd = state.status == .ended || position >= limit - 0.001
    let start = isAtEnd ? restart : position
    let isListOver = state.status == .ended && list.items.count > 1 && list.index != 0
    emit(.statusChanged(.buffering, playWhenReady: true))
    if isListOver { return go(to: 0) }
    cancelHush()
    if isAtEnd {
      emit(.seeking(to: start))
      landing = nil
      head.place(at: start, time)
      player?.start = nil
    }
    guard player?.isReady == true, player?.holds == programme, !list.isWaiting,
      phase == .open || phase == .stopped
    else {
      return openAgain(at: start)
    }
    phase = .open
    stall()
    switch player?.state {
    case 1, 2, 3:
      // It is on its way, or held: it is brought to play from there.
      if isAtEnd { sendSeek(to: start) }
      steer()
    default: begin(at: start)
    }
  }

  /// Gives the source to a player once more, from where it is.
  mutating func openAgain(at start: Double) {
    list.isWaiting = false
    if player?.isReady != true { player?.holds = nil }
    open(at: start)
  }

  mutating func pause() {
    switch state.status {
    case .playing:
      // Before time stands still, so that the state then holds the true position.
      if landing == nil, position > state.currentTime { emit(.timeChanged(position)) }
      hold()
      emit(.statusChanged(.paused, playWhenReady: false))
      steer()
    case .buffering where phase == .open:
      hold()
      emit(.statusChanged(.paused, playWhenReady: false))
      steer()
    case .buffering:
      guard state.playWhenReady else { return }
      emit(.statusChanged(.buffering, playWhenReady: false))
      // It may begin at any moment, and is held as soon as it has.
      if opening.runs, hush == nil {
        startHush(opening.rest, at: heldSeek?.time ?? landing?.target ?? opening.start)
      }
    case .unstarted, .queued, .ended:
      if state.playWhenReady { emit(.statusChanged(state.status, playWhenReady: false)) }
    case .paused: break
    }
  }

  /// Lets time stand still.
  mutating func hold() {
    head.hold(time, rate: state.rate)
    for alarm in [Alarm.tick, .end, .stall, .blocked] { timers[alarm] = nil }
  }

  mutating func stop() {
    guard state.source != nil else { return }
    let start = partStart
    let isStopped =
      state.status == .unstarted && !state.playWhenReady && !state.isSeeking && phase != .opening
    if isStopped && position == start && state.currentTime == start { return }
    let hasFailed = phase == .failed
    // It may still have the earlier source.
    if phase == .opening { player?.holds = nil }
    forgetWhatWasToCome()
    head.place(at: start, time)
    phase = hasFailed ? .failed : .stopped
    emit(.statusChanged(.unstarted, playWhenReady: false))
    if state.isSeeking { emit(.seeked(at: start)) }
    emit(.timeChanged(start))
    silencePlayer()
  }

  mutating func clear() {
    guard state.source != nil else { return }
    forgetWhatWasToCome()
    phase = .idle
    programme = nil
    list = ItemList()
    head.place(at: 0, time)
    emit(.sourceChanged(nil))
    emit(.statusChanged(.unstarted, playWhenReady: false))
    silencePlayer()
    order(.overlay(PageOverlay(.idle)))
  }

  /// Lets the player do nothing; what it says of it is not heard.
  mutating func silencePlayer() {
    if player?.isReady == true { call(.stopVideo) }
    player?.state = 5
    player?.start = nil
    // What it did before may still be told.
    drive = Drive(isPlay: false, isSeen: player == nil, since: time)
  }
}

// MARK: - Steering

extension IFrameEngine {
  /// Brings the player to play or to hold, as it was asked for, one thing at a time: while it has not shown that
  /// it has done the last one, what it says could be about either.
  mutating func steer() {
    guard phase == .open || phase == .opening, hush == nil, player?.isReady == true else { return }
    let wanted = state.playWhenReady
    if phase == .opening {
      if wanted, opening.hasReset, player?.state == 5, !opening.runs { startCued() }
      return
    }
    // A player that is held does one thing at a time: a play would put an end to the seek.
    guard wanted != drive.isPlay, !(wanted && landing != nil && player?.state == 2) else { return }
    let patience = drive.since + Self.patience
    if !drive.isSeen && time < patience {
      timers[.steering] = patience
      return
    }
    drive = Drive(isPlay: wanted, isSeen: false, since: time)
    call(wanted ? .playVideo : .pauseVideo)
    set(.steering, in: Self.patience)
    if wanted { watchForBlocking() }
  }

  /// The player has done what it was told.
  mutating func steered() {
    drive.isSeen = true
    timers[.steering] = nil
    steer()
  }

  /// The player has not shown that it has done what it was told: it may have done so without a word, or is told
  /// again.
  mutating func steerAgain() {
    guard phase == .open, hush == nil else { return }
    if !drive.isSeen && drive.isPlay == state.playWhenReady && (drive.isPlay || player?.state == 1) {
      drive.since = time
      call(drive.isPlay ? .playVideo : .pauseVideo)
      return set(.steering, in: Self.patience)
    }
    if !drive.isPlay { drive.isSeen = true }
    steer()
  }

  /// Nothing may come of playing: then the platform has blocked it.
  mutating func watchForBlocking() {
    set(.blocked, in: min(configuration.timeouts.open, Self.beginning))
  }

  /// The platform has blocked playing, or nothing has come of it.
  ///
  /// - Parameter isReported: whether the player itself says so.
  mutating func isBlocked(isReported: Bool = false) {
    timers[.blocked] = nil
    guard phase == .opening || phase == .open, drive.isPlay, isReported || !drive.isSeen else { return }
    if let hush, !state.playWhenReady {
      // There is no picture then, and nothing else is lost.
      return settleHushed(hush)
    }
    guard configuration.youTube.mutedAutoplayRetry == true, !hasRetriedMuted, !state.isMuted else {
      return fail(IFrameFailure.blocked)
    }
    hasRetriedMuted = true
    log(.info, "The web view does not let the player start with sound; it starts without.")
    setMuted(true)
    call(.playVideo)
    watchForBlocking()
  }

  /// Data are missing: for how long they may.
  mutating func stall() {
    if timers[.stall] == nil { set(.stall, in: configuration.timeouts.open) }
  }
}

// MARK: - What the player does

extension IFrameEngine {
  /// The player's state is another: YouTube's numbers.
  mutating func playerState(_ number: Int, after before: Int?, _ info: PlayerInfo) {
    if number == 1 || number == 3 || number == 0 { timers[.blocked] = nil }
    if !drive.isPlay && (number == -1 || number == 5) { drive.isSeen = true }
    switch phase {
    case .idle, .failed: return
    case .stopped:
      // A person has played it by the player's own controls.
      if number == 1, before != 1, isHeld { playedByPerson() }
      return
    case .opening:
      if number == -1 || number == 5 { opening.hasReset = true }
      // Some say nothing of letting go where they had nothing.
      guard opening.hasReset || isExpectedVideo && isNear(info.time) else { return }
      opening.hasReset = true
    case .open: break
    }
    switch number {
    case 0: playerEnded(info)
    case 1: playerPlays(info)
    case 2: playerPauses(info)
    case 3: playerBuffers()
    case 5: if phase == .opening && !opening.runs { startCued() }
    case -1: if phase == .open { playerStartsAnew() }
    default: break
    }
  }

  /// Whether the player was told to hold, and has shown that it does, or has had its time to.
  private var isHeld: Bool { !drive.isPlay && (drive.isSeen || time > drive.since + Self.patience) }

  private func isNear(_ time: Double?) -> Bool {
    guard let time, let landing else { return false }
    return landing.isReached(time, at: self.time, isRunning: true)
  }

  private mutating func playerPlays(_ info: PlayerInfo) {
    if drive.isPlay && !drive.isSeen {
      drive.isSeen = true
      timers[.steering] = nil
    }
    if phase == .opening {
      if !isExpectedVideo { return takeItem() }
      if takeSteps() { return }
      if hush == nil && !state.playWhenReady {
        // Held before it began, and told to run before that.
        startHush(opening.rest, at: opening.start)
      }
      isOpen()
      sendHeldSeek()
    }
    if hush != nil { return hushedPlayerPlays() }
    if !state.playWhenReady {
      if drive.isPlay { return steer() }
      if isHeld, landing == nil { playedByPerson() }
      return
    }
    land(info)
    if landing == nil {
      showPlaying()
    } else if timers[.landing] == nil {
      set(.landing, in: 1)
      startPolling()
    }
  }

  /// A person has played it by the player's own controls.
  private mutating func playedByPerson() {
    if phase == .stopped { phase = .open }
    drive = Drive(isPlay: true, isSeen: true, since: time)
    if state.status == .ended || state.status == .unstarted {
      landing = nil
      head.place(at: restart, time)
      emit(.timeChanged(restart))
    }
    emit(.statusChanged(.playing, playWhenReady: true))
    timers[.stall] = nil
    startTicking()
  }

  mutating func showPlaying() {
    timers[.stall] = nil
    timers[.blocked] = nil
    guard state.status != .playing else { return }
    emit(.statusChanged(.playing, playWhenReady: state.playWhenReady ? nil : true))
    order(.overlay(PageOverlay(.none)))
    startTicking()
    steer()
  }

  private mutating func playerPauses(_ info: PlayerInfo) {
    if hush != nil { return hushedPlayerPauses(info) }
    if phase == .opening { return }
    if !drive.isPlay {
      if let time = info.time, landing == nil { head.place(at: min(time, limit), self.time) }
      land(info)
      return steered()
    }
    guard drive.isSeen, state.status == .playing || state.status == .buffering else { return }
    // So a load begins too, a moment before another video does.
    set(.person, in: 0.1)
  }

  /// A person has paused it by the player's own controls.
  mutating func pausedByPerson() {
    guard phase == .open, player?.state == 2, drive.isPlay, state.playWhenReady else { return }
    drive = Drive(isPlay: false, isSeen: true, since: time)
    if let time = known.time, landing == nil, time > state.currentTime {
      emit(.timeChanged(min(time, limit)))
    }
    hold()
    emit(.statusChanged(.paused, playWhenReady: false))
  }

  /// The player begins anew, of what it was last given: that has overtaken what was taken for it.
  private mutating func playerStartsAnew() {
    guard hush == nil, drive.isPlay, drive.isSeen, landing == nil, state.playWhenReady else { return }
    timers[.person] = nil
    hold()
    if state.status == .playing { emit(.statusChanged(.buffering)) }
    phase = .opening
    opening.hasReset = true
    opening.runs = true
    opening.isAnew = true
    head.place(at: opening.start, time)
    set(.opening, in: configuration.timeouts.open)
    beginRunning(at: opening.start)
    if state.currentTime != opening.start { emit(.timeChanged(opening.start)) }
  }

  private mutating func playerBuffers() {
    landing?.isAmbiguous = false
    if drive.isPlay && !drive.isSeen { steered() }
    if phase == .opening { return sendHeldSeek() }
    guard hush == nil else { return }
    if let landing, !state.playWhenReady, isHeld {
      // It had ended when it was sent there, of which nobody knew: so it begins to play.
      startHush(.paused, at: landing.target)
      return pauseHushed()
    }
    guard state.playWhenReady else { return }
    head.hold(time, rate: state.rate)
    timers[.tick] = nil
    timers[.end] = nil
    stall()
    if state.status == .playing { emit(.statusChanged(.buffering)) }
  }
}
