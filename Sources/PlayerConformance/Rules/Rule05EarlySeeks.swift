import PlayerKit

/// Rule 5: seeks before the source is open.
enum EarlySeeks {
  static let checks = [
    Check("a seek during opening is applied") { context in
      let duration = try await context.seekableDuration()
      try await requireOpening(
        context, .cue(context.media.main), [.seek(.to(duration * 0.5))], at: duration * 0.5)
    },
    Check("the last seek during opening wins") { context in
      let duration = try await context.seekableDuration()
      let seeks = [0.7, 0.3, 0.5].map { PlayerAction.seek(.to(duration * $0)) }
      try await requireOpening(context, .cue(context.media.main), seeks, at: duration * 0.5)
    },
    Check("by counts from the start") { context in
      _ = try await context.seekableDuration()
      try await requireOpening(context, .cue(context.main(start: 1.5)), [.seek(.by(1))], at: 2.5)
    },
    Check("a fraction waits for the duration") { context in
      let duration = try await context.seekableDuration()
      try await requireOpening(
        context, .cue(context.media.main), [.seek(.fraction(0.25))], at: duration * 0.25)
    },
    Check("a seek during opening wins over start") { context in
      let duration = try await context.seekableDuration()
      try await requireOpening(
        context, .cue(context.main(start: 1)), [.seek(.to(duration * 0.6))], at: duration * 0.6)
    },
    Check("a seek while a load opens keeps it playing, from the target") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        let mark = try await session.perform(.load(context.media.main))
        let sought = try await session.perform(.seek(.to(duration * 0.5)))
        try require(
          session.log.entries(from: sought).contains { $0.event.seekTarget == duration * 0.5 },
          "a seek during opening was accepted without seeking(\((duration * 0.5).text))")
        let landed = try await session.waitForLanding(from: sought)
        try await session.waitForStatus(.playing, from: mark)
        let target = duration * 0.5 - context.landingTolerance
        try await session.waitForTime(beyond: target, from: landed.index)
        try await session.watch(from: landed.index) { entry in
          if let time = entry.event.time, time < target {
            return "after landing at \(landed.event.text) the time was \(time.text) s"
          }
          return [.playing, .buffering, .unstarted].contains(entry.state.status)
            ? nil : "a seek during opening led to \(entry.event.text)"
        }
      }
    },
    Check("start is part of the load") { context in
      let duration = try await context.seekableDuration()
      let start = duration * 0.4
      try await context.withSession { session in
        let sent = ContinuousClock.now
        let mark = try await session.play(context.main(start: start))
        let time = try await session.waitForTime(beyond: start, from: mark)
        try requireFromStart(session.log.entries(from: mark), start, context)
        let elapsed = time.instant.seconds(since: sent)
        try require(
          (time.event.time ?? 0) <= start + elapsed + context.landingTolerance,
          "a load from \(start.text) s began at \(time.event.text)")
      }
    },
    Check("start is part of the cue") { context in
      let duration = try await context.seekableDuration()
      let start = duration * 0.4
      try await context.withSession { session in
        let mark = try await session.cue(context.main(start: start))
        try await session.watch(from: mark, Loading.soundBeyond(start + context.landingTolerance))
        try requireFromStart(session.log.entries(from: mark), start, context)
        try require(
          abs(session.state.currentTime - start) <= context.landingTolerance,
          "a cue from \(start.text) s was queued at \(session.state.currentTime.text) s")
      }
    },
    Check("a seek held for a source that can't be sought in is rejected") { context in
      guard let source = context.options.unseekableSource else {
        throw NotChecked("no source that can't be sought in was given")
      }
      try await context.withSession { session in
        let mark = try await session.perform(.load(source))
        let seek = PlayerAction.seek(.to(2))
        if let error = try await session.result(of: seek) {
          try require(error.code == .unsupported, "the seek threw \(error.text), not unsupported")
          throw NotChecked("the source was open before the seek was sent")
        }
        let rejected = try await session.wait(for: "rejected", from: mark) {
          if case .rejected = $0.event { true } else { false }
        }
        if case .rejected(let action, let error) = rejected.event {
          try require(
            action == .action(seek) && error.code == .unsupported,
            "what was rejected was not the seek, or \(error.text) is not unsupported")
        }
        try await session.waitForLanding(from: mark)
        try await session.waitForStatus(.playing, from: mark)
      }
    },
  ]

  /// Opens with seeks sent behind it at once, and throws unless it ends queued at `target`.
  private static func requireOpening(
    _ context: RuleContext, _ opening: PlayerAction, _ seeks: [PlayerAction], at target: Double
  ) async throws {
    try await context.withSession { session in
      let mark = try await session.perform(opening)
      for seek in seeks { try await session.perform(seek) }
      let isThere = { (state: PlayerState) in
        state.status == .queued && !state.isSeeking
          && abs(state.currentTime - target) <= context.landingTolerance
      }
      do {
        try await session.wait(until: "queued at \(target.text) s", from: mark, isThere)
      } catch let failure as CheckFailure {
        throw CheckFailure("\(failure.detail), and the time was \(session.state.currentTime.text) s")
      }
      try await session.watch(from: session.mark()) { entry in
        isThere(entry.state) ? nil : "once queued at \(target.text) s it sent \(entry.event.text)"
      }
      try require(
        isThere(session.state), "it did not stay at \(target.text) s: \(session.state.currentTime.text) s")
      try session.requireNone(from: mark) { entry in
        entry.event.status == .playing ? "it played" : nil
      }
      try require(
        session.log.entries(from: mark).contains { $0.event.landing != nil },
        "the seek's landing was not told")
    }
  }

  /// Throws where a time lies before the start.
  private static func requireFromStart(
    _ entries: ArraySlice<EventRecorder.Entry>, _ start: Double, _ context: RuleContext
  ) throws {
    let early = entries.first { ($0.event.time ?? start) < start - context.landingTolerance }
    try require(
      early == nil, "a source that starts at \(start.text) s sent \(early?.event.text ?? "")")
  }
}
