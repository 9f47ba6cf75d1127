import MockBackend
import Observation
import PlayerKit
import Testing

@MainActor @Suite("The model", .timeLimit(.minutes(2)))
struct PlayerModelTests {
  let puppets = Puppets()

  func model(
    _ script: PuppetScript = PuppetScript(), kinds: [PlayerSource.Kind] = [.file]
  ) -> PlayerModel {
    PlayerModel(registry: BackendRegistry([puppets.provider("a", kinds: kinds, script)]))
  }

  @Test("An action that is set is performed, and then it is idle and the state tells what it led to")
  func performs() async throws {
    let model = model()
    #expect(model.action == .idle && model.phase == .idle && model.state == .empty)
    model.action = .load(.film)
    #expect(model.action == .load(.film))
    try await until { model.action == .idle }
    #expect(model.state.status == .playing && model.state.source == .film)
    #expect(model.phase == .ready)
    await model.shutDown()
  }

  @Test("Equal actions in a row each count, in the order in which they were set")
  func equalActions() async throws {
    let model = model()
    let actions: [PlayerAction] = [
      .load(.film), .stepFrame(by: 1), .stepFrame(by: 1), .stepFrame(by: 1), .mute, .stepFrame(by: 1),
      .setVolume(40), .setVolume(40),
    ]
    for action in actions { model.action = action }
    #expect(model.action == .setVolume(40))
    try await until { model.action == .idle }
    #expect(puppets.named("a")?.actions == actions)
    #expect(model.state.volume == 40 && model.state.isMuted)
    await model.shutDown()
  }

  @Test("While several wait the last one is shown, and idle comes when the last has been performed")
  func waiting() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onPerform = { if $0 == .pause { await door.pass() } }
    let model = model(script)
    model.action = .load(.film)
    model.action = .pause
    model.action = .mute
    model.action = .idle
    await door.arrival()
    #expect(model.action == .mute)
    #expect(puppets.named("a")?.actions == [.load(.film), .pause])
    door.open()
    try await until { model.action == .idle }
    #expect(model.state.isMuted)
    await model.shutDown()
  }

  @Test("What is refused is kept and thrown at nobody, and the next source clears it")
  func refusal() async throws {
    var script = PuppetScript()
    script.refusal = { $0 == .setQuality(.hd720) ? PlayerError(.unsupported, "It has one quality.") : nil }
    let model = model(script)
    model.action = .pause
    try await until { model.action == .idle }
    #expect(model.lastRejection?.action == .action(.pause))
    #expect(model.lastRejection?.error.code == .nothingLoaded)
    #expect(model.phase == .idle && model.state == .empty)

    model.action = .load(.film)
    try await until { model.action == .idle }
    #expect(model.lastRejection == nil)
    model.action = .setQuality(.hd720)
    try await until { model.action == .idle }
    #expect(model.lastRejection?.error.code == .unsupported)
    #expect(model.phase == .ready)
    await model.shutDown()
  }

  @Test("A source that is refused is an error where nothing else is loaded")
  func refusedSource() async throws {
    let model = model(kinds: [.file])
    let video = try PlayerSource(parsing: "dQw4w9WgXcQ")
    model.action = .load(video)
    try await until { model.action == .idle }
    let error = try #require(model.phase.error)
    #expect(error.code == .backendUnavailable)
    model.action = .load(.film)
    try await until { model.phase == .ready }
    model.action = .load(video)
    try await until { model.lastRejection != nil }
    // The film plays on.
    #expect(model.phase == .ready && model.state.status == .playing)
    await model.shutDown()
  }

  @Test("A seek that was held and is refused later is among the refusals")
  func refusedLater() async throws {
    var media = MockMedia(duration: 10)
    media.isSeekable = false
    media.openLatency = 1
    let clock = MockClock.virtual()
    let model = PlayerModel(
      registry: BackendRegistry([
        MockBackend.provider(clock: clock, script: MockScript { [media] _ in media })
      ]
      ), backend: "mock")
    model.action = .load(.film)
    model.action = .seek(.to(5))
    try await until { model.action == .idle }
    #expect(model.lastRejection == nil && model.state.isSeeking)
    await clock.advance(by: 1)
    try await until { model.lastRejection != nil }
    #expect(model.lastRejection?.action == .action(.seek(.to(5))))
    #expect(model.lastRejection?.error.code == .unsupported)
    await model.shutDown()
  }

  @Test("A failure is an error until the next source, and one that is made good is none")
  func failure() async throws {
    let model = model()
    model.action = .load(.film)
    try await until { model.phase == .ready }
    let puppet = try #require(puppets.named("a"))
    let broken = PlayerError(.playbackFailed, "The film is broken.", backend: "a")
    puppet.emit(.failed(broken))
    try await until { model.phase == .error(broken) }
    #expect(model.state.error == broken)
    model.action = .load(.film)
    try await until { model.phase == .ready }
    await model.shutDown()

    var state = PlayerState.empty.applying(.sourceChanged(.film))
      .applying(.statusChanged(.playing, playWhenReady: true))
    state.apply(.failed(broken, willRestart: true))
    #expect(PlayerPhase(state) == .idle)
    state.apply(.failed(broken))
    #expect(PlayerPhase(state) == .error(broken))
  }

  @Test("Each phase is told once, and the passing of time tells none")
  func phases() async throws {
    let model = model()
    let changes = Lock<[PlayerPhase]>([])
    let overlay = PlayerOverlay(model) { phase in
      changes.withLock { $0.append(phase) }
      return "\(phase)"
    }
    #expect(overlay.content == "idle")
    model.action = .load(.film)
    try await until { overlay.content == "ready" }
    let puppet = try #require(puppets.named("a"))
    for second in 1...50 { puppet.emit(.timeChanged(Double(second))) }
    try await until { model.state.currentTime == 50 }
    let broken = PlayerError(.playbackFailed, "The film is broken.", backend: "a")
    puppet.emit(.failed(broken))
    try await until { changes.withLock { $0.count } == 3 }
    #expect(changes.withLock { $0 } == [.idle, .ready, .error(broken)])
    await model.shutDown()
  }

  @Test("An overlay that is dropped is shown no more")
  func droppedOverlay() async throws {
    let model = model()
    let count = Lock(0)
    var overlay: PlayerOverlay<Void>? = PlayerOverlay(model) { _ in count.withLock { $0 += 1 } }
    weak let remembered = overlay
    overlay = nil
    #expect(remembered == nil)
    model.action = .load(.film)
    try await until { model.phase == .ready }
    // What was on its way to it has been served before this.
    await Task { @MainActor in }.value
    #expect(count.withLock { $0 } == 1)
    _ = overlay
    await model.shutDown()
  }

  @Test("All of it can be observed")
  func observed() async throws {
    let model = model()
    let statuses = Observations { model.state.status }
    let reader = Task { @MainActor in
      for await status in statuses where status == .playing { return true }
      return false
    }
    model.action = .load(.film)
    #expect(await reader.value)
    let actions = Observations { model.action }
    let idle = Task { @MainActor in
      for await action in actions where action == .idle { return model.state.status }
      return .unstarted
    }
    model.action = .pause
    #expect(await idle.value == .paused)
    await model.shutDown()
  }

  @Test("Somebody else may use the player too, and the model shows it")
  func shared() async throws {
    let player = Player(registry: BackendRegistry([puppets.provider("a")]))
    let first = PlayerModel(player)
    let second = PlayerModel(player)
    try await player.load(.film)
    first.action = .setVolume(30)
    try await until { second.state.volume == 30 && first.state.volume == 30 }
    #expect(second.state.status == .playing)
    await player.shutDown()
    first.action = .play
    try await until { first.action == .idle }
    #expect(!first.state.ready)
  }

  @Test(
    "A model that is dropped performs what was asked for, leaves nothing, and ends a player that nobody has")
  func dropped() async throws {
    weak var remembered: PlayerModel?
    do {
      let model = model()
      remembered = model
      model.action = .load(.film)
      model.action = .mute
      #expect(remembered != nil)
    }
    try await until { remembered == nil }
    try await until { puppets.named("a")?.isShutDown == true }
    #expect(puppets.named("a")?.actions == [.load(.film), .mute])
  }

  @Test("A thousand actions from one turn are all performed, and the state ends right")
  func many() async throws {
    let model = model()
    model.action = .load(.film)
    for step in 0..<1000 { model.action = .setVolume(Double(step % 101)) }
    try await until { model.action == .idle }
    #expect(puppets.named("a")?.actions.count == 1001)
    #expect(model.state.volume == Double(999 % 101))
    await model.shutDown()
  }
}

/// Waits until it is so, for at most 20 s.
@MainActor func until(
  sourceLocation: SourceLocation = #_sourceLocation, _ isMet: () throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(20)
  while try !isMet() {
    guard ContinuousClock.now < deadline else {
      Issue.record("It did not come to be so.", sourceLocation: sourceLocation)
      throw NotInTime()
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}
