import Foundation

/// The counts that are kept in the tree, `Benchmarks/instructions.tsv`: those of one set of circumstances beside those
/// of another.
public struct RecordedCounts: Sendable {
  /// How far a count may be off its record, as a part of it.
  public static let margin = 0.05

  private struct Row: Sendable {
    let circumstances: InstructionCounts.Circumstances
    let name: String
    let instructions: Double
  }

  private static let header = "swift\tarchitecture\tglibc\tinstructions\twork"
  private var rows: [Row]
  private let path: String

  /// Reads them.
  public init(_ path: String) throws {
    self.path = path
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    rows = try lines.dropFirst().map { line in
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 5, let instructions = Double(fields[3]) else {
        throw InstructionCounts.Failure(description: "\(path) holds «\(line)»")
      }
      return Row(
        circumstances: .init(swift: fields[0], architecture: fields[1], glibc: fields[2]), name: fields[4],
        instructions: instructions)
    }
  }

  /// The counts that were recorded in these circumstances, by the names of the work; none where there are none.
  public func counts(in circumstances: InstructionCounts.Circumstances) -> [String: Double] {
    Dictionary(rows.filter { $0.circumstances == circumstances }.map { ($0.name, $0.instructions) }) { $1 }
  }

  /// Keeps these counts in the place of those that were made in the same circumstances.
  public mutating func record(_ new: InstructionCounts) throws {
    rows.removeAll { $0.circumstances == new.circumstances }
    rows += new.counts.map {
      Row(circumstances: new.circumstances, name: $0.name, instructions: $0.instructions.rounded())
    }
    let lines = rows.map {
      let of = $0.circumstances
      return "\(of.swift)\t\(of.architecture)\t\(of.glibc)\t\(Int($0.instructions))\t\($0.name)"
    }
    try ([Self.header] + lines + [""]).joined(separator: "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
  }
}
