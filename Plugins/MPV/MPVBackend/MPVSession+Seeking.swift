import PlayerKit

/// Seeks, from their acceptance to their landing.
extension MPVSession {
  func seek(_ target: SeekTarget, isPrecise: Bool) throws(PlayerError) {
    guard let media else { return seekLater(target, isPrecise: isPrecise) }
    guard media.isDescribed else { return hold(target, isPrecise: isPrecise, media) }
    guard media.takesSeeks,
      let time = target.time(
        from: state.currentTime, duration: media.knownDuration, in: media.seekableRange)
    else {
      throw PlayerError(.unsupported, "This source can't be sought in.", backend: "mpv")
    }
    let seek = MPVMedia.Seek(media.clampTarget(time), isSilent: false)
    let wasEnded = state.status == .ended
    begin(seek, isPrecise: isPrecise, media)
    if wasEnded { say(.statusChanged(.paused, playWhenReady: false)) }
  }

  /// A source that mpv does not hold: its start moves.
  private func seekLater(_ target: SeekTarget, isPrecise: Bool) {
    var time = target.time(from: state.currentTime, duration: state.duration)
    if let wanted = time {
      time = max(min(wanted, min(part?.end ?? wanted, state.duration ?? wanted)), 0)
    }
    seekForLater = MPVMedia.HeldSeek(target: target, isPrecise: isPrecise, time: time)
    guard let time else { return }
    say(.seeking(to: time))
    say(.seeked(at: time))
    say(.timeChanged(time))
    if state.status == .ended { say(.statusChanged(.paused, playWhenReady: false)) }
  }

  /// A source that is not open yet: the last seek wins.
  private func hold(_ target: SeekTarget, isPrecise: Bool, _ media: MPVMedia) {
    var time = target.time(from: state.currentTime, duration: nil)
    if let wanted = time { time = media.clamp(wanted) }
    media.heldSeek = MPVMedia.HeldSeek(target: target, isPrecise: isPrecise, time: time)
    if let time { say(.seeking(to: time)) }
  }

  /// Sends the seek that was held until the source is described.
  func applyHeldSeek(_ media: MPVMedia) {
    guard let held = media.heldSeek else { return }
    media.heldSeek = nil
    let time = held.time ?? held.target.time(from: state.currentTime, duration: media.duration)
    if media.isSeekable, let time {
      begin(MPVMedia.Seek(media.clamp(time), isSilent: false), isPrecise: held.isPrecise, media)
      return
    }
    let action = PlayerAction.seek(held.target, precise: held.isPrecise)
    say(
      .rejected(
        .action(action), PlayerError(.unsupported, "This source can't be sought in.", backend: "mpv")))
    say(.seeked(at: 0))
    say(.timeChanged(0))
  }

  /// Sends a seek to mpv.
  func begin(_ seek: MPVMedia.Seek, isPrecise: Bool, _ media: MPVMedia) {
    // Where a seek's target is told already, held from before, it is not told again.
    var isTold = seek.isSilent || state.isSeeking && state.currentTime == seek.target
    func tell() {
      if !isTold { say(.seeking(to: seek.target)) }
      isTold = true
    }
    media.seek = seek
    media.isAtEnd = false
    if let step = media.stepUnderWay {
      // The seek overtakes it.
      media.stepUnderWay = nil
      tell()
      step.answer(nil)
    }
    // Without a picture a precise seek costs no more.
    let isExact = isPrecise || !media.hasPicture
    engine.command([
      "name": "seek", "target": .double(seek.target),
      "flags": .string(isExact ? "absolute+exact" : "absolute+keyframes"),
    ]) { [self] result in
      guard self.media === media, media.seek === seek else { return }
      switch result {
      case .success: seek.isTaken = true
      case .failure(let code):
        tell()
        refused(seek, code, media)
      }
    }
    // While mpv is at it already.
    tell()
    // mpv may have come to its end, and paused by itself, in the meantime.
    if wantsToPlay && media.stage == .open { setPause(false, media) }
  }

  private func refused(_ seek: MPVMedia.Seek, _ code: MPVCode, _ media: MPVMedia) {
    say(.log(.warning, "mpv refused a seek to \(MPVTime.text(seek.target)): \(code)"))
    landed(seek, media)
  }

  func seekStarted() {
    guard let media, media.stage >= .loaded else { return }
    if let seek = media.seek {
      if seek.isTaken { seek.isStarted = true }
    } else if media.stepUnderWay == nil {
      // It may come to its end while it opens, what there is of it.
      media.beganToMove = PlainThread.now
      if media.stage == .open {
        media.isMoving = true
        media.isMovingForOutput = isOutputChanging
      }
    }
    media.isAtEOF = false
  }

  /// mpv is ready to play, after a load or a seek.
  func restarted() {
    guard let media, media.stage >= .loaded else { return }
    media.isRestarted = true
    if let seek = media.seek {
      if seek.isStarted { landed(seek, media) }
    } else if media.isMoving {
      movedByMPV(media)
    } else {
      finishOpening(media)
    }
  }

  /// Reads where a seek came to, and says so.
  func landed(_ seek: MPVMedia.Seek, _ media: MPVMedia) {
    engine.read(["time-pos", "eof-reached", "pause"]) { [self] values in
      guard self.media === media, media.seek === seek else { return }
      media.seek = nil
      media.isAtEOF = values["eof-reached"]?.flag == true
      media.isPaused = values["pause"]?.flag == true
      var time = media.landing(of: seek.target, reported: values["time-pos"]?.number)
      // At the very end mpv shows the last frame, which began earlier.
      if let limit = media.limit, seek.target >= limit {
        time = limit
        media.isAtEnd = true
      }
      if !seek.isSilent {
        say(.seeked(at: time))
        say(.timeChanged(time))
      }
      if clock.isRunning { clock.start(at: time, PlainThread.now) }
      if media.stage == .open { waitingChanged(media, media.isWaitingForData) }
      finishOpening(media)
      if media.isPaused { checkEnd(media) }
      stepNext(media)
    }
  }

  /// mpv sought by itself: the source started again, or someone used mpv's own controls.
  private func movedByMPV(_ media: MPVMedia) {
    engine.read(["time-pos", "eof-reached"]) { [self] values in
      guard self.media === media, media.isMoving, media.seek == nil else { return }
      media.isMoving = false
      // It may have been paused meanwhile, by its own controls too.
      defer { if media.isPaused { checkEnd(media) } }
      media.isAtEOF = values["eof-reached"]?.flag == true
      let time = media.clamp(values["time-pos"]?.number ?? media.start)
      if media.isMovingForOutput && abs(time - state.currentTime) < 0.25 { return }
      if isRepeatedByMPV && wantsToPlay && time < media.start - 0.05 && isNearEnd(media) {
        // mpv goes to the beginning of the file, whatever the source's start.
        begin(MPVMedia.Seek(media.start, isSilent: false), isPrecise: true, media)
        return
      }
      if endedByMPV(media, at: time) { return }
      media.isAtEnd = media.isAtEOF && !wantsToPlay
      say(.seeked(at: time))
      say(.timeChanged(time))
      if state.status == .ended { say(.statusChanged(.paused, playWhenReady: false)) }
      if clock.isRunning { clock.start(at: time, PlainThread.now) }
    }
  }

  /// Where it has no picture to keep in view at the end, as of a cover that it can't decode, mpv goes to the last frame
  /// and pauses there, in either order, and tells of no end. Of what has hardly begun it then tells the beginning.
  private func endedByMPV(_ media: MPVMedia, at time: Double) -> Bool {
    guard isEndWithoutPicture(media, at: time) else { return false }
    if wantsToPlay {
      media.wentToEnd = PlainThread.now
      guard media.isPaused, media.pausesUnderWay == 0 else { return false }
    } else {
      // Both at about the same time, however long the machine takes for the way.
      guard let cameToRest = media.cameToRest, abs(media.beganToMove - cameToRest) < 1 else { return false }
      if state.status == .ended { return true }
      guard state.status == .paused else { return false }
    }
    finish(media, at: time)
    return true
  }

  /// Whether mpv, where it has gone to by itself and paused, may have come to the end so.
  func isEndWithoutPicture(_ media: MPVMedia, at time: Double) -> Bool {
    let hasPicture = media.videoParameters["dw"].integer != nil
    guard !hasPicture, !isRepeatedByMPV, let limit = media.limit else { return false }
    return limit - time <= 1 || time - media.start < 0.1
  }

  /// Whether the last time that was told is so close to the end that the source has started again since.
  private func isNearEnd(_ media: MPVMedia) -> Bool {
    guard let limit = media.limit else { return true }
    return limit - state.currentTime < 2 * configuration.timeInterval * state.rate + 0.5
  }
}
