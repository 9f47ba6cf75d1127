import PlayerKit

/// What becomes of the sound where there is no device for it, or none any more: time goes on without it.
extension MPVSession {
  /// mpv has opened another output for sound. Without any it has none at the moment, as between two sources.
  func soundOutputChanged(_ driver: String?) {
    guard let driver else { return }
    if driver != "null" {
      let isBack = soundOutput == .lost
      soundOutput = .device
      if isBack {
        say(.log(.info, "there is a sound device again"))
        setGapless()
      }
      isSilenceNoted = false
    } else if soundOutput == .device {
      soundOutput = .lost
      isSilenceNoted = true
      say(.log(.warning, "the sound device has gone: playing without sound"))
      setGapless()
    }
  }

  /// Whether mpv is silent though the person has not muted it: no sound is selected, or nobody is to hear it.
  private var isHushed: Bool { media?.isSoundHidden == true || !isInFront }

  /// Has mpv be silent where the person, the tracks or the place among the pages say so.
  func sendMute(then: @escaping () -> Void = {}) {
    set(.mute, .flag(state.isMuted || isHushed), then: then)
  }

  /// mpv's own controls may have muted it: looks whether they have.
  func muteChanged() {
    guard !isHushed, !isSetting(.mute) else { return }
    // What was told may be older than the backend's last setting, which said something else.
    engine.read("mute") { [self] result in
      guard !isHushed, !isSetting(.mute), let isMuted = (try? result.get())?.flag else { return }
      sayIfNew(.muteChanged(isMuted))
    }
  }

  /// mpv would keep an output that leads nowhere for sources of the same kind.
  func setGapless() {
    let wanted = configuration.mpvOptions.last { $0.name == "gapless-audio" }?.value ?? "weak"
    engine.set("gapless-audio", .string(soundOutput == .lost ? "no" : wanted))
  }

  /// A device that has gone may be back: mpv itself looks only for a new source.
  func lookForSoundDevice() {
    if soundOutput == .lost { engine.command(["name": "ao-reload"]) }
  }

  /// Says, once, that a source is played without sound.
  func noteSoundDevice(_ media: MPVMedia, _ driver: String?) {
    guard driver == "null", !isSilenceNoted, media.hasAudio else { return }
    isSilenceNoted = true
    // Whoever asks for silence need not be told.
    let isAskedFor = configuration.mpvOptions.last { $0.name == "ao" }?.value.hasPrefix("null") ?? false
    if !isAskedFor { say(.log(.info, "no sound device: playing without sound")) }
  }
}
