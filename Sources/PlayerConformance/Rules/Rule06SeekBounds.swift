import PlayerKit

/// Rule 6: the bounds of a seek.
enum SeekBounds {
  static let checks = [
    Check("a seek beyond the duration goes to the duration") { context in
      try await requireClamped(context, [.to(100_000), .by(100_000)]) { $0 }
    },
    Check("a seek before 0 goes to 0") { context in
      try await requireClamped(context, [.to(-5), .by(-100_000)]) { _ in 0 }
    },
    Check("a seek beyond the source's end goes to the end") { context in
      let duration = try await context.seekableDuration()
      let end = duration * 0.6
      try await context.withSession { session in
        try await session.cue(context.main(end: end))
        try await requireTarget(session, .to(duration * 0.9), end)
        try await requireTarget(session, .by(100_000), end)
      }
    },
    Check("a seek before the source's start goes there") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        try await session.cue(context.main(start: duration * 0.5))
        try await requireTarget(session, .to(duration * 0.2), duration * 0.2)
      }
    },
    Check("a seek to what is not a number is invalidArgument") { context in
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        for value in [Double.nan, .infinity, -.infinity] {
          for target in [SeekTarget.to(value), .by(value), .fraction(value)] {
            try await session.performRefused(.seek(target), .invalidArgument)
          }
        }
        try await session.watch(from: session.mark()) { entry in
          entry.event.seekTarget != nil || entry.event.landing != nil
            ? "a refused seek sent \(entry.event.text)" : nil
        }
      }
    },
    Check("a seek where it can't be done is unsupported") { context in
      guard let source = context.options.unseekableSource else {
        throw NotChecked("no source that can't be sought in was given")
      }
      try await context.withSession { session in
        try await session.play(source)
        let state = try await session.wait(until: "a duration, or a live stream") {
          $0.duration != nil || $0.isLive
        }
        try require(!state.isSeekable, "isSeekable is true for a source that can't be sought in")
        for target in [SeekTarget.to(1), .by(1), .by(-1)] {
          try await session.performRefused(.seek(target), .unsupported)
        }
      }
    },
  ]

  private static func requireClamped(
    _ context: RuleContext, _ targets: [SeekTarget], _ expected: (Double) -> Double
  ) async throws {
    try await context.withSession { session in
      try await session.playAndPause(context.media.main)
      let duration = try await session.seekableDuration()
      for target in targets {
        // From the middle, so that each has a way to go.
        let middle = try await session.perform(.seek(.fraction(0.5)))
        try await session.waitForLanding(from: middle)
        try await requireTarget(session, target, expected(duration))
      }
    }
  }

  /// Seeks, and throws unless it is accepted with the target `expected` and lands near there.
  private static func requireTarget(
    _ session: Session, _ target: SeekTarget, _ expected: Double
  ) async throws {
    let action = PlayerAction.seek(target)
    let mark = try await session.perform(action)
    let seeking = try await session.wait(for: "seeking", from: mark) { $0.event.seekTarget != nil }
    let told = seeking.event.seekTarget ?? .infinity
    try require(
      abs(told - expected) < 0.001, "\(action.text) was accepted as \(told.text), not \(expected.text)")
    let landed = try await session.waitForLanding(from: mark)
    let landing = landed.event.landing ?? .infinity
    try require(
      abs(landing - expected) < 0.5, "\(action.text) landed at \(landing.text), not \(expected.text)")
  }
}
