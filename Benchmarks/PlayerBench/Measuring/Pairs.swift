/// Ours and the yardstick's, measured in turn, so that a drift of the machine meets both.
struct Pairs {
  /// Fewer say too little.
  static let fewest = 11
  /// With this, two runs agree within 5 %.
  static let wantedUncertainty = 0.02

  private(set) var ours: [Double] = []
  private(set) var yardstick: [Double] = []

  var count: Int { ours.count }

  mutating func append(_ ours: Double, _ yardstick: Double) {
    self.ours.append(ours)
    self.yardstick.append(yardstick)
  }

  /// Half the range that holds the true median of the pairs' ratios in 95 of 100 runs, as a part of that median.
  ///
  /// By the ranks around the middle alone, whatever the times' distribution: how many of the ratios lie below their
  /// true median is a coin tossed as many times.
  var uncertainty: Double {
    let ratios = zip(ours, yardstick).map { $0 / $1 }.sorted()
    guard let last = ratios.indices.last else { return .infinity }
    let (middle, reach) = (Double(last) / 2, 0.98 * Double(ratios.count).squareRoot())
    let low = max(Int((middle - reach).rounded(.down)), 0)
    let high = min(Int((middle + reach).rounded(.up)), last)
    return (ratios[high] - ratios[low]) / 2 / median(ratios)
  }
}

/// Measures pairs until their ratio is certain enough, or so many seconds are over; 11 of them at least.
func inTurn(
  seconds: Double = 20, _ ours: () async throws -> Double, _ yardstick: () async throws -> Double
) async throws -> Pairs {
  var pairs = Pairs()
  // The first pair fills the caches of both.
  _ = try await (ours(), yardstick())
  let end = now() + UInt64(seconds * 1e9)
  while pairs.count < Pairs.fewest || (now() < end && pairs.uncertainty > Pairs.wantedUncertainty) {
    pairs.append(try await ours(), try await yardstick())
  }
  return pairs
}
