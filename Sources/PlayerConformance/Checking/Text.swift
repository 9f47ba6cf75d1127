import PlayerKit

// How failures speak of events, actions and numbers.

extension Double {
  /// The number with at most three decimals.
  var text: String {
    guard isFinite, abs(self) < 1e12 else { return "\(self)" }
    let rounded = (self * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension PlayerSource {
  /// The source in a few words.
  var text: String {
    let name =
      switch content {
      case .file(let path): path.name
      case .stream(let url): url
      case .video(let id, _, _): "\(id)"
      case .videos(let ids, _): "\(ids.count) videos"
      case .playlist(let id, _): "\(id)"
      case .channel: "a channel"
      }
    return start.map { "\(name) from \($0.text)" } ?? name
  }
}

extension PlayerAction {
  /// The action in a few words.
  var text: String {
    switch self {
    case .load(let source): "load \(source.text)"
    case .cue(let source): "cue \(source.text)"
    case .seek(.to(let time), _): "seek to \(time.text)"
    case .seek(.by(let time), _): "seek by \(time.text)"
    case .seek(.fraction(let fraction), _): "seek to the fraction \(fraction.text)"
    case .setVolume(let volume): "setVolume \(volume.text)"
    case .setRate(let rate): "setRate \(rate.text)"
    case .setLoop(let mode): "setLoop \(mode)"
    case .setShuffle(let shuffled): "setShuffle \(shuffled)"
    case .setTrack(let kind, let id): "setTrack \(kind) \(id ?? "none")"
    case .playItem(let index): "playItem \(index)"
    case .stepFrame(let by): "stepFrame \(by)"
    default: name
    }
  }
}

extension PlayerError {
  /// The code and the message.
  var text: String { "\(code) (\(message))" }
}

extension PlayerEvent {
  /// The event in a few words.
  var text: String {
    switch self {
    case .sourceChanged(let source): "sourceChanged(\(source?.text ?? "none"))"
    case .statusChanged(let status, let playWhenReady?): "\(status)(playWhenReady \(playWhenReady))"
    case .statusChanged(let status, nil): "\(status)"
    case .timeChanged(let time): "timeChanged(\(time.text))"
    case .seeking(let target): "seeking(\(target.text))"
    case .seeked(let time): "seeked(\(time.text))"
    case .durationChanged(let duration, _, _): "durationChanged(\(duration?.text ?? "unknown"))"
    case .volumeChanged(let volume): "volumeChanged(\(volume.text))"
    case .muteChanged(let isMuted): "muteChanged(\(isMuted))"
    case .rateChanged(let rate): "rateChanged(\(rate.text))"
    case .loopChanged(let mode): "loopChanged(\(mode))"
    case .itemsChanged(_, let index): "itemsChanged(\(index.map(String.init) ?? "none"))"
    case .failed(let error, _): "failed(\(error.text))"
    default: name
    }
  }

  /// Whether the event may come at any time without an action's having led to it: the time, what becomes
  /// known of the source, and the log.
  var comesByItself: Bool {
    switch self {
    case .timeChanged, .loadedFractionChanged, .seekableRangeChanged, .durationChanged, .metadataChanged,
      .videoSizeChanged,
      .qualityChanged, .availableQualitiesChanged, .availableRatesChanged, .tracksChanged, .pageRequested,
      .log, .dropped:
      true
    default: false
    }
  }

  /// Whether the event only goes to a log.
  var isLog: Bool {
    if case .log = self { true } else { false }
  }

  /// The status, of a `statusChanged`.
  var status: PlayerStatus? {
    if case .statusChanged(let status, _) = self { status } else { nil }
  }

  /// The time, of a `timeChanged`.
  var time: Double? {
    if case .timeChanged(let time) = self { time } else { nil }
  }

  /// The time, of a `seeked`.
  var landing: Double? {
    if case .seeked(let time) = self { time } else { nil }
  }

  /// The target, of a `seeking`.
  var seekTarget: Double? {
    if case .seeking(let target) = self { target } else { nil }
  }

  /// The error, of a `failed`.
  var failure: PlayerError? {
    if case .failed(let error, _) = self { error } else { nil }
  }
}

extension Collection<EventRecorder.Entry> {
  /// What came, for a failure: the last events, times left out where there are others.
  var summary: String {
    let telling = filter { $0.event.time == nil && !$0.event.isLog }
    if telling.isEmpty { return isEmpty ? "no event came" : "only times came" }
    let last = telling.suffix(8).map(\.event.text).joined(separator: ", ")
    return telling.count > 8 ? "what came last was \(last)" : "what came was \(last)"
  }
}
