import PlayerConformance
import Testing

/// Rules that count what the process has: each in a process of its own, where nothing else starts anything.
@Suite("Threads, descriptors, processes and memory are counted")
struct ResourceTests {
  @Test("The mock leaves nothing behind", arguments: [16, 17])
  func mock(_ number: Int) async {
    await #expect(processExitsWith: .success) { [number] in
      let rule = try #require(ConformanceRule(number: number))
      let suite = ConformanceSuite(provider: MockSetUp.provider, options: MockSetUp.options)
      let result = try #require(await suite.run([rule]).first)
      try #require(result.outcome == .passed, "\(result.detail)")
    }
  }

  @Test("A backend that leaves something behind is caught")
  func caught() async {
    await withTaskGroup(of: Void.self) { group in
      for index in Flaw.resources.indices { group.addTask { await caught(index) } }
    }
  }

  private func caught(_ index: Int) async {
    await #expect(processExitsWith: .success) { [index = index as Int] in
      let flaw = Flaw.resources[index]
      let result = try #require(await flaw.result())
      try #require(result.outcome == .failed, "\(flaw.testDescription): \(result.detail)")
      try #require(result.detail.contains(flaw.seen), "\(flaw.testDescription): \(result.detail)")
    }
  }
}
