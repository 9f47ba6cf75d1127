import MockBackend
import PlayerKit
import TestSupport
import Testing

/// A mock on a virtual clock, and a log of all that it says.
struct Stage {
  let clock: MockClock
  let log = EventLog()
  let backend: any PlayerBackend

  init(
    _ script: MockScript = MockScript(), clock: MockClock = .virtual(), autoPlay: Bool = true,
    capabilities: Set<Capability> = Set(Capability.allCases),
    configure: (inout PlayerConfiguration) -> Void = { _ in }
  ) async throws {
    self.clock = clock
    var configuration = PlayerConfiguration()
    configuration.autoPlay = autoPlay
    configure(&configuration)
    backend = try await MockBackend.provider(clock: clock, script: script, capabilities: capabilities)
      .make(configuration, log.emit)
  }

  /// A stage on which every source is this medium.
  init(
    _ media: MockMedia, autoPlay: Bool = true, capabilities: Set<Capability> = Set(Capability.allCases),
    configure: (inout PlayerConfiguration) -> Void = { _ in }
  ) async throws {
    try await self.init(
      MockScript { _ in media }, autoPlay: autoPlay, capabilities: capabilities, configure: configure)
  }

  var state: PlayerState { log.state }

  /// Lets time pass and returns what happened in it.
  func advance(_ seconds: Double) async -> [PlayerEvent] {
    let count = log.count
    await clock.advance(by: seconds)
    return log.events(since: count)
  }

  /// Performs actions and returns what they led to at once.
  @discardableResult
  func perform(_ actions: PlayerAction...) async throws(PlayerError) -> [PlayerEvent] {
    let count = log.count
    for action in actions { try await backend.perform(action) }
    return log.events(since: count)
  }

  /// Performs an action that must be refused with this code, and change nothing.
  func refuses(
    _ action: PlayerAction, _ code: PlayerError.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let count = log.count
    do {
      try await backend.perform(action)
      Issue.record("\(action.name) was taken.", sourceLocation: sourceLocation)
    } catch {
      #expect(error.code == code, sourceLocation: sourceLocation)
      #expect(error.backend == "mock", sourceLocation: sourceLocation)
    }
    #expect(log.events(since: count) == [], sourceLocation: sourceLocation)
  }
}

extension PlayerSource {
  static let clip = PlayerSource.file(MediaPath("clip.mp4"))
  static let other = PlayerSource.file(MediaPath("other.mp4"))

  static func clip(start: Double? = nil, end: Double? = nil) -> PlayerSource {
    .file(MediaPath("clip.mp4"), start: start, end: end)
  }
}

extension MockMedia {
  /// A medium that tells of nothing but its duration.
  static func bare(_ duration: Double? = 2) -> MockMedia {
    var media = MockMedia(duration: duration)
    media.videoSize = nil
    media.qualities = []
    media.quality = nil
    media.tracks = []
    media.selectedTracks = [:]
    return media
  }

  /// The medium with changes.
  func with(_ change: (inout MockMedia) -> Void) -> MockMedia {
    var media = self
    change(&media)
    return media
  }
}
