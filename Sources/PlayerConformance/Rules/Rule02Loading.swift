import PlayerKit

/// Rule 2: load and cue.
enum Loading {
  static let checks = [
    Check("load plays by itself") { context in
      try await context.withSession { session in
        let mark = try await session.play(context.media.main)
        try requireOpening(session, from: mark, context.media.main, [.unstarted, .buffering, .playing])
        try require(session.state.playWhenReady, "playWhenReady was false while it played by itself")
        try await session.waitForTime(beyond: 0.05, from: mark)
      }
    },
    Check("load without autoPlay stays queued") { context in
      try await context.withSession(configure: { $0.autoPlay = false }) { session in
        let mark = try await session.perform(.load(context.media.main))
        try await session.waitForStatus(.queued, from: mark)
        try requireOpening(session, from: mark, context.media.main, [.unstarted, .buffering, .queued])
        try await session.watch(from: mark, soundBeyond(0))
        try require(!session.state.playWhenReady, "playWhenReady was true though autoPlay is off")
      }
    },
    Check("cue stays queued, without a moment of sound") { context in
      try await context.withSession { session in
        let mark = try await session.cue(context.media.main)
        try requireOpening(session, from: mark, context.media.main, [.unstarted, .buffering, .queued])
        try await session.watch(from: mark, for: context.options.watchTime * 2, soundBeyond(0))
        try require(!session.state.playWhenReady, "playWhenReady was true after a cue")
      }
    },
    Check("play plays what was cued") { context in
      try await context.withSession { session in
        try await session.cue(context.media.main)
        let mark = try await session.perform(.play)
        let playing = try await session.waitForStatus(.playing, from: mark)
        try require(playing.state.playWhenReady, "playWhenReady was false while playing")
        try await session.waitForTime(beyond: 0.05, from: mark)
      }
    },
    Check("play while a cue opens plays it") { context in
      try await context.withSession { session in
        let mark = try await session.perform(.cue(context.media.main))
        try await session.perform(.play)
        try await session.waitForStatus(.playing, from: mark)
      }
    },
    Check("pause while a load opens keeps it from playing") { context in
      try await context.withSession { session in
        let mark = try await session.perform(.load(context.media.main))
        let paused = session.mark()
        try await session.perform(.pause)
        let held = try await session.wait(for: "queued or paused", from: mark) {
          $0.event.status == .queued || $0.event.status == .paused
        }
        let hasPlayed = session.log.entries(from: mark).contains { $0.event.status == .playing }
        try require(
          hasPlayed || held.event.status == .queued,
          "a load that was paused before it played ended \(held.event.text), not queued")
        try await session.watch(from: max(paused, held.index)) { entry in
          entry.state.status == .playing || entry.state.playWhenReady
            ? "after the pause came \(entry.event.text)" : nil
        }
      }
    },
    Check("a load over a playing source opens in the same order") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        let mark = try await session.perform(.load(context.media.second))
        let accepted = try await session.wait(for: "sourceChanged", from: mark) {
          $0.event == .sourceChanged(context.media.second)
        }
        try await session.waitForStatus(.playing, from: accepted.index)
        try requireOpening(
          session, from: accepted.index, context.media.second, [.unstarted, .buffering, .playing])
      }
    },
  ]

  /// Throws unless the events from `mark` on begin with the source and go through these statuses.
  static func requireOpening(
    _ session: Session, from mark: Int, _ source: PlayerSource, _ expected: [PlayerStatus]
  ) throws(CheckFailure) {
    let entries = session.log.entries(from: mark)
    let first = entries.first { !$0.event.isLog }
    try require(
      first?.event == .sourceChanged(source),
      "the first event was \(first?.event.text ?? "none"), not sourceChanged")
    let statuses = entries.statuses
    try require(
      statuses.starts(with: expected),
      "the statuses were \(statuses.map(\.rawValue).joined(separator: ", ")), "
        + "not \(expected.map(\.rawValue).joined(separator: ", "))")
  }

  /// Objects to whatever shows that a queued source sounds: playing, or a time beyond `start`.
  static func soundBeyond(_ start: Double) -> (EventRecorder.Entry) -> String? {
    { entry in
      if entry.event.status == .playing { return "it played" }
      guard let time = entry.event.time, time > start + 0.05 else { return nil }
      return "the time went on to \(time.text) s while it was \(entry.state.status)"
    }
  }
}

extension Collection<EventRecorder.Entry> {
  /// The statuses that were told, equal ones in a row once.
  var statuses: [PlayerStatus] {
    reduce(into: []) { statuses, entry in
      if let status = entry.event.status, statuses.last != status { statuses.append(status) }
    }
  }
}
