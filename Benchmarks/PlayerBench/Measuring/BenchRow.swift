/// A row of the table: something that is measured, with a mark.
protocol BenchRow: Sendable {
  /// The row's number in the list of marks.
  var number: Int { get }
  /// What is measured.
  var title: String { get }
  /// The seconds after which the row is given up.
  var limit: Int { get }
  /// Measures. What it throws is printed as the reason why the row is missing.
  func measure() async throws -> [Measurement]
}

extension BenchRow {
  var limit: Int { 90 }
}

/// Why a row, or a part of one, can't be measured on this machine.
struct NotMeasured: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
