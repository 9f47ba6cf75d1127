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
  static let steeringPatience = 1.0

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
    let patience = drive.since + Self.steeringPatience
    if !drive.isSeen && time < patience {
      timers[.steering] = patience
      return
    }
    drive = Drive(isPlay: wanted, isSeen: false, since: time)
    call(wanted ? .playVideo : .pauseVideo)
    set(.steering, in: Self.steeringPatience)
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
      return set(.steering, in: Self.steeringPatience)
    }
    if !drive.isPlay { drive.isSeen = true }
    steer()
  }

  /// Nothing may come of playing: then the platform has blocked it. A player that says so itself is believed at once;
  /// one that says nothing may only be slow.
  mutating func watchForBlocking() {
    set(.blocked, in: configuration.timeouts.open)
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
