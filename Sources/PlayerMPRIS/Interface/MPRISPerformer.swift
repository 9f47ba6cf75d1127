import PlayerKit

/// Has a player do what a client of the bus asks for, by the rules of the MPRIS specification.
struct MPRISPerformer {
  /// The properties when the wish comes to its turn.
  let properties: MPRISProperties
  let player: any MPRISPlayer

  private var state: PlayerState { properties.outlook.state }

  /// What can't be done now is left alone where the specification says so, and else refused.
  func perform(_ command: MPRISCommand) async throws(PlayerError) {
    switch command {
    case .raise: properties.options.raise?()
    case .quit: properties.options.quit?()
    case .play: if state.source != nil { try await player.send(.play) }
    case .pause: if state.source != nil { try await player.send(.pause) }
    // "Raises an error" without a track (Play_Pause), which the player does.
    case .playPause: try await player.send(state.mprisStatus == "Playing" ? .pause : .play)
    case .stop: try await player.send(.stop)
    case .next: if properties.outlook.canGoNext { try await player.next() }
    case .previous: if properties.outlook.canGoPrevious { try await player.previous() }
    case .seek(let offset): try await seek(by: Double(offset) / 1e6)
    case .setPosition(let track, let position): try await seek(to: Double(position) / 1e6, in: track)
    case .open(let text): try await open(text)
    case .setFullscreen(let isFullscreen): try await player.send(.setFullscreen(isFullscreen))
    case .setLoop(let loop): try await player.send(.setLoop(loop))
    case .setShuffle(let isShuffled): try await player.send(.setShuffle(isShuffled))
    case .setRate(let rate): try await setRate(rate)
    case .setVolume(let volume): try await setVolume(volume)
    }
  }

  /// Behind the end it is a "next"; before the beginning, the beginning (Seek).
  private func seek(by offset: Double) async throws(PlayerError) {
    guard properties.canSeek else { return }
    let end = min(state.duration ?? .infinity, state.source?.end ?? .infinity)
    if state.currentTime + offset > end, properties.outlook.canGoNext { return try await player.next() }
    try await player.send(.seek(.by(offset)))
  }

  /// Of another track, or outside of this one, it is nothing (SetPosition).
  private func seek(to position: Double, in track: String) async throws(PlayerError) {
    guard properties.canSeek, track == properties.trackPath, position >= 0,
      position <= state.duration ?? .infinity
    else { return }
    try await player.send(.seek(.to(position)))
  }

  private func open(_ text: String) async throws(PlayerError) {
    // What is no URL would be a file in a folder that the client knows nothing of.
    guard let colon = text.firstIndex(of: ":"), text.first?.isLetter == true,
      text[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) })
    else {
      throw PlayerError(.invalidSource, "“\(text.beginning(200))” is not a URL.", remedy: "Give a URL.")
    }
    // "If the URI scheme or the mime-type … is not supported" (OpenUri). Engines have others still, by which they open
    // descriptors and make media up.
    let scheme = text[..<colon].lowercased()
    guard properties.options.schemes.contains(scheme) else {
      throw PlayerError(
        .notPermitted, "A URL that begins with “\(scheme.prefix(30)):” is not taken from the bus.",
        remedy: "Give one that begins with \(properties.options.schemes.joined(separator: ", ")).")
    }
    try await player.send(.load(PlayerSource(parsing: text)))
    if !player.mprisOutlook.state.playWhenReady { try await player.send(.play) }
  }

  /// 0 is a pause (Rate); what is out of range is the nearest in it.
  private func setRate(_ rate: Double) async throws(PlayerError) {
    if rate == 0 { return try await perform(.pause) }
    let rates = properties.rates
    let nearest = min(max(rate, rates.lowerBound), rates.upperBound)
    if nearest != state.rate { try await player.send(.setRate(nearest)) }
  }

  /// Whoever turns it up wants to hear something, and MPRIS knows no muting.
  private func setVolume(_ volume: Double) async throws(PlayerError) {
    let volume = min(max(volume, 0), 1)
    try await player.send(.setVolume(volume * 100))
    if volume > 0, state.isMuted { try await player.send(.unmute) }
  }
}
