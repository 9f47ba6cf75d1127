import PlayerKit
import TestSupport
import Testing

/// What a person does at a slider, and what has to come of it: the same over every backend.
struct SliderCheck: Sendable {
  /// A player with a source, and a log of what it told.
  let player: Player
  let log: EventLog
  let scrubber: Scrubber
  private let shown: Shown
  private let readers: [Task<Void, Never>]

  /// What the scrubber showed.
  private final class Shown: Sendable {
    let values = Lock<[Scrubber.Value]>([])
  }

  /// Plays a source of at least 20 s, does all of it, and shuts the player down.
  ///
  /// - Parameter precision: how near an exact seek lands, in seconds.
  static func run(
    _ provider: BackendProvider, _ source: PlayerSource, precision: Double,
    environment: BackendEnvironment = .current
  ) async throws {
    let registry = BackendRegistry([provider], environment: environment)
    let player = Player(registry: registry, backend: provider.descriptor.id)
    let check = SliderCheck(player)
    do {
      try await player.load(source)
      try await check.reaches { $0.status == .playing && $0.currentTime > 0.3 }
      try await check.dragsAndPlaysOn(precision)
      try await check.cancels(precision)
      try await check.steps(precision)
      try await check.staysPaused(precision)
      try await check.ends()
    } catch {
      await check.end()
      throw error
    }
    await check.end()
    check.neverTwoSeeks()
    let ends = check.log.events.filter { $0 == .statusChanged(.ended, playWhenReady: false) }
    #expect(ends.count == 1)
  }

  private init(_ player: Player) {
    self.player = player
    let (log, scrubber, shown) = (EventLog(), Scrubber(player), Shown())
    let (events, values) = (player.events, scrubber.values)
    readers = [
      Task { for await event in events { log.emit(event) } },
      Task { for await value in values { shown.values.withLock { $0.append(value) } } },
    ]
    (self.log, self.scrubber, self.shown) = (log, scrubber, shown)
  }

  private func end() async {
    await player.shutDown()
    for reader in readers { await reader.value }
  }

  // MARK: What is done

  /// A drag through the film: the knob stays under the finger, and playing goes on where it is let go of.
  private func dragsAndPlaysOn(_ precision: Double) async throws {
    try await hold()
    for step in 1...30 {
      let place = 0.1 + Double(step) * 0.015
      scrubber.move(to: place)
      #expect(scrubber.value.progress == place && scrubber.value.isHeld)
      // As fast as a pointer moves.
      try await Task.sleep(for: .milliseconds(15))
      #expect(scrubber.value.progress == place)
    }
    #expect(player.state.status != .playing)
    let duration = try #require(player.state.duration)
    let target = 0.55 * duration
    let released = shown.values.withLock { $0.count }
    let position = log.count
    scrubber.end()
    try await reaches { $0.status == .playing && !$0.isSeeking && $0.currentTime > target + 0.3 }
    try await settles()
    let times = shown.values.withLock { Array($0.dropFirst(released)) }.drop { !$0.isSettling }.map(\.time)
    #expect(times.allSatisfy { $0 >= target - 0.001 }, "it jumped back from \(target): \(times)")
    #expect(times == times.sorted(), "\(times)")
    let landing = try await landing(since: position)
    #expect(abs(landing - target) <= precision, "\(landing) instead of \(target)")
  }

  private func cancels(_ precision: Double) async throws {
    try await hold()
    let place = player.state.currentTime
    scrubber.move(to: 0.2)
    try await Task.sleep(for: .milliseconds(100))
    let position = log.count
    scrubber.cancel()
    try await settles()
    try await reaches { $0.status == .playing }
    let landing = try await landing(since: position)
    #expect(abs(landing - place) <= precision, "\(landing) instead of \(place)")
  }

  /// Keys that come faster than the player follows add up, and it plays all the time.
  private func steps(_ precision: Double) async throws {
    let position = log.count
    let start = player.state.currentTime
    for _ in 0..<4 { scrubber.step(by: -2) }
    try await settles()
    let state = player.state
    #expect(state.playWhenReady && abs(state.currentTime - (start - 8)) < 4, "\(start) \(state.currentTime)")
    #expect(!log.events(since: position).contains { $0 == .statusChanged(.paused, playWhenReady: false) })
  }

  private func staysPaused(_ precision: Double) async throws {
    try await player.pause()
    try await reaches { $0.status == .paused }
    scrubber.begin()
    scrubber.move(toTime: 7.3)
    scrubber.end()
    try await settles()
    #expect(player.state.status == .paused)
    #expect(abs(player.state.currentTime - 7.3) <= precision, "\(player.state.currentTime)")
    try await player.play()
    try await reaches { $0.status == .playing && $0.currentTime > 7.5 }
  }

  /// Let go of at the end it ends, once.
  private func ends() async throws {
    try await hold()
    scrubber.move(to: 1)
    scrubber.end()
    try await reaches { $0.status == .ended }
    try await settles()
    #expect(scrubber.value.progress == 1 && !player.state.playWhenReady)
  }

  /// By the events: the next seek is not asked for before the one before has landed.
  private func neverTwoSeeks() {
    var isSeeking = false
    for event in log.events {
      switch event {
      case .seeking:
        #expect(!isSeeking, "\(log.events)")
        isSeeking = true
      case .seeked: isSeeking = false
      default: break
      }
    }
  }

  // MARK: Waiting

  private func hold() async throws {
    #expect(scrubber.begin())
    try await reaches { $0.status == .paused }
  }

  private func reaches(_ isMet: @escaping @Sendable (PlayerState) -> Bool) async throws {
    let state = try await player.waitFor({ isMet($0) || $0.error != nil }, timeout: .seconds(30))
    if let error = state.error { throw error }
  }

  /// Where the last seek since then landed, once it plays: the log may be behind the player's state.
  private func landing(since position: Int) async throws -> Double {
    try await log.waitForState { $0.status == .playing && !$0.isSeeking }
    return try #require(log.events(since: position).landings.last)
  }

  /// Waits until nothing is left to be done; the time limit is the suite's.
  private func settles() async throws {
    for await value in scrubber.values where value.isAtRest { return }
    throw PlayerError(.closed, "The player has ended meanwhile.")
  }
}

extension Scrubber.Value {
  /// Whether nothing is still to come of what was done at it.
  var isAtRest: Bool { !isHeld && !isSettling && !isSeeking }
}

extension [PlayerEvent] {
  /// Where seeks landed.
  var landings: [Double] {
    compactMap { if case .seeked(let time) = $0 { time } else { nil } }
  }
}
