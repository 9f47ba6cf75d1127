import PlayerConformance
import Testing

/// The suite must be able to fail: each broken backend is caught by the rule that it breaks.
@Suite("Broken backends are caught")
struct BrokenBackendTests {
  @Test("A backend with a flaw is caught by the rule that it breaks", arguments: Flaw.all.indices)
  func caught(_ index: Int) async throws {
    let flaw = Flaw.all[index]
    let result = try #require(await ConformanceRuns.result(.flaw(index)))
    #expect(result.outcome == .failed, "\(flaw.testDescription): \(result.detail)")
    #expect(result.detail.contains(flaw.seen), "\(flaw.testDescription): \(result.detail)")
  }

  @Test("There is a broken backend for every rule", arguments: ConformanceRule.all)
  func complete(_ rule: ConformanceRule) {
    #expect((Flaw.all + Flaw.resources).contains { $0.rule == rule.number })
  }

  @Test("Without a flaw the broken backends' wires break no rule", arguments: ConformanceRuns.rules)
  func wires(_ rule: ConformanceRule) async throws {
    let result = try #require(await ConformanceRuns.result(.wires(rule.number)))
    #expect(result.outcome == .passed, "\(result.detail)")
  }
}
