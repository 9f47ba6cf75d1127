import Foundation
import InstructionCounts
import TestSupport
import Testing

/// Needs a release build of `CountedWork`, whose path `make test` gives in `YTPLAY_COUNTED_WORK`.
@Suite("Instructions")
struct InstructionCountTests {
  private static let program = ProcessInfo.processInfo.environment["YTPLAY_COUNTED_WORK"]
  private static let record = packageFolder.appendingPathComponent("Benchmarks/instructions.tsv").path

  @Test(
    "Parsing a source and the JSON form take as many instructions as is recorded, give or take 5 %",
    .enabled(if: program != nil, "CountedWork is built for release by `make test`"))
  func counts() async throws {
    let made = try await InstructionCounts(
      of: try #require(Self.program), swift: ProcessInfo.processInfo.environment["SWIFT"] ?? "swift")
    let recorded = try RecordedCounts(Self.record).counts(in: made.circumstances)
    guard !recorded.isEmpty else {
      // Another compiler makes other code. What it makes is held to the growth alone.
      return try expectLinearGrowth(made)
    }
    for count in made.counts {
      let expected = try #require(recorded[count.name], "«\(count.name)» is not recorded")
      #expect(
        abs(count.instructions / expected - 1) <= RecordedCounts.margin,
        """
        «\(count.name)» takes \(Int(count.instructions)) instructions, and \(Int(expected)) are recorded for \
        \(made.circumstances). Where that is meant to be so, `make counts` records it anew.
        """)
    }
    #expect(Set(recorded.keys) == Set(made.counts.map(\.name)), "Work that is recorded is not done any more.")
    try expectLinearGrowth(made)
  }

  private func expectLinearGrowth(_ made: InstructionCounts) throws {
    let counts = Dictionary(uniqueKeysWithValues: made.counts.map { ($0.name, $0.instructions) })
    for name in [
      "write an item of a queue of # as JSON", "read an item's JSON in a queue of #",
      "resolve one of # paths",
    ] {
      let (few, many) = (name.replacing("#", with: "10"), name.replacing("#", with: "1000"))
      // What a queue costs beside its items is shared by more of them.
      #expect(try #require(counts[many]) <= #require(counts[few]) * 1.1, "\(name)")
    }
  }

  @Test("A record is found for its own circumstances alone, and replaced by a new one")
  func records() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/instructions.tsv"
    try "swift\tarchitecture\tglibc\tinstructions\twork\n1\ta\t2\t100\tparse\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    var recorded = try RecordedCounts(path)
    let (old, new) = (circumstances("1"), circumstances("6"))
    #expect(recorded.counts(in: old) == ["parse": 100])
    #expect(recorded.counts(in: new).isEmpty)
    try recorded.record(InstructionCounts(new, [("parse", 80.4)]))
    try recorded.record(InstructionCounts(new, [("parse", 90.4), ("write", 7)]))
    let read = try RecordedCounts(path)
    #expect(read.counts(in: old) == ["parse": 100])
    #expect(read.counts(in: new) == ["parse": 90, "write": 7])
  }

  private func circumstances(_ swift: String) -> InstructionCounts.Circumstances {
    InstructionCounts.Circumstances(swift: swift, architecture: "a", glibc: "2")
  }
}

private let packageFolder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
  .standardizedFileURL
