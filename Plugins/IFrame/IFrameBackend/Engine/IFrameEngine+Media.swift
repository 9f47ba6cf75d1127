import IFramePage
import PlayerKit

extension IFrameEngine {
  /// Says what is known of the video, where it is news.
  mutating func publish() {
    publishDuration()
    publishMetadata()
    if let loaded = known.loaded.map({ min(max($0, 0), 1) }) {
      let step = abs(loaded - state.loadedFraction)
      if step >= 0.01 || loaded == 1 && step > 0 { emit(.loadedFractionChanged(loaded)) }
    }
    if let name = known.quality, name != "unknown", !name.isEmpty, state.quality?.name != name {
      emit(.qualityChanged(PlaybackQuality(name: name)))
    }
    if let names = known.qualities, names != state.availableQualities.map(\.name) {
      emit(.availableQualitiesChanged(names.map(PlaybackQuality.init)))
    }
    takeRates()
    takeCaptions()
  }

  private mutating func publishDuration() {
    let told = known.duration.flatMap { $0 > 0 ? $0 : nil }
    if known.isLive == true {
      if !state.isLive { emit(.durationChanged(nil, isLive: true, isSeekable: true)) }
      // Of a live stream the duration is how long it has been running (the reference, «getDuration»).
      if let told, told >= (state.seekableRange?.upperBound ?? 0) + 1 {
        emit(.seekableRangeChanged(0...told))
      }
      return
    }
    guard let told, abs(told - (state.duration ?? 0)) > 0.0005 else { return }
    // A player that has not played yet knows whole seconds alone; an earlier one may have known more.
    if let exact = state.duration, told == told.rounded(), abs(told - exact) < 1, exact != exact.rounded() {
      return
    }
    emit(.durationChanged(told, isLive: false, isSeekable: true))
  }

  private mutating func publishMetadata() {
    guard let video = known.videoID ?? expectedVideo, !video.isEmpty else { return }
    var metadata = PlayerMetadata(videoID: video)
    let isSame = state.metadata.videoID == video
    metadata.title = nonEmpty(known.title) ?? (isSame ? state.metadata.title : nil)
    metadata.author = nonEmpty(known.author) ?? (isSame ? state.metadata.author : nil)
    if YouTubeVideoID(video) != nil { metadata.thumbnail = "https://i.ytimg.com/vi/\(video)/hqdefault.jpg" }
    if metadata != state.metadata { emit(.metadataChanged(metadata)) }
  }

  private func nonEmpty(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

// MARK: - Captions

/// The captions of the current video.
struct Captions {
  /// Whether the module that has them has been asked for.
  var isAskedFor = false
  /// Whether the choice was told to a player that is no more.
  var isForgotten = false
  /// What was chosen; nil: nothing was, so that the player may choose.
  var choice: Choice?
  /// When it was chosen: what the player says shortly afterwards may be older.
  var chosen = -Double.infinity

  enum Choice: Hashable {
    case off
    case track(String)
  }
}

extension IFrameEngine {
  /// Lets the player load its captions, without which it does not say which there are.
  mutating func askForCaptions() {
    guard !captions.isAskedFor else { return }
    captions.isAskedFor = true
    if known.tracks == nil { call(.loadModule, .string("captions")) }
  }

  /// Takes what the player says of its captions.
  mutating func takeCaptions() {
    guard let told = known.tracks else { return }
    let tracks = told.map { track in
      PlayerTrack(
        kind: .subtitles, id: track.trackID, language: track.languageCode,
        title: nonEmpty(track.displayName) ?? nonEmpty(track.languageName))
    }
    if captions.choice == nil, !told.isEmpty { chooseCaptions(told) }
    if captions.isForgotten, !told.isEmpty { chooseAgain(told) }
    var selected: [TrackKind: String] = [:]
    if time - captions.chosen < 2, let choice = captions.choice {
      if case .track(let id) = choice { selected[.subtitles] = id }
    } else if case .track(let shown) = known.track {
      selected[.subtitles] =
        told.first { $0.trackID == shown.trackID || $0.languageCode == shown.languageCode }?.trackID
    }
    if tracks != state.tracks || selected != state.selectedTracks {
      emit(.tracksChanged(tracks, selected: selected))
    }
  }

  /// Chooses what the configuration asks for: loading the module alone shows captions to nobody.
  private mutating func chooseCaptions(_ tracks: [PlayerInfo.CaptionTrack]) {
    let languages = configuration.subtitleLanguages
    for language in languages {
      guard let track = tracks.first(where: { $0.speaks(language) }) else { continue }
      return show(track)
    }
    if configuration.youTube.captionsOn == true || configuration.youTube.captionLanguage != nil { return }
    if case .track = known.track { show(nil) }
  }

  /// Tells another player what was chosen, where that is no longer so by itself.
  private mutating func chooseAgain(_ tracks: [PlayerInfo.CaptionTrack]) {
    captions.isForgotten = false
    switch captions.choice {
    case nil: break
    case .off: if case .track = known.track { show(nil) }
    case .track(let id):
      if let track = tracks.first(where: { $0.trackID == id }) { show(track) }
    }
  }

  private mutating func show(_ track: PlayerInfo.CaptionTrack?) {
    captions.choice = track.map { .track($0.trackID) } ?? .off
    captions.chosen = time
    call(.setOption, .string("captions"), .string("track"), track?.option ?? .object([:]))
  }

  mutating func setTrack(_ kind: TrackKind, _ id: String?) {
    guard kind == .subtitles, state.selectedTracks[.subtitles] != id else { return }
    show(id.flatMap { id in known.tracks?.first { $0.trackID == id } })
    emit(.tracksChanged(state.tracks, selected: id.map { [.subtitles: $0] } ?? [:]))
  }

  /// Tells the player the raw options of the configuration, each once its module is there.
  mutating func sendOptions() {
    for option in configuration.youTube.options
    where known.modules?.contains(option.module) == true && player?.modules.contains(option.module) == false {
      call(.setOption, .string(option.module), .string(option.name), option.value)
    }
    for module in known.modules ?? [] { player?.modules.insert(module) }
  }
}

extension PlayerInfo.CaptionTrack {
  /// What names it among the video's: YouTube's own id, or the language.
  var trackID: String {
    if let vssID, !vssID.isEmpty { return vssID }
    return kind.map { "\($0).\(languageCode)" } ?? languageCode
  }

  /// Whether it is in this language: `pt` is in `pt-BR`.
  func speaks(_ language: String) -> Bool {
    let own = languageCode.lowercased()
    let asked = language.lowercased()
    return own == asked || own.hasPrefix(asked + "-")
  }
}
