import PlayerKit

/// Rule 13: failures.
enum Failures {
  static let checks = [
    Check("a source that fails sets error and unstarted, once") { context in
      try await withFailing(context) { session, source in
        let failed = try await fail(session, source)
        let state = failed.state
        try require(state.status == .unstarted, "after failed it was \(state.status)")
        try require(state.source == source, "after failed the source was gone")
        try await session.watch(from: failed.index + 1) { entry in
          entry.event.comesByItself && entry.event.time == nil
            ? nil : "after failed came \(entry.event.text)"
        }
        try require(session.state.error != nil, "the error did not stay")
      }
    },
    Check("the cause is told") { context in
      try await withFailing(context) { session, source in
        let failed = try await fail(session, source)
        guard let error = failed.event.failure else { return }
        try require(!error.message.isEmpty, "the failure \(error.code) has no message")
        if let code = context.media.failureCode {
          try require(error.code == code, "a missing file failed with \(error.text), not \(code)")
        }
      }
    },
    Check("a missing file fails at once", attempts: 3) { context in
      if context.media.failureCode == nil { throw NotChecked("the source is not a missing file") }
      try await withFailing(context) { session, source in
        let failed = try await fail(session, source)
        let started = session.log.entries().first { $0.event == .sourceChanged(source) }
        let elapsed = failed.instant.seconds(since: started?.instant ?? failed.instant)
        try require(elapsed < 1, "a missing file failed after \(elapsed.text) s")
      }
    },
    Check("a failed cue fails in the same way") { context in
      try await withFailing(context) { session, source in
        let mark = try await session.perform(.cue(source))
        let failed = try await session.wait(for: "failed", from: mark) { $0.event.failure != nil }
        try session.requireNone(from: mark) { opened($0) }
        try require(failed.state.status == .unstarted, "after failed it was \(failed.state.status)")
      }
    },
    Check("the next load clears the error and plays") { context in
      try await withFailing(context) { session, source in
        try await fail(session, source)
        let mark = try await session.play(context.media.main)
        try session.requireNone(from: mark) { entry in
          entry.state.error == nil ? nil : "after the next load's \(entry.event.text) the error was still set"
        }
        try await session.waitForTime(beyond: 0.05, from: mark)
      }
    },
    Check("a failed load over a playing source silences it") { context in
      try await withFailing(context) { session, source in
        let mark = try await session.play(context.media.main)
        try await session.waitForTime(beyond: 0.05, from: mark)
        let failed = try await fail(session, source)
        try await session.watch(from: failed.index + 1) { entry in
          entry.event.comesByItself && entry.event.time == nil
            ? nil : "after failed came \(entry.event.text)"
        }
      }
    },
    Check("after a failure the backend takes actions, and play opens the source again") { context in
      try await withFailing(context) { session, source in
        try await fail(session, source)
        let volume = try await session.perform(.setVolume(33))
        try await session.wait(until: "volumeChanged(33)", from: volume) { $0.volume == 33 }
        let play = try await session.perform(.play)
        let again = try await session.wait(for: "sourceChanged", from: play) {
          $0.event == .sourceChanged(source)
        }
        try await session.wait(for: "failed", from: again.index) { $0.event.failure != nil }
        try await session.perform(.clear)
        try await session.wait(until: "no error", from: play) { $0.error == nil && $0.source == nil }
      }
    },
  ]

  private static func withFailing(
    _ context: RuleContext, _ body: (Session, PlayerSource) async throws -> Void
  ) async throws {
    guard let source = context.media.failing else { throw NotChecked("no source that fails was given") }
    try await context.withSession { session in try await body(session, source) }
  }

  /// Loads a source that fails, and returns its `failed`.
  @discardableResult
  private static func fail(_ session: Session, _ source: PlayerSource) async throws -> EventRecorder.Entry {
    let mark = try await session.perform(.load(source))
    let failed = try await session.wait(for: "failed", from: mark) {
      $0.index >= mark && $0.event.failure != nil
    }
    let accepted = session.log.entries(from: mark).first { $0.event == .sourceChanged(source) }
    try require(
      (accepted?.index ?? .max) < failed.index, "failed came without the source's sourceChanged before it")
    try session.requireNone(from: accepted?.index ?? mark) { opened($0) }
    if case .failed(_, let willRestart) = failed.event {
      try require(!willRestart, "failed came with willRestart, which is the player's to say")
    }
    return failed
  }

  private static func opened(_ entry: EventRecorder.Entry) -> String? {
    switch entry.event.status {
    case .playing, .queued, .paused, .ended: "a source that fails sent \(entry.event.text)"
    default: nil
    }
  }
}
