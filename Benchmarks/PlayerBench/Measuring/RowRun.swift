import Foundation

/// What a row came to.
struct RowResult: Codable {
  let number: Int
  let title: String
  var measurements: [Measurement] = []
  /// Why there is nothing more.
  var reason: String?
}

/// A row that is measured in a process of its own: what one leaves in memory does not meet the next, and one that hangs
/// or crashes is one line of the table.
enum RowRun {
  /// What this program is called with to measure the row of an index.
  static let argument = "--row"

  /// Measures a row in another process, for so many seconds at most.
  static func result(of index: Int, limit: Int) throws -> RowResult {
    let row = PlayerBench.rows[index]
    var result = RowResult(number: row.number, title: row.title)
    guard limit > 0 else {
      result.reason = "the time for all rows is over"
      return result
    }
    let program = try Program(
      Program.built("PlayerBench"), [argument, "\(index)", "\(limit)"], leadsGroup: true)
    // With all that is left of what it started, which could keep its output open beyond its end.
    let group = -program.processID
    let deadline = DispatchWorkItem { kill(group, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit + 2), execute: deadline)
    defer {
      deadline.cancel()
      program.end()
    }
    guard let line = try? program.readLine() else {
      result.reason = "it took longer than \(limit) s, or crashed"
      return result
    }
    return try JSONDecoder().decode(RowResult.self, from: Data(line.utf8))
  }

  /// Measures a row in this process and prints what it came to.
  static func measure(_ index: Int) async throws {
    // Its signal ends this process, wherever it hangs.
    alarm(CommandLine.arguments.last.flatMap { UInt32($0) } ?? 60)
    let row = PlayerBench.rows[index]
    var result = RowResult(number: row.number, title: row.title)
    do {
      result.measurements = try await row.measure()
    } catch {
      result.reason = "\(error)".replacing("\n", with: " ")
    }
    PlayerBench.say(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
  }
}
