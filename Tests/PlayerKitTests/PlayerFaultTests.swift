import PlayerKit
import Testing

@Suite("A player, where its parts misbehave")
struct PlayerFaultTests {
  private let puppets = Puppets()

  private func player(
    _ providers: BackendProvider..., configuration: PlayerConfiguration = PlayerConfiguration()
  ) -> Player {
    Player(registry: BackendRegistry(providers), configuration: configuration)
  }

  private func failure(
    of work: @Sendable @escaping () async throws(PlayerError) -> Void
  ) async throws -> PlayerError? {
    try await limited {
      do throws(PlayerError) { try await work() } catch { return error }
      return nil
    }
  }

  @Test("Where a backend never takes a load, shutting down frees those who wait behind it")
  func hungLoad() async throws {
    let door = Door()
    var script = PuppetScript()
    script.onPerform = { if case .load = $0 { await door.pass() } }
    var configuration = PlayerConfiguration()
    configuration.timeouts.shutDown = 0.1
    let player = player(puppets.provider("a", script), configuration: configuration)
    let load = Task { try await player.load(.film) }
    await door.arrival()
    async let waiting = failure { () throws(PlayerError) in try await player.play() }
    try await limited { await player.shutDown() }
    #expect(try await waiting?.code == .closed)
    for later in [PlayerAction.pause, .load(.film)] {
      let error = try await failure { () throws(PlayerError) in try await player.send(later) }
      #expect(error?.code == .closed)
    }
    let error = try await failure { () throws(PlayerError) in try await player.use("a") }
    #expect(error?.code == .closed)
    door.open()
    _ = await load.result
  }

  @Test("A failure that came while another source was being opened moves nothing")
  func overtakenFailure() async throws {
    let puppets = puppets
    var script = PuppetScript()
    let other = PlayerSource.file(MediaPath("/other.mp4"))
    // The puppets keep the script.
    script.onPerform = { [weak puppets] action in
      guard action == .load(other) else { return }
      puppets?.named("a")?.emit(.failed(PlayerError(.backendFailed, "The picture is gone.")))
    }
    let player = player(puppets.provider("a", script), puppets.provider("b", priority: 1))
    try await player.load(.film)
    try await player.load(other)
    // It comes behind whatever the failure could have led to.
    try await player.use(nil)
    #expect(player.state.backend == "a")
    #expect(player.state.source == other)
    #expect(player.state.status == .playing)
    #expect(puppets.named("b") == nil)
    await player.shutDown()
  }

  // On one actor, so that the second swap stands in line when the door is opened.
  @MainActor
  @Test("Tracks that were found on one backend are not selected on the next one")
  func overtakenTracks() async throws {
    let door = Door()
    let tracks = [
      PlayerTrack(kind: .audio, id: "1", language: "en"), PlayerTrack(kind: .audio, id: "2", language: "de"),
    ]
    var script = PuppetScript()
    script.onOpen = { _ in [.tracksChanged(tracks, selected: [.audio: "1"])] }
    script.onPerform = { if $0 == .play { await door.pass() } }
    let player = player(
      puppets.provider("a"), puppets.provider("b", script), puppets.provider("c"))
    try await player.load(.film)
    puppets.named("a")?.emit(.tracksChanged(tracks, selected: [.audio: "1"]))
    try await player.setTrack(.audio, id: "2")
    let swap = Task { try await player.use("b") }
    await door.arrival()
    let again = Task { try await player.use("c") }
    await Task.yield()
    door.open()
    try await limited {
      try await swap.value
      try await again.value
      // It comes behind the selections.
      try await player.use(nil)
    }
    let c = try #require(puppets.named("c"))
    #expect(!c.actions.contains(.setTrack(.audio, id: "2")))
    await player.shutDown()
  }

  @Test(
    "A time limit that is none is refused before anything starts",
    arguments: [Double.infinity, .nan, -1, 0, 1e300])
  func impossibleLimits(_ seconds: Double) async throws {
    let limits: [WritableKeyPath<PlayerConfiguration.Timeouts, Double> & Sendable] = [
      \.start, \.open, \.perform, \.shutDown,
    ]
    for limit in limits {
      var configuration = PlayerConfiguration()
      configuration.timeouts[keyPath: limit] = seconds
      let player = player(puppets.provider("a"), configuration: configuration)
      let load = try await failure { () throws(PlayerError) in try await player.load(.film) }
      #expect(load?.code == .invalidArgument)
      let swap = try await failure { () throws(PlayerError) in try await player.use("a") }
      #expect(swap?.code == .invalidArgument)
      await player.shutDown()
    }
    #expect(puppets.all.isEmpty)
  }

  @Test("The longest time limits are kept to")
  func longestLimits() async throws {
    var configuration = PlayerConfiguration()
    let longest = PlayerConfiguration.Timeouts.longest
    configuration.timeouts.start = longest
    configuration.timeouts.perform = longest
    configuration.timeouts.shutDown = longest
    let player = player(puppets.provider("a"), configuration: configuration)
    try await player.load(.film)
    try await player.waitFor({ $0.status == .playing }, timeout: .seconds(Int64.max))
    async let end = player.waitFor({ $0.status == .ended }, timeout: .seconds(Int64.max))
    puppets.named("a")?.emit(.statusChanged(.ended))
    #expect(try await end.status == .ended)
    await player.shutDown()
  }

  @Test(
    "A state that is there is found however little time there is", arguments: [Duration.zero, .seconds(-1)])
  func noTime(_ timeout: Duration) async throws {
    let player = player(puppets.provider("a"))
    try await player.load(.film)
    for _ in 0..<500 { try await player.waitFor({ $0.status == .playing }, timeout: timeout) }
    let error = try await failure { () throws(PlayerError) in
      try await player.waitFor({ $0.status == .ended }, timeout: timeout)
    }
    #expect(error?.code == .timedOut)
    await player.shutDown()
  }
}
