import PlayerKit

/// Rule 10: play while playing and pause while paused.
enum NothingForNothing {
  static let checks = [
    Check("play while playing is nothing") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        try await session.waitForTime(beyond: 0.05, from: 0)
        let mark = try await session.perform(.play)
        try await session.perform(.play)
        try await session.watch(from: mark) { entry in
          entry.event.comesByItself ? nil : "play while playing sent \(entry.event.text)"
        }
      }
    },
    Check("pause while paused is nothing") { context in
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        try await requireNothing(session, "pause while paused")
      }
    },
    Check("pause while queued is nothing") { context in
      try await context.withSession { session in
        try await session.cue(context.media.main)
        try await requireNothing(session, "pause while queued")
      }
    },
    Check("pause after the end is nothing") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        try await session.play(context.main(start: duration - 0.5))
        try await session.waitForStatus(.ended, from: 0)
        try await requireNothing(session, "pause after the end")
      }
    },
    Check("idle is nothing") { context in
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        let mark = try await session.perform(.idle)
        try await session.watch(from: mark) { entry in
          mayComeWhileHeld(entry.event) ? nil : "idle sent \(entry.event.text)"
        }
      }
    },
  ]

  private static func requireNothing(_ session: Session, _ what: String) async throws {
    let mark = try await session.perform(.pause)
    try await session.perform(.pause)
    try await session.watch(from: mark) { entry in
      mayComeWhileHeld(entry.event) ? nil : "\(what) sent \(entry.event.text)"
    }
  }

  private static func mayComeWhileHeld(_ event: PlayerEvent) -> Bool {
    event.comesByItself && event.time == nil
  }
}
