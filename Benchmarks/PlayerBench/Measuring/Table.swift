/// The table's lines.
enum Table {
  private static let widths = [2, 60, 13, 13, 6, 14]

  static let header =
    line(["#", "what", "ours", "yardstick", "ratio", "mark", ""]) + "\n"
    + line(widths.map { String(repeating: "─", count: $0) } + ["──────"])

  static func line(_ number: Int, _ measurement: Measurement) -> String {
    let unit = measurement.unit
    let mark =
      switch measurement.mark {
      case .atMost(let limit): "≤ \(format(limit, unit))"
      case .atLeast(let limit): "≥ \(format(limit, unit))"
      case .ratioAtMost(let limit): "ratio ≤ \(fixed(limit, 2))"
      }
    let verdict =
      switch measurement.isMet {
      case true?: "ok"
      case false?: "missed"
      case nil: "–"
      }
    return line([
      "\(number)", measurement.title, format(measurement.ours, unit),
      measurement.yardstick.map { format($0, unit) } ?? "–", measurement.ratio.map { fixed($0, 2) } ?? "–",
      mark, verdict,
    ])
  }

  /// A row that could not be measured.
  static func line(_ number: Int, title: String, reason: String) -> String {
    line(["\(number)", title, "not measured: \(reason)"])
  }

  private static func line(_ cells: [String]) -> String {
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
    case .times: "\(fixed(value, 3)) ×"
    default: "\(fixed(value, value < 100 ? 2 : 1)) \(unit.rawValue)"
    }
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
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
