import Foundation
import PlayerConformance
import Testing

@Suite("Rules and results")
struct ResultTests {
  @Test("The rules are numbered 1 to 18, in order, each with a name and a sentence")
  func table() {
    #expect(ConformanceRule.all.map(\.number) == Array(1...18))
    #expect(Set(ConformanceRule.all.map(\.name)).count == 18)
    #expect(ConformanceRule.all.allSatisfy { $0.summary.hasSuffix(".") })
    #expect(ConformanceRule(number: 0) == nil)
    #expect(ConformanceRule(number: 7)?.number == 7)
  }

  @Test(
    "A result in JSON has the keys rule, name, result and detail",
    arguments: ConformanceResult.Outcome.allCases)
  func json(_ outcome: ConformanceResult.Outcome) throws {
    let rule = try #require(ConformanceRule(number: 4))
    let result = ConformanceResult(rule, outcome, detail: "why")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(result)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"detail":"why","name":"a seek keeps play and pause","result":"\#(outcome.rawValue)","rule":4}"#)
    #expect(try JSONDecoder().decode(ConformanceResult.self, from: data) == result)
  }

  @Test("Each result is reported as soon as there is one, in the order of the rules asked for")
  func report() async {
    let rules = ConformanceRule.all.filter { [14, 1].contains($0.number) }.reversed()
    let (reported, continuation) = AsyncStream.makeStream(of: ConformanceResult.self)
    let suite = ConformanceSuite(provider: MockSetUp.provider, options: MockSetUp.options)
    let results = await suite.run(Array(rules)) { continuation.yield($0) }
    continuation.finish()
    #expect(await reported.reduce(into: []) { $0.append($1) } == results)
    #expect(results.map(\.rule) == [14, 1])
  }

  @Test("A backend that can't run here fails no rule, and the reason is told")
  func unavailable() async {
    let provider = MockSetUp.unavailable
    let results = await ConformanceSuite(provider: provider, options: MockSetUp.options).run()
    #expect(results.count == 18)
    #expect(results.allSatisfy { $0.outcome == .notApplicable && $0.detail.contains("there is no engine") })
  }
}
