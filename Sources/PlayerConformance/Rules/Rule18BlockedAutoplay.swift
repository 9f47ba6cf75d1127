import PlayerKit

/// Rule 18: playback that the platform blocks.
enum BlockedAutoplay {
  static let checks = [
    Check("a load that is blocked fails with autoplayBlocked") { context in
      try await withBlocked(context) { session, source in
        let mark = try await session.perform(.load(source))
        try await requireBlocked(session, from: mark)
      }
    },
    Check("a play that is blocked fails with autoplayBlocked") { context in
      try await withBlocked(context) { session, source in
        try await session.cue(source)
        let mark = try await session.perform(.play)
        try await requireBlocked(session, from: mark)
      }
    },
  ]

  private static func withBlocked(
    _ context: RuleContext, _ body: (Session, PlayerSource) async throws -> Void
  ) async throws {
    guard let blocked = context.options.blockedAutoplay else {
      throw NotChecked("no set-up in which the platform blocks playback was given")
    }
    try await context.withSession(provider: blocked.provider) { session in
      try await body(session, blocked.source)
    }
  }

  private static func requireBlocked(_ session: Session, from mark: Int) async throws {
    let answer = try await session.wait(for: "failed(autoplayBlocked)", from: mark) {
      $0.event.failure != nil || $0.event.status == .playing
    }
    guard let error = answer.event.failure else {
      throw CheckFailure("playback that is blocked sent \(answer.event.text)")
    }
    try require(
      error.code == .autoplayBlocked,
      "playback that is blocked failed with \(error.text), not autoplayBlocked")
    try require(
      answer.state.status == .unstarted && answer.state.error == error,
      "after failed it was \(answer.state.status)")
  }
}
