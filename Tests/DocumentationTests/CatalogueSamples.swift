import MockBackend
import PlayerConformance
import PlayerKit
import PlayerPlugins
import Testing
import TimerBackend

/// What the catalogues' own pages show, so that it is compiled, and runs.
@Suite("The samples of the catalogues", .timeLimit(.minutes(2)))
struct CatalogueSamples {
  @Test("PlayerKit's first sample plays")
  func playing() async throws {
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    try await player.load(PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ?t=3"))
    try await player.waitFor { $0.status == .playing }
    try await player.seek(to: 9.5)
    await player.shutDown()
    #expect(player.state.currentTime >= 9.5)
  }

  @Test("A search for plugins leaves what was registered before")
  func searching() {
    var registry = BackendRegistry([MockBackend.provider])
    let search = PluginDirectory.search(PluginDirectory.folders())
    search.register(into: &registry)
    for rejection in search.rejections { print("\(rejection.path): \(rejection.error)") }
    #expect(registry["mock"] != nil)
    #expect(registry.providers.count == 1 + search.plugins.count)
  }

  /// A program's `main.swift`: it never returns, so it is compiled and not called.
  private func beingOne() {
    PluginProcess.run(TimerBackend.provider)
  }

  /// `TimerBackendTests` runs the same, in a process of its own.
  private func checking() async {
    let suite = ConformanceSuite(provider: MockBackend.provider)
    let results = await suite.run { print("\($0.rule) \($0.name): \($0.outcome) (\($0.detail))") }
    _ = results
  }
}
