import IFramePage
import PlayerKit

/// What the player was told of volume and speed, and when: what it says shortly afterwards may be older.
struct Sound {
  var since = -Double.infinity
  /// The rate that was asked for; what is shown is the nearest that the video has.
  var rate = 1.0
}

extension IFrameEngine {
  /// How long, in seconds, what the player says may be older than what it was told.
  private static let lag = 1.5

  /// Whether the player's own controls, and nothing older, are what a report of the sound is about.
  private var isSoundSettled: Bool {
    phase == .open && player?.isReady == true && hush == nil && time - sound.since > Self.lag
  }

  mutating func setVolume(_ volume: Double) {
    guard volume != state.volume else { return }
    emit(.volumeChanged(volume))
    sendVolume()
  }

  mutating func setMuted(_ isMuted: Bool) {
    guard isMuted != state.isMuted else { return }
    emit(.muteChanged(isMuted))
    sendMute()
  }

  mutating func setRate(_ rate: Double) {
    sound.rate = rate
    let nearest = nearestRate
    guard nearest != state.rate else { return }
    changeRate(to: nearest)
    sendRate()
  }

  private var nearestRate: Double {
    state.availableRates.min { abs($0 - sound.rate) < abs($1 - sound.rate) } ?? sound.rate
  }

  private mutating func changeRate(to rate: Double) {
    head.changeRate(time, from: state.rate)
    emit(.rateChanged(rate))
    armEnd()
  }

  /// Tells a player that has just been made all of it.
  mutating func sendSound() {
    if state.isMuted || known.isMuted != false { sendMute() }
    if state.isMuted || known.isMuted == false { sendVolume() }
    if state.rate != known.rate { sendRate() }
  }

  private mutating func sendVolume() {
    guard player?.isReady == true else { return }
    sound.since = time
    call(.setVolume, .integer(Int128(state.volume.rounded())))
  }

  private mutating func sendMute() {
    guard player?.isReady == true else { return }
    sound.since = time
    call(state.isMuted ? .mute : .unMute)
    // YouTube's `unMute` lifts a volume of 0.
    if !state.isMuted { sendVolume() }
  }

  private mutating func sendRate() {
    guard player?.isReady == true else { return }
    sound.since = time
    call(.setPlaybackRate, .number(state.rate))
  }

  // MARK: - What the player says

  /// Takes what a person has done by the player's own controls.
  mutating func takeSound(_ info: PlayerInfo) {
    guard isSoundSettled else { return }
    if let volume = info.volume, (0...100).contains(volume), volume != state.volume.rounded() {
      emit(.volumeChanged(volume))
    }
    if let isMuted = info.isMuted, isMuted != state.isMuted { emit(.muteChanged(isMuted)) }
    if let rate = info.rate { takeRate(rate) }
  }

  mutating func takeRate(_ rate: Double) {
    guard isSoundSettled, rate != state.rate, (0.25...4).contains(rate) else { return }
    sound.rate = rate
    changeRate(to: rate)
  }

  /// Takes the rates that the video has; that asked for stays so where they hold it.
  mutating func takeRates() {
    guard let rates = known.rates?.filter((0.25...4).contains), !rates.isEmpty, rates != state.availableRates
    else { return }
    emit(.availableRatesChanged(rates))
    let nearest = nearestRate
    guard nearest != state.rate else { return }
    changeRate(to: nearest)
    sendRate()
  }
}
