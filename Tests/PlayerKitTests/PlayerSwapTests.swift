import PlayerKit
import Testing

@Suite("Swapping and falling back")
struct PlayerSwapTests {
  let puppets = Puppets()

  func player(
    _ providers: BackendProvider..., configuration: PlayerConfiguration = .init(), backend: String? = nil
  ) -> Player {
    // Starting a backend again comes before another one: PlayerRestartTests.
    var configuration = configuration
    configuration.restart = false
    return Player(registry: BackendRegistry(providers), configuration: configuration, backend: backend)
  }

  static let failing: @Sendable (PlayerError.Code) -> PuppetScript = { code in
    var script = PuppetScript()
    script.onOpen = { _ in [.failed(PlayerError(code, "It can't."))] }
    return script
  }

  @Test("A swap carries over source, position, volume, mute, rate, loop, shuffle and playing")
  func carriesOver() async throws {
    let player = player(puppets.provider("a"), puppets.provider("b", priority: 1))
    try await player.load(.film)
    try await player.setVolume(30)
    try await player.mute()
    try await player.setRate(1.5)
    try await player.setLoop(.all)
    try await player.setShuffle(true)
    try await player.setFullscreen(true)
    puppets.named("a")?.emit(.timeChanged(42))
    let events = player.events
    try await player.use("b")
    let state = player.state
    #expect(state.backend == "b" && state.ready)
    #expect(state.source == .film)
    #expect(state.currentTime == 42)
    #expect(state.status == .playing && state.playWhenReady)
    #expect(state.volume == 30 && state.isMuted && state.rate == 1.5)
    #expect(state.loop == .all && state.isShuffled && state.isFullscreen)
    #expect(puppets.named("a")?.isShutDown == true)
    #expect(puppets.named("b")?.actions.first == .setVolume(30))
    #expect(try await events.read { $0 == .ready }.first == .backendChanged("b", .asked))
    puppets.named("a")?.emit(.timeChanged(1))
    #expect(player.state.currentTime == 42)
    await player.shutDown()
  }

  @Test("A paused source stays paused at its place, and nobody sees the state in between")
  func pausedSwap() async throws {
    let player = player(puppets.provider("a"), puppets.provider("b"))
    try await player.load(.film)
    puppets.named("a")?.emit(.timeChanged(10))
    try await player.pause()
    let states = Task {
      var times: Set<Double> = []
      for await state in player.states { times.insert(state.currentTime) }
      return times
    }
    for name in ["b", "a", "b", "a"] {
      try await player.use(name)
      #expect(player.state.status == .queued)
      #expect(player.state.currentTime == 10)
      #expect(puppets.named(name)?.actions.contains(.play) == false)
    }
    await player.shutDown()
    #expect(try await limited { await states.value } == [10])
  }

  @Test("An item of a list is carried over as the list's index, and the source stays what it was")
  func itemSwap() async throws {
    let player = player(puppets.provider("a"), puppets.provider("b"))
    let list = PlayerSource(.playlist(try #require(YouTubePlaylistID("PL0123456789ABCDEF"))))
    let items = (0..<5).map { PlayerItem(id: "\($0)") }
    try await player.load(list)
    puppets.named("a")?.emit(.itemsChanged(items, index: 3))
    puppets.named("a")?.emit(.timeChanged(8))
    try await player.use("b")
    let content = PlayerSource.Content.playlist(
      try #require(YouTubePlaylistID("PL0123456789ABCDEF")), index: 3)
    #expect(puppets.named("b")?.actions.contains(.cue(PlayerSource(content))) == true)
    #expect(player.state.source == list)
    #expect(player.state.currentTime == 8)
    await player.shutDown()
  }

  @Test("Tracks chosen by hand are chosen again, by language and title")
  func trackSwap() async throws {
    let player = player(puppets.provider("a"), puppets.provider("b"))
    try await player.load(.film)
    puppets.named("a")?.emit(
      .tracksChanged(
        [
          PlayerTrack(kind: .audio, id: "1", language: "en"),
          PlayerTrack(kind: .audio, id: "2", language: "de"),
          PlayerTrack(kind: .subtitles, id: "1", language: "en"),
        ], selected: [.audio: "1", .subtitles: "1"]))
    try await player.setTrack(.audio, id: "2")
    try await player.setTrack(.subtitles, id: nil)
    try await player.use("b")
    let b = try #require(puppets.named("b"))
    b.emit(
      .tracksChanged(
        [
          PlayerTrack(kind: .audio, id: "x", language: "de"),
          PlayerTrack(kind: .audio, id: "y", language: "en"),
          PlayerTrack(kind: .subtitles, id: "z", language: "en"),
        ], selected: [.audio: "y", .subtitles: "z"]))
    try await limited {
      while !(b.actions.contains(.setTrack(.audio, id: "x"))
        && b.actions.contains(.setTrack(.subtitles, id: nil)))
      { await Task.yield() }
    }
    await player.shutDown()
  }

  @Test("A swap to a backend that can't be started leaves the one before playing")
  func failedSwap() async throws {
    var script = PuppetScript()
    script.makeError = PlayerError(.backendUnavailable, "No display.")
    let player = player(puppets.provider("a"), puppets.provider("b", script))
    try await player.load(.film)
    let before = player.state
    let error = await #expect(throws: PlayerError.self) { try await player.use("b") }
    #expect(error?.code == .backendUnavailable && error?.backend == "b")
    #expect(player.state == before)
    #expect(puppets.named("a")?.isShutDown == false)
    try await player.pause()
    #expect(player.state.status == .paused)
    await player.shutDown()
  }

  @Test("What the next backend can't do is given up, said, and shown in the state")
  func lessCapable() async throws {
    var script = PuppetScript()
    script.refusal = { action in
      if case .setRate = action { PlayerError(.unsupported, "One rate only.") } else { nil }
    }
    let player = player(puppets.provider("a"), puppets.provider("b", script))
    try await player.load(.film)
    try await player.setRate(2)
    let events = player.events
    try await player.use("b")
    #expect(player.state.rate == 1)
    let seen = try await events.read { $0 == .statusChanged(.playing, playWhenReady: true) }
    #expect(
      seen.contains { if case .log(.warning, let text) = $0 { text.contains("setRate") } else { false } })
    await player.shutDown()
  }

  @Test("use names a backend for later loads, and nil gives the choice back")
  func naming() async throws {
    let player = player(puppets.provider("a"), puppets.provider("b", priority: 1))
    try await player.use("b")
    #expect(puppets.all.isEmpty)
    try await player.load(.film)
    #expect(player.state.backend == "b")
    try await player.use(nil)
    #expect(player.state.backend == "a")
    let error = await #expect(throws: PlayerError.self) { try await player.use("z") }
    #expect(error?.code == .backendUnavailable)
    await player.shutDown()
  }

  @Test("A swap gets past a backend whose perform never returns")
  func hungBackend() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onPerform = { if $0 == .pause { await door.pass() } }
    var configuration = PlayerConfiguration()
    configuration.timeouts.perform = 0.1
    let player = player(puppets.provider("a", script), puppets.provider("b"), configuration: configuration)
    try await player.load(.film)
    let hung = Task { () -> Void in
      // It hangs in the backend that is swapped away: what it ends with is the backend's own business.
      try? await player.pause()
    }
    await door.arrival()
    try await limited { try await player.use("b") }
    #expect(player.state.backend == "b")
    try await player.setVolume(5)
    door.open()
    await hung.value
    try await player.use("a")
    #expect(player.state.backend == "a")
    await player.shutDown()
  }

  @Test(
    "A failure that another backend may not share falls back to it, and says so",
    arguments: [
      PlayerError.Code.embeddingNotAllowed, .missingIdentity, .backendUnavailable, .backendFailed,
    ])
  func fallback(code: PlayerError.Code) async throws {
    let player = player(puppets.provider("a", Self.failing(code)), puppets.provider("b", priority: 50))
    let events = player.events
    try await player.load(.film)
    try await player.waitFor { $0.status == .playing && $0.backend == "b" }
    #expect(player.state.error == nil)
    let seen = try await events.read { $0 == .statusChanged(.playing, playWhenReady: true) }
    #expect(seen.contains(.failed(PlayerError(code, "It can't."), willRestart: true)))
    #expect(seen.contains(.backendChanged("b", .fallback)))
    await player.shutDown()
  }

  @Test(
    "Any other failure is final",
    arguments: PlayerError.Code.allCases.filter {
      ![.embeddingNotAllowed, .missingIdentity, .backendUnavailable, .backendFailed].contains($0)
    })
  func noFallback(code: PlayerError.Code) async throws {
    let player = player(puppets.provider("a", Self.failing(code)), puppets.provider("b", priority: 50))
    try await player.load(.film)
    #expect(player.state.error?.code == code)
    #expect(player.state.backend == "a")
    #expect(puppets.named("b") == nil)
    await player.shutDown()
  }

  @Test("There is no fallback from a named backend, nor where it is configured off")
  func fallbackOff() async throws {
    let a = puppets.provider("a", Self.failing(.backendFailed))
    let named = player(a, puppets.provider("b"), backend: "a")
    var configuration = PlayerConfiguration()
    configuration.fallback = false
    let off = player(a, puppets.provider("b"), configuration: configuration)
    for player in [named, off] {
      let events = player.events
      try await player.load(.film)
      #expect(player.state.error?.code == .backendFailed)
      let failed = PlayerEvent.failed(PlayerError(.backendFailed, "It can't."))
      #expect(try await events.read { $0 == failed }.last == failed)
      await player.shutDown()
    }
    #expect(puppets.named("b") == nil)
  }

  @Test("A backend that can't be started is passed over at the first load")
  func fallbackAtStart() async throws {
    var script = PuppetScript()
    script.makeError = PlayerError(.backendUnavailable, "No display.")
    let player = player(puppets.provider("a", script), puppets.provider("b", priority: 50))
    let events = player.events
    try await player.load(.film)
    #expect(player.state.backend == "b" && player.state.status == .playing)
    let seen = try await events.read { $0 == .ready }
    #expect(seen.last { $0 != .ready } == .backendChanged("b", .fallback))
    await player.shutDown()
  }

  @Test("Where no backend can be started the load throws the first one's reason")
  func noneStarts() async throws {
    var script = PuppetScript()
    script.makeError = PlayerError(.backendUnavailable, "No display.")
    var other = script
    other.makeError = PlayerError(.timedOut, "Too slow.")
    let player = player(puppets.provider("a", script), puppets.provider("b", priority: 50, other))
    let error = await #expect(throws: PlayerError.self) { try await player.load(.film) }
    #expect(error == script.makeError?.attributed(to: "a"))
    #expect(player.state == .empty)
    await player.shutDown()
  }

  @Test("When every candidate has failed the failure is final, and each was tried once")
  func exhausted() async throws {
    let player = player(
      puppets.provider("a", Self.failing(.embeddingNotAllowed)),
      puppets.provider("b", priority: 50, Self.failing(.backendFailed)))
    let events = player.events
    try await player.load(.film)
    let seen = try await events.read { if case .failed(_, willRestart: false) = $0 { true } else { false } }
    let failures = seen.filter { if case .failed = $0 { true } else { false } }
    #expect(failures.count == 2)
    #expect(puppets.all.map(\.id) == ["a", "b"])
    try await player.waitFor { $0.error?.code == .backendFailed }
    // The next load begins afresh with the best candidate.
    try await player.load(.film)
    try await player.waitFor { $0.error?.code == .backendFailed }
    #expect(puppets.all.map(\.id) == ["a", "b", "a", "b"])
    await player.shutDown()
  }

  @Test("Where the fallback can't be started the failure is said again as final")
  func fallbackCannotStart() async throws {
    var script = PuppetScript()
    script.makeError = PlayerError(.backendUnavailable, "No display.")
    let player = player(
      puppets.provider("a", Self.failing(.backendFailed)), puppets.provider("b", priority: 50, script))
    let events = player.events
    try await player.load(.film)
    let seen = try await events.read { if case .failed(_, willRestart: false) = $0 { true } else { false } }
    #expect(seen.contains(.failed(PlayerError(.backendFailed, "It can't."), willRestart: true)))
    #expect(player.state.error?.code == .backendFailed)
    await player.shutDown()
  }

  @Test("A backend that fails amid playing is followed by the next one at the same place")
  func fallbackInPlace() async throws {
    let player = player(puppets.provider("a"), puppets.provider("b", priority: 50))
    try await player.load(.film)
    let a = try #require(puppets.named("a"))
    a.emit(.timeChanged(33))
    a.emit(.failed(PlayerError(.backendFailed, "It died.")))
    try await player.waitFor { $0.backend == "b" && $0.status == .playing }
    #expect(player.state.currentTime == 33)
    await player.shutDown()
  }

  @Test("What is sent right after a failure meets the next backend")
  func sentAfterFailure() async throws {
    let player = player(puppets.provider("a"), puppets.provider("b", priority: 50))
    try await player.load(.film)
    puppets.named("a")?.emit(.failed(PlayerError(.backendFailed, "It died.")))
    try await player.setVolume(11)
    #expect(puppets.named("b")?.actions.contains(.setVolume(11)) == true)
    #expect(puppets.named("a")?.actions.contains(.setVolume(11)) == false)
    #expect(player.state.backend == "b" && player.state.volume == 11)
    await player.shutDown()
  }

  @Test("A source that the next backend refuses leaves the one before playing")
  func refusedByTheNext() async throws {
    var script = PuppetScript()
    script.refusal = { action in
      if case .cue = action { PlayerError(.invalidSource, "Not this one.") } else { nil }
    }
    let player = player(puppets.provider("a", kinds: [.file]), puppets.provider("b", kinds: [.video], script))
    try await player.load(.film)
    puppets.named("a")?.emit(.timeChanged(5))
    let before = player.state
    let error = await #expect(throws: PlayerError.self) { try await player.loadID("dQw4w9WgXcQ") }
    #expect(error?.code == .invalidSource && error?.backend == "b")
    #expect(player.state == before)
    #expect(puppets.named("a")?.isShutDown == false)
    #expect(puppets.named("b")?.isShutDown == true)
    puppets.named("a")?.emit(.timeChanged(6))
    #expect(player.state.currentTime == 6)
    await player.shutDown()
  }

  @Test("A fallback that starts but refuses the source is passed over for the next one")
  func fallbackRefuses() async throws {
    var script = PuppetScript()
    script.refusal = { action in
      if case .cue = action { PlayerError(.unsupported, "Not this one.") } else { nil }
    }
    let player = player(
      puppets.provider("a"), puppets.provider("b", priority: 50, script), puppets.provider("c", priority: 20))
    try await player.load(.film)
    puppets.named("a")?.emit(.timeChanged(21))
    puppets.named("a")?.emit(.failed(PlayerError(.backendFailed, "It died.")))
    try await player.waitFor { $0.backend == "c" && $0.status == .playing }
    #expect(player.state.currentTime == 21 && player.state.source == .film)
    #expect(puppets.named("b")?.isShutDown == true)
    await player.shutDown()
  }

  @Test("A source that the best backend can't play is played by the next one, in charge or not")
  func unsupportedSource() async throws {
    var script = PuppetScript()
    let odd = PlayerSource.file("/odd.mp4")
    script.refusal = { action in
      [.load(odd), .cue(odd)].contains(action) ? PlayerError(.unsupported, "Not this one.") : nil
    }
    let player = player(puppets.provider("a", script), puppets.provider("b", priority: 50))
    try await player.load(odd)
    #expect(player.state.backend == "b" && player.state.status == .playing)
    try await player.load(.film)
    #expect(player.state.backend == "a" && player.state.source == .film)
    try await player.load(odd)
    #expect(player.state.backend == "b" && player.state.source == odd && player.state.status == .playing)
    let alone = Player(registry: BackendRegistry([puppets.provider("a", script)]))
    let error = await #expect(throws: PlayerError.self) { try await alone.load(odd) }
    #expect(error?.code == .unsupported)
    await player.shutDown()
    await alone.shutDown()
  }
}
