import MockBackend
import PlayerKit
import TestSupport
import Testing

/// A scrubber over a mock on a virtual clock, with a log of all that is told and done.
final class ScrubberStage: Sendable {
  let clock = MockClock.virtual()
  let player: Player
  let scrubber: Scrubber
  /// The player's events.
  let log = EventLog()
  /// What the backend was told.
  private let told = Told()
  /// What the scrubber showed.
  private let shown = Shown()
  private let readers: [Task<Void, Never>]

  /// A stage on which every source is this medium.
  convenience init(_ media: MockMedia, interval: Double? = nil) {
    self.init(MockScript { _ in media }, interval: interval)
  }

  init(_ script: MockScript, interval: Double? = nil) {
    let told = told
    let clock = clock
    let mocks = ["mock", "other"].map { id in
      MockBackend.provider(clock: clock, script: script, id: id, priority: 100).telling(told)
    }
    player = Player(registry: BackendRegistry(mocks))
    scrubber = Scrubber(player, interval: interval)
    let (events, log, values, shown) = (player.events, log, scrubber.values, shown)
    readers = [
      Task { for await event in events { log.emit(event) } },
      Task { for await value in values { shown.values.withLock { $0.append(value) } } },
    ]
  }

  /// Sets a stage, calls `body`, and shuts the player down.
  static func run(
    _ media: MockMedia = .reel(), interval: Double? = nil, loading source: PlayerSource? = .film,
    _ body: (ScrubberStage) async throws -> Void
  ) async throws {
    try await run(ScrubberStage(media, interval: interval), loading: source, body)
  }

  static func run(
    _ stage: ScrubberStage, loading source: PlayerSource? = .film,
    _ body: (ScrubberStage) async throws -> Void
  ) async throws {
    do {
      if let source { try await stage.player.load(source) }
      try await body(stage)
    } catch {
      await stage.end()
      throw error
    }
    await stage.end()
  }

  /// Shuts the player down; then all has been logged.
  func end() async {
    await player.shutDown()
    for reader in readers { await reader.value }
  }

  /// What the scrubber has shown so far.
  var values: [Scrubber.Value] { shown.values.withLock { $0 } }
  var value: Scrubber.Value { scrubber.value }
  var state: PlayerState { player.state }

  /// Waits until the value is so.
  @discardableResult
  func shows(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ isMet: @escaping @Sendable (Scrubber.Value) -> Bool
  ) async throws -> Scrubber.Value {
    let values = scrubber.values
    do {
      return try await limited {
        for await value in values where isMet(value) { return value }
        throw NotInTime()
      }
    } catch {
      Issue.record("It shows \(value), and the state is \(state)", sourceLocation: sourceLocation)
      throw error
    }
  }

  /// Waits until the player's state is so.
  @discardableResult
  func reaches(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ isMet: @escaping @Sendable (PlayerState) -> Bool
  ) async throws -> PlayerState {
    do {
      return try await player.waitFor(isMet)
    } catch {
      Issue.record("It shows \(value), and the state is \(state)", sourceLocation: sourceLocation)
      throw error
    }
  }

  /// Lets time pass, as far as something waits for it, until nothing that was asked of the scrubber is still to be done.
  func settles(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let scrubber = scrubber
    try await drive(self, sourceLocation: sourceLocation, seeksAlone: true) { _ in scrubber.value.isAtRest }
  }

  /// Takes hold of the knob, and waits until the player has paused.
  func hold(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    #expect(scrubber.begin(), sourceLocation: sourceLocation)
    try await reaches(sourceLocation: sourceLocation) { !$0.playWhenReady }
  }

  /// What the backend has been told, but for the opening.
  var actions: [PlayerAction] {
    told.actions.withLock { $0 }.filter { if case .load = $0 { false } else { true } }
  }

  /// How many seeks are under way at the same time at the most, by the events.
  ///
  /// A seek that another one has replaced does not land.
  func seeksNeverOverlap() -> Bool {
    var isSeeking = false
    for event in log.events {
      switch event {
      case .seeking:
        if isSeeking { return false }
        isSeeking = true
      case .seeked, .sourceChanged, .failed: isSeeking = false
      default: break
      }
    }
    return true
  }
}

extension Scrubber.Value {
  /// Whether nothing is still to come of what was done at it.
  var isAtRest: Bool { !isHeld && !isSettling && !isSeeking }
}

extension MockMedia {
  /// 100 s with a key frame every 2 s, in which a seek takes half a second.
  static func reel(_ change: (inout MockMedia) -> Void = { _ in }) -> MockMedia {
    var media = MockMedia(duration: 100)
    media.keyFrameInterval = 2
    media.seekLatency = 0.5
    change(&media)
    return media
  }
}

extension BackendProvider {
  /// The same backend, of which is remembered what it is told.
  fileprivate func telling(_ told: Told) -> BackendProvider {
    BackendProvider(descriptor: descriptor, availability: availability) {
      configuration, emit throws(PlayerError) in
      Listened(backend: try await make(configuration, emit), told: told)
    }
  }
}

private final class Told: Sendable {
  let actions = Lock<[PlayerAction]>([])
}

private final class Shown: Sendable {
  let values = Lock<[Scrubber.Value]>([])
}

private struct Listened: PlayerBackend {
  let backend: any PlayerBackend
  let told: Told

  func perform(_ action: PlayerAction) async throws(PlayerError) {
    told.actions.withLock { $0.append(action) }
    try await backend.perform(action)
  }

  func shutDown() async {
    await backend.shutDown()
  }
}
