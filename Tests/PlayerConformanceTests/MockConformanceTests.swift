import MockBackend
import PlayerConformance
import PlayerKit
import Testing

/// The contract on the mock, which keeps it.
@Suite("The mock keeps the contract")
struct MockConformanceTests {
  /// Rules that count what the process has are proven in processes of their own, see `ResourceTests`.
  static let rules = ConformanceRule.all.filter { ![16, 17].contains($0.number) }

  @Test("The mock keeps the rule", arguments: rules)
  func mock(_ rule: ConformanceRule) async throws {
    let suite = ConformanceSuite(provider: MockSetUp.provider, options: MockSetUp.options)
    let results = await suite.run([rule])
    let result = try #require(results.first)
    #expect(result.outcome == .passed, "\(result.detail)")
    #expect(!result.detail.contains("not checked") || rule.number == 12, "\(result.detail)")
  }
}
