import Foundation
import InstructionCounts

/// Measures the project against its marks and prints a table.
///
/// `PlayerBench [ROW...]`: all rows, or the ones with these numbers. All of them are also written into
/// `docs/benchmarks.md`. `PlayerBench --record`: counts instructions, and keeps the counts as those to compare with.
@main
enum PlayerBench {
  static let rows: [any BenchRow] = [
    VersionRow(), ResolveRow(), StartRow(), UsageRow(resource: .cpu), UsageRow(resource: .memory), SeekRow(),
    ActionRow(), SubscribersRow(), ProtocolRow(), ParsingRow(), InstructionsRow(),
    IFrameStartRow(), IFrameRoundTripRow(), FeedRow(), CyclesRow(), IFrameCyclesRow(), QueueRow(), GapRow(),
    StandbyRow(),
  ]
  /// All rows together may take so many seconds.
  private static let limit = 700

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case ProtocolRow.argument: say("\(try await ProtocolRow.roundTrip())")
    case RowRun.argument: try await RowRun.measure(arguments.dropFirst().first.flatMap { Int($0) } ?? 0)
    case "--record": try await InstructionsRow.record()
    default: try await measure(arguments)
    }
  }

  private static func measure(_ arguments: [String]) async throws {
    let chosen = arguments.map { argument in
      guard let number = Int(argument), rows.contains(where: { $0.number == number }) else {
        let known = Set(rows.map(\.number)).sorted().map(String.init).joined(separator: ", ")
        say("There is no row \(argument). The rows: \(known).")
        exit(1)
      }
      return number
    }
    let machine = try await Machine()
    say("\(machine.processor); \(machine.load)\n\n\(Table.header)")
    let start = now()
    var results: [RowResult] = []
    for index in rows.indices where chosen.isEmpty || chosen.contains(rows[index].number) {
      let seconds = Int((now() - start) / 1_000_000_000)
      let result = try RowRun.result(of: index, limit: min(rows[index].limit, limit - seconds))
      for line in Table.lines(result) { say(line) }
      results.append(result)
    }
    let measurements = results.flatMap(\.measurements)
    let missed = measurements.filter { $0.isMet == false }.count
    let unmeasured = results.filter { $0.reason != nil }.count
    let seconds = (now() - start) / 1_000_000_000
    say(
      "\n\(measurements.count { $0.isMet == true }) marks met, \(missed) missed, \(unmeasured) rows not measured,"
        + " in \(seconds / 60) min \(seconds % 60) s.")
    if chosen.isEmpty {
      try Document.write(results, machine, seconds: Int(seconds))
      say("Written into \(Document.path).")
    }
    // A miss is a result, beside which the document has its reason; not to have measured is none.
    if unmeasured > 0 { exit(1) }
  }

  /// Prints a line at once, also into a pipe.
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
