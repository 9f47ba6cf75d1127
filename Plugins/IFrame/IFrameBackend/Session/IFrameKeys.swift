import PlayerKit

/// The window's keys, as mpv has them and `ytplay --help` lists them.
enum IFrameKeys {
  /// What a key asks for; nil where it asks for nothing here.
  static func action(_ key: String, _ state: PlayerState) -> PlayerAction? {
    switch key {
    case "space", "p": state.playWhenReady ? .pause : .play
    case "left": .seek(.by(-5))
    case "right": .seek(.by(5))
    case "up": .seek(.by(60))
    case "down": .seek(.by(-60))
    case "[": .setRate(nextRate(below: true, state))
    case "]": .setRate(nextRate(below: false, state))
    case "backspace": .setRate(1)
    case "9", "/": .setVolume(max(0, state.volume - 5))
    case "0", "*": .setVolume(min(100, state.volume + 5))
    case "m": state.isMuted ? .unmute : .mute
    case "<": .previous
    case ">": .next
    case "j": .setTrack(.subtitles, id: nextCaptions(state))
    case "L": .setLoop(state.loop == .off ? .one : .off)
    case "f", "f11": .setFullscreen(!state.isFullscreen)
    case "escape": state.isFullscreen ? .setFullscreen(false) : nil
    default: nil
    }
  }

  private static func nextRate(below: Bool, _ state: PlayerState) -> Double {
    let rates = state.availableRates.sorted()
    if rates.isEmpty { return min(4, max(0.25, below ? state.rate / 1.1 : state.rate * 1.1)) }
    return (below ? rates.last { $0 < state.rate } : rates.first { $0 > state.rate }) ?? state.rate
  }

  /// The captions after those that are shown; after the last, none.
  private static func nextCaptions(_ state: PlayerState) -> String? {
    let ids = state.tracks.filter { $0.kind == .subtitles }.map(\.id)
    guard let current = state.selectedTracks[.subtitles], let index = ids.firstIndex(of: current) else {
      return ids.first
    }
    return index + 1 < ids.count ? ids[index + 1] : nil
  }
}
