import Foundation
import InstructionCounts

/// Row 10, and of row 15 what concerns JSON: the same without the machine's noise, in instructions.
struct InstructionsRow: BenchRow {
  let number = 10
  let title = "instructions, by those that are recorded"
  let limit = 120

  private static let record = packageFolder.appendingPathComponent("Benchmarks/instructions.tsv").path

  func measure() async throws -> [Measurement] {
    let made = try await Self.count()
    let recorded = try RecordedCounts(Self.record).counts(in: made.circumstances)
    return made.counts.map { count in
      Measurement(
        title: "instructions: \(count.name)", ours: count.instructions, yardstick: recorded[count.name],
        unit: .instructions,
        mark: recorded[count.name] == nil ? .none : .ratioWithin(RecordedCounts.margin))
    }
  }

  /// Counts, and keeps the counts.
  static func record() async throws {
    let made = try await count()
    var recorded = try RecordedCounts(record)
    let before = recorded.counts(in: made.circumstances)
    for count in made.counts {
      let was = before[count.name].map { ", was \(Int($0))" } ?? ""
      PlayerBench.say("\(count.name): \(Int(count.instructions.rounded()))\(was)")
    }
    try recorded.record(made)
  }

  private static func count() async throws -> InstructionCounts {
    try await InstructionCounts(
      of: try Program.built("CountedWork"), swift: ProcessInfo.processInfo.environment["SWIFT"] ?? "swift")
  }
}
