import PlayerKit

extension MockEngine {
  /// Takes an action at a moment, or throws what the contract says; then nothing but the passing of time has
  /// happened.
  ///
  /// A screenshot is only checked here: the picture is ``frame``.
  mutating func perform(_ action: PlayerAction, at now: Double) throws(PlayerError) {
    advance(to: now)
    try action.check(state, descriptor)
    switch action {
    case .idle: break
    case .load(let source): load(source, plays: configuration.autoPlay && isInFront)
    case .cue(let source): load(source, plays: false)
    case .play: play()
    case .pause: pause()
    case .stop: stop()
    case .clear: clear()
    case .seek(let target, let precise): try seek(target, precise: precise, action)
    case .duration: emit(.durationChanged(state.duration, isLive: state.isLive, isSeekable: state.isSeekable))
    case .currentTime: emit(.timeChanged(state.source == nil ? 0 : position))
    case .mute: if !state.isMuted { emit(.muteChanged(true)) }
    case .unmute: if state.isMuted { emit(.muteChanged(false)) }
    case .setVolume(let volume): if volume != state.volume { emit(.volumeChanged(volume)) }
    case .setRate(let rate): setRate(rate)
    case .setQuality(let quality): try setQuality(quality)
    case .next: next()
    case .previous: previous()
    case .playItem(let index): try playItem(index)
    case .setLoop(let loop): if loop != state.loop { emit(.loopChanged(loop)) }
    case .setShuffle(let isShuffled): if isShuffled != state.isShuffled { setShuffle(isShuffled) }
    case .setTrack(let kind, let id): setTrack(kind, id)
    case .setFullscreen(let isFullscreen):
      if isFullscreen != state.isFullscreen { emit(.fullscreenChanged(isFullscreen)) }
    case .stepFrame(let by): try step(by)
    case .screenshot: _ = try picture(for: "take a screenshot of")
    }
    advance(to: now)
  }

  private mutating func setRate(_ rate: Double) {
    let rates = state.availableRates
    let nearest = rates.min { abs($0 - rate) < abs($1 - rate) } ?? rate
    if nearest != state.rate { changeRate(to: nearest) }
  }

  private mutating func setQuality(_ quality: PlaybackQuality) throws(PlayerError) {
    let qualities = state.availableQualities
    guard !qualities.isEmpty else {
      throw error(.unsupported, "This source has no qualities to choose from.")
    }
    guard qualities.contains(quality) else {
      throw error(
        .invalidArgument, "This source has no quality \(quality.name).",
        remedy: "It has \(qualities.map(\.name).joined(separator: ", ")).")
    }
    guard quality != state.quality else { return }
    emit(.qualityChanged(quality))
    if let size = state.videoSize, let height = quality.height {
      emit(.videoSizeChanged(size.scaled(toHeight: height)))
    }
  }

  private mutating func setTrack(_ kind: TrackKind, _ id: String?) {
    guard state.selectedTracks[kind] != id else { return }
    var selected = state.selectedTracks
    selected[kind] = id
    emit(.tracksChanged(state.tracks, selected: selected))
  }

  private mutating func step(_ by: Int) throws(PlayerError) {
    let media = try picture(for: "step in")
    guard state.isSeekable else { throw error(.unsupported, "This source can't be stepped through.") }
    if seek != nil { land() }
    pause()
    let target = position + Double(by) / media.frameRate
    place(at: min(max(target, 0), limit))
    if state.status == .ended { setStatus(.paused) }
    emit(.timeChanged(position))
  }

  /// The current medium, where a picture of it is shown.
  private func picture(for purpose: String) throws(PlayerError) -> MockMedia {
    guard isOpen else {
      throw error(.unsupported, "The source is not open, so there is nothing to \(purpose).")
    }
    guard state.videoSize != nil else {
      throw error(.unsupported, "No picture is shown, so there is nothing to \(purpose).")
    }
    return current
  }
}

extension VideoSize {
  /// The size of this shape with another height, its width even.
  func scaled(toHeight height: Int) -> VideoSize {
    guard self.height > 0 else { return self }
    return VideoSize(width: max(2, (width * height / self.height + 1) / 2 * 2), height: height)
  }
}

extension MockEngine {
  /// The picture that is shown.
  var frame: MockFrame? {
    state.videoSize.map { MockFrame(size: $0, at: position, of: state.duration) }
  }
}
