/// A series as a picture (SVG): memory, threads and descriptors one beneath the other, each from 0.
///
/// Readable on light and on dark pages; the colours follow the reader's own choice where the viewer tells of it.
public struct UsagePlot: Sendable {
  private let series: UsageSeries

  private static let width = 760.0
  private static let (left, right) = (64.0, 20.0)
  private static let (top, panel, gap) = (64.0, 96.0, 44.0)
  /// A wider series is drawn as this many columns, each from its least to its most, with its median.
  private static let columns = 300

  /// A picture of this series.
  public init(_ series: UsageSeries) {
    self.series = series
  }

  /// The picture, as the text of a file.
  public var svg: String {
    let quantities = UsageSeries.Quantity.allCases
    let height = Self.top + Double(quantities.count) * (Self.panel + Self.gap) + 8
    let size = "\(number(Self.width)) \(number(height))"
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(size)" role="img" aria-labelledby="title">"#,
      #"<title id="title">\#(escaped(series.title))</title>"#,
      Self.style,
      #"<rect class="page" x="0.5" y="0.5" width="\#(number(Self.width - 1))" height="\#(number(height - 1))" rx="8"/>"#,
      text(series.title, x: 20, y: 32, "title"),
    ]
    for (row, quantity) in quantities.enumerated() {
      let top = Self.top + Double(row) * (Self.panel + Self.gap)
      lines += panel(quantity, top: top)
    }
    lines.append(text(series.unit, x: Self.width - Self.right, y: height - 14, "unit"))
    lines.append(text("warm-up", x: Self.left + 6, y: Self.top + Self.panel - 7, "hint"))
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func panel(_ quantity: UsageSeries.Quantity, top: Double) -> [String] {
    let trend = series.trend(of: quantity)
    let points = series.samples.map { ($0.position, quantity.value($0.usage)) }
    let shares = quantity == .memory ? series.samples.map { ($0.position, $0.usage.proportionalMemory) } : []
    let vertical = Scale(most: (points + shares).map(\.1).max() ?? 0, about: 3)
    let horizontal = Scale(most: trend.end, about: 8)
    let frame = Frame(
      left: Self.left, top: top, width: Self.width - Self.left - Self.right, height: Self.panel,
      across: trend.end, up: vertical.top)

    var lines = [
      text("\(quantity.name)\(quantity == .memory ? ", MB" : "")", x: Self.left, y: top - 8, "name")
    ]
    lines.append(text(verdict(quantity, trend), x: Self.width - Self.right, y: top - 8, "verdict"))
    let warmUp = frame.x(trend.start) - frame.left
    lines.append(
      #"<rect class="warm-up" x="\#(number(frame.left))" y="\#(number(top))" width="\#(number(warmUp))" "#
        + #"height="\#(number(frame.height))"/>"#)
    for value in vertical.ticks {
      let y = frame.y(value)
      lines.append(#"<path class="grid" d="M\#(number(frame.left)) \#(number(y))h\#(number(frame.width))"/>"#)
      lines.append(text(decimal(value, vertical.digits), x: frame.left - 8, y: y + 4, "up"))
    }
    if !shares.isEmpty { lines += curve(shares, in: frame, "share") }
    lines += curve(points, in: frame, "line")
    if trend.isJudged {
      let (start, end) = (frame.point(trend.start, trend.first), frame.point(trend.end, trend.last))
      lines.append(#"<path class="trend" d="M\#(start)L\#(end)"/>"#)
    }
    for value in horizontal.ticks where value <= trend.end {
      let label = decimal(value, horizontal.digits)
      lines.append(text(label, x: frame.x(value), y: top + frame.height + 16, "across"))
    }
    return lines
  }

  private func verdict(_ quantity: UsageSeries.Quantity, _ trend: Trend) -> String {
    let digits = quantity == .memory ? 1 : 0
    guard trend.isJudged else { return "too few samples to judge" }
    let (first, last) = (decimal(trend.first, digits), decimal(trend.last, digits))
    let share = quantity == .memory ? ", resident; the paler one: shared pages divided" : ""
    return "\(trend.isLevel ? "level" : "grows"): \(first) → \(last)\(share)"
  }

  private func curve(_ points: [(Double, Double)], in frame: Frame, _ name: String) -> [String] {
    guard points.count > Self.columns else {
      return [#"<path class="\#(name)" d="\#(path(points.map { frame.point($0.0, $0.1) }))"/>"#]
    }
    let size = (points.count + Self.columns - 1) / Self.columns
    let columns = stride(from: 0, to: points.count, by: size).map { begin in
      let column = points[begin..<min(begin + size, points.count)]
      let values = column.map(\.1).sorted()
      return (position: column[begin].0, values: values)
    }
    let upper = columns.map { frame.point($0.position, $0.values[$0.values.count - 1]) }
    let lower = columns.reversed().map { frame.point($0.position, $0.values[0]) }
    let middle = columns.map { frame.point($0.position, $0.values[$0.values.count / 2]) }
    return [
      #"<path class="\#(name)-range" d="\#(path(upper + lower))Z"/>"#,
      #"<path class="\#(name)" d="\#(path(middle))"/>"#,
    ]
  }

  private func path(_ points: [String]) -> String {
    points.isEmpty ? "" : "M" + points.joined(separator: "L")
  }

  private func text(_ text: String, x: Double, y: Double, _ name: String) -> String {
    #"<text class="\#(name)" x="\#(number(x))" y="\#(number(y))">\#(escaped(text))</text>"#
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static let style = """
    <style>
    text{font:12px system-ui,sans-serif;fill:#57606a}
    .title{font-size:16px;font-weight:600;fill:#1f2328}
    .name{font-weight:600;fill:#1f2328}
    .verdict,.up,.unit{text-anchor:end}
    .across{text-anchor:middle}
    .page{fill:#fff;stroke:#d0d7de}
    .grid{stroke:#d8dee4;fill:none}
    .warm-up{fill:#818b98;fill-opacity:.14}
    .line,.share,.trend{fill:none;stroke-width:1.5;stroke-linejoin:round}
    .line{stroke:#0969da}
    .share{stroke:#0969da;stroke-opacity:.45}
    .trend{stroke:#bc4c00;stroke-dasharray:6 4}
    .line-range,.share-range{fill:#0969da;fill-opacity:.25}
    .share-range{fill-opacity:.12}
    @media (prefers-color-scheme:dark){
    text{fill:#9198a1}
    .title,.name{fill:#f0f6fc}
    .page{fill:#0d1117;stroke:#3d444d}
    .grid{stroke:#2a313c}
    .line,.share{stroke:#4493f8}
    .line-range,.share-range{fill:#4493f8}
    .trend{stroke:#f0883e}
    }
    </style>
    """
}

/// Where values stand in the picture.
private struct Frame {
  let left: Double
  let top: Double
  let width: Double
  let height: Double
  /// The value at the right edge.
  let across: Double
  /// The value at the upper edge.
  let up: Double

  func x(_ value: Double) -> Double { left + (across > 0 ? value / across * width : 0) }
  func y(_ value: Double) -> Double { top + height - (up > 0 ? value / up * height : 0) }
  func point(_ position: Double, _ value: Double) -> String { "\(number(x(position))) \(number(y(value)))" }
}

/// Round numbers from 0 to a little more than the most.
private struct Scale {
  let ticks: [Double]
  let digits: Int

  var top: Double { ticks[ticks.count - 1] }

  init(most: Double, about count: Int) {
    let rough = max(most, 1e-3) / Double(count)
    var power = 1.0
    while power * 10 <= rough { power *= 10 }
    while power > rough { power /= 10 }
    let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
    ticks = (0...max(1, Int((most / step).rounded(.up)))).map { Double($0) * step }
    digits = step >= 1 && step == step.rounded() ? 0 : step * 10 == (step * 10).rounded() ? 1 : 2
  }
}

private func number(_ value: Double) -> String {
  let text = decimal(value, 1)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
