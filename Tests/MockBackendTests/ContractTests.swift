import MockBackend
import PlayerConformance
import PlayerKit
import TestSupport
import Testing

/// The contract, on mocks that take their time, and on one that nothing is told of.
///
/// Rules 16 and 17 count what the whole process has, and are run where nothing else runs.
@Suite("A mock keeps the contract") struct ContractTests {
  private static let rules = ConformanceRule.all.filter { ![16, 17].contains($0.number) }

  @Test("where opening, seeking and each action take their time")
  func slowly() async throws {
    var script = MockScript { source in
      var media = MockScript.media(for: source)
      media.takeTime()
      for index in media.items.indices { media.items[index].takeTime() }
      return media
    }
    script.startLatency = 0.02
    script.performLatency = { _ in 0.002 }
    var options = ConformanceOptions()
    options.unseekableSource = PlayerSource(.stream("mock://pipe?seekable=no"))
    options.shortSource = PlayerSource(.stream("mock://short?breaksOff=0.5"))
    var blocked = script
    blocked.autoplayBlocked = true
    options.blockedAutoplay = .init(
      source: PlayerSource(.stream("mock://blocked")), provider: MockBackend.provider(script: blocked))
    try await require(Self.rules, MockBackend.provider(script: script), options)
  }

  @Test("as it is, with the suite's own media")
  func byDefault() async throws {
    try await require(Self.rules.filter { $0.number != 18 }, MockBackend.provider, ConformanceOptions())
  }

  private func require(
    _ rules: [ConformanceRule], _ provider: BackendProvider, _ options: ConformanceOptions
  ) async throws {
    try await sideBySide(rules, atMost: rules.count) { rule in
      let suite = ConformanceSuite(provider: provider, options: options)
      let result = try #require(await suite.run([rule]).first)
      #expect(result.outcome == .passed, "\(rule.number) \(rule.name): \(result.detail)")
    }
  }
}

extension MockMedia {
  /// Opens and seeks slowly.
  fileprivate mutating func takeTime() {
    openLatency = 0.05
    seekLatency = 0.03
  }
}
