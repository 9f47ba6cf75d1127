import IFramePage
import PlayerKit

// What the player does.
extension IFrameEngine {
  /// How many seconds of a source's beginning may pass unheard: to go back takes longer.
  private static let unheardAtMost = 0.15

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
  private var isHeld: Bool { !drive.isPlay && (drive.isSeen || time > drive.since + Self.steeringPatience) }

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
      goBackToHear(info)
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

  /// Goes back to the start, where what the player has run of it was not heard.
  private mutating func goBackToHear(_ info: PlayerInfo) {
    guard opening.hasRunUnheard, hush == nil, !state.isLive, !state.isSeeking,
      let start = landing?.target, let place = info.time, place > start + Self.unheardAtMost
    else { return }
    sendSeek(to: start, from: place)
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
