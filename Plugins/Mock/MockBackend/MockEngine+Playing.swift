import PlayerKit

extension MockEngine {
  /// Accepts a source; the earlier one is forgotten, and with it all that was to come of it.
  mutating func load(_ source: PlayerSource, plays: Bool) {
    media = script.media(source)
    firstItem = min(source.index ?? 0, max(media.items.count - 1, 0))
    order = Array(media.items.indices)
    index = firstItem
    if state.isShuffled { shuffle() }
    begin(source, plays: plays)
  }

  /// Opens the source that has failed once more, at the item that it had come to.
  private mutating func openAgain() {
    guard let source = state.source else { return }
    let start = position
    let count = media.items.count
    let media = script.media(source)
    guard media.items.count == count else { return load(source, plays: true) }
    self.media = media
    begin(source, plays: true)
    if start != position { hold(.seek(.to(start)), .to(start), precise: true) }
  }

  /// Opens the source, at its start, in the item that is current.
  private mutating func begin(_ source: PlayerSource, plays: Bool) {
    forgetWhatWasToCome()
    emit(.sourceChanged(source))
    place(at: partStart)
    emit(.statusChanged(.unstarted, playWhenReady: plays))
    restingStatus = .queued
    setStatus(.buffering)
    var latency = current.openLatency
    if !media.items.isEmpty {
      latency += media.openLatency
      if media.openFailure == nil { publishItems() }
    }
    startOpening(latency)
  }

  mutating func startOpening(_ latency: Double) {
    opening = Wait(from: time, for: latency, atMost: configuration.timeouts.open)
  }

  /// Leaves the current medium, and all that was to come of it.
  mutating func forgetWhatWasToCome() {
    isOpen = false
    forgetWaits()
  }

  private mutating func forgetWaits() {
    opening = nil
    seek = nil
    heldSeek = nil
    stall = nil
  }

  /// The opening under way has come to its end.
  mutating func open() {
    let wait = opening
    opening = nil
    let media = current
    if wait?.isTooLong == true {
      return fail(error(.timedOut, "The source did not open within \(configuration.timeouts.open) s."))
    }
    if let failure = self.media.openFailure ?? media.openFailure { return fail(failure) }
    isOpen = true
    openedAt = time
    publish(media)
    settleStart(media)
    guard state.playWhenReady else { return setStatus(restingStatus) }
    startPlaying()
  }

  /// Says what the medium is.
  private mutating func publish(_ media: MockMedia) {
    emit(
      .durationChanged(media.announcedDuration, isLive: media.isLive, isSeekable: media.isSeekable))
    var metadata = media.metadata
    if !has(.chapters) { metadata.chapters = [] }
    if metadata != state.metadata { emit(.metadataChanged(metadata)) }
    let size = has(.video) && configuration.showsVideo ? media.videoSize : nil
    if size != state.videoSize { emit(.videoSizeChanged(size)) }
    let qualities = size == nil || !has(.setQuality) ? [] : media.qualities
    if qualities != state.availableQualities { emit(.availableQualitiesChanged(qualities)) }
    let quality = size == nil ? nil : media.quality
    if quality != state.quality { emit(.qualityChanged(quality)) }
    if media.tracks != state.tracks || media.selectedTracks != state.selectedTracks {
      emit(.tracksChanged(media.tracks, selected: media.selectedTracks))
    }
    if !media.isLive && state.loadedFraction != 1 { emit(.loadedFractionChanged(1)) }
  }

  /// Puts the source that has opened where it is to begin: at its start, or where a held seek goes.
  private mutating func settleStart(_ media: MockMedia) {
    let held = heldSeek
    heldSeek = nil
    if !media.isSeekable {
      place(at: 0)
    } else {
      place(at: min(position, limit))
      if let target = held?.time ?? state.duration.flatMap({ held?.target.time(from: 0, duration: $0) }) {
        let clamped = clamp(target)
        if held?.time == nil { emit(.seeking(to: clamped)) }
        place(at: landing(clamped, precise: held?.precise ?? true))
      }
    }
    if let held, !media.isSeekable || held.time == nil && state.duration == nil {
      emit(
        .rejected(
          .action(held.action),
          error(.unsupported, "This source can't be sought in, so the seek that waited for it is dropped.")))
    }
    if state.isSeeking { emit(.seeked(at: position)) }
    if held != nil || position != state.currentTime { emit(.timeChanged(position)) }
  }

  /// Lets time move, unless the platform forbids it or data are missing.
  private mutating func startPlaying(playWhenReady: Bool? = nil) {
    if script.autoplayBlocked {
      return fail(
        error(
          .autoplayBlocked, "The platform blocks playing that no person has asked for.",
          remedy: "Let a person start it."))
    }
    if let stall, stall.due > time { return setStatus(.buffering, playWhenReady: playWhenReady) }
    stall = nil
    setStatus(.playing, playWhenReady: playWhenReady)
  }

  mutating func play() {
    switch state.status {
    case .playing: break
    case .buffering:
      if !state.playWhenReady { emit(.statusChanged(.buffering, playWhenReady: true)) }
    case .unstarted where state.error != nil: openAgain()
    case .ended where index != 0 && !media.items.isEmpty:
      go(to: 0, plays: true)
    case .unstarted, .queued, .paused, .ended:
      guard isOpen else {
        if state.status == .ended { place(at: partStart) }
        restingStatus = .queued
        setStatus(.buffering, playWhenReady: true)
        if !media.items.isEmpty && state.items.isEmpty { publishItems() }
        return startOpening(current.openLatency)
      }
      if position >= limit { startSeek(to: restart) }
      startPlaying(playWhenReady: true)
    }
  }

  mutating func pause() {
    switch state.status {
    case .playing:
      // Before time stands still, so that the state then holds the true position.
      if seek == nil && position != state.currentTime { emit(.timeChanged(position)) }
      setStatus(.paused, playWhenReady: false)
    case .buffering where opening == nil:
      setStatus(.paused, playWhenReady: false)
    case .buffering, .unstarted, .queued, .ended:
      if state.playWhenReady { emit(.statusChanged(state.status, playWhenReady: false)) }
    case .paused: break
    }
  }

  mutating func stop() {
    guard state.source != nil else { return }
    let start = isOpen && !current.isSeekable ? 0 : partStart
    let isStopped = state.status == .unstarted && !state.playWhenReady && !state.isSeeking
    forgetWaits()
    if isStopped && position == start && state.currentTime == start { return }
    place(at: start)
    emit(.statusChanged(.unstarted, playWhenReady: false))
    if state.isSeeking { emit(.seeked(at: start)) }
    emit(.timeChanged(start))
  }

  mutating func clear() {
    guard state.source != nil else { return }
    forgetWhatWasToCome()
    media = MockMedia()
    order = []
    index = 0
    place(at: 0)
    emit(.sourceChanged(nil))
    emit(.statusChanged(.unstarted, playWhenReady: false))
  }

  /// Where the current medium starts again.
  var restart: Double {
    let start = current.isSeekable ? partStart : 0
    return start + MockMedia.shortest <= limit ? start : 0
  }

  /// The current medium has been played as far as it goes.
  mutating func finish() {
    let media = current
    let target = min(partEnd ?? .infinity, media.announcedDuration ?? limit)
    if target - limit > 1 {
      emit(.timeChanged(limit))
      return fail(
        error(.network, "The source broke off at \(limit) s, \(target - limit) s before its end."))
    }
    place(at: target)
    if state.duration == nil && !media.isLive && partEnd.map({ $0 > target }) ?? true {
      emit(.durationChanged(target, isLive: false, isSeekable: media.isSeekable))
    }
    if state.loop == .one || state.loop == .all && self.media.items.isEmpty { return startAgain() }
    if index + 1 < order.count {
      emit(.timeChanged(target))
      return go(to: index + 1)
    }
    if state.loop == .all {
      emit(.timeChanged(target))
      return go(to: 0)
    }
    end(at: target)
  }

  private mutating func startAgain() {
    place(at: restart)
    emit(.seeked(at: position))
    emit(.timeChanged(position))
  }

  /// Ends the source, once.
  mutating func end(at target: Double) {
    forgetWaits()
    place(at: target)
    if state.isSeeking { emit(.seeked(at: target)) }
    emit(.timeChanged(target))
    emit(.statusChanged(.ended, playWhenReady: false))
  }
}

extension PlayerSource {
  /// The index in its list that it begins at, where it names one.
  var index: Int? {
    switch content {
    case .video(_, list: .some, let index): index
    case .videos(_, let index): index
    case .playlist(_, let index): index
    case .video, .channel, .file, .stream: nil
    }
  }
}
