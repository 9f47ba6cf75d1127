import PlayerKit
import Testing

@Suite("A player whose backend dies")
struct PlayerRestartTests {
  private let puppets = Puppets()
  private let death = PlayerError(.backendFailed, "The program was killed.")

  private func player(
    _ providers: BackendProvider..., restart: Bool = true, named: String? = nil
  ) -> Player {
    var configuration = PlayerConfiguration()
    configuration.restart = restart
    return Player(registry: BackendRegistry(providers), configuration: configuration, backend: named)
  }

  /// Kills the backend in charge, and waits until the player has gone on or given up.
  private func kill(_ player: Player, made count: Int) async throws {
    puppets.all.last?.emit(.failed(death))
    try await player.waitFor { _ in puppets.all.count == count && puppets.all.last?.isShutDown == false }
    try await player.waitFor { $0.error == nil && $0.status != .buffering }
  }

  @Test("It is started again at the same place, with everything as it was", arguments: [nil, "a"])
  func restarted(named: String?) async throws {
    let player = player(puppets.provider("a"), puppets.provider("b", priority: 1), named: named)
    let events = player.events
    try await player.setVolume(30)
    try await player.load(.film)
    try await player.setRate(1.5)
    try await player.mute()
    puppets.all[0].emit(.timeChanged(42))
    puppets.all[0].emit(.failed(death))
    try await player.waitFor { $0.status == .playing && $0.error == nil && puppets.all.count == 2 }
    let state = player.state
    #expect(state.backend == "a" && state.source == .film && state.currentTime == 42)
    #expect(state.volume == 30 && state.rate == 1.5 && state.isMuted && state.playWhenReady)
    #expect(puppets.all[0].isShutDown)
    let read = try await events.read { $0 == .backendChanged("a", .restarted) }
    #expect(read.contains(.failed(death, willRestart: true)))
    await player.shutDown()
  }

  @Test("One that was paused stays paused")
  func paused() async throws {
    let player = player(puppets.provider("a"))
    try await player.load(.film)
    try await player.pause()
    puppets.all[0].emit(.timeChanged(10))
    puppets.all[0].emit(.failed(death))
    try await player.waitFor { $0.error == nil && $0.status == .queued && puppets.all.count == 2 }
    #expect(player.state.currentTime == 10 && !player.state.playWhenReady)
    await player.shutDown()
  }

  @Test("The fourth death within a minute is final; the next source is played again")
  func tooOften() async throws {
    let player = player(puppets.provider("a"))
    try await player.load(.film)
    for count in 2...4 { try await kill(player, made: count) }
    let events = player.events
    puppets.all.last?.emit(.failed(death))
    let read = try await events.read { if case .failed = $0 { true } else { false } }
    #expect(read.last == .failed(death, willRestart: false))
    #expect(player.state.error == death && player.state.source == .film)
    let other = PlayerSource.file(MediaPath("/other.mp4"))
    try await player.load(other)
    try await player.waitFor { $0.status == .playing }
    #expect(puppets.all.count == 5 && player.state.source == other)
    await player.shutDown()
  }

  @Test("One that says its death twice, whenever it is started, holds nobody up", .timeLimit(.minutes(1)))
  func saidTwice() async throws {
    var script = PuppetScript()
    let other = PlayerSource.file(MediaPath("/other.mp4")), death = death
    script.onOpen = { source in source == .film ? [.failed(death), .failed(death)] : [] }
    let player = player(puppets.provider("a", script))
    let events = player.events
    try await player.load(.film)
    let read = try await events.read { if case .failed(_, willRestart: false) = $0 { true } else { false } }
    let restarts = read.filter { if case .failed(_, willRestart: true) = $0 { true } else { false } }
    #expect(restarts.count == 3 && puppets.all.count == 4)
    try await player.load(other)
    try await player.waitFor { $0.status == .playing && $0.source == other }
    try await limited { await player.shutDown() }
  }

  @Test("After too many deaths the next candidate goes on")
  func fallback() async throws {
    let player = player(puppets.provider("a"), puppets.provider("b", priority: 1))
    try await player.load(.film)
    for count in 2...4 { try await kill(player, made: count) }
    let events = player.events
    puppets.all.last?.emit(.failed(death))
    _ = try await events.read { $0 == .backendChanged("b", .fallback) }
    try await player.waitFor { $0.backend == "b" && $0.status == .playing }
    await player.shutDown()
  }

  @Test("Where that is configured off it stays dead, and play opens the source again")
  func off() async throws {
    let player = player(puppets.provider("a"), restart: false)
    let events = player.events
    try await player.load(.film)
    puppets.all[0].emit(.failed(death))
    let read = try await events.read { if case .failed = $0 { true } else { false } }
    #expect(read.last == .failed(death, willRestart: false))
    let refused = await #expect(throws: PlayerError.self) { try await player.seek(to: 3) }
    #expect(refused?.code == .backendFailed)
    try await player.play()
    try await player.waitFor { $0.status == .playing && $0.error == nil }
    #expect(puppets.all.count == 2)
    await player.shutDown()
  }

  @Test("One that dies with nothing to play is made anew for the next source")
  func idle() async throws {
    let player = player(puppets.provider("a"))
    try await player.load(.film)
    try await player.clear()
    puppets.all[0].emit(.sourceChanged(nil))
    puppets.all[0].emit(.failed(death))
    try await player.setVolume(20)
    try await player.load(.film)
    try await player.waitFor { $0.status == .playing }
    #expect(puppets.all.count == 2 && player.state.volume == 20)
    await player.shutDown()
  }

  @Test("One whose death shows only in the refusal of a source is made anew for it")
  func refusal() async throws {
    var script = PuppetScript()
    let puppets = puppets, death = death
    script.refusal = { [weak puppets] action in
      if case .cue = action, puppets?.all.count == 1 { death } else { nil }
    }
    let player = player(puppets.provider("a", script))
    try await player.load(.film)
    try await player.cue(PlayerSource.file(MediaPath("/other.mp4")))
    #expect(puppets.all.count == 2 && player.state.status == .queued)
    await player.shutDown()
  }
}
