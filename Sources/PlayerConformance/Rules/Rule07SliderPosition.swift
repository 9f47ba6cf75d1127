import PlayerKit

/// Rule 7: a slider never jumps back.
enum SliderPosition {
  static let checks = [
    Check("a seek while playing holds its target until it lands") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        let duration = try await session.seekableDuration()
        try await session.waitForTime(beyond: 0.05, from: 0)
        try await requireSteady(session, [duration * 0.6], context)
        try await requireSteady(session, [duration * 0.2], context)
      }
    },
    Check("a seek while paused holds its target until it lands") { context in
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        let duration = try await session.seekableDuration()
        try await requireSteady(session, [duration * 0.6], context)
        try await requireSteady(session, [duration * 0.2], context)
      }
    },
    Check("of seeks in a row the newest target holds") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        let duration = try await session.seekableDuration()
        try await requireSteady(
          session, [0.8, 0.1, 0.7, 0.2, 0.6, 0.3, 0.5, 0.4].map { duration * $0 }, context)
      }
    },
    Check("inexact seeks hold their target until they land") { context in
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        let duration = try await session.seekableDuration()
        try await requireSteady(session, [0.2, 0.5, 0.3].map { duration * $0 }, context, precise: false)
      }
    },
    Check("every seek that stands alone lands") { context in
      try await context.withSession { session in
        try await session.cue(context.media.main)
        let duration = try await session.seekableDuration()
        for target in [0.5, 0.5, 0, 1].map({ duration * $0 }) {
          try await requireSteady(session, [target], context)
        }
      }
    },
  ]

  /// Seeks to targets in a row, and throws unless the state stays at the newest one until it has landed, and
  /// goes on from the landing.
  private static func requireSteady(
    _ session: Session, _ targets: [Double], _ context: RuleContext, precise: Bool = true
  ) async throws {
    let mark = session.mark()
    for target in targets {
      let sent = try await session.perform(.seek(.to(target), precise: precise))
      let accepted = session.log.entries(from: sent).contains { $0.event.seekTarget == target }
      try require(accepted, "a seek to \(target.text) s was accepted without seeking(\(target.text))")
    }
    guard let last = targets.last else { return }
    let accepted = session.log.entries(from: mark).last { $0.event.seekTarget == last }?.instant ?? .now
    let landed = try await session.wait(for: "the seek's landing", from: mark) {
      $0.event.landing != nil && !$0.state.isSeeking
    }
    try await session.watch(from: mark) { _ in nil }
    try requireHolding(session.log.entries(from: mark), precise ? context.landingTolerance : 5)
    try requireOnePosition(
      session, from: landed.index, accepted: accepted, near: last, context, precise: precise)
  }

  /// Throws where the state leaves a target before that very seek has landed.
  private static func requireHolding(
    _ entries: ArraySlice<EventRecorder.Entry>, _ tolerance: Double
  ) throws(CheckFailure) {
    var target: Double?
    for entry in entries {
      if let newer = entry.event.seekTarget {
        target = newer
      } else if let landing = entry.event.landing {
        guard let held = target else {
          throw CheckFailure("seeked(\(landing.text)) came without a seek under way")
        }
        try require(
          abs(landing - held) <= tolerance,
          "amid a seek to \(held.text) s seeked(\(landing.text)) came, which is another's landing")
        target = nil
      } else if let target {
        try require(
          entry.state.isSeeking && entry.state.currentTime == target,
          "amid a seek to \(target.text) s \(entry.event.text) led to \(entry.state.currentTime.text) s")
      }
    }
  }

  /// Throws unless the true position is told once on landing, near the target, and the time goes on from it.
  private static func requireOnePosition(
    _ session: Session, from landing: Int, accepted: ContinuousClock.Instant, near target: Double,
    _ context: RuleContext, precise: Bool
  ) throws {
    let entries = session.log.entries(from: landing)
    // A newer seek's landing may follow an older one's; what counts is the last.
    guard let landed = entries.last(where: { $0.event.landing != nil }), let position = landed.event.landing
    else { return }
    let tolerance = precise ? context.landingTolerance : 5
    try require(
      abs(position - target) <= tolerance, "a seek to \(target.text) s landed at \(position.text) s")
    let times = entries.filter { $0.index > landed.index && $0.event.time != nil }
    guard let first = times.first else {
      throw CheckFailure("no timeChanged followed seeked(\(position.text))")
    }
    try require(
      first.event.time == position,
      "after seeked(\(position.text)) came \(first.event.text), not the same time")
    for entry in times.dropFirst() {
      let time = entry.event.time ?? position
      // Since the acceptance, because a busy machine may hold the telling of the landing up.
      let elapsed = entry.instant.seconds(since: accepted)
      try require(
        time >= position - 0.05 && time <= position + elapsed + 2,
        "\(elapsed.text) s after a seek that landed at \(position.text) s the time was \(time.text) s")
      try require(
        entry.state.status == .playing || entry.state.status == .ended,
        "after landing at \(position.text) s its time was told twice")
    }
  }
}
