import PlayerKit

/// Rule 4: a seek never changes play or pause.
enum SeekKeepsStatus {
  static let checks = [
    Check("playing stays playing") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        let duration = try await session.seekableDuration()
        let mark = try await session.perform(.seek(.to(duration * 0.5)))
        try await session.waitForLanding(from: mark)
        try await session.waitForTime(beyond: duration * 0.5 - context.landingTolerance, from: mark)
        try session.requireNone(from: mark) { entry in
          let isPlaying = entry.state.status == .playing || entry.state.status == .buffering
          return isPlaying && entry.state.playWhenReady
            ? nil : "a seek while playing sent \(entry.event.text)"
        }
      }
    },
    Check("paused stays paused") { context in
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        let duration = try await session.seekableDuration()
        try await requireHeld(at: duration * 0.4, .paused, session, context)
        try await requirePlay(from: duration * 0.4, session, context)
      }
    },
    Check("queued stays queued, with the start moved") { context in
      try await context.withSession { session in
        try await session.cue(context.media.main)
        let duration = try await session.seekableDuration()
        try await requireHeld(at: duration * 0.4, .queued, session, context)
        try await requirePlay(from: duration * 0.4, session, context)
      }
    },
    Check("stopped stays stopped, with the start moved") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        let duration = try await session.seekableDuration()
        let stop = try await session.perform(.stop)
        try await session.waitForStatus(.unstarted, from: stop)
        try require(session.state.source == context.media.main, "stop dropped the source")
        try await requireHeld(at: duration * 0.4, .unstarted, session, context)
        try await requirePlay(from: duration * 0.4, session, context)
      }
    },
    Check("ended becomes paused at the target") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        try await session.play(context.main(start: duration - 0.5))
        try await session.waitForStatus(.ended, from: 0)
        let target = duration * 0.4
        let mark = try await session.perform(.seek(.to(target)))
        let paused = try await session.waitForStatus(.paused, from: mark)
        let landed = try await session.waitForLanding(from: mark)
        try requireLanding(landed, at: target, context)
        try session.requireNone(from: mark) { entry in
          let status = entry.state.status
          return status == .ended || status == .paused
            ? nil : "a seek after the end led to \(entry.event.text)"
        }
        try await session.watch(from: paused.index, held(.paused, at: target, after: landed, context))
        try require(!session.state.playWhenReady, "playWhenReady was true after a seek from the end")
        try await requirePlay(from: target, session, context)
      }
    },
    Check("a seek to the very end while paused stays paused, and play starts again") { context in
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        let duration = try await session.seekableDuration()
        let mark = try await session.perform(.seek(.to(duration)))
        let landed = try await session.waitForLanding(from: mark)
        try require(
          abs((landed.event.landing ?? 0) - duration) < 0.5,
          "a seek to the end at \(duration.text) s landed at \(landed.event.text)")
        try await session.watch(from: mark, held(.paused, at: duration, after: landed, context))
        let play = try await session.perform(.play)
        try await session.wait(for: "the source's playing from its start", from: play) {
          $0.state.status == .playing && ($0.event.time ?? .infinity) < duration * 0.5
        }
        try session.requireNone(from: play) { entry in
          entry.event.status == .ended ? "play at the very end sent ended" : nil
        }
      }
    },
  ]

  /// Seeks to `target`, and throws unless the status stays and the time is the target and stays there.
  private static func requireHeld(
    at target: Double, _ status: PlayerStatus, _ session: Session, _ context: RuleContext
  ) async throws {
    let mark = try await session.perform(.seek(.to(target)))
    let landed = try await session.waitForLanding(from: mark)
    try requireLanding(landed, at: target, context)
    try await session.watch(from: mark, held(status, at: target, after: landed, context))
    try require(!session.state.playWhenReady, "a seek while \(status) set playWhenReady")
  }

  /// Objects to a change of status, and to a time away from the landing after it.
  private static func held(
    _ status: PlayerStatus, at target: Double, after landed: EventRecorder.Entry, _ context: RuleContext
  ) -> (EventRecorder.Entry) -> String? {
    { entry in
      if entry.state.status != status { return "a seek while \(status) led to \(entry.event.text)" }
      guard entry.index > landed.index, let time = entry.event.time, let landing = landed.event.landing,
        abs(time - landing) > 0.05
      else { return nil }
      return "after a seek while \(status) the time went on from \(landing.text) to \(time.text) s"
    }
  }

  private static func requireLanding(
    _ landed: EventRecorder.Entry, at target: Double, _ context: RuleContext
  ) throws(CheckFailure) {
    let landing = landed.event.landing ?? .infinity
    try require(
      abs(landing - target) <= context.landingTolerance,
      "a seek to \(target.text) s landed at \(landing.text) s")
  }

  /// Plays, and throws unless it plays on from `target`.
  private static func requirePlay(
    from target: Double, _ session: Session, _ context: RuleContext
  ) async throws {
    let sent = ContinuousClock.now
    let mark = try await session.perform(.play)
    let playing = try await session.waitForStatus(.playing, from: mark)
    let time = try await session.wait(for: "a time", from: playing.index) { $0.event.time != nil }
    let elapsed = time.instant.seconds(since: sent)
    let position = time.event.time ?? .infinity
    let range = (target - context.landingTolerance)...(target + elapsed + context.landingTolerance + 0.5)
    try require(
      range.contains(position), "after a seek to \(target.text) s play went on at \(position.text) s")
  }
}
