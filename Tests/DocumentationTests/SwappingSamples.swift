import MockBackend
import PlayerKit
import Testing

/// What `docs/swapping-backends.md` shows, so that it is compiled, and runs.
@Suite("The samples of swapping backends", .timeLimit(.minutes(1)))
struct SwappingSamples {
  @Test("Where the other backend is not there, the one before goes on")
  func refused() async throws {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    try await player.load(PlayerSource(parsing: "mock://film?duration=60"))
    do throws(PlayerError) {
      try await player.use("iframe")
    } catch {
      print("Still with \(player.state.backend ?? "nobody"): \(error)")
    }
    #expect(lines == ["Still with mock: There is no backend called iframe. Choose one of: mock."])
    await player.shutDown()
  }

  @Test("Events say which backend has taken over, and why")
  func telling() async throws {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    let player = Player(
      registry: BackendRegistry([MockBackend.provider, MockBackend.provider(id: "other")]), backend: "mock")
    let events = player.events
    try await player.load(PlayerSource(parsing: "mock://film?duration=60"))
    try await player.use("other")
    await player.shutDown()
    for await event in events {
      if case .backendChanged(let id, let reason) = event { print("\(id) (\(reason))") }
    }
    #expect(lines == ["mock (asked)", "other (asked)"])
  }

  @Test("Without fallback and restart a failure is final")
  func final() async throws {
    var configuration = PlayerConfiguration()
    configuration.fallback = false
    configuration.restart = false
    let player = Player(
      registry: BackendRegistry([
        MockBackend.provider(priority: 2), MockBackend.provider(id: "other", priority: 1),
      ]), configuration: configuration)
    try await player.load(PlayerSource(parsing: "mock://film?fail=embeddingNotAllowed"))
    let state = try await player.waitFor { $0.error != nil }
    #expect(state.backend == "mock" && !state.playWhenReady)
    await player.shutDown()
  }
}
