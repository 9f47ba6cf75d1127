import PlayerKit

/// What `docs/coming-from-apple.md` shows, so that it is compiled: its samples, and every call of its tables.
enum AppleSamples {
  // MARK: Samples

  @MainActor static func binding(_ registry: BackendRegistry) throws -> String? {
    let model = PlayerModel(registry: registry)
    model.action = .load(try PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ"))
    model.action = .setVolume(40)
    let title = model.state.metadata.title
    return title
  }

  static func object(_ registry: BackendRegistry) async throws {
    var configuration = PlayerConfiguration()
    configuration.youTube.controls = false
    let player = Player(registry: registry, configuration: configuration)
    try await player.load(PlayerSource(parsing: "https://youtube.com/watch?v=psL_5RIBqnY&t=30"))
    for await state in player.states where state.status == .ended { break }
  }

  static func slider(_ player: Player, _ draw: @escaping @Sendable (Double) -> Void) -> Task<Void, Never> {
    let scrubber = Scrubber(player)
    let drawing = Task {
      for await value in scrubber.values { draw(value.progress ?? 0) }
    }
    scrubber.begin()
    scrubber.move(to: 0.4)
    scrubber.end()
    return drawing
  }

  // MARK: Tables

  @MainActor static func model(
    _ registry: BackendRegistry, _ text: String, _ videoID: YouTubeVideoID, _ listID: YouTubePlaylistID,
    overlay: @escaping @MainActor (PlayerPhase) -> String
  ) throws -> [Any] {
    var configuration = PlayerConfiguration()
    configuration.youTube.playsInline = true
    configuration.youTube.controls = true
    configuration.youTube.showInfo = true
    let model = PlayerModel(registry: registry, configuration: configuration)
    model.action = .load(try PlayerSource(parsing: text))
    model.action = .load(PlayerSource(.video(videoID)))
    model.action = .load(PlayerSource(.playlist(listID)))
    model.action = .play
    model.action = .pause
    model.action = .stop
    model.action = .clear
    model.action = .mute
    model.action = .unmute
    model.action = .seek(.to(30))
    model.action = .previous
    model.action = .next
    let values: [Any?] = [
      model.state.duration, model.state.currentTime, model.state.ready, model.phase, model.state.status,
      model.state.quality, model.state.error, model.lastRejection, PlayerState.empty,
      PlayerOverlay(model, content: overlay),
    ]
    return values.compactMap(\.self)
  }

  static func sources(
    _ text: String, _ videoID: YouTubeVideoID, _ listID: YouTubePlaylistID
  ) throws -> [PlayerSource] {
    [
      try PlayerSource(parsing: text), PlayerSource(.video(videoID)), PlayerSource(.videos([videoID])),
      PlayerSource(.playlist(listID)), PlayerSource(.channel(.handle("@name"))),
      PlayerSource(.video(videoID), start: 30, end: 60), PlayerSource(.playlist(listID, index: 2)),
      PlayerSource(.file("film.mp4"), end: 60),
    ]
  }

  static func configuration(_ registry: BackendRegistry, _ url: String) -> [Player] {
    var configuration = PlayerConfiguration()
    configuration.autoPlay = false
    configuration.timeInterval = 0.5
    configuration.youTube.controls = false
    configuration.youTube.loop = true
    configuration.youTube.fullscreenButton = true
    configuration.youTube.color = .white
    configuration.youTube.disablesKeyboard = true
    configuration.youTube.interfaceLanguage = "de"
    configuration.youTube.captionLanguage = "en"
    configuration.youTube.captionsOn = true
    configuration.youTube.related = false
    configuration.youTube.origin = url
    configuration.youTube.widgetReferrer = url
    configuration.youTube.opensLinks = true
    configuration.youTube.statsForNerds = true
    return [Player(registry: registry, configuration: configuration), Player(registry: registry)]
  }

  static func opening(
    _ player: Player, _ source: PlayerSource, _ text: String, _ videoID: YouTubeVideoID,
    _ ids: [YouTubeVideoID]
  ) async throws {
    try await player.load(source)
    try await player.load(PlayerSource(parsing: text))
    try await player.load(PlayerSource(.videos(ids, index: 1)))
    try await player.loadID("dQw4w9WgXcQ", start: 30)
    try await player.loadURL(text)
    try await player.cue(source)
    try await player.cue(PlayerSource(.video(videoID)))
  }

  static func playing(_ player: Player) async throws {
    try await player.play()
    try await player.pause()
    try await player.stop()
    try await player.clear()
    try await player.seek(to: 30)
    try await player.seek(to: 30, precise: false)
    try await player.seek(by: 10)
    try await player.seek(by: -10)
    try await player.mute()
    try await player.unmute()
    try await player.setVolume(50)
    try await player.setVolume(40)
    try await player.setRate(1.5)
    try await player.setQuality(.hd720)
    try await player.next()
    try await player.previous()
    try await player.playItem(3)
    try await player.playItem(2)
    try await player.setLoop(.all)
    try await player.setLoop(.one)
    try await player.setShuffle(true)
    try await player.setTrack(.subtitles, id: "1")
    try await player.setTrack(.audio, id: "2")
    try await player.stepFrame(by: 1)
  }

  static func reading(_ player: Player) -> [Any] {
    let values: [Any?] = [
      player.state.status, player.state.playWhenReady, player.state.isMuted, player.state.volume,
      player.state.availableRates, player.state.items, player.state.itemIndex, player.state.currentTime,
      player.state.duration, player.state.loadedFraction, player.state.seekableRange, player.state.metadata,
      player.state.tracks, player.state.source?.text, player.state.error?.code == .autoplayBlocked,
      PlayerPhase(player.state), player.states, player.events, Capability.setQuality,
    ]
    return values.compactMap(\.self)
  }

  static func told(_ event: PlayerEvent) -> String {
    switch event {
    case .ready: "playerReady"
    case .statusChanged(.ended, _): "the end"
    case .statusChanged(let status, _): "\(status)"
    case .timeChanged(let time): "\(time)"
    case .qualityChanged(let quality): quality.map { "\($0)" } ?? "unknown"
    case .rateChanged(let rate): "\(rate)"
    case .failed(let error, let willRestart): "\(error), \(willRestart)"
    default: ""
    }
  }

  static func queue(_ player: Player, _ sources: [PlayerSource], _ source: PlayerSource) async throws {
    let queue = PlayQueue(sources)
    try await player.play(queue)
    let id = queue.insertNext(source)
    queue.remove(id)
    queue.next()
    queue.loop = .all
    queue.removeAll()
  }

  static func knob(_ scrubber: Scrubber) -> [Any] {
    scrubber.begin()
    scrubber.move(to: 0.4)
    scrubber.end()
    scrubber.cancel()
    scrubber.step(by: 5)
    let values: [Any?] = [
      scrubber.values, scrubber.value.isHeld, scrubber.value.duration, scrubber.value.range,
    ]
    return values.compactMap(\.self)
  }
}
