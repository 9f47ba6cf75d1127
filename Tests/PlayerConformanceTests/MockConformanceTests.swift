import MockBackend
import PlayerConformance
import PlayerKit
import Testing

/// The contract on the mock, which keeps it.
@Suite("The mock keeps the contract")
struct MockConformanceTests {
  /// Rules that count what the process has are proven in processes of their own, see `ResourceTests`.
  static let rules = ConformanceRule.all.filter { ![16, 17].contains($0.number) }

  private static let runs = ConformanceRuns(rules) { rule in
    await ConformanceSuite(provider: MockSetUp.provider, options: MockSetUp.options).run([rule]).first
  }

  @Test("The mock keeps the rule", arguments: rules)
  func mock(_ rule: ConformanceRule) async throws {
    let result = try #require(await Self.runs.result(rule))
    #expect(result.outcome == .passed, "\(result.detail)")
    // The mock can do and play everything: there is nothing for it to lack, and rule 12 says so.
    let isComplete = !result.detail.contains("not checked") || result.detail.contains("too busy")
    #expect(isComplete || rule.number == 12, "\(result.detail)")
  }
}
