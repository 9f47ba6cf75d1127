import PlayerKit

/// Time, waiting, the end, and what a source says of itself.
extension MPVSession {
  // MARK: time

  /// Tells the time, while playing.
  func readTime() {
    guard let media, state.status == .playing, media.seek == nil, !media.isMoving else { return }
    watchPulse(media, PlainThread.now)
    guard clock.isRunning else { return }
    readPosition(media) { [self] time in
      guard state.status == .playing, media.seek == nil, !media.isMoving, let time else { return }
      clock.took(time, PlainThread.now)
      tookTime(time, media, PlainThread.now)
      // The end itself is told once, with `ended`.
      if let limit = media.limit, time >= limit { return }
      // Two clocks of mpv's, of sound and of picture, differ by up to 48 ms.
      let isBackwards = time < state.currentTime && state.currentTime - time < 0.1
      if time >= 0 && !isBackwards { say(.timeChanged(time)) }
    }
    // mpv may pause at the end without telling.
    if media.isAtEOF { checkEnd(media) }
    readLoadedFraction(media)
  }

  /// Tells how much of a source has come over the network. Of a local file mpv reads little ahead, yet all is
  /// there.
  func readLoadedFraction(_ media: MPVMedia) {
    guard media.isNetwork, !media.isLive, let duration = media.duration else { return }
    engine.read("demuxer-cache-state") { [self] result in
      guard self.media === media, let cache = try? result.get(), let end = cache["cache-end"].number else {
        return
      }
      let isWhole = cache["eof"].flag == true || cache["eof-cached"].flag == true
      sayIfNew(.loadedFractionChanged(isWhole ? 1 : min(max(end / duration, 0), 1)))
    }
  }

  /// Reads mpv's clock.
  ///
  /// - Parameter otherwise: called instead where the source is not the current one any more.
  func readPosition(
    _ media: MPVMedia, then: @escaping (Double?) -> Void, otherwise: @escaping () -> Void = {}
  ) {
    engine.read(["audio-pts", "time-pos", "eof-reached", "core-idle"]) { [self] values in
      guard self.media === media else { return otherwise() }
      media.isAtEOF = values["eof-reached"]?.flag == true
      let sound = media.hasAudio ? values["audio-pts"]?.number : nil
      tookPulse(media, sound, isIdle: values["core-idle"]?.flag == true)
      // Near the end, where sound still plays, `time-pos` is the end already.
      let picture = media.isAtEOF ? nil : values["time-pos"]?.number
      then(
        sound ?? picture ?? clock.expected(PlainThread.now, rate: state.rate) ?? values["time-pos"]?.number)
    }
  }

  // MARK: waiting and the end

  func waitingChanged(_ media: MPVMedia, _ isWaiting: Bool) {
    media.isWaitingForData = isWaiting
    guard media.stage == .open, wantsToPlay else { return }
    if isWaiting && state.status == .playing {
      clock.stop()
      say(.statusChanged(.buffering))
    } else if !isWaiting && state.status == .buffering && media.seek == nil {
      say(.statusChanged(.playing))
      clock.start(at: state.currentTime, PlainThread.now)
    }
  }

  func pauseChanged(_ media: MPVMedia, _ isPaused: Bool) {
    media.isPaused = isPaused
    if isPaused { checkEnd(media) } else { checkPlaying(media) }
  }

  /// mpv's own controls may have made it play: looks whether they have.
  private func checkPlaying(_ media: MPVMedia) {
    if state.status == .ended && media.sentPause && media.pausesUnderWay == 0 && media.seek == nil {
      // mpv itself would go back to its pause at once.
      return play()
    }
    func isWorthALook() -> Bool {
      media.stage == .open && !wantsToPlay && media.sentPause && media.pausesUnderWay == 0
        && media.seek == nil
        && media.stepUnderWay == nil && media.steps.isEmpty
    }
    guard isWorthALook() else { return }
    engine.read("pause") { [self] result in
      guard self.media === media, isWorthALook(), (try? result.get()) == .flag(false) else { return }
      wantsToPlay = true
      resume(media)
    }
  }

  func eofChanged(_ media: MPVMedia, _ isAtEOF: Bool) {
    media.isAtEOF = isAtEOF
    checkEnd(media)
  }

  /// mpv pauses by itself at the end of a source: looks whether it has.
  func checkEnd(_ media: MPVMedia) {
    func isWorthALook() -> Bool {
      media.stage == .open && wantsToPlay && media.seek == nil && media.pausesUnderWay == 0
        && [.playing, .buffering].contains(state.status)
    }
    guard isWorthALook(), media.isPaused || media.isAtEOF, !media.isCheckingEnd else { return }
    media.isCheckingEnd = true
    engine.read(["pause", "eof-reached", "time-pos"]) { [self] values in
      media.isCheckingEnd = false
      guard self.media === media, isWorthALook() else { return }
      media.isPaused = values["pause"]?.flag == true
      media.isAtEOF = values["eof-reached"]?.flag == true
      guard media.isPaused else { return }
      let time = values["time-pos"]?.number ?? state.currentTime
      // Where it has hardly begun when it ends, mpv has no frame to keep in view: it looks for the last one, and says
      // meanwhile that the end is not reached.
      let isAtLimit = media.limit.map { $0 - time < 0.05 } ?? false
      let now = PlainThread.now
      let wentWhileOpening = now - media.beganToMove < 1 && isEndWithoutPicture(media, at: time)
      if media.isAtEOF || isAtLimit || media.hasGoneToEnd(now) || wentWhileOpening && !media.isMoving {
        finish(media, at: time)
      } else if !media.isMoving {
        pausedByMPV(media)
      }
    }
  }

  /// mpv's own controls paused it.
  private func pausedByMPV(_ media: MPVMedia) {
    media.cameToRest = PlainThread.now
    wantsToPlay = false
    media.sentPause = true
    clock.stop()
    readPosition(media) { [self] time in
      guard !wantsToPlay, [.playing, .buffering].contains(state.status) else { return countOn() }
      if let time, media.seek == nil, !media.isMoving { sayIfNew(.timeChanged(media.clamp(time))) }
      say(.statusChanged(.paused, playWhenReady: false))
    }
  }

  /// The source has come to its end, or to where no more of it came.
  func finish(_ media: MPVMedia, at time: Double) {
    guard let limit = media.limit, limit - time > Self.slack else { return end(media, at: time) }
    // The last picture stands for as long as any: of slides that is long.
    engine.read(["container-fps"]) { [self] values in
      guard self.media === media, media.stage == .open, [.playing, .buffering].contains(state.status) else {
        return
      }
      let rate = values["container-fps"]?.number ?? 0
      if rate > 0, limit - time < Self.slack + 1 / rate {
        end(media, at: time)
      } else {
        failEarly(media, at: time, of: limit)
      }
    }
  }

  /// So many seconds before its duration a source may end and be whole: its tracks need not be of the same length.
  private static let slack = 1.0

  private func end(_ media: MPVMedia, at time: Double) {
    clock.stop()
    media.cameToRest = PlainThread.now
    if goOn(after: media.limit ?? time) { return }
    wantsToPlay = false
    media.sentPause = true
    // Of a pipe mpv knows no more than what has come, and may have told less.
    if !media.isSeekable, media.source.end == nil, let duration = media.duration, time > duration {
      durationChanged(media, time)
    }
    let end = media.limit ?? time
    if media.limit == nil {
      say(.durationChanged(end, isLive: media.isLive, isSeekable: media.isSeekable))
    }
    say(.timeChanged(end))
    say(.statusChanged(.ended, playWhenReady: false))
  }

  private func failEarly(_ media: MPVMedia, at time: Double, of limit: Double) {
    let now = PlainThread.now
    let wait = media.wait ?? media.lastWait.flatMap { now - $0.ended < 2 ? $0.wait : nil }
    var failure = describe(MPVCode(0), media, since: wait?.began)
    failure.waited = wait.map { (media.wait == nil ? media.lastWait?.ended ?? now : now) - $0.began } ?? 0
    fail(media, failure.endedEarly(at: time, of: limit))
  }

  // MARK: what the source says of itself

  func durationChanged(_ media: MPVMedia, _ duration: Double?) {
    // Between two files mpv has none for a moment.
    if let duration, duration > 0 { media.duration = duration }
    sayIfNew(.durationChanged(media.knownDuration, isLive: media.isLive, isSeekable: media.takesSeeks))
  }

  func seekableChanged(_ media: MPVMedia, _ isSeekable: Bool) {
    media.isSeekable = isSeekable
    durationChanged(media, nil)
  }

  /// Tells the size of the picture. A cover has none: nothing of it moves, and no step or quality is its own.
  func sizeChanged(_ media: MPVMedia) {
    let parameters = media.videoParameters
    let size: VideoSize? =
      if !media.isCover, let width = parameters["dw"].integer, let height = parameters["dh"].integer {
        VideoSize(width: Int(width), height: Int(height))
      } else {
        nil
      }
    sayIfNew(.videoSizeChanged(size))
    sayIfNew(.qualityChanged(size.map { PlaybackQuality(height: $0.height) }))
  }

  func tracksChanged(_ media: MPVMedia, _ list: MPVNode) {
    media.tracks = list
    publishTracks(media)
  }

  /// Tells mpv's list of tracks, as it was last read.
  func publishTracks(_ media: MPVMedia) {
    var tracks: [PlayerTrack] = []
    var selected: [TrackKind: String] = [:]
    media.hasPicture = false
    media.isCover = false
    for track in media.tracks.array {
      guard let kind = track["type"].string.flatMap(Self.kind), let number = track["id"].integer else {
        continue
      }
      let id = String(number)
      let isCover = track["albumart"].flag == true
      tracks.append(
        PlayerTrack(
          kind: kind, id: id, language: track["lang"].string,
          title: track["title"].string ?? (isCover ? "Cover" : nil),
          isExternal: track["external"].flag == true))
      guard track["selected"].flag == true else { continue }
      selected[kind] = id
      if kind == .video {
        media.isCover = isCover
        media.hasPicture = !isCover && track["image"].flag != true
      }
    }
    media.hasAudio = selected[.audio] != nil
    if media.isSoundHidden { selected[.audio] = nil }
    sayIfNew(.tracksChanged(tracks, selected: selected))
    if media.stage == .open { sizeChanged(media) }
  }

  private static func kind(_ type: String) -> TrackKind? {
    switch type {
    case "audio": .audio
    case "video": .video
    case "sub": .subtitles
    default: nil
    }
  }

  /// Takes mpv's metadata, its chapters, or both.
  func metadataChanged(_ media: MPVMedia, _ tags: MPVNode?, _ chapters: MPVNode?) {
    // yt-dlp has told it.
    guard media.found == nil else { return }
    var metadata = state.metadata
    if case .map(let map)? = tags {
      // Each container writes the keys in its own case.
      let tags = Dictionary(map.map { ($0.key.lowercased(), $0.value.string) }) { first, _ in first }
      metadata.title = (tags["title"] ?? tags["icy-title"]) ?? nil
      metadata.author = tags["artist"] ?? nil
      metadata.album = tags["album"] ?? nil
    }
    if let chapters {
      metadata.chapters = chapters.array.compactMap { chapter in
        chapter["time"].number.map { Chapter(start: max($0, 0), title: chapter["title"].string) }
      }
    }
    sayIfNew(.metadataChanged(metadata))
  }
}
