import PlayerKit

/// How the time that a backend tells runs against the clock.
struct Pace {
  /// Seconds of the clock and of the source, of one `timeChanged` each.
  private let samples: [(clock: Double, time: Double)]

  init(_ entries: some Collection<EventRecorder.Entry>) {
    let first = entries.first?.instant ?? .now
    samples = entries.compactMap { entry in
      entry.event.time.map { (entry.instant.seconds(since: first), $0) }
    }
  }

  var count: Int { samples.count }

  /// The median of the seconds between two times.
  var interval: Double {
    median(zip(samples.dropFirst(), samples).map { $0.clock - $1.clock })
  }

  /// The median of the slopes between samples that lie half of the whole apart: the rate.
  var rate: Double {
    let half = samples.count / 2
    return median(
      zip(samples.dropFirst(half), samples).map { ($0.time - $1.time) / max($0.clock - $1.clock, 0.001) })
  }

  /// How many seconds the time runs away from the clock at this rate, from the first third of the samples to
  /// the last.
  func drift(at rate: Double) -> Double {
    let offsets = samples.map { $0.time - rate * $0.clock }
    let third = max(1, offsets.count / 3)
    return median(offsets.suffix(third)) - median(offsets.prefix(third))
  }

  /// How many seconds the times lie off the line of this rate, at most, a quarter of them left out: those that
  /// a busy machine held up.
  func jitter(at rate: Double) -> Double {
    let offsets = samples.map { $0.time - rate * $0.clock }
    let middle = median(offsets)
    let distances = offsets.map { abs($0 - middle) }.sorted()
    return distances.isEmpty ? 0 : distances[(distances.count - 1) * 3 / 4]
  }

  /// Two times in a row of which the later one is not greater.
  var stepBack: (Double, Double)? {
    zip(samples, samples.dropFirst()).first { $1.time <= $0.time }.map { ($0.time, $1.time) }
  }

  /// Takes the times that come while playing, for so many seconds.
  ///
  /// Throws ``MachineBusy`` where the suite itself could not keep time meanwhile.
  static func measure(_ session: Session, for seconds: Double) async throws -> Pace {
    let mark = session.mark()
    async let reference: Void = Metronome.keepTime(
      every: session.configuration.timeInterval, for: seconds, tolerance: 0.02)
    try await session.watch(from: mark, for: .seconds(seconds)) { entry in
      entry.state.status == .playing || entry.event.isLog
        ? nil : "while the time was measured came \(entry.event.text)"
    }
    try await reference
    return Pace(session.log.entries(from: mark))
  }
}

/// The middle of the values; 0 of none.
func median(_ values: some Sequence<Double>) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
