/// A clock of the suite's own, which runs beside a measurement: what it can't keep up with, the machine is too
/// busy for, and the backend is not to blame.
enum Metronome {
  /// Ticks for so many seconds, and throws ``MachineBusy`` where its own ticks were late.
  ///
  /// - Parameters:
  ///   - interval: seconds between two ticks.
  ///   - tolerance: seconds by which a quarter of the ticks, no more, may be late.
  static func keepTime(every interval: Double, for seconds: Double, tolerance: Double) async throws {
    let start = ContinuousClock.now
    var delays: [Double] = []
    for tick in 1...max(1, Int(seconds / interval)) {
      let due = start + .seconds(interval * Double(tick))
      try await Task.sleep(until: due, clock: .continuous)
      delays.append(ContinuousClock.now.seconds(since: due))
    }
    let sorted = delays.sorted()
    if sorted[(sorted.count - 1) * 3 / 4] > tolerance { throw MachineBusy() }
  }
}

/// A measurement is worth nothing, because the machine was too busy meanwhile. It is made again.
struct MachineBusy: Error {}
