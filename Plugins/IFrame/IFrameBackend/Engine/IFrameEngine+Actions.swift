import IFramePage
import PlayerKit

extension IFrameEngine {
  /// Takes an action at a moment, or throws what the contract says; then nothing but the passing of time has
  /// happened.
  mutating func perform(_ action: PlayerAction, at now: Double) throws(PlayerError) {
    advance(to: now)
    try action.check(state, descriptor)
    switch action {
    case .idle: break
    case .load(let source):
      try load(source, plays: isInFront && (configuration.youTube.autoplay ?? configuration.autoPlay))
    case .cue(let source): try load(source, plays: false)
    case .play: try play()
    case .pause: pause()
    case .stop: stop()
    case .clear: clear()
    case .seek(let target, _): try seek(target, action)
    case .duration: emit(.durationChanged(state.duration, isLive: state.isLive, isSeekable: state.isSeekable))
    case .currentTime: tellTime()
    case .mute: setMuted(true)
    case .unmute: setMuted(false)
    case .setVolume(let volume): setVolume(volume)
    case .setRate(let rate): setRate(rate)
    case .next: next()
    case .previous: previous()
    case .playItem(let index): try playItem(index)
    case .setLoop(let loop): setLoop(loop)
    case .setShuffle(let isShuffled): setShuffle(isShuffled)
    case .setTrack(let kind, let id): setTrack(kind, id)
    case .setFullscreen(let isFullscreen):
      if isFullscreen != state.isFullscreen { order(.fullscreen(isFullscreen)) }
    case .setQuality, .stepFrame, .screenshot:
      throw error(.unsupported, "YouTube's player has no \(action.name).")
    }
    advance(to: now)
  }

  /// Takes what the window says of itself.
  mutating func fullscreenChanged(_ isFullscreen: Bool, at now: Double) {
    advance(to: now)
    if isFullscreen != state.isFullscreen { emit(.fullscreenChanged(isFullscreen)) }
  }

  private mutating func tellTime() {
    emit(.timeChanged(state.source == nil ? 0 : position))
  }
}

// MARK: - Where playing is

extension IFrameEngine {
  /// The true position; the target where the player is on its way to one.
  var position: Double {
    if let landing { return landing.target }
    return min(head.position(at: time, rate: state.rate), max(limit, 0))
  }

  /// Whether the item that plays is the one that the source's start and end belong to.
  private var isFirstItem: Bool { list.isAtFirst }

  /// Where the current video begins by the source's own words.
  var partStart: Double {
    guard isFirstItem else { return 0 }
    return state.source?.start ?? configuration.youTube.start.map(Double.init) ?? 0
  }

  /// Where it ends by the source's own words.
  var partEnd: Double? {
    guard isFirstItem else { return nil }
    let end = state.source?.end ?? configuration.youTube.end.map(Double.init)
    return end.flatMap { $0 > partStart ? $0 : nil }
  }

  /// Where playing can't go on; infinite while that is not known.
  var limit: Double { min(partEnd ?? .infinity, state.duration ?? .infinity) }

  /// Where the current video starts again.
  var restart: Double { partStart + 0.1 <= limit ? partStart : 0 }

  /// Says where playing is.
  mutating func tick() {
    guard state.status == .playing else { return }
    set(.tick, in: max(configuration.timeInterval, 0.001))
    let position = position
    // Time goes on or is not told: where a report has pulled it back, it waits until it is there again.
    if landing == nil, head.isMoving, position > state.currentTime + 0.0005 { emit(.timeChanged(position)) }
    armEnd()
  }

  /// Counts the intervals between two `timeChanged` from now on.
  mutating func startTicking() {
    set(.tick, in: max(configuration.timeInterval, 0.001))
    armEnd()
  }

  /// Where the engine itself has to end the video; nil where the player does.
  private var endPlace: Double? {
    guard let duration = state.duration, !state.isLive else { return partEnd }
    // A list would go on by itself, without a word of the end.
    if state.loop == .one, list.items.count > 1 { return min(partEnd ?? .infinity, duration - 0.25) }
    return partEnd.flatMap { $0 < duration ? $0 : nil }
  }

  /// Sees to the source's own end, which comes before the video's.
  mutating func armEnd() {
    timers[.end] = nil
    guard state.status == .playing, landing == nil, let endPlace,
      let moment = head.moment(of: endPlace, rate: state.rate)
    else { return }
    timers[.end] = max(moment, time)
  }

  /// Playing has come to ``endPlace``.
  mutating func reachEnd() {
    guard state.status == .playing, landing == nil, let endPlace else { return }
    // A report may have pulled the position back since, or the page says nothing any more.
    if head.position(at: time, rate: state.rate) < endPlace - 0.001 {
      set(.end, in: 0.05)
      return
    }
    finish()
  }
}
