import PlayerKit

/// Rule 12, one way: what is not listed is refused.
enum MissingCapabilities {
  static let checks = [
    Check("what the backend lacks is unsupported and changes nothing") { context in
      let missing = actions(context).filter { action in
        action.requiredCapability.map { !context.has($0) } ?? false
      }
      if missing.isEmpty { throw NotChecked("it lacks no capability") }
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        let mark = session.mark()
        for action in missing { try await session.performRefused(action, .unsupported) }
        try await session.watch(from: mark) { entry in
          entry.event.comesByItself && entry.event.time == nil
            ? nil : "what was refused sent \(entry.event.text)"
        }
      }
    },
    Check("a kind of source that the backend does not play is unsupported") { context in
      let foreign = sources.filter { context.descriptor.kinds[$0.kind] == nil }
      if foreign.isEmpty { throw NotChecked("it plays every kind") }
      try await context.withSession { session in
        try await session.playAndPause(context.media.main)
        for source in foreign {
          try await session.performRefused(.load(source), .unsupported)
          try await session.performRefused(.cue(source), .unsupported)
        }
        try require(session.state.source == context.media.main, "a refused load dropped the source")
      }
    },
    Check("what every backend must do is taken") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        let duration = try await session.seekableDuration()
        let mark = try await session.perform(.duration)
        let told = try await session.wait(for: "durationChanged", from: mark) {
          if case .durationChanged = $0.event { true } else { false }
        }
        try require(
          abs((told.state.duration ?? -1) - duration) < 0.5, "the duration was told as \(told.event.text)")
        for action in [PlayerAction.currentTime, .mute, .unmute, .setVolume(50), .pause, .play, .stop] {
          try await session.perform(action)
        }
        try await session.wait(until: "unstarted", from: mark) { $0.status == .unstarted }
        try await session.perform(.clear)
        try await session.wait(until: "no source", from: mark) { $0.source == nil }
      }
    },
    Check("what a source shows is listed") { context in
      try await context.withSession { session in
        try await session.play(context.options.videoSource ?? context.media.main)
        try await session.watch(from: 0) { _ in nil }
        let state = session.state
        try require(
          state.videoSize == nil || context.has(.video), "there is a picture, and video is not listed")
        try require(
          state.metadata.chapters.isEmpty || context.has(.chapters),
          "there are chapters, and chapters is not listed")
        try require(
          state.items.count < 2 || context.has(.items), "there are several items, and items is not listed")
      }
    },
  ]

  /// An action for each capability that has one.
  private static func actions(_ context: RuleContext) -> [PlayerAction] {
    [
      .setRate(1.5), .setQuality(.medium), .setTrack(.audio, id: nil), .setLoop(.one), .setShuffle(true),
      .setFullscreen(true), .stepFrame(by: 1), .screenshot(to: MediaPath(context.media.path("refused.png"))),
      .next, .previous, .playItem(0),
    ]
  }

  /// A source of each kind.
  private static let sources: [PlayerSource] = [
    YouTubeVideoID("M7lc1UVf-VE").map { PlayerSource(.video($0)) },
    YouTubeVideoID("M7lc1UVf-VE").map { PlayerSource(.videos([$0])) },
    YouTubePlaylistID("PL0123456789").map { PlayerSource(.playlist($0)) },
    PlayerSource(.channel(.handle("@youtube"))),
    .file(MediaPath("/dev/null")),
    PlayerSource(.stream("https://127.0.0.1:9/")),
  ].compactMap { $0 }
}
