import Foundation

/// The part of `docs/benchmarks.md` that a run writes. What stands around it is written by hand.
enum Document {
  static let path = "docs/benchmarks.md"
  private static let begin = "<!-- Written by `make bench`: from here -->"
  private static let end = "<!-- to here -->"

  static func write(_ results: [RowResult], _ machine: Machine, seconds: Int) throws {
    let file = packageFolder.appendingPathComponent(path)
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let from = text.range(of: begin), let to = text.range(of: end), from.upperBound <= to.lowerBound
    else {
      throw NotMeasured("\(path) has no place for the table")
    }
    let date = Date.now.formatted(.iso8601.year().month().day().timeZone(separator: .omitted))
    let part = """

      \(date.prefix(10)), by `make bench`, in \(seconds / 60) min \(seconds % 60) s. \(machine.processor); \
      \(machine.load). \(machine.versions.joined(separator: ", ")).

      \(Table.markdown(results))

      """
    try text.replacingCharacters(in: from.upperBound..<to.lowerBound, with: "\n" + part).write(
      to: file, atomically: true, encoding: .utf8)
  }
}
