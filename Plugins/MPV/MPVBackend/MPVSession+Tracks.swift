import PlayerKit

/// Which of a source's tracks are played.
extension MPVSession {
  /// Selects a track, or none of its kind; answered when mpv has done so.
  func setTrack(
    _ kind: TrackKind, _ id: String?, _ answer: @escaping MPVMailbox.Answer
  ) throws(PlayerError) {
    guard let media, media.isDescribed else {
      throw PlayerError(
        .unsupported, "The source is not open, so it has no tracks yet.",
        remedy: "Wait until it is queued or plays.", backend: "mpv")
    }
    let isLast =
      id == nil && kind != .subtitles
      && state.selectedTracks.keys.allSatisfy {
        // A picture that does not move would be over without the sound.
        $0 == kind || $0 == .subtitles || ($0 == .video && !media.hasPicture)
      }
    if isLast && kind == .video {
      throw PlayerError(
        .unsupported, "The picture is all that is played of this source.",
        remedy: "Select a sound first, or pause.", backend: "mpv")
    }
    if kind == .audio { hideSound(isLast, media) }
    if isLast {
      publishTracks(media)
      return answer(nil)
    }
    engine.set(Self.property(of: kind), id.flatMap(Int64.init).map(MPVNode.integer) ?? "no") {
      [self] result in
      guard self.media === media else { return answer(nil) }
      if case .failure(let code) = result {
        return answer(
          PlayerError(
            .unknown, "mpv did not select the track: \(code).", backend: "mpv", backendCode: "\(code.value)"))
      }
      engine.read("track-list") { [self] result in
        if self.media === media, case .success(let list) = result { tracksChanged(media, list) }
        answer(nil)
      }
    }
  }

  /// Without any track mpv stands still, so that the last sound is only silenced.
  func hideSound(_ isHidden: Bool, _ media: MPVMedia) {
    guard media.isSoundHidden != isHidden else { return }
    media.isSoundHidden = isHidden
    sendMute()
  }

  static func property(of kind: TrackKind) -> String {
    switch kind {
    case .audio: "aid"
    case .video: "vid"
    case .subtitles: "sid"
    }
  }
}
