import PlayerKit

extension Session {
  /// Loads a source, waits until it plays, and returns the place in the log before the load.
  @discardableResult
  func play(_ source: PlayerSource) async throws -> Int {
    let mark = try await perform(.load(source))
    try await waitForStatus(.playing, from: mark)
    return mark
  }

  /// Cues a source, waits until it is queued, and returns the place in the log before the cue.
  @discardableResult
  func cue(_ source: PlayerSource) async throws -> Int {
    let mark = try await perform(.cue(source))
    try await waitForStatus(.queued, from: mark)
    return mark
  }

  /// Plays a source and pauses it, and returns the place in the log before the pause.
  @discardableResult
  func playAndPause(_ source: PlayerSource) async throws -> Int {
    try await play(source)
    let mark = try await perform(.pause)
    try await waitForStatus(.paused, from: mark)
    return mark
  }

  /// Waits for a `statusChanged` to `status` from `mark` on; a failure on the way fails at once.
  @discardableResult
  func waitForStatus(_ status: PlayerStatus, from mark: Int) async throws -> EventRecorder.Entry {
    let entry = try await wait(for: "\(status)", from: mark) {
      $0.event.status == status || $0.event.failure != nil
    }
    if let error = entry.event.failure {
      throw CheckFailure("in place of \(status) came failed, \(error.text)")
    }
    return entry
  }

  /// Waits for a seek's landing from `mark` on, and until no further seek is under way.
  @discardableResult
  func waitForLanding(from mark: Int) async throws -> EventRecorder.Entry {
    try await wait(for: "the seek's landing", from: mark) { $0.event.landing != nil && !$0.state.isSeeking }
  }

  /// Waits until the time has moved on beyond `time` while playing.
  @discardableResult
  func waitForTime(beyond time: Double, from mark: Int) async throws -> EventRecorder.Entry {
    try await wait(for: "a time beyond \(time.text) s", from: mark) {
      ($0.event.time ?? -1) > time && $0.state.status == .playing
    }
  }

  /// Waits for the open source's duration; ``NotChecked`` where it has none, can't be sought in, or is too
  /// short to be measured in.
  func seekableDuration() async throws -> Double {
    let state = try await wait(until: "a duration") { $0.duration != nil || $0.isLive }
    guard let duration = state.duration, state.isSeekable else {
      throw NotChecked("\(state.source?.text ?? "the source") can't be sought in")
    }
    guard duration >= Self.shortest else {
      throw NotChecked("\(state.source?.text ?? "the source") is shorter than \(Self.shortest.text) s")
    }
    return duration
  }

  /// The shortest source that can be measured in, in seconds.
  static let shortest = 4.9
}

extension RuleContext {
  /// How far from its target, in seconds, a precise seek may land: a frame of a slow film, or a distance
  /// between key frames where the backend does not promise precision.
  var landingTolerance: Double { has(.preciseSeek) ? 0.15 : 5 }

  /// The main source's duration; ``NotChecked`` where it can't be sought in.
  func seekableDuration() async throws -> Double {
    try await withSession { session in
      try await session.cue(media.main)
      return try await session.seekableDuration()
    }
  }

  /// The main source, from `start` to `end`.
  func main(start: Double? = nil, end: Double? = nil) -> PlayerSource {
    PlayerSource(media.main.content, start: start, end: end)
  }
}
