import PlayerConformance
import PlayerKit
import Testing
import TimerBackend

@Suite("The example of a backend", .serialized)
struct TimerBackendTests {
  @Test("The timer plays to its end through a player")
  func plays() async throws {
    let player = Player(registry: BackendRegistry([TimerBackend.provider]), backend: "timer")
    try await player.load(PlayerSource(.stream("timer://0.4")))
    try await player.waitFor { $0.status == .ended }
    await player.shutDown()
    #expect(player.state.currentTime == 0.4)
  }

  @Test("The timer keeps every rule of the contract that applies to it")
  func conformance() async throws {
    var options = ConformanceOptions()
    options.sources = [PlayerSource(.stream("timer://30")), PlayerSource(.stream("timer://20"))]
    options.failingSource = PlayerSource(.stream("timer://never"))
    options.watchTime = .milliseconds(200)  // Nothing of a timer's comes late.
    let results = await ConformanceSuite(provider: TimerBackend.provider, options: options).run()
    #expect(results.filter { $0.outcome == .failed }.isEmpty)
    #expect(results.count == ConformanceRule.all.count)
    let inapplicable = results.filter { $0.outcome == .notApplicable }.map(\.rule)
    #expect(inapplicable == [18], "\(results)")
  }
}
