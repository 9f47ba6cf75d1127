import Foundation

/// Measures the project against its marks and prints a table.
///
/// `PlayerBench [ROW...]`: all rows, or the ones with these numbers.
@main
enum PlayerBench {
  static let rows: [any BenchRow] = [
    VersionRow(), ResolveRow(), StartRow(), UsageRow(resource: .cpu), UsageRow(resource: .memory), SeekRow(),
    ActionRow(), SubscribersRow(), ProtocolRow(), ParsingRow(),
    IFrameStartRow(), IFrameRoundTripRow(), FeedRow(), CyclesRow(), IFrameCyclesRow(), QueueRow(), GapRow(),
    StandbyRow(),
  ]

  static func main() async throws {
    if CommandLine.arguments.dropFirst() == [ProtocolRow.argument] {
      return say("\(try await ProtocolRow.roundTrip())")
    }
    var chosen: Set<Int> = []
    for argument in CommandLine.arguments.dropFirst() {
      guard let number = Int(argument), rows.contains(where: { $0.number == number }) else {
        let known = rows.map { String($0.number) }.joined(separator: ", ")
        say("There is no row \(argument). The rows: \(known).")
        exit(1)
      }
      chosen.insert(number)
    }
    say(Table.header)
    for row in rows where chosen.isEmpty || chosen.contains(row.number) {
      do {
        for measurement in try await row.measure() { say(Table.line(row.number, measurement)) }
      } catch {
        say(Table.line(row.number, title: row.title, reason: "\(error)"))
      }
    }
  }

  /// Prints a line at once, also into a pipe.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
