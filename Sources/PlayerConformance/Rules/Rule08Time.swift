import PlayerKit

/// Rule 8: the time.
enum Time {
  static let checks = [
    Check("while playing the time comes every 0.25 s and runs at real time", attempts: 4) { context in
      try await requirePace(context, interval: 0.25)
    },
    Check("the time comes in the interval that is configured", attempts: 4) { context in
      try await requirePace(context, interval: 0.1)
    },
    Check("while paused no time comes") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        try await session.waitForTime(beyond: 0.05, from: 0)
        let mark = try await session.perform(.pause)
        let paused = try await session.waitForStatus(.paused, from: mark)
        try await session.watch(from: paused.index, for: context.options.watchTime * 2) { entry in
          entry.event.time.map { "while paused came timeChanged(\($0.text))" }
        }
      }
    },
    Check("while queued no time but the start's comes") { context in
      try await context.withSession { session in
        let mark = try await session.cue(context.media.main)
        try await session.watch(from: mark) { entry in
          guard let time = entry.event.time, time > 0.05 else { return nil }
          return "while queued came timeChanged(\(time.text))"
        }
      }
    },
    Check("currentTime tells the time, once") { context in
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        let mark = try await session.perform(.currentTime)
        let told = try await session.wait(for: "timeChanged", from: mark) { $0.event.time != nil }
        try require(
          abs((told.event.time ?? -1) - session.state.currentTime) < 0.3,
          "currentTime told \(told.event.text) at \(session.state.currentTime.text) s")
        try await session.watch(from: told.index + 1) { entry in
          entry.event.time.map { "currentTime told timeChanged(\($0.text)) a second time" }
        }
      }
    },
    Check("the time goes on where it was paused") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        try await session.waitForTime(beyond: 0.05, from: 0)
        let pause = try await session.perform(.pause)
        try await session.waitForStatus(.paused, from: pause)
        let asked = try await session.perform(.currentTime)
        let held = try await session.wait(for: "timeChanged", from: asked) { $0.event.time != nil }
        try await session.watch(from: held.index) { _ in nil }
        let sent = ContinuousClock.now
        let play = try await session.perform(.play)
        let playing = try await session.waitForStatus(.playing, from: play)
        let next = try await session.wait(for: "a time", from: playing.index) { $0.event.time != nil }
        let (before, after) = (held.event.time ?? 0, next.event.time ?? 0)
        let elapsed = next.instant.seconds(since: sent)
        try require(
          after >= before - 0.05 && after <= before + elapsed + 0.6,
          "paused at \(before.text) s it went on at \(after.text) s, \(elapsed.text) s after it played")
      }
    },
  ]

  /// Plays for a while, and throws unless the time comes in this interval and keeps pace with the clock.
  private static func requirePace(_ context: RuleContext, interval: Double) async throws {
    try await context.withSession(configure: { $0.timeInterval = interval }) { session in
      try await session.play(context.media.main)
      // What comes first may be late: the opening is not measured.
      try await session.waitForTime(beyond: 0.2, from: 0)
      let pace = try await Pace.measure(session, for: 2.3)
      try require(pace.count >= 4, "in 2.3 s the time came \(pace.count) times")
      try require(
        abs(pace.interval - interval) <= max(0.2 * interval, 0.03),
        "the time came every \(pace.interval.text) s, not every \(interval.text) s")
      let drift = pace.drift(at: 1)
      try require(
        abs(drift) <= 0.05, "in 2.3 s the time ran \(drift.text) s away from the clock")
      let jitter = pace.jitter(at: 1)
      try require(jitter <= 0.05, "the times lay \(jitter.text) s off the clock")
      if let (before, after) = pace.stepBack {
        throw CheckFailure("while playing the time went from \(before.text) to \(after.text) s")
      }
    }
  }
}
