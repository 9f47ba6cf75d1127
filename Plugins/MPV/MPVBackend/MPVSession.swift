import PlayerKit

/// What the backend says and does, from what mpv tells and what is asked of it.
///
/// Lives on the thread of its ``MPVEventLoop``. mpv only ever answers later; each answer is looked at only if
/// the source that it is about is still the current one.
final class MPVSession {
  /// The mpv that plays.
  var engine: MPVEngine
  let configuration: PlayerConfiguration
  private let publish: (PlayerEvent) -> Void

  /// The state, as reduced from all that was published.
  private(set) var state = PlayerState.empty
  /// What mpv has loaded, or is loading; nil where it has nothing.
  var media: MPVMedia?
  /// Whether playing was asked for. The state follows as soon as mpv does.
  var wantsToPlay = false
  /// A seek in a source that mpv does not hold, for when it does.
  var seekForLater: MPVMedia.HeldSeek?
  /// What mpv has been told to leave, until it has.
  var leaving: Leaving?
  /// What mpv still shows, paused, while yt-dlp looks for what comes next.
  var retired: MPVMedia?
  /// The source's own list, once it is known.
  var list: MPVList?
  /// How its items have fared.
  var listRun = ListRun()
  let programs = MPVPrograms()
  private(set) lazy var ytDlp = YtDlp(
    path: nil, format: nil, options: [:], showsVideo: configuration.showsVideo)
  /// yt-dlp's version, once it has told it.
  var ytDlpVersion: String?
  var clock: MPVClock
  /// mpv's choice of tracks as it was started, by its properties.
  private(set) var defaultTracks: [String: String] = [:]
  /// Whether it has been said that there is no sound device.
  var isSilenceNoted = false
  /// Where the sound goes.
  var soundOutput = MPVSound.Output.none
  /// Whether it has been said that no window could be opened.
  var isBlindnessNoted = false
  /// Whether mpv may open a window.
  private(set) var mayShowWindow = false
  /// Whether there was a display for it when mpv started; an output of the person's choice may need none.
  private(set) var hasDisplay = false
  /// mpv's `vo` while the window is shown.
  private(set) var outputInFront = "null"
  /// Its place among the pages of a window; nil where it has a window of its own.
  var presentation: PlayerPresentation?
  /// How many changes of the picture's output are under way, and when the last was over.
  var outputChanges = 0
  var outputChanged: Double?
  /// The axis whose keys ask for pages; nil where none do.
  var boundAxis: PlayerPresentation.Axis?
  /// When the wheel asked for a page.
  var lastWheelTurn = -Double.infinity
  /// Whether the session has ended by itself.
  private(set) var isClosed = false
  /// How many settings of a property by the backend are under way; mpv's word on it counts only at 0.
  private var underWay: [MPVEngine.Watched: Int] = [:]

  init(
    _ engine: MPVEngine, _ configuration: PlayerConfiguration, publish: @escaping (PlayerEvent) -> Void
  ) {
    self.engine = engine
    self.configuration = configuration
    self.publish = publish
    presentation = configuration.presentation
    clock = MPVClock(interval: configuration.timeInterval)
  }

  /// Says that the backend is ready.
  func begin(_ start: MPVStart) {
    say(.ready)
    let version = start.handle.property("mpv-version").string ?? "mpv"
    say(.log(.debug, "\(version), client API \(MPVHandle.clientVersion)"))
    for note in start.notes { say(.log(.info, note)) }
    prepare(start)
  }

  /// Makes an mpv, which has just been started, the backend's.
  func prepare(_ start: MPVStart) {
    for kind in TrackKind.allCases {
      let property = Self.property(of: kind)
      let value = start.handle.property(property)
      defaultTracks[property] =
        value.integer.map { String($0) } ?? (value.flag == false ? "no" : value.string)
    }
    ytDlp = YtDlp(start.handle, showsVideo: configuration.showsVideo)
    (mayShowWindow, hasDisplay, outputInFront) = (start.mayShowWindow, start.hasDisplay, start.outputInFront)
    for command in MPVKeys.commands { engine.command(command) }
    boundAxis = nil
    bindPageKeys()
    holdWindow()
    if !isInFront { sendMute() }
    if soundOutput == .lost { setGapless() }
  }

  /// mpv has ended by itself, or can't be had any more. Returns why no more actions can be taken.
  func lost(_ cause: PlayerError? = nil) -> PlayerError {
    let error = PlayerError(
      .backendFailed, cause?.message ?? "mpv has quit.", remedy: cause?.remedy ?? "Load the source again.",
      backend: "mpv", backendCode: cause?.backendCode)
    end(error)
    say(.failed(error))
    return error
  }

  /// Ends the session because the person has had enough of it; its loop sees to the rest.
  func quit() {
    end(MPVBackend.closed)
    say(.closed)
    isClosed = true
  }

  /// The end: what is still open is answered.
  func end(_ error: PlayerError) {
    programs.cancel()
    media?.dropSteps(error)
    media = nil
  }

  /// Publishes an event and reduces it.
  func say(_ event: PlayerEvent) {
    state.apply(event)
    publish(event)
  }

  /// Publishes an event unless it changes nothing.
  func sayIfNew(_ event: PlayerEvent) {
    let next = state.applying(event)
    guard next != state else { return }
    state = next
    publish(event)
  }

  // MARK: what mpv tells

  /// Takes an event, other than the reply to a request.
  func take(_ event: MPVEvent) {
    switch event {
    case .startFile(let entry):
      leaving = nil
      started(entry)
    case .endFile(let end):
      if leaving?.entry == end.entry { leaving = nil }
      ended(end)
    case .fileLoaded: loaded()
    case .seek: seekStarted()
    case .playbackRestart: restarted()
    case .property(let id, let value):
      if let property = MPVEngine.Watched(rawValue: id) { changed(property, value) }
    case .log(let line): logged(line)
    case .clientMessage(let message): if let wish = MPVKeys.wish(message) { fulfil(wish) }
    case .queueOverflow: recover()
    case .none, .shutdown, .reply, .other: break
    }
  }

  /// When ``tick(_:)`` has something to do next; nil where nothing is due.
  var nextDeadline: Double? {
    let wait = media?.wait
    return [
      clock.nextTick, programs.deadline, media?.openDeadline, media?.failure?.nextLook,
      media?.nextRangeLook, media?.stepUnderWay?.nextLook, media?.pulse?.nextLook, wait?.deadline,
      state.status == .playing ? wait?.buffersAt : nil,
      leaving?.deadline,
    ].compactMap { $0 }.filter(\.isFinite).min()
  }

  /// Does what is due.
  func tick(_ now: Double) {
    programs.tick(now)
    if let media, let failure = media.failure, now >= failure.nextLook { lookForCause(failure, media, now) }
    limitOpening(now)
    limitWaiting(now)
    if let media, let look = media.nextRangeLook, now >= look { lookAtRange(media, now) }
    if let media, let step = media.stepUnderWay, now >= step.nextLook { lookAtStep(step, media, now) }
    if let media, let look = media.pulse?.nextLook, now >= look { lookAtPulse(media, now) }
    if clock.isDue(now) { readTime() }
  }

  private func changed(_ property: MPVEngine.Watched, _ value: MPVNode) {
    if changedSetting(property, value) { return }
    if property == .soundOutput { return soundOutputChanged(value.string) }
    guard let media, media.stage >= .started else { return }
    switch property {
    case .pause: pauseChanged(media, value.flag ?? media.isPaused)
    case .eofReached: eofChanged(media, value.flag ?? false)
    case .pausedForCache: waitingChanged(media, value.flag ?? false)
    case .duration: if media.isDescribed { durationChanged(media, value.number) }
    case .seekable: if media.isDescribed { seekableChanged(media, value.flag ?? false) }
    case .tracks: if media.isDescribed { tracksChanged(media, value) }
    case .metadata: if media.isDescribed { metadataChanged(media, value, nil) }
    case .chapters: if media.isDescribed { metadataChanged(media, nil, value) }
    case .videoParameters:
      // Between two outputs the size as shown is not known for a moment.
      if value["dw"].integer == nil && isOutputChanging { return }
      media.videoParameters = value
      if media.stage == .open { sizeChanged(media) }
    case .volume, .mute, .speed, .fullscreen, .loop, .soundOutput: break
    }
  }

  /// Settings that are not the source's: changed here, or by mpv's own controls.
  private func changedSetting(_ property: MPVEngine.Watched, _ value: MPVNode) -> Bool {
    if property == .mute {
      muteChanged()
      return true
    }
    let event: PlayerEvent? =
      switch property {
      case .volume: value.number.map { .volumeChanged(min(max($0, 0), 100)) }
      case .speed: value.number.map { .rateChanged($0) }
      case .fullscreen: value.flag.map { .fullscreenChanged($0) }
      case .loop: loopEvent(value)
      default: nil
      }
    if let event, !isSetting(property) { sayIfNew(event) }
    return [.volume, .speed, .fullscreen, .loop].contains(property)
  }

  /// Whether a setting of the property by the backend is under way.
  func isSetting(_ property: MPVEngine.Watched) -> Bool { underWay[property, default: 0] > 0 }

  /// mpv knows a source's loop alone, which stands for both of the vocabulary's.
  private func loopEvent(_ value: MPVNode) -> PlayerEvent? {
    let isOn = value.flag != false
    return isOn == isRepeatedByMPV ? nil : .loopChanged(isOn ? .one : .off)
  }

  /// Sets a watched property; calls `then` when mpv has taken or refused it.
  func set(_ property: MPVEngine.Watched, _ value: MPVNode, then: @escaping () -> Void = {}) {
    underWay[property, default: 0] += 1
    engine.set(property.name, value) { [self] result in
      underWay[property, default: 0] -= 1
      if case .failure(let code) = result {
        say(.log(.warning, "mpv did not take \(property.name) (\(code))"))
      }
      then()
    }
  }

  private func logged(_ line: MPVLogLine) {
    if !MPVFFmpegLog.note(line) { media?.note(line) }
    noteRefusal(line)
    if let media, media.stage < .open, media.heldLog.count < 100 {
      media.heldLog.append(line)
    } else {
      say(line, isTold: media == nil)
    }
  }

  /// Tells lines that were held while a source opened.
  func sayHeldLog(_ media: MPVMedia, isTold: Bool) {
    let lines = media.heldLog
    media.heldLog = []
    for line in lines { say(line, isTold: isTold) }
  }

  /// - Parameter isTold: whether a failure has told, or is about to tell, what the line is about.
  private func say(_ line: MPVLogLine, isTold: Bool) {
    let level: LogLevel = line.isSearch || isTold ? .debug : line.isError ? .error : .warning
    say(.log(level, "\(line.prefix): \(line.text)"))
  }
}
