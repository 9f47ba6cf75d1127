import PlayerKit

/// Rule 9: the end.
enum TheEnd {
  static let checks = [
    Check("ended comes once, after a last time that is the duration") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        let mark = try await session.play(context.main(start: duration - 0.6))
        try await requireEnd(session, from: mark, at: nil)
      }
    },
    Check("ended comes once after a seek close to the end") { context in
      try await context.withSession { session in
        try await session.play(context.media.main)
        let duration = try await session.seekableDuration()
        let mark = try await session.perform(.seek(.to(duration - 0.4)))
        try await requireEnd(session, from: mark, at: nil)
      }
    },
    Check("ended comes once, after a last time that is the source's end") { context in
      let duration = try await context.seekableDuration()
      let (start, end) = (duration * 0.3, duration * 0.3 + 0.6)
      try await context.withSession { session in
        let mark = try await session.play(context.main(start: start, end: end))
        try await requireEnd(session, from: mark, at: end)
      }
    },
    Check("an end beyond the duration is the duration") { context in
      let duration = try await context.seekableDuration()
      try await context.withSession { session in
        let mark = try await session.play(context.main(start: duration - 0.5, end: duration + 100))
        // Playing may make the duration exact.
        try await requireEnd(session, from: mark, at: nil)
      }
    },
    Check("play after the end starts again from the start, and ends again once") { context in
      let duration = try await context.seekableDuration()
      let start = duration * 0.3
      try await context.withSession { session in
        let mark = try await session.play(context.main(start: start, end: start + 1.2))
        try await session.waitForStatus(.ended, from: mark)
        let sent = ContinuousClock.now
        let again = try await session.perform(.play)
        let playing = try await session.waitForStatus(.playing, from: again)
        let time = try await session.wait(for: "a time", from: playing.index) { $0.event.time != nil }
        let elapsed = time.instant.seconds(since: sent)
        let position = time.event.time ?? .infinity
        try require(
          position >= start - context.landingTolerance
            && position <= start + elapsed + context.landingTolerance + 0.5,
          "play after the end went on at \(position.text) s, not from \(start.text) s")
        try await requireEnd(session, from: playing.index, at: start + 1.2)
      }
    },
    Check("a source that stops short has failed") { context in
      guard let source = context.options.shortSource else {
        throw NotChecked("no source that stops short was given")
      }
      try await context.withSession { session in
        let mark = try await session.perform(.load(source))
        let stopped = try await session.wait(for: "failed", from: mark) {
          $0.event.failure != nil || $0.event.status == .ended
        }
        try require(
          stopped.event.failure != nil,
          "a source that stopped at \(stopped.state.currentTime.text) of "
            + "\(stopped.state.duration?.text ?? "unknown") s ended")
      }
    },
  ]

  /// Waits for the end, and throws unless it comes once, after the right time, and nothing comes after it.
  ///
  /// - Parameter time: where it ends; nil: at the duration that the state tells.
  static func requireEnd(_ session: Session, from mark: Int, at time: Double?) async throws {
    let ended = try await session.waitForStatus(.ended, from: mark)
    let end = try time ?? duration(ended.state)
    let last = session.log.entries(from: mark).last { $0.index < ended.index && $0.event.time != nil }
    try require(
      abs((last?.event.time ?? -1) - end) <= 0.001,
      "the last time before ended was \(last?.event.time?.text ?? "none"), not \(end.text)")
    try require(!ended.state.playWhenReady, "playWhenReady was true after the end")
    try await session.watch(from: ended.index + 1) { entry in
      if entry.event.status == .ended { return "ended came a second time" }
      return entry.event.time != nil || !entry.event.comesByItself
        ? "after ended came \(entry.event.text)" : nil
    }
  }

  private static func duration(_ state: PlayerState) throws(CheckFailure) -> Double {
    guard let duration = state.duration else { throw CheckFailure("it ended with an unknown duration") }
    return duration
  }
}

/// Rule 9 for sources with items.
enum TheEndOfItems {
  static let checks = [
    Check("at an item's end the next one plays, without ended") { context in
      try await withItems(context) { session, _ in
        let mark = try await seekToEnd(session)
        let moved = try await session.wait(for: "itemsChanged(1)", from: mark) {
          $0.state.itemIndex == 1 && $0.event.isItemsChanged
        }
        try await session.wait(for: "the next item's playing", from: moved.index) {
          $0.state.status == .playing
        }
        try await session.watch(from: mark) { entry in
          entry.event.status == .ended ? "the first of several items sent ended" : nil
        }
      }
    },
    Check("a source with items ends once, after its last") { context in
      try await withItems(context) { session, count in
        let mark = try await session.perform(.playItem(count - 1))
        let moved = try await session.wait(for: "itemsChanged(\(count - 1))", from: mark) {
          $0.state.itemIndex == count - 1 && $0.event.isItemsChanged
        }
        try await session.wait(for: "the last item's playing", from: moved.index) {
          $0.state.status == .playing
        }
        try session.requireNone(from: mark) { entry in
          entry.event.status == .ended ? "moving to the last item sent ended" : nil
        }
        let sought = try await seekToEnd(session)
        try await TheEnd.requireEnd(session, from: sought, at: nil)
      }
    },
    Check("next on the last item ends the source") { context in
      try await withItems(context) { session, count in
        let mark = try await session.perform(.playItem(count - 1))
        let moved = try await session.wait(for: "itemsChanged(\(count - 1))", from: mark) {
          $0.state.itemIndex == count - 1 && $0.event.isItemsChanged
        }
        try await session.wait(for: "the last item's playing", from: moved.index) {
          $0.state.status == .playing
        }
        let next = try await session.perform(.next)
        try await TheEnd.requireEnd(session, from: next, at: nil)
      }
    },
  ]

  /// Plays the source with items from its first, and hands over how many there are.
  static func withItems(
    _ context: RuleContext, _ body: (Session, Int) async throws -> Void
  ) async throws {
    try context.requireCapability(.items)
    guard let source = context.media.items else { throw NotChecked("no source with items was given") }
    try await context.withSession { session in
      let mark = try await session.play(source)
      let state = try await session.wait(until: "a list of items", from: mark) {
        $0.items.count > 1 && $0.itemIndex != nil
      }
      if state.itemIndex != 0 {
        let first = try await session.perform(.playItem(0))
        try await session.wait(for: "itemsChanged(0)", from: first) { $0.state.itemIndex == 0 }
      }
      try await body(session, state.items.count)
    }
  }

  /// Seeks close to the current item's end.
  private static func seekToEnd(_ session: Session) async throws -> Int {
    let duration = try await session.seekableDuration()
    return try await session.perform(.seek(.to(duration - 0.4)))
  }
}

extension PlayerEvent {
  /// Whether the event tells the source's items.
  var isItemsChanged: Bool {
    if case .itemsChanged = self { true } else { false }
  }
}
