import PlayerKit

/// YouTube's sources: yt-dlp is asked for the list, and for each video of it, when that is to be opened.
extension MPVSession {
  /// Finds out what there is to open, and opens it.
  func lookUp(_ media: MPVMedia) {
    if list == nil, let question = media.source.listQuestion {
      media.isListAwaited = true
      ask(question, media) { [self] description in
        guard case .list(let items) = description.content else { return false }
        return takeItems(items, media)
      }
    } else if let question = media.source.videoQuestion {
      ask(question, media) { [self] description in
        guard case .video(let video) = description.content else { return false }
        takeVideo(video, media)
        return true
      }
    }
  }

  /// Drops what mpv has, but leaves its last picture where it is until the next one comes.
  func retire() {
    programs.cancel()
    clock.stop()
    guard let media else { return }
    if media.source.isYouTube && media.found == nil {
      self.media = nil
    } else if media.stage < .open {
      unload()
    } else {
      media.dropSteps()
      hideSound(false, media)
      self.media = nil
      retired = media
      engine.set("pause", .flag(true))
    }
  }

  private func ask(
    _ question: YtDlp.Question, _ media: MPVMedia, then: @escaping (YtDlpDescription) -> Bool
  ) {
    media.openDeadline = nil
    programs.start(ytDlp.command(question), limit: configuration.timeouts.open) { [self] answer in
      guard self.media === media else { return }
      if let version = answer.description?.version { ytDlpVersion = version }
      if let description = answer.description, then(description) { return }
      notFound(answer, question, media)
    }
  }

  private func takeItems(_ items: [PlayerItem], _ media: MPVMedia) -> Bool {
    let videos = items.compactMap { item in
      YouTubeVideoID(item.id).map { MPVList.Item(id: $0, title: item.title) }
    }
    guard let list = MPVList(videos, of: media.source) else {
      fail(
        media,
        PlayerError(
          .notFound, "The list is empty.", remedy: "Check the address: it may be private.", backend: "mpv"))
      return true
    }
    media.isListAwaited = false
    take(list, media.heldMoves)
    openItem(insteadOf: media)
    return true
  }

  /// Opens the current item, now that the list is known.
  private func openItem(insteadOf media: MPVMedia) {
    guard let part else { return }
    let item = MPVMedia(part, isPaused: !wantsToPlay)
    item.heldSeek = media.heldSeek
    if state.currentTime != item.start && !state.isSeeking { say(.timeChanged(item.start)) }
    self.media = item
    lookUp(item)
  }

  private func takeVideo(_ video: YtDlpVideo, _ media: MPVMedia) {
    media.found = video
    sayIfNew(.metadataChanged(video.metadata))
    if list?.name(video.metadata.title) == true { publishItems() }
    media.sentPause = !wantsToPlay
    media.openDeadline = PlainThread.now + configuration.timeouts.open
    request(media)
  }

  /// yt-dlp described nothing that can be opened.
  private func notFound(_ answer: MPVPrograms.Answer, _ question: YtDlp.Question, _ media: MPVMedia) {
    if answer.isTooLate {
      let seconds = MPVTime.text(configuration.timeouts.open)
      let name = "yt-dlp" + (ytDlpVersion.map { " \($0)" } ?? "")
      fail(
        media,
        PlayerError(
          .timedOut, "\(name) did not answer within \(seconds) s.",
          remedy: "Try again, or allow more time.", backend: "mpv"))
      return
    }
    var isList = false
    if case .list = question { isList = true }
    let failure = YtDlpFailure(program: ytDlp.program, outcome: answer.outcome, isList: isList)
    if isList, failure.hasRun, let video = media.source.videoQuestion {
      // The video was asked for, whatever became of its list.
      say(.log(.warning, failure.error(version: ytDlpVersion).message))
      media.isListAwaited = false
      ask(video, media) { [self] description in
        guard case .video(let video) = description.content else { return false }
        takeVideo(video, media)
        return true
      }
      return
    }
    guard failure.hasRun, ytDlpVersion == nil else {
      return fail(media, failure.error(version: ytDlpVersion))
    }
    programs.start(ytDlp.versionCommand, limit: 2) { [self] answer in
      guard self.media === media else { return }
      ytDlpVersion = YtDlp.version(answer.outcome)
      fail(media, failure.error(version: ytDlpVersion))
    }
  }

  /// An error of mpv's with the version of the program that told it what to open.
  func naming(_ error: PlayerError, _ media: MPVMedia) -> PlayerError {
    guard media.found != nil, error.code != .closed else { return error }
    let version = ytDlpVersion.map { " \($0)" } ?? ""
    return PlayerError(
      error.code, "\(error.message) (What to open was told by yt-dlp\(version).)",
      remedy: error.remedy ?? "Update yt-dlp, and try again.", backend: error.backend,
      backendCode: error.backendCode)
  }
}
