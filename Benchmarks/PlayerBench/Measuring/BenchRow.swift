/// A row of the table: something that is measured, with a mark.
protocol BenchRow: Sendable {
  /// The row's number in the list of marks.
  var number: Int { get }
  /// What is measured.
  var title: String { get }
  /// Measures. What it throws is printed as the reason why the row is missing.
  func measure() async throws -> [Measurement]
}

/// Why a row, or a part of one, can't be measured on this machine.
struct NotMeasured: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// One measured line.
struct Measurement {
  let title: String
  let ours: Double
  var yardstick: Double?
  let unit: Unit
  let mark: Mark

  /// What a number means.
  enum Unit: String {
    case microseconds = "µs"
    case milliseconds = "ms"
    case perSecond = "/s"
    case megabytes = "MB"
    case times = "×"
  }

  /// What must hold.
  enum Mark {
    case atMost(Double)
    case atLeast(Double)
    case ratioAtMost(Double)
  }

  /// Ours by the yardstick.
  var ratio: Double? { yardstick.map { ours / $0 } }

  /// Whether the mark is met; nil where the yardstick is missing.
  var isMet: Bool? {
    switch mark {
    case .atMost(let limit): ours <= limit
    case .atLeast(let limit): ours >= limit
    case .ratioAtMost(let limit): ratio.map { $0 <= limit }
    }
  }
}
