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
