import PlayerKit

/// Rule 15: order.
enum Order {
  static let checks = [
    Check("the actions of one task are applied in the order sent") { context in
      try await context.withSession(dwell: dwell) { session in
        try await session.cue(context.media.main)
        let mark = session.mark()
        try await session.perform(all: (1...60).map { .setVolume(Double($0)) })
        let last = try await session.wait(for: "volumeChanged(60)", from: mark) {
          $0.event == .volumeChanged(60)
        }
        try await session.watch(from: last.index) { entry in
          entry.state.volume == 60 ? nil : "after volumeChanged(60) came \(entry.event.text)"
        }
        try requireAscending(session.log.entries(from: mark).volumes)
        try requireOneAtATime(session)
      }
    },
    Check("the last of play and pause counts") { context in
      try await context.withSession(dwell: dwell) { session in
        try await session.playAndPause(context.media.main)
        let mark = session.mark()
        try await session.perform(all: (0..<20).map { $0.isMultiple(of: 2) ? .play : .pause })
        try await session.watch(from: mark) { _ in nil }
        try await session.wait(until: "paused", from: mark) { $0.status == .paused && !$0.playWhenReady }
        try await session.watch(from: session.mark()) { entry in
          entry.state.status == .paused ? nil : "after the last pause came \(entry.event.text)"
        }
        let play = try await session.perform(.play)
        try await session.waitForStatus(.playing, from: play)
      }
    },
    Check("the last of load and cue counts") { context in
      try await context.withSession(dwell: dwell) { session in
        let mark = session.mark()
        try await session.perform(all: [
          .load(context.media.main), .cue(context.media.second), .load(context.media.second),
          .cue(context.media.main),
        ])
        try await session.wait(until: "the last source, queued", from: mark) {
          $0.source == context.media.main && $0.status == .queued
        }
        try await session.watch(from: session.mark()) { entry in
          entry.state.source == context.media.main && entry.state.status == .queued
            ? nil : "after the last cue came \(entry.event.text)"
        }
      }
    },
    Check("any number of tasks may send at once, each in its order") { context in
      try await context.withSession(dwell: dwell) { session in
        try await session.cue(context.media.main)
        let mark = session.mark()
        let tasks = (0..<16).map { task in (0..<6).map { Double(task * 6 + $0) } }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for volumes in tasks {
            group.addTask { try await session.perform(all: volumes.map { .setVolume($0) }) }
          }
          try await group.waitForAll()
        }
        let last = try await session.perform(.setVolume(100))
        try await session.wait(until: "volumeChanged(100)", from: last) { $0.volume == 100 }
        let told = session.log.entries(from: mark).volumes
        for volumes in tasks { try requireAscending(told.filter(volumes.contains)) }
        try requireOneAtATime(session)
      }
    },
    Check("amid actions of many tasks events come one at a time, and the backend stays usable") { context in
      try await context.withSession(dwell: dwell) { session in
        try await session.play(context.media.main)
        let duration = try await session.seekableDuration()
        let actions: [PlayerAction] = [
          .seek(.to(duration * 0.2)), .pause, .setVolume(30), .mute, .play, .seek(.fraction(0.4)),
          .currentTime, .unmute, .setVolume(70), .seek(.by(-0.5), precise: false),
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<8 {
            group.addTask {
              try await session.perform(all: (0..<15).map { actions[(task * 3 + $0) % actions.count] })
            }
          }
          try await group.waitForAll()
        }
        let play = try await session.perform(.play)
        try await session.wait(until: "playing", from: play) { $0.status == .playing && !$0.isSeeking }
        let pause = try await session.perform(.pause)
        try await session.wait(until: "paused", from: pause) { $0.status == .paused }
        let seek = try await session.perform(.seek(.to(duration * 0.3)))
        let landing = try await session.waitForLanding(from: seek).event.landing ?? .infinity
        try require(
          abs(landing - duration * 0.3) <= context.landingTolerance,
          "afterwards a seek to \((duration * 0.3).text) s landed at \(landing.text) s")
        try requireOneAtATime(session)
      }
    },
  ]

  /// How long the recorder takes an event, so that a second one at the same time is seen.
  private static let dwell = Duration.milliseconds(1)

  private static func requireAscending(_ values: [Double]) throws(CheckFailure) {
    for (earlier, later) in zip(values, values.dropFirst()) where later <= earlier {
      throw CheckFailure("volumeChanged(\(later.text)) came after volumeChanged(\(earlier.text))")
    }
  }

  private static func requireOneAtATime(_ session: Session) throws(CheckFailure) {
    let overlaps = session.log.overlaps
    try require(overlaps == 0, "\(overlaps) events came while another was still being taken")
  }
}

extension Collection<EventRecorder.Entry> {
  /// The volumes that were told.
  fileprivate var volumes: [Double] {
    compactMap { entry in
      if case .volumeChanged(let volume) = entry.event { volume } else { nil }
    }
  }
}

extension Session {
  /// Performs actions from one task, none of which may be refused.
  fileprivate func perform(all actions: [PlayerAction]) async throws {
    let backend = backend
    let limit = Duration.seconds(configuration.timeouts.perform)
    let failure: String?? = try await withTimeLimit(limit) {
      for action in actions {
        do throws(PlayerError) {
          try await backend.perform(action)
        } catch {
          return "\(action.text) threw \(error.text)"
        }
      }
      return .none
    }
    guard let failure else {
      throw CheckFailure("\(actions.count) actions in a row took more than \(limit.seconds.text) s")
    }
    if let failure { throw CheckFailure(failure) }
  }
}
