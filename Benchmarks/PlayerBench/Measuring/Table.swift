/// The table's lines, for a terminal and for a document.
enum Table {
  private static let titles = ["#", "what", "ours", "yardstick", "ratio", "±", "mark", ""]
  private static let widths = [2, 60, 13, 13, 6, 5, 14, 6]

  static let header = text(titles) + "\n" + text(widths.map { String(repeating: "─", count: $0) })

  /// A row's lines.
  static func lines(_ result: RowResult) -> [String] {
    result.measurements.map { text(cells(result.number, $0)) }
      + (result.reason.map { [text(["\(result.number)", result.title, "not measured: \($0)"])] } ?? [])
  }

  /// All rows, in Markdown.
  static func markdown(_ results: [RowResult]) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rows = results.flatMap { result in
      result.measurements.map { line(cells(result.number, $0)) }
        + (result.reason.map {
          [line(["\(result.number)", result.title, "–", "–", "–", "–", "–", "not measured: \($0)"])]
        } ?? [])
    }
    let rule = line(["---:", "---", "---:", "---:", "---:", "---:", "---", "---"])
    return ([line(titles), rule] + rows).joined(separator: "\n")
  }

  private static func cells(_ number: Int, _ measurement: Measurement) -> [String] {
    let unit = measurement.unit
    let mark =
      switch measurement.mark {
      case .atMost(let limit): "≤ \(format(limit, unit))"
      case .atLeast(let limit): "≥ \(format(limit, unit))"
      case .ratioAtMost(let limit): "ratio ≤ \(fixed(limit, 2))"
      case .ratioWithin(let margin): "ratio 1 ± \(fixed(margin, 2))"
      case .none: "–"
      }
    let verdict =
      switch measurement.isMet {
      case true?: "met"
      case false?: "missed"
      case nil: "–"
      }
    return [
      "\(number)", measurement.title, format(measurement.ours, unit),
      measurement.yardstick.map { format($0, unit) } ?? "–", measurement.ratio.map { fixed($0, 2) } ?? "–",
      measurement.uncertainty.map { "\(fixed($0 * 100, 1)) %" } ?? "–", mark, verdict,
    ]
  }

  private static func text(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      line += cell
      guard index + 1 < cells.count else { break }
      line += String(repeating: " ", count: max(0, widths[index] - cell.count) + 2)
    }
    return line
  }

  private static func format(_ value: Double, _ unit: Measurement.Unit) -> String {
    switch unit {
    case .perSecond: "\(grouped(value))/s"
    case .instructions: grouped(value)
    case .times: "\(fixed(value, 3)) ×"
    default: "\(fixed(value, value < 100 ? 2 : 1)) \(unit.rawValue)"
    }
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite else { return "∞" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let whole = Int((value * Double(scale)).rounded())
    let fraction = String(whole % scale)
    return "\(whole / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  private static func grouped(_ value: Double) -> String {
    var digits = String(Int(value.rounded()))
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
