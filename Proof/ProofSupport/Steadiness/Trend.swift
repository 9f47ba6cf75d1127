/// How a quantity went over a run: whether it stayed level once the run had warmed up.
///
/// Judged by the median of the slopes between all pairs of samples (Theil, Sen): a burst of a few samples, be they ever
/// so high, does not tilt it, and what grows with every cycle does. Where a share of the level is the limit, which noise
/// does not reach, the last fifth is held against the first fifth behind the warm-up, too, each by the mean of its middle
/// half: what rises once and stays is found by that.
public struct Trend: Sendable {
  /// How much a quantity may grow from the end of the warm-up to the end of the run.
  public enum Limit: Sendable {
    /// By less than this.
    case amount(Double)
    /// By at most this share of its level, or by this amount where that is more.
    case share(Double, atLeast: Double)
  }

  /// With fewer samples behind the warm-up than this, nothing is judged.
  public static let fewest = 20
  /// The share of a run that counts as its warm-up: caches fill, and pools get their threads.
  public static let warmUp = 0.1

  /// Where the warm-up ends: a position.
  public let start: Double
  /// Where the run ends: a position.
  public let end: Double
  /// The straight line's value where the warm-up ends.
  public let first: Double
  /// The straight line's value at the end.
  public let last: Double
  /// The most that any sample behind the warm-up has.
  public let most: Double
  /// By how much it may grow.
  public let limit: Double
  /// Whether there are enough samples to say anything.
  public let isJudged: Bool

  /// By how much it grew: the straight line, or the last fifth above the first where that is held against it and is more.
  public let growth: Double
  /// Whether it stayed level: true too where there are too few samples to tell.
  public var isLevel: Bool { !isJudged || growth < limit }

  /// The trend of these values, whose positions rise.
  public init(_ values: [(position: Double, value: Double)], limit: Limit) {
    let begin = values.first?.position ?? 0
    end = values.last?.position ?? 0
    let start = begin + (end - begin) * Self.warmUp
    self.start = start
    let judged = values.filter { $0.position >= start }
    isJudged = judged.count >= Self.fewest
    let slope = Self.median(Self.slopes(Self.thinned(judged))) ?? 0
    let offset = Self.median(judged.map { $0.value - slope * $0.position }) ?? 0
    first = offset + slope * start
    last = offset + slope * end
    most = judged.map(\.value).max() ?? 0
    switch limit {
    case .amount(let amount):
      self.limit = amount
      growth = last - first
    case .share(let share, let least):
      self.limit = max(share * first, least)
      let fifth = judged.count / 5
      let ends = [judged.prefix(fifth), judged.suffix(fifth)].map { Self.middleMean($0.map(\.value)) }
      growth = max(last - first, ends[1] - ends[0])
    }
  }

  /// As many values as can be paired with one another in no time: each the median of a few neighbours.
  private static func thinned(_ values: [(position: Double, value: Double)]) -> [(
    position: Double, value: Double
  )] {
    let size = values.count / 1000 + 1
    return stride(from: 0, to: values.count, by: size).compactMap { begin in
      let neighbours = values[begin..<min(begin + size, values.count)]
      return median(neighbours.map(\.value)).map { (neighbours[begin].position, $0) }
    }
  }

  private static func slopes(_ values: [(position: Double, value: Double)]) -> [Double] {
    var slopes: [Double] = []
    for (index, one) in values.enumerated() {
      for other in values[(index + 1)...] where other.position > one.position {
        slopes.append((other.value - one.value) / (other.position - one.position))
      }
    }
    return slopes
  }

  /// The mean of the middle half. Not the median, which jumps between two levels that a quantity has in turn.
  private static func middleMean(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.dropFirst(sorted.count / 4).dropLast(sorted.count / 4)
    return middle.isEmpty ? 0 : middle.reduce(0, +) / Double(middle.count)
  }

  private static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
