import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rule 16: shutting down.
enum ShuttingDown {
  static let checks = [
    Check("shutting down a new backend ends within 5 s") { context in
      try await context.withSession { session in try await session.shutDown() }
    },
    Check("shutting down while playing ends within 5 s, and nothing arrives after it") { context in
      try await context.withSession { session in
        let mark = try await session.play(context.media.main)
        try await session.waitForTime(beyond: 0.05, from: mark)
        try await requireSilence(session)
      }
    },
    Check("shutting down amid a load ends within 5 s, and nothing arrives after it") { context in
      try await context.withSession { session in
        try await session.perform(.load(context.options.slowSource ?? context.media.main))
        try await requireSilence(session)
      }
    },
    Check("shutting down amid a seek ends within 5 s, and nothing arrives after it") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        let duration = try await session.seekableDuration()
        try await session.perform(.seek(.to(duration * 0.7)))
        try await requireSilence(session)
      }
    },
    Check("shutting down may be asked for again and by many at once") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { try await session.shutDown() } }
          try await group.waitForAll()
        }
        let mark = session.mark()
        try await session.shutDown()
        try await session.watch(from: mark) { "after a second shutDown came \($0.event.text)" }
      }
    },
    Check("actions amid shutting down return") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for action in [PlayerAction.pause, .seek(.to(1)), .setVolume(5), .load(context.media.second)] {
            group.addTask {
              guard let error = try await session.result(of: action) else { return }
              try require(error.code == .closed, "\(action.text) threw \(error.text), not closed")
            }
          }
          group.addTask { try await session.shutDown() }
          try await group.waitForAll()
        }
      }
    },
    Check("after shutting down each action throws closed") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        try await session.shutDown()
        let mark = session.mark()
        for action in actions(context) {
          guard let error = try await session.result(of: action) else {
            throw CheckFailure("after shutDown \(action.text) was taken and should have thrown closed")
          }
          try require(
            error.code == .closed, "after shutDown \(action.text) threw \(error.text), not closed")
        }
        try await session.watch(from: mark) { "after shutDown came \($0.event.text)" }
      }
    },
    Check("threads, descriptors and processes are gone", attempts: 3) { context in
      guard ProcessResources.current() != nil else { throw NotChecked("this system has no /proc") }
      for round in 0..<2 { _ = try await leftovers(context, amidLoad: round == 1) }
      // What a run leaves by chance, such as a thread that Dispatch adds to its pool, is not left each time.
      var left = Leftovers(threads: [:], descriptors: [:], children: [:])
      for round in 0..<4 {
        left = try await leftovers(context, amidLoad: round == 1)
        if left.isEmpty { return }
      }
      throw CheckFailure(
        "\(context.options.settleTime.seconds.text) s after each of 4 shutDowns there was left \(left.text)")
    },
  ]

  /// Shuts down, and throws where anything arrives after it.
  private static func requireSilence(_ session: Session) async throws {
    try await session.shutDown()
    let entries = session.log.entries()
    if let closed = entries.first(where: { $0.event == .closed }), closed.index != entries.endIndex - 1 {
      throw CheckFailure("after closed came \(entries[closed.index + 1].event.text)")
    }
    try await session.watch(from: entries.endIndex, for: session.options.watchTime * 2) {
      "after shutDown came \($0.event.text)"
    }
  }

  /// Makes, loads and shuts down, and returns what is left when the time to settle is over.
  private static func leftovers(_ context: RuleContext, amidLoad: Bool) async throws -> Leftovers {
    _ = await SwiftPool.threads()
    guard let before = ProcessResources.current() else { throw NotChecked("this system has no /proc") }
    try await context.withSession { session in
      if amidLoad {
        try await session.perform(.load(context.media.main))
      } else {
        try await session.play(context.media.main)
      }
      try await session.shutDown()
    }
    let deadline = ContinuousClock.now + context.options.settleTime
    while true {
      let isLast = ContinuousClock.now >= deadline
      if let now = ProcessResources.current() {
        let left = now.added(since: before, except: await SwiftPool.threads())
        if left.isEmpty || isLast { return left }
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Every action, once.
  private static func actions(_ context: RuleContext) -> [PlayerAction] {
    [
      .idle, .load(context.media.main), .cue(context.media.main), .play, .pause, .stop, .clear,
      .seek(.to(1)), .seek(.by(1)), .seek(.fraction(0.5)), .duration, .currentTime, .mute, .unmute,
      .setVolume(50), .setRate(1), .setQuality(.medium), .next, .previous, .playItem(0), .setLoop(.one),
      .setShuffle(true), .setTrack(.audio, id: nil), .setFullscreen(true), .stepFrame(by: 1),
      .screenshot(to: MediaPath(context.media.path("closed.png"))),
    ]
  }
}
