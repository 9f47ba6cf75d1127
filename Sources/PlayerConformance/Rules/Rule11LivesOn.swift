import PlayerKit

/// Rule 11: what lives on across loads.
enum LivesOn {
  static let checks = [
    Check("volume and mute live on across loads") { context in
      try await context.withSession { session in
        try await set(session, .setVolume(37), "volumeChanged(37)") { $0.volume == 37 }
        try await set(session, .mute, "muteChanged(true)") { $0.isMuted }
        try await requireKept(session, context) { $0.volume == 37 && $0.isMuted }
      }
    },
    Check("rate lives on across loads") { context in
      try context.requireCapability(.setRate)
      try await context.withSession { session in
        try await session.play(context.media.main)
        let rate = session.rate(near: 1.5)
        try await set(session, .setRate(rate), "rateChanged(\(rate.text))") { $0.rate == rate }
        try await requireKept(session, context) { $0.rate == rate }
      }
    },
    Check("loop lives on across loads") { context in
      try context.requireCapability(.setLoop)
      try await context.withSession { session in
        try await set(session, .setLoop(.one), "loopChanged(one)") { $0.loop == .one }
        try await requireKept(session, context) { $0.loop == .one }
      }
    },
    Check("volume and mute live on across clear") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        try await set(session, .setVolume(21), "volumeChanged(21)") { $0.volume == 21 }
        try await set(session, .mute, "muteChanged(true)") { $0.isMuted }
        try await session.perform(.clear)
        try await requireKept(session, context) { $0.volume == 21 && $0.isMuted }
      }
    },
    Check("muting keeps the volume") { context in
      try await context.withSession { session in
        try await session.cue(context.media.main)
        try await set(session, .setVolume(42), "volumeChanged(42)") { $0.volume == 42 }
        let mark = session.mark()
        try await set(session, .mute, "muteChanged(true)") { $0.isMuted }
        try await set(session, .unmute, "muteChanged(false)") { !$0.isMuted }
        try await session.watch(from: mark) { entry in
          entry.state.volume == 42 ? nil : "muting sent \(entry.event.text)"
        }
      }
    },
    Check("what is set already is not told again") { context in
      try await context.withSession { session in
        try await session.cue(context.media.main)
        try await set(session, .setVolume(64), "volumeChanged(64)") { $0.volume == 64 }
        try await set(session, .mute, "muteChanged(true)") { $0.isMuted }
        let mark = try await session.perform(.setVolume(64))
        try await session.perform(.mute)
        try await session.watch(from: mark) { entry in
          entry.event.comesByItself ? nil : "setting what is set already sent \(entry.event.text)"
        }
      }
    },
    Check("volumes of 0 and 100 are in range") { context in
      try await context.withSession { session in
        try await set(session, .setVolume(0), "volumeChanged(0)") { $0.volume == 0 }
        try await set(session, .setVolume(100), "volumeChanged(100)") { $0.volume == 100 }
      }
    },
    Check("out of range is invalidArgument") { context in
      try await context.withSession { session in
        try await session.cue(context.media.main)
        for volume in [-0.5, 100.5, 1e9, .nan, .infinity, -.infinity] {
          try await session.performRefused(.setVolume(volume), .invalidArgument)
        }
        for rate in [0, 0.2, 4.1, -1, .nan, .infinity] {
          if context.has(.setRate) {
            try await session.performRefused(.setRate(rate), .invalidArgument)
          } else {
            try await session.performRefused(.setRate(rate), .invalidArgument, .unsupported)
          }
        }
        for source in [
          context.main(start: -1), context.main(start: .nan), context.main(start: 2, end: 1),
          context.main(end: .infinity),
        ] {
          try await session.performRefused(.load(source), .invalidArgument)
        }
        try await session.watch(from: session.mark()) { entry in
          entry.event.comesByItself ? nil : "what was refused sent \(entry.event.text)"
        }
      }
    },
  ]

  /// Performs an action and waits until the state shows it.
  private static func set(
    _ session: Session, _ action: PlayerAction, _ what: String, _ condition: (PlayerState) -> Bool
  ) async throws {
    let mark = try await session.perform(action)
    try await session.wait(until: what, from: mark, condition)
  }

  /// Loads two sources, and throws where the state is not as it was at any moment of it.
  private static func requireKept(
    _ session: Session, _ context: RuleContext, _ condition: (PlayerState) -> Bool
  ) async throws {
    let mark = session.mark()
    for source in [context.media.main, context.media.second] {
      try await session.play(source)
      try await session.watch(from: mark) { entry in
        condition(entry.state)
          ? nil : "loading \(source.text) sent \(entry.event.text), and what was set was lost"
      }
    }
    try require(condition(session.state), "what was set was lost")
  }
}

extension Session {
  /// The rate nearest to this one that the backend lists, or this one where it lists none.
  func rate(near rate: Double) -> Double {
    state.availableRates.min { abs($0 - rate) < abs($1 - rate) } ?? rate
  }
}
