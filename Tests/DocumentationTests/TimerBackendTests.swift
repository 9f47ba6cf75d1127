import PlayerConformance
import PlayerKit
import Testing
import TimerBackend

@Suite("The example of a backend")
struct TimerBackendTests {
  @Test("The timer plays to its end through a player")
  func plays() async throws {
    let player = Player(registry: BackendRegistry([TimerBackend.provider]), backend: "timer")
    try await player.load(PlayerSource(.stream("timer://0.4")))
    try await player.waitFor { $0.status == .ended }
    await player.shutDown()
    #expect(player.state.currentTime == 0.4)
  }

  /// The suite counts the threads and descriptors of its process, so it runs in one of its own.
  @Test("The timer keeps every rule of the contract that applies to it")
  func conformance() async {
    await #expect(processExitsWith: .success) {
      var options = ConformanceOptions()
      options.sources = [PlayerSource(.stream("timer://30")), PlayerSource(.stream("timer://20"))]
      options.failingSource = PlayerSource(.stream("timer://never"))
      options.watchTime = .milliseconds(200)  // Nothing of a timer's comes late.
      let results = await ConformanceSuite(provider: TimerBackend.provider, options: options).run()
      // Nothing blocks a timer's autoplay; every other rule applies.
      let broken = results.filter { $0.outcome != .passed && $0.rule != 18 }
      if !broken.isEmpty || results.count != ConformanceRule.all.count { throw RulesNotKept(results: broken) }
    }
  }
}

/// What the suite found.
private struct RulesNotKept: Error {
  let results: [ConformanceResult]
}
