import PlayerKit

/// What is asked of the backend.
extension MPVSession {
  /// Takes an action, and answers when it has been taken.
  func perform(_ action: PlayerAction, _ answer: @escaping MPVMailbox.Answer) {
    do throws(PlayerError) {
      try action.check(state, MPVBackend.descriptor)
      switch action {
      case .currentTime: return publishTime(answer)
      case .duration:
        say(.durationChanged(state.duration, isLive: state.isLive, isSeekable: state.isSeekable))
      case .load(let source): load(source, plays: configuration.autoPlay && isInFront)
      case .cue(let source): load(source, plays: false)
      case .play: play()
      case .pause: pause()
      case .stop: stop()
      case .clear: clear()
      case .seek(let target, let isPrecise): try seek(target, isPrecise: isPrecise)
      case .mute, .unmute: setMute(action == .mute)
      case .setVolume(let volume):
        sayIfNew(.volumeChanged(volume))
        set(.volume, .double(volume))
      case .setRate(let rate):
        sayIfNew(.rateChanged(rate))
        set(.speed, .double(rate))
      case .setLoop(let loop): setLoop(loop)
      case .setTrack(let kind, let id): return try setTrack(kind, id, answer)
      case .stepFrame(let count): return try step(by: count, answer)
      case .screenshot(let path): return try takeScreenshot(path, answer)
      case .setFullscreen(let isFullscreen): try setFullscreen(isFullscreen)
      case .idle: break
      case .next, .previous, .playItem: try move(action)
      case .setShuffle(let isShuffled): setShuffle(isShuffled)
      case .setQuality:
        // The check above has refused these: the descriptor lacks their capabilities.
        break
      }
      answer(nil)
    } catch {
      answer(error)
    }
  }

  private func setMute(_ isMuted: Bool) {
    sayIfNew(.muteChanged(isMuted))
    sendMute()
  }

  func play() {
    guard let media else { return reopen() }
    wantsToPlay = true
    media.dropSteps()
    if media.stage < .open {
      if !state.playWhenReady { say(.statusChanged(.buffering, playWhenReady: true)) }
      if media.stage == .loaded { setPause(false, media) }
      return
    }
    switch state.status {
    case .playing, .buffering:
      // A pause may be under way, which this overtakes.
      if media.sentPause { setPause(false, media) }
    case .ended: playAgain(media)
    case .queued, .paused, .unstarted:
      if media.isAtEnd { playAgain(media) } else { resume(media) }
    }
  }

  private func playAgain(_ media: MPVMedia) {
    if let list, list.index > 0, state.status == .ended { return go(to: 0, plays: true) }
    if media.isSeekable {
      media.isAtEnd = false
      begin(MPVMedia.Seek(media.clamp(media.start), isSilent: false), isPrecise: true, media)
      resume(media)
    } else {
      open(media.source, plays: true)
    }
  }

  func resume(_ media: MPVMedia) {
    lookForSoundDevice()
    setPause(false, media) { [self] in
      guard wantsToPlay, state.status != .playing else { return }
      media.hasPlayed = true
      media.isStopped = false
      say(.statusChanged(media.isWaitingForData ? .buffering : .playing, playWhenReady: true))
      if state.status == .playing { clock.start(at: state.currentTime, PlainThread.now) }
    }
  }

  func pause() {
    guard let media else { return dropIntent() }
    if media.stage < .open {
      dropIntent()
      if media.stage == .loaded { setPause(true, media) }
      return
    }
    switch state.status {
    case .queued, .ended, .unstarted, .paused:
      if wantsToPlay { setPause(true, media) { [self] in stepNext(media) } }
      dropIntent()
    case .playing, .buffering:
      wantsToPlay = false
      setPause(true, media) { [self] in
        guard !wantsToPlay, [.playing, .buffering].contains(state.status) else { return }
        clock.stop()
        readPosition(media) { [self] time in
          guard !wantsToPlay, [.playing, .buffering].contains(state.status) else { return countOn() }
          if let time, media.seek == nil, !media.isMoving { sayIfNew(.timeChanged(media.clamp(time))) }
          say(.statusChanged(.paused, playWhenReady: false))
          stepNext(media)
        }
      }
    }
  }

  /// Has the position told again, where `play` has overtaken a pause that had stopped it.
  func countOn() {
    guard wantsToPlay, state.status == .playing, !clock.isRunning else { return }
    clock.start(at: state.currentTime, PlainThread.now)
  }

  /// Takes back that playing was asked for.
  private func dropIntent() {
    wantsToPlay = false
    if state.playWhenReady { say(.statusChanged(state.status, playWhenReady: false)) }
  }

  private func stop() {
    guard let part else { return }
    let start = part.start ?? 0
    wantsToPlay = false
    seekForLater = nil
    clock.stop()
    if let media {
      if media.stage == .open && media.isSeekable {
        if media.isStopped && state.currentTime == start && !state.isSeeking { return }
        media.isStopped = true
        media.isAtEnd = false
        setPause(true, media)
        begin(MPVMedia.Seek(start, isSilent: true), isPrecise: true, media)
      } else {
        unload()
        forgetRange()
      }
    }
    if state.status != .unstarted || state.playWhenReady {
      say(.statusChanged(.unstarted, playWhenReady: false))
    }
    let isThere = state.currentTime == start && !state.isSeeking
    if state.isSeeking { say(.seeked(at: start)) }
    if !isThere { say(.timeChanged(start)) }
  }

  /// Drops the source.
  func clear() {
    guard state.source != nil else { return }
    unload()
    list = nil
    wantsToPlay = false
    seekForLater = nil
    say(.sourceChanged(nil))
    say(.statusChanged(.unstarted, playWhenReady: false))
  }

  /// Lets mpv drop what it has.
  func unload() {
    programs.cancel()
    clock.stop()
    guard let media else { return }
    media.dropSteps()
    hideSound(false, media)
    leave(retired ?? media)
    retired = nil
    self.media = nil
    engine.command(["name": "stop"])
  }

  /// Sets mpv's `pause`, and calls `then` once mpv has taken it, if the source is still this one.
  func setPause(_ isPaused: Bool, _ media: MPVMedia, then: @escaping () -> Void = {}) {
    media.sentPause = isPaused
    media.pausesUnderWay += 1
    engine.set("pause", .flag(isPaused)) { [self] result in
      media.pausesUnderWay -= 1
      guard self.media === media, case .success = result else { return }
      media.isPaused = isPaused
      then()
    }
  }

  /// Publishes the time once, and answers then.
  private func publishTime(_ answer: @escaping MPVMailbox.Answer) {
    guard let media, media.stage == .open, media.seek == nil, state.status == .playing else {
      say(.timeChanged(state.currentTime))
      answer(nil)
      return
    }
    readPosition(media) { [self] time in
      say(.timeChanged(media.clamp(time ?? state.currentTime)))
      answer(nil)
    } otherwise: { [self] in
      say(.timeChanged(state.currentTime))
      answer(nil)
    }
  }
}
