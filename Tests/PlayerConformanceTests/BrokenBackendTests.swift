import PlayerConformance
import Testing

/// The suite must be able to fail: each broken backend is caught by the rule that it breaks.
@Suite("Broken backends are caught")
struct BrokenBackendTests {
  static let flaws =
    Flaw.opening + Flaw.seeking + Flaw.playing + Flaw.capabilityFlaws + Flaw.failing + Flaw.ending

  private static let runs = ConformanceRuns(Array(flaws.indices)) { await flaws[$0].result() }

  private static let flawlessRuns = ConformanceRuns(MockConformanceTests.rules.map(\.number)) { number in
    let flawless = Flaw(number, "nothing is spoilt", seen: "") {
      $0.options.patience = .seconds(15)
      $0.script.autoplayBlocked = number == 18
    }
    return await flawless.result()
  }

  @Test("A backend with a flaw is caught by the rule that it breaks", arguments: flaws.indices)
  func caught(_ index: Int) async throws {
    let flaw = Self.flaws[index]
    let result = try #require(await Self.runs.result(index))
    #expect(result.outcome == .failed, "\(flaw.testDescription): \(result.detail)")
    #expect(result.detail.contains(flaw.seen), "\(flaw.testDescription): \(result.detail)")
  }

  @Test("There is a broken backend for every rule", arguments: ConformanceRule.all)
  func complete(_ rule: ConformanceRule) {
    #expect((Self.flaws + Flaw.resources).contains { $0.rule == rule.number })
  }

  @Test("Without a flaw the broken backends' wires break no rule", arguments: MockConformanceTests.rules)
  func wires(_ rule: ConformanceRule) async throws {
    let result = try #require(await Self.flawlessRuns.result(rule.number))
    #expect(result.outcome == .passed, "\(result.detail)")
  }
}
