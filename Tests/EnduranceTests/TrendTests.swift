import ProofSupport
import TestSupport
import Testing

/// When a run counts as level, and when as growing.
struct TrendTests {
  private static let cycles = 1...200

  /// A value for each cycle, with a noise of up to 2 to both sides.
  private func trend(limit: Trend.Limit = .amount(1), _ value: (Int) -> Double) -> Trend {
    var chance = SplitMix64(state: 1)
    return Trend(
      Self.cycles.map { (Double($0), value($0) + Double(chance.next(below: 401) - 200) / 100) }, limit: limit)
  }

  @Test("What goes up and down about a level is level")
  func noise() {
    let trend = trend { _ in 30 }
    #expect(trend.isJudged && trend.isLevel)
    #expect(abs(trend.first - 30) < 1 && abs(trend.last - 30) < 1)
  }

  @Test("A descriptor that stays open every tenth cycle is found, whatever the noise")
  func leak() {
    let trend = trend { 30 + Double($0 / 10) }
    #expect(!trend.isLevel)
    #expect((15...21).contains(trend.growth))
  }

  @Test("Memory that rises once in the middle and stays is found")
  func step() {
    let trend = Trend(
      Self.cycles.map { (Double($0), $0 < 150 ? 100 : 104) }, limit: .share(0.02, atLeast: 1))
    #expect(!trend.isLevel)
    #expect(trend.growth == 4)
  }

  @Test("What has two levels in turn is level, whichever has a little more of the time")
  func twoLevels() {
    let trend = Trend(
      (1...600).map { ($0, ($0 / 10).isMultiple(of: 2) || $0 > 500 && $0.isMultiple(of: 10)) }
        .map { (Double($0.0), $0.1 ? 103 : 100) }, limit: .share(0.02, atLeast: 1))
    #expect(trend.isJudged && trend.isLevel)
  }

  @Test("Caches that fill during the warm-up are no growth")
  func warmUp() {
    #expect(trend { $0 < 20 ? Double($0) : 30 }.isLevel)
  }

  @Test("A burst that is over is no growth, and is told as the most")
  func burst() {
    let trend = trend { (120..<140).contains($0) ? 500 : 30 }
    #expect(trend.isLevel)
    #expect(trend.most > 490)
  }

  @Test("Memory may grow by a fiftieth, or by a small amount, and by no more")
  func share() {
    func memory(_ growth: Double, from level: Double) -> Trend {
      Trend(
        Self.cycles.map { (Double($0), level + growth * Double($0) / 180) }, limit: .share(0.02, atLeast: 1))
    }
    #expect(memory(1.9, from: 100).isLevel)
    #expect(!memory(2.1, from: 100).isLevel)
    #expect(memory(0.9, from: 10).isLevel)
    #expect(!memory(1.1, from: 10).isLevel)
  }

  @Test("What shrinks is level", arguments: [Trend.Limit.amount(1), .share(0.02, atLeast: 1)])
  func shrinking(limit: Trend.Limit) {
    #expect(trend(limit: limit) { 300 - Double($0) }.isLevel)
  }

  @Test("Of a handful of samples nothing is said", arguments: [0, 1, 2, 20])
  func few(count: Int) {
    let trend = Trend((0..<count).map { (Double($0), Double($0)) }, limit: .amount(1))
    #expect(!trend.isJudged && trend.isLevel)
  }
}
