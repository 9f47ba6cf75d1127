import PlayerKit

/// Rule 3: no event of an earlier source.
enum OneSource {
  static let checks = [
    Check("after a load nothing of the playing source arrives") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        try await session.play(context.main(start: duration * 0.6))
        try await session.waitForTime(beyond: duration * 0.6, from: 0)
        try await requireOnly(context.media.second, after: session.load(context.media.second), session)
      }
    },
    Check("after a load the earlier source's seek does not land") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        try await session.play(context.media.main)
        try await session.perform(.seek(.to(duration * 0.7)))
        try await requireOnly(context.media.second, after: session.load(context.media.second), session)
      }
    },
    Check("after a load the earlier source does not end") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        let start = duration - 0.7
        try await session.play(context.main(start: start))
        try await session.waitForTime(beyond: start, from: 0)
        try await requireOnly(
          context.media.second, after: session.load(context.media.second), session, watching: .seconds(1))
      }
    },
    Check("of loads that overtake each other the last one alone goes on") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        let loads = (0..<12).map { index in
          index.isMultiple(of: 2)
            ? context.main(start: duration * 0.5 + Double(index) / 10)
            : PlayerSource(context.media.second.content, start: 1 + Double(index) / 10)
        }
        for source in loads { try await session.perform(.load(source)) }
        let last = context.media.second
        try await requireOnly(last, after: session.load(last), session)
        var expected = (loads + [last])[...]
        for case .sourceChanged(let source?) in session.log.entries().map(\.event) {
          guard let place = expected.firstIndex(of: source) else {
            throw CheckFailure("sourceChanged(\(source.text)) came out of order, or twice")
          }
          expected = expected[(place + 1)...]
        }
      }
    },
    Check("after clear nothing of the source arrives") { context in
      try await context.withSession { session in
        let mark = try await session.play(context.media.main)
        try await session.waitForTime(beyond: 0.05, from: mark)
        let cleared = try await session.perform(.clear)
        let dropped = try await session.wait(for: "sourceChanged(none)", from: cleared) {
          $0.event == .sourceChanged(nil)
        }
        try await session.watch(from: dropped.index + 1) { entry in
          if entry.event.isLog || entry.event == .statusChanged(.unstarted, playWhenReady: false) {
            return nil
          }
          return "after sourceChanged(none) came \(entry.event.text)"
        }
        try require(session.state.status == .unstarted, "after clear it was \(session.state.status)")
      }
    },
  ]

  /// Throws where something arrives after a load that is not of the source loaded, which starts at 0 and
  /// plays.
  private static func requireOnly(
    _ source: PlayerSource, after load: (before: Int, after: Int), _ session: Session,
    watching time: Duration? = nil
  ) async throws {
    let accepted = try await session.wait(for: "sourceChanged", from: load.before) {
      $0.event == .sourceChanged(source)
    }
    if accepted.index > load.after {
      try require(
        session.log.entries(from: load.after).prefix { $0.index < accepted.index }.allSatisfy(\.event.isLog),
        "between the load's acceptance and its sourceChanged came "
          + session.log.entries(from: load.after).prefix { $0.index < accepted.index }.summary)
    }
    let playing = try await session.waitForStatus(.playing, from: accepted.index)
    try await session.watch(from: accepted.index + 1, for: time) { entry in
      fault(entry, accepted, playing)
    }
    let entries = session.log.entries(from: accepted.index)
    let durations = entries.compactMap { entry -> Double? in
      if case .durationChanged(let duration?, _, _) = entry.event { duration } else { nil }
    }
    let odd = durations.first { abs($0 - (durations.last ?? 0)) > 0.5 }
    try require(odd == nil, "after the load came the duration \(odd?.text ?? ""), which is another source's")
  }

  /// What shows that an event is not of a source that was loaded to play from 0.
  private static func fault(
    _ entry: EventRecorder.Entry, _ accepted: EventRecorder.Entry, _ playing: EventRecorder.Entry
  ) -> String? {
    switch entry.event {
    case .timeChanged(let time):
      let elapsed = entry.instant.seconds(since: accepted.instant)
      // Plenty for a machine that held the acceptance up; the earlier source's times lie further off.
      return time > elapsed + 2.5
        ? "the time \(time.text) s came \(elapsed.text) s after a load that starts at 0" : nil
    case .statusChanged(let status, _):
      let isInOrder =
        entry.index < playing.index
        ? status == .unstarted || status == .buffering : status == .playing || status == .buffering
      return isInOrder ? nil : "after the load came \(entry.event.text)"
    case .seeking, .seeked, .failed, .rejected, .sourceChanged, .ready, .closed:
      return "after the load came \(entry.event.text)"
    default: return nil
    }
  }
}

extension Session {
  /// Loads a source and returns the places in the log before the load and after its acceptance.
  fileprivate func load(_ source: PlayerSource) async throws -> (before: Int, after: Int) {
    let before = try await perform(.load(source))
    return (before, mark())
  }
}
