import PlayerKit

/// From a `load` to the first frame, and all that fails on the way.
extension MPVSession {
  /// Takes a source.
  func load(_ source: PlayerSource, plays: Bool) {
    seekForLater = nil
    wantsToPlay = plays
    list = nil
    listRun = ListRun()
    if case .videos(let ids, _) = source.content {
      list = MPVList(ids.map { MPVList.Item(id: $0) }, of: source)
      if state.isShuffled { list?.setShuffle(true) }
    }
    if state.loop == .all { sendLoop() }
    say(.sourceChanged(source))
    say(.statusChanged(.unstarted, playWhenReady: plays))
    open(list?.part ?? source, plays: plays)
  }

  /// Plays a source that mpv does not hold, because it failed or was stopped.
  func reopen() {
    guard let source = state.source, let part else { return }
    listRun.chosen()
    if let list, list.index > 0, state.status == .ended { return go(to: 0, plays: true) }
    if state.error != nil {
      say(.sourceChanged(source))
      say(.statusChanged(.unstarted, playWhenReady: true))
      sayIfNew(.timeChanged(seekForLater?.time ?? part.start ?? 0))
    }
    open(part, plays: true)
  }

  /// Opens a source, or an item of it, in the place of the one before.
  ///
  /// - Parameter isMove: whether it is an item of the source that is loaded, and told to be buffering.
  func open(_ source: PlayerSource, plays: Bool, isMove: Bool = false) {
    if MPVLocale.pin() {
      say(.log(.warning, "LC_NUMERIC was changed while mpv runs; it is C again"))
    }
    clock.stop()
    wantsToPlay = plays
    let media = MPVMedia(source, isPaused: !plays)
    media.heldSeek = seekForLater
    seekForLater = nil
    if isMove {
      // Said already.
    } else if state.playWhenReady == plays {
      say(.statusChanged(.buffering))
    } else {
      say(.statusChanged(.buffering, playWhenReady: plays))
    }
    if !isMove { publishItems() }
    if source.isYouTube {
      retire()
      self.media = media
      return lookUp(media)
    }
    programs.cancel()
    if let earlier = self.media {
      earlier.dropSteps()
      hideSound(false, earlier)
    }
    media.openDeadline = PlainThread.now + configuration.timeouts.open
    request(media)
  }

  /// Sends `loadfile`.
  func request(_ media: MPVMedia) {
    let command: MPVNode
    do throws(PlayerError) {
      command = try self.command(for: media)
    } catch {
      unload()
      failed(error)
      return
    }
    if let earlier = self.media === media ? retired : self.media { leave(earlier) }
    retired = nil
    self.media = media
    if state.error != nil { showFailure(nil) }
    engine.command(command) { [self] result in
      guard self.media === media else { return }
      switch result {
      case .success(let reply): media.entry = reply["playlist_entry_id"].integer
      case .failure(let code): fail(media, describe(code, media).error)
      }
    }
  }

  private func command(for media: MPVMedia) throws(PlayerError) -> MPVNode {
    let source = media.source
    // What was selected in the source before is not meant for this one.
    var options = defaultTracks.mapValues { MPVNode.string($0) }
    if media.isPictureless { options["vid"] = "no" }
    options["pause"] = media.sentPause ? "yes" : "no"
    if let start = source.start { options["start"] = .string(MPVTime.text(start)) }
    if let end = source.end { options["end"] = .string(MPVTime.text(end)) }
    let url: MPVNode
    switch source.content {
    case .file(let path):
      let file = try MPVFile(path)
      url = .bytes(file.path)
      // A file that only looks like media can't make mpv open others.
      options["access-references"] = file.isHLS ? "yes" : "no"
    case .stream("-"): url = "fd://0"
    case .stream(let text): url = .string(text)
    case .video, .videos, .playlist, .channel:
      guard let found = media.found else {
        throw PlayerError(.unsupported, "yt-dlp has not told what to open.", backend: "mpv")
      }
      url = .string(found.url)
      if let userAgent = found.userAgent { options["user-agent"] = .string(userAgent) }
      if !found.headers.isEmpty {
        let fields = found.headers.map { $0.split(separator: ",").joined(separator: "\\,") }
        options["http-header-fields"] = .string(fields.joined(separator: ","))
      }
    }
    return ["name": "loadfile", "url": url, "flags": "replace", "options": .map(options)]
  }

  // MARK: what mpv tells of it

  func started(_ entry: Int64) {
    guard let media, media.stage == .requested, media.entry == entry else { return }
    media.stage = .started
  }

  func loaded() {
    guard let media, media.stage == .started else { return }
    media.stage = .loaded
    // The file's own options have been applied by now, so that what was asked for since is not overruled.
    if media.sentPause == wantsToPlay { setPause(!wantsToPlay, media) }
    let names = [
      "duration", "seekable", "demuxer-via-network", "file-size", "file-format", "track-list", "metadata",
      "chapter-list", "media-title",
    ]
    engine.read(names) { [self] values in
      guard self.media === media, media.stage == .loaded else { return }
      describe(media, values)
    }
  }

  private func describe(_ media: MPVMedia, _ values: [String: MPVNode]) {
    let isHLS = values["file-format"]?.string?.contains("hls") == true
    media.isDescribed = true
    media.isNetwork = values["demuxer-via-network"]?.flag == true
    media.isSeekable = values["seekable"]?.flag == true
    media.isLive = media.isNetwork && !media.isSeekable && (values["file-size"]?.integer == nil || isHLS)
    durationChanged(media, values["duration"]?.number)
    tracksChanged(media, values["track-list"] ?? .none)
    metadataChanged(media, values["metadata"], values["chapter-list"])
    if mayShowWindow { nameWindow(values["media-title"]?.string) }
    if !media.isNetwork { sayIfNew(.loadedFractionChanged(1)) }
    applyHeldSeek(media)
    finishOpening(media)
  }

  /// Once the source is described, ready to play, and no seek is under way: it is open.
  func finishOpening(_ media: MPVMedia) {
    guard media.stage == .loaded, media.isDescribed, media.isRestarted, media.seek == nil else { return }
    let names = ["video-params", "time-pos", "eof-reached", "pause", "current-ao", "current-vo"]
    engine.read(names) { [self] values in
      guard self.media === media, media.stage == .loaded, media.seek == nil else { return }
      media.stage = .open
      sayHeldLog(media, isTold: false)
      media.openDeadline = nil
      media.isAtEOF = values["eof-reached"]?.flag == true
      media.isPaused = values["pause"]?.flag == true
      media.videoParameters = values["video-params"] ?? .none
      sizeChanged(media)
      noteSoundDevice(media, values["current-ao"]?.string)
      noteVideoOutput(media, values["current-vo"]?.string)
      opened(media, at: values["time-pos"]?.number)
    }
  }

  private func opened(_ media: MPVMedia, at time: Double?) {
    listRun.opened()
    let target = state.currentTime
    var time = media.landing(of: target, reported: time)
    // Beyond the end mpv shows the last frame, which began earlier.
    if let limit = media.limit, target >= limit { time = limit }
    if abs(time - state.currentTime) > 0.05 { say(.timeChanged(time)) }
    if let limit = media.limit, state.currentTime >= limit { media.isAtEnd = true }
    readLoadedFraction(media)
    if media.isLive { lookAtRange(media, PlainThread.now) }
    guard wantsToPlay else {
      say(.statusChanged(media.restingStatus))
      return
    }
    media.hasPlayed = true
    say(.statusChanged(.playing))
    clock.start(at: state.currentTime, PlainThread.now)
    if media.isPaused { checkEnd(media) }
  }

  // MARK: failing

  /// A file has ended in mpv.
  func ended(_ end: MPVFileEnd) {
    guard let media, media.entry == end.entry else { return }
    // What mpv has left need not be left again.
    if end.reason != .redirect { media.entry = nil }
    switch end.reason {
    case .redirect:
      media.entry = end.insertedEntry
      media.stage = .requested
      // Of a list, what is not current goes: this backend plays one thing at a time.
      if end.insertedCount > 1 { engine.command(["name": "playlist-clear"]) }
    case .error:
      media.openDeadline = nil
      let now = PlainThread.now
      lookForCause(MPVMedia.Failure(code: end.code, nextLook: now, deadline: now + 0.1), media, now)
    case .end where media.stage == .open: finish(media, at: state.currentTime)
    // mpv's end follows.
    case .quit: break
    case .end, .stop, .unknown:
      fail(
        media,
        PlayerError(
          .playbackFailed, "Playing was stopped inside mpv.", remedy: "Load the source again.", backend: "mpv"
        ))
    }
  }

  /// Fails as soon as the log tells why: its lines often come after the failure itself.
  func lookForCause(_ failure: MPVMedia.Failure, _ media: MPVMedia, _ now: Double) {
    if media.lacksPictureDecoder {
      openWithoutPicture(media)
      return
    }
    let found = describe(failure.code, media)
    if found.isExplained || now >= failure.deadline {
      fail(media, found.error)
    } else {
      media.failure = MPVMedia.Failure(
        code: failure.code, nextLook: now + 0.01, deadline: failure.deadline)
    }
  }

  /// mpv gives a source up whose picture it can't decode, though it could play its sound.
  private func openWithoutPicture(_ media: MPVMedia) {
    say(.log(.warning, "the picture can't be decoded: sound alone"))
    let again = MPVMedia(again: media, isPaused: !wantsToPlay)
    again.isPictureless = true
    again.openDeadline = PlainThread.now + configuration.timeouts.open
    request(again)
  }

  /// What is known of a failure, with what was logged of late.
  ///
  /// - Parameter time: since when lines of ffmpeg's are looked at; the last half second unless said.
  func describe(_ code: MPVCode, _ media: MPVMedia, since time: Double? = nil) -> MPVFailure {
    // ffmpeg's lines carry no sign of the player that they are about; its last ones are.
    let recent = MPVFFmpegLog.lines(since: max(time ?? PlainThread.now - 0.5, media.loadedAt))
    return MPVFailure(
      source: media.source, code: code, log: media.log + recent, isNetwork: media.isNetwork,
      isSeekable: media.isSeekable, showsVideo: configuration.showsVideo)
  }

  /// Gives a source up.
  func fail(_ media: MPVMedia, _ error: PlayerError) {
    guard self.media === media else { return }
    sayHeldLog(media, isTold: true)
    if leaveOut(media, error) { return }
    unload()
    forgetRange()
    failed(naming(error, media))
  }

  private func failed(_ error: PlayerError) {
    wantsToPlay = false
    say(.failed(error.attributed(to: "mpv")))
    showFailure(error)
  }

  /// Events were lost: looks at what mpv is doing now.
  func recover() {
    leaving = nil
    guard let media else { return }
    engine.read(["idle-active", "playlist", "pause", "eof-reached", "duration"]) { [self] values in
      guard self.media === media else { return }
      let playing = values["playlist"]?.array.first { $0["playing"].flag == true }
      if values["idle-active"]?.flag == true {
        media.entry = nil
        fail(
          media,
          PlayerError(
            .unknown, "Playing stopped inside mpv, and why was lost.", remedy: "Load the source again.",
            backend: "mpv"))
      } else if let entry = media.entry, playing?["id"].integer == entry {
        if media.stage == .requested { media.stage = .started }
        if media.stage == .started && values["duration"]?.number != nil { loaded() }
        media.isRestarted = true
        if let seek = media.seek, seek.isTaken { landed(seek, media) }
        finishOpening(media)
        media.isAtEOF = values["eof-reached"]?.flag == true
        pauseChanged(media, values["pause"]?.flag == true)
      }
    }
  }
}
