/// One measured line.
struct Measurement: Codable {
  let title: String
  let ours: Double
  var yardstick: Double?
  let unit: Unit
  let mark: Mark
  /// How many pairs were measured in turn; nil where there is nothing to pair with.
  private(set) var pairs: Int?
  /// How far the ratio may be off, as a part of it; nil where there is none.
  private(set) var uncertainty: Double?

  /// What a number means.
  enum Unit: String, Codable {
    case microseconds = "µs"
    case milliseconds = "ms"
    case perSecond = "/s"
    case megabytes = "MB"
    case times = "×"
    case instructions
  }

  /// What must hold.
  enum Mark: Codable {
    case atMost(Double)
    case atLeast(Double)
    case ratioAtMost(Double)
    /// The ratio may be off 1 by this much, either way.
    case ratioWithin(Double)
    /// Nothing: the number stands beside another one.
    case none
  }

  init(title: String, ours: Double, yardstick: Double? = nil, unit: Unit, mark: Mark) {
    (self.title, self.ours, self.yardstick, self.unit, self.mark) = (title, ours, yardstick, unit, mark)
  }

  init(title: String, _ pairs: Pairs, unit: Unit, mark: Mark) {
    self.init(
      title: title, ours: median(pairs.ours), yardstick: median(pairs.yardstick), unit: unit, mark: mark)
    self.pairs = pairs.count
    uncertainty = pairs.uncertainty
  }

  /// Ours by the yardstick.
  var ratio: Double? { yardstick.map { ours / $0 } }

  /// Whether the mark is met; nil where there is none, or the yardstick is missing.
  var isMet: Bool? {
    switch mark {
    case .atMost(let limit): ours <= limit
    case .atLeast(let limit): ours >= limit
    case .ratioAtMost(let limit): ratio.map { $0 <= limit }
    case .ratioWithin(let margin): ratio.map { abs($0 - 1) <= margin }
    case .none: nil
    }
  }
}
