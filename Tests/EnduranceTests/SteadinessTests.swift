import Foundation
import MockBackend
import PlayerKit
import ProofSupport
import TestSupport
import Testing

/// The small form of the proof of endurance: players come and go, and nothing of them stays.
@Suite(.serialized)
struct SteadinessTests {
  private func cycles(_ count: Int, source: String, after: (Int) throws -> Void) async throws {
    let cycles = PlayerCycles(
      registry: BackendRegistry([MockBackend.provider(priority: 1)]), configuration: PlayerConfiguration(),
      source: try PlayerSource(parsing: source))
    try await cycles.run(count, after: after)
  }

  @Test("Players that come and go leave no thread and no descriptor behind")
  func cyclesAreLevel() async throws {
    var series = UsageSeries("100 cycles on the mock", unit: "cycles")
    try await cycles(100, source: "mock://clip") { series.add(try ProcessUsage.of(getpid()), at: Double($0)) }
    let (threads, descriptors) = (series.trend(of: .threads), series.trend(of: .descriptors))
    #expect(descriptors.isJudged && descriptors.isLevel, "They grew by \(descriptors.growth)")
    // Swift's pool adds one or another where the machine is busy; one left behind by each cycle would be 90.
    #expect(threads.isJudged && threads.growth < 10, "They grew by \(threads.growth)")
  }

  @Test("A descriptor that each cycle leaves open is found")
  func leakIsFound() async throws {
    var open: [FileHandle] = []
    var series = UsageSeries("40 cycles that leak", unit: "cycles")
    try await cycles(40, source: "mock://clip") { cycle in
      open.append(try #require(FileHandle(forReadingAtPath: "/dev/null")))
      series.add(try ProcessUsage.of(getpid()), at: Double(cycle))
    }
    #expect(!series.trend(of: .descriptors).isLevel)
    for file in open { try file.close() }
  }

  @Test("A cycle that does not come to play ends the run, with its number and the reason")
  func lostCycle() async throws {
    let error = try await #require(throws: PlayerCycles.Lost.self) {
      try await cycles(3, source: "mock://clip?fail=notFound") { _ in }
    }
    #expect(error.description.hasPrefix("Cycle 1: "))
    #expect(error.description.contains("notFound"))
  }

  @Test("Of a process are counted its threads, its open files and its memory, and of a tree those of all")
  func usage() async throws {
    let before = try ProcessUsage.of(getpid())
    let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    let after = try ProcessUsage.of(getpid())
    #expect(after.descriptors > before.descriptors)
    #expect(after.threads >= 1 && after.residentMemory >= after.proportionalMemory)
    try file.close()

    let child = try Subprocess("sh", ["-c", "sleep 60 & wait"], timeLimit: .seconds(60))
    let deadline = ContinuousClock.now + .seconds(20)
    while try ProcessUsage.ofTree(child.processID).processes < 2, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try ProcessUsage.ofTree(child.processID).processes == 2)
    for process in try ProcessTable.descendants(of: child.processID) { kill(process, SIGKILL) }
    _ = await child.result()
    #expect(throws: (any Error).self) { try ProcessUsage.of(child.processID) }
  }
}
