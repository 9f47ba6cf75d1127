import IFramePage
import PlayerKit

/// A seek that waits for the source to open.
struct HeldSeek {
  let action: PlayerAction
  let target: SeekTarget
  /// Nil: the fraction waits for the duration.
  var time: Double?
}

/// A place to which the player is on its way.
struct Landing {
  let target: Double
  /// When it was sent there.
  let since: Double
  /// Whether the state says that a seek is under way, so that its landing has to be told.
  var isTold: Bool
  /// Where the player was before, where a report of that could be taken for one of the target.
  var origin: Double?
  /// Whether the player played close by, so that it could be there without having been sent: until it is seen to
  /// look for data, or some time has passed, its reports are from before.
  var isAmbiguous = false
  /// Whether the player has been sent there a second time.
  var isRepeated = false

  init(target: Double, since: Double, isTold: Bool, origin: Double? = nil) {
    self.target = target
    self.since = since
    self.isTold = isTold
    self.origin = origin
  }

  /// Whether a position that the player tells is one of after the landing.
  ///
  /// One that runs may have gone on since.
  func isReached(_ position: Double, at now: Double, isRunning: Bool) -> Bool {
    if let origin, abs(position - origin) < 0.0005, abs(origin - target) > 0.0005, now - since < 0.3 {
      return false
    }
    if isAmbiguous, now - since < 0.7 { return false }
    guard isRunning else { return abs(position - target) <= 0.3 }
    return position >= target - 1 && position <= target + 0.5 + (now - since) * 2
  }
}

extension IFrameEngine {
  /// How long a seek may wait for data before it is sent once more, in seconds: some players forget one.
  private static let longestWait = 5.0

  mutating func seek(_ target: SeekTarget, _ action: PlayerAction) throws(PlayerError) {
    guard phase == .open || phase == .stopped else { return hold(action, target) }
    guard let time = target.time(from: position, duration: state.duration, in: state.seekableRange) else {
      if phase == .stopped { return hold(action, target) }
      throw error(
        .unsupported, "The duration is not known, so there is no fraction of it.", remedy: "Seek to a time.")
    }
    move(to: clamp(time))
  }

  /// A place that can be gone to, as far as is known.
  func clamp(_ time: Double) -> Double {
    let edge = state.isLive ? state.seekableRange?.upperBound ?? .infinity : .infinity
    return min(max(time, 0), min(limit, edge))
  }

  /// Seeks for somebody who asked for it.
  mutating func move(to target: Double) {
    emit(.seeking(to: target))
    suspectedJump = nil
    timers[.end] = nil
    let origin = head.position(at: time, rate: state.rate)
    head.place(at: target, time)
    if let hush {
      self.hush?.target = target
      if hush.isPausing { seekHushed(to: target) }
      landing = Landing(target: target, since: time, isTold: true)
      return
    }
    guard player?.isReady == true, player?.holds == programme else {
      // There is no player that could be sent there: the next play makes one, or gives it the source.
      landing = nil
      if state.status == .ended { emit(.statusChanged(.paused, playWhenReady: false)) }
      return landed(at: target)
    }
    switch state.status {
    case .ended:
      // YouTube's player would start to play.
      emit(.statusChanged(.paused, playWhenReady: false))
      landing = Landing(target: target, since: time, isTold: true)
      startHush(.paused, at: target)
      call(.seekTo, .number(target), .bool(true))
      drive = Drive(isPlay: true, isSeen: false, since: time)
      pauseHushed()
    case .queued where player?.state == 2: sendSeek(to: target, from: origin)
    case .unstarted, .queued,
      .paused where player?.state == 5 && !drive.isPlay:
      // A cued player would start to play: it is told with the play.
      landing = nil
      landed(at: target)
    case .playing, .buffering, .paused:
      if player?.state == 0 && !state.playWhenReady {
        landing = Landing(target: target, since: time, isTold: true)
        startHush(.paused, at: target)
        call(.seekTo, .number(target), .bool(true))
        drive = Drive(isPlay: true, isSeen: false, since: time)
        return pauseHushed()
      }
      sendSeek(to: target, from: origin)
    }
  }

  /// Tells the player to seek.
  mutating func sendSeek(to target: Double, from origin: Double? = nil) {
    // Held, it says where it is, which may not be where it was sent before.
    let origin = player?.state == 2 ? known.time ?? origin : origin
    landing = Landing(target: target, since: time, isTold: state.isSeeking, origin: origin)
    if let origin, abs(origin - target) < 2.5, player?.state == 1 { landing?.isAmbiguous = true }
    call(.seekTo, .number(target), .bool(true))
    set(.landing, in: 3)
    startPolling()
  }

  /// Keeps a seek until the source is open; of several the last one counts.
  mutating func hold(_ action: PlayerAction, _ target: SeekTarget) {
    let time = target.time(from: state.isSeeking ? state.currentTime : partStart, duration: state.duration)
      .map(clamp)
    heldSeek = HeldSeek(action: action, target: target, time: time)
    guard let time else { return }
    emit(.seeking(to: time))
    guard phase == .stopped || phase == .failed else { return }
    heldSeek = nil
    head.place(at: time, self.time)
    landed(at: time)
  }

  /// The duration has become known, for which a fraction waited, or which a held seek may lie beyond.
  mutating func measureHeldSeek() {
    guard let held = heldSeek, !state.isLive, state.duration != nil,
      let time = (held.time ?? held.target.time(from: partStart, duration: state.duration)).map(clamp),
      time != held.time
    else { return }
    heldSeek?.time = time
    emit(.seeking(to: time))
  }

  /// The player that opens the source takes seeks now.
  mutating func sendHeldSeek() {
    measureHeldSeek()
    guard let held = heldSeek, opening.runs else { return }
    guard let target = held.time.map(clamp) else {
      if phase == .open { rejectHeldSeek(held) }
      return
    }
    heldSeek = nil
    head.place(at: target, time)
    if let hush {
      self.hush?.target = target
      landing = Landing(target: target, since: time, isTold: true)
      if hush.isPausing { seekHushed(to: target) }
      return
    }
    if let landing, landing.target == target {
      self.landing?.isTold = state.isSeeking
    } else {
      sendSeek(to: target)
    }
  }

  /// The source is open and rests: a held seek moves its start.
  mutating func landHeldSeek() {
    measureHeldSeek()
    guard let held = heldSeek else { return }
    heldSeek = nil
    guard let target = held.time.map(clamp) else { return rejectHeldSeek(held) }
    head.place(at: target, time)
    landed(at: target)
  }

  private mutating func rejectHeldSeek(_ held: HeldSeek) {
    heldSeek = nil
    emit(
      .rejected(
        .action(held.action),
        error(
          .unsupported, "The source has no duration, so there is no fraction of it.",
          remedy: "Seek to a time.")))
  }

  /// Takes a report for a landing where it is one.
  mutating func land(_ info: PlayerInfo) {
    guard let landing, let time = info.time,
      landing.isReached(time, at: self.time, isRunning: player?.state == 1)
    else { return }
    let place = abs(time - landing.target) < 0.05 ? landing.target : min(time, limit)
    self.landing = nil
    head.place(at: place, self.time)
    landed(at: place)
  }

  /// The player has not come to where it was sent: it is sent there once more, and then taken to be there.
  mutating func landAnyway() {
    guard let landing else { return }
    if time - lastHeard > 1, time - landing.since < configuration.timeouts.perform + Self.longestWait {
      // A page that answers nothing may hang, and then all that is known of the player is old.
      startPolling()
      return set(.landing, in: 1)
    }
    let isWaiting = state.playWhenReady && player?.state != 1
    if isWaiting, landing.isRepeated || time - landing.since < Self.longestWait {
      // Data are missing; that has its own time.
      set(.landing, in: 1)
      return
    }
    if !landing.isRepeated, isWaiting || player?.state == 1 {
      self.landing?.isRepeated = true
      call(.seekTo, .number(landing.target), .bool(true))
      set(.landing, in: 2)
      return
    }
    self.landing = nil
    let place = player?.state == 1 ? known.time.map { min($0, limit) } ?? landing.target : landing.target
    head.place(at: place, time)
    landed(at: place)
    if state.playWhenReady, player?.state == 1 { showPlaying() }
  }

  /// Says that a seek has landed, where one was told.
  mutating func landed(at place: Double) {
    timers[.landing] = nil
    timers[.poll] = nil
    if state.isSeeking {
      emit(.seeked(at: place))
      emit(.timeChanged(place))
    } else if place != state.currentTime, state.status != .playing, place > state.currentTime {
      emit(.timeChanged(place))
    }
    if state.status == .playing { startTicking() }
    if phase == .open { steer() }
  }

  // MARK: - Asking

  /// Asks the player for what it does not tell by itself: what it says while paused is no event.
  mutating func startPolling() {
    if timers[.poll] == nil { set(.poll, in: 0.03) }
  }

  mutating func poll() {
    guard landing != nil || phase == .opening && timers[.cued] != nil else { return }
    order(.read)
    set(.poll, in: 0.05)
  }
}
