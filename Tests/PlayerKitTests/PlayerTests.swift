import PlayerKit
import Testing

@Suite("The player")
struct PlayerTests {
  let puppets = Puppets()

  func player(
    _ providers: BackendProvider..., configuration: PlayerConfiguration = .init(), backend: String? = nil
  ) -> Player {
    Player(registry: BackendRegistry(providers), configuration: configuration, backend: backend)
  }

  // MARK: Sending

  @Test("The first load makes the backend, tells so, and plays")
  func firstLoad() async throws {
    let player = player(puppets.provider("a"))
    let events = player.events
    try await player.load(.film)
    #expect(player.state.status == .playing)
    #expect(player.state.backend == "a")
    let seen = try await events.read { $0 == .statusChanged(.playing) }
    #expect(
      seen == [
        .backendChanged("a", .asked), .ready, .sourceChanged(.film),
        .statusChanged(.unstarted, playWhenReady: true), .statusChanged(.buffering),
        .durationChanged(100, isLive: false, isSeekable: true), .statusChanged(.playing),
      ])
    await player.shutDown()
  }

  @Test("A second source of the same kind stays with the same backend")
  func sameBackend() async throws {
    let player = player(puppets.provider("a"))
    try await player.load(.film)
    try await player.load(.file(MediaPath("/other.mp4")))
    #expect(puppets.all.count == 1)
    #expect(player.state.source == .file(MediaPath("/other.mp4")))
    await player.shutDown()
  }

  @Test("A source of another kind is played by the backend for it, and the one before ends first")
  func otherKind() async throws {
    let player = player(
      puppets.provider("a", kinds: [.file]), puppets.provider("b", kinds: [.video]))
    try await player.load(.film)
    try await player.loadID("dQw4w9WgXcQ")
    #expect(player.state.backend == "b")
    #expect(puppets.named("a")?.isShutDown == true)
    await player.shutDown()
  }

  @Test("What lives on across loads is kept before the first backend and handed to it")
  func settingsBeforeFirstLoad() async throws {
    let player = player(puppets.provider("a"))
    try await player.setVolume(40)
    try await player.mute()
    try await player.setRate(2)
    try await player.setLoop(.one)
    try await player.setShuffle(true)
    #expect(player.state.volume == 40)
    #expect(player.state.isMuted)
    try await player.load(.film)
    #expect(
      puppets.named("a")?.actions == [
        .setVolume(40), .mute, .setRate(2), .setLoop(.one), .setShuffle(true), .load(.film),
      ])
    let state = player.state
    #expect(state.volume == 40 && state.isMuted && state.rate == 2 && state.loop == .one && state.isShuffled)
    await player.shutDown()
  }

  @Test(
    "Without a source there is nothing to act on",
    arguments: [
      PlayerAction.play, .pause, .seek(.to(1)), .next, .previous, .stepFrame(by: 1),
      .screenshot(to: MediaPath("/x.png")), .setTrack(.audio, id: "1"), .setFullscreen(true),
    ])
  func nothingLoaded(action: PlayerAction) async throws {
    let player = player(puppets.provider("a"))
    let events = player.events
    let error = await #expect(throws: PlayerError.self) { try await player.send(action) }
    #expect(error?.code == .nothingLoaded)
    let seen = try await events.read { _ in true }
    guard case .rejected(.action(action), let published)? = seen.first else {
      Issue.record("The refusal was not published: \(seen)")
      return
    }
    #expect(published == error)
    #expect(puppets.all.isEmpty)
    await player.shutDown()
  }

  @Test("Stop and clear without a source do nothing, and idle never does")
  func nothingToDo() async throws {
    let player = player(puppets.provider("a"))
    try await player.stop()
    try await player.clear()
    try await player.send(.idle)
    #expect(player.state == .empty)
    await player.shutDown()
  }

  @Test("A refusal by the backend is thrown, named after it, and published")
  func refusal() async throws {
    var script = PuppetScript()
    script.refusal = { $0 == .pause ? PlayerError(.unsupported, "No pause here.") : nil }
    let player = player(puppets.provider("a", script))
    try await player.load(.film)
    let events = player.events
    let before = player.state
    let error = await #expect(throws: PlayerError.self) { try await player.pause() }
    #expect(error?.code == .unsupported)
    #expect(error?.backend == "a")
    let seen = try await events.read { _ in true }
    #expect(seen.count == 1)
    #expect(player.state == before)
    await player.shutDown()
  }

  @Test("Values out of range are refused before a backend is asked for")
  func badValues() async throws {
    let player = player(puppets.provider("a"))
    for action: PlayerAction in [
      .setVolume(101), .setVolume(.nan), .setRate(5),
      .load(PlayerSource(PlayerSource.film.content, start: -1)),
    ] {
      let error = await #expect(throws: PlayerError.self) { try await player.send(action) }
      #expect(error?.code == .invalidArgument)
    }
    #expect(puppets.all.isEmpty)
    await player.shutDown()
  }

  @Test("The actions of each of many tasks arrive in the order in which it sent them")
  func order() async throws {
    let player = player(puppets.provider("a"))
    try await player.load(.film)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          for step in 0..<100 { try await player.playItem(task * 1000 + step) }
        }
      }
      try await group.waitForAll()
    }
    let actions = try #require(puppets.named("a")).actions.compactMap { action -> Int? in
      if case .playItem(let item) = action { item } else { nil }
    }
    #expect(actions.count == 1600)
    for task in 0..<16 {
      let own = actions.filter { $0 / 1000 == task }
      #expect(own == own.sorted())
    }
    await player.shutDown()
  }

  @Test("Addresses, ids and channels load as what they are, and wrong ones are said before anything starts")
  func conveniences() async throws {
    let player = player(puppets.provider("a", kinds: PlayerSource.Kind.allCases))
    try await player.loadURL("https://youtu.be/dQw4w9WgXcQ?t=90")
    #expect(player.state.source == (try PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ?t=90")))
    try await player.loadID("dQw4w9WgXcQ", start: 5)
    #expect(player.state.source?.start == 5)
    try await player.loadPlaylistID("PL0123456789ABCDEF", index: 2)
    #expect(player.state.source?.kind == .playlist)
    try await player.loadChannel("@GoogleDevelopers")
    #expect(player.state.source == PlayerSource(.channel(.handle("@GoogleDevelopers"))))
    let count = puppets.named("a")?.actions.count
    for wrong: @Sendable () async throws -> Void in [
      { try await player.loadURL("javascript:alert(1)") }, { try await player.loadID("too short") },
      { try await player.loadPlaylistID("WL") }, { try await player.loadChannel("dQw4w9WgXcQ") },
    ] {
      let error = await #expect(throws: PlayerError.self) { try await wrong() }
      #expect(error?.code == .invalidSource)
    }
    #expect(puppets.named("a")?.actions.count == count)
    await player.shutDown()
  }

  @Test("A named backend that is not there, or can't play the source, is said and nothing changes")
  func namedBackend() async throws {
    let missing = player(puppets.provider("a"), backend: "z")
    var error = await #expect(throws: PlayerError.self) { try await missing.load(.film) }
    #expect(error?.code == .backendUnavailable)
    let wrong = player(puppets.provider("a", kinds: [.video]), puppets.provider("b"), backend: "a")
    error = await #expect(throws: PlayerError.self) { try await wrong.load(.film) }
    #expect(error?.code == .unsupported)
    #expect(wrong.state == .empty)
    await missing.shutDown()
    await wrong.shutDown()
  }

  @Test("Backends can be registered and unregistered at any time")
  func changingRegistry() async throws {
    let player = player()
    let error = await #expect(throws: PlayerError.self) { try await player.load(.film) }
    #expect(error?.code == .backendUnavailable)
    player.registry.register(puppets.provider("a"))
    try await player.load(.film)
    #expect(player.state.backend == "a")
    player.registry.unregister("a")
    player.registry.register(puppets.provider("b"))
    try await player.load(.film)
    #expect(player.state.backend == "b")
    await player.shutDown()
  }

  // MARK: The end

  @Test("A backend that ends by itself, as with its window, is told as closed; the next load makes another")
  func endedByItself() async throws {
    let player = player(puppets.provider("a"))
    let events = player.events
    try await player.load(.film)
    puppets.all[0].emit(.closed)
    #expect(try await events.read { $0 == .closed }.last == .closed)
    #expect(!player.state.ready && player.state.status == .unstarted)
    try await player.load(.film)
    #expect(puppets.all.count == 2 && player.state.status == .playing && player.state.ready)
    try await limited { while !puppets.all[0].isShutDown { await Task.yield() } }
    await player.shutDown()
  }

  @Test("Shutting down ends the backend once, whoever asks, and later actions throw closed")
  func shutDown() async throws {
    let player = player(puppets.provider("a"))
    try await player.load(.film)
    let events = player.events
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { await player.shutDown() } }
    }
    let puppet = try #require(puppets.named("a"))
    #expect(puppet.shutDowns == 1)
    #expect(try await events.read { $0 == .closed } == [.closed])
    puppet.emit(.timeChanged(5))
    #expect(player.state.currentTime == 0)
    for action: PlayerAction in [.idle, .play, .load(.film), .setVolume(5), .stop] {
      let error = await #expect(throws: PlayerError.self) { try await player.send(action) }
      #expect(error?.code == .closed, "\(action)")
    }
    let error = await #expect(throws: PlayerError.self) { try await player.use("a") }
    #expect(error?.code == .closed)
  }

  @Test("A backend that never ends does not keep the player from ending")
  func hangingShutDown() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onShutDown = { await door.pass() }
    var configuration = PlayerConfiguration()
    configuration.timeouts.shutDown = 0.1
    let player = player(puppets.provider("a", script), configuration: configuration)
    try await player.load(.film)
    try await limited { await player.shutDown() }
    door.open()
  }

  @Test("A backend that is still being made when the player ends is ended too")
  func shutDownWhileMaking() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onMake = { await door.pass() }
    var configuration = PlayerConfiguration()
    configuration.timeouts.shutDown = 0.05
    let player = player(puppets.provider("a", script), configuration: configuration)
    let load = Task { () -> PlayerError? in
      do throws(PlayerError) { try await player.load(.film) } catch { return error }
      return nil
    }
    await door.arrival()
    try await limited { await player.shutDown() }
    door.open()
    #expect(await load.value?.code == .closed)
    #expect(puppets.named("a")?.isShutDown == true)
  }

  @Test("A backend that is not ready in time is given up, and ended when it comes after all")
  func lateBackend() async throws {
    let door = Door()
    let ended = Door()
    var script = PuppetScript()
    script.onMake = { await door.pass() }
    script.onShutDown = { await ended.pass() }
    var configuration = PlayerConfiguration()
    configuration.timeouts.start = 0.05
    let player = player(puppets.provider("a", script), configuration: configuration)
    let error = await #expect(throws: PlayerError.self) { try await player.load(.film) }
    #expect(error?.code == .timedOut)
    door.open()
    try await limited { await ended.arrival() }
    #expect(puppets.named("a")?.isShutDown == true)
    ended.open()
    await player.shutDown()
  }

  @Test("A player that is dropped ends its backend")
  func dropped() async throws {
    let ended = Door()
    var script = PuppetScript()
    script.onShutDown = { await ended.pass() }
    var player: Player? = player(puppets.provider("a", script))
    try await player?.load(.film)
    player = nil
    try await limited { await ended.arrival() }
    ended.open()
  }

  // MARK: Waiting

  @Test("waitFor returns the state that met the condition")
  func waitFor() async throws {
    let player = player(puppets.provider("a"))
    try await player.load(.film)
    let puppet = try #require(puppets.named("a"))
    async let state = player.waitFor { $0.currentTime >= 3 }
    for time in 1...3 { puppet.emit(.timeChanged(Double(time))) }
    #expect(try await state.currentTime == 3)
    await player.shutDown()
  }

  @Test("waitFor throws timedOut when the time is over, and closed when the player ends")
  func waitForNothing() async throws {
    let player = player(puppets.provider("a"))
    var error = await #expect(throws: PlayerError.self) {
      try await player.waitFor({ $0.status == .ended }, timeout: .milliseconds(20))
    }
    #expect(error?.code == .timedOut)
    let waiting = Task { () -> PlayerError? in
      do throws(PlayerError) { try await player.waitFor { $0.status == .ended } } catch { return error }
      return nil
    }
    await player.shutDown()
    #expect(await waiting.value?.code == .closed)
    error = await #expect(throws: PlayerError.self) { try await player.waitFor { $0.status == .ended } }
    #expect(error?.code == .closed)
  }
}
