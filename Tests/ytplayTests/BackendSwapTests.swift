import Foundation
import MockBackend
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@Suite("Swapping backends under a source, over real programs", .timeLimit(.minutes(5)))
struct BackendSwapTests {
  /// From each of the three to each other one.
  private static let tour = ["iframe", "mock", "mpv", "mock", "iframe", "mpv"]
  private static let video = "dQw4w9WgXcQ"

  /// A player of mpv, YouTube's player and the mock, on a display with a stand-in for YouTube.
  private func run(_ body: (Player, TimedEvents) async throws -> Void) async throws {
    let ytDlp = try await YtDlpStandIn(seconds: 60)
    try ytDlp.video(Self.video)
    try await IFrameRig.run { rig in
      var environment = ProcessInfo.processInfo.environment
      for (name, value) in rig.environment(ytDlp: ytDlp) { environment[name] = value }
      var options = PluginOptions()
      options.environment = environment
      let programs = try [("MPV", "mpv"), ("IFrame", "iframe")].map { folder, id in
        PluginProgram(
          executable: try BuiltManifest.program(folder, id),
          descriptor: try BuiltManifest.read(folder, id).descriptor, options: options)
      }
      let registry = BackendRegistry(
        programs.map(\.provider) + [MockBackend.provider],
        environment: BackendEnvironment(hasDisplay: { true }, hasProgram: { _ in true }))
      var configuration = PlayerConfiguration()
      configuration.mpvOptions = [.init("ao", "null")]
      let player = Player(registry: registry, configuration: configuration, backend: "mpv")
      let events = TimedEvents(player)
      do {
        try await body(player, events)
      } catch {
        await player.shutDown()
        throw error
      }
      await player.shutDown()
      for program in programs { await program.stop() }
    }
  }

  @Test("Playing, it plays on at the same place, and goes on from there")
  func playing() async throws {
    try await run { player, events in
      try await player.send(.setVolume(40))
      try await player.load(try PlayerSource(parsing: Self.video))
      for next in Self.tour {
        let time = player.state.currentTime
        try await player.waitFor { $0.status == .playing && $0.currentTime > time + 0.6 }
        let position = events.count
        try await player.use(next)
        try await player.waitFor { $0.backend == next && $0.status == .playing }
        let swap = try await events.swap(since: position)
        #expect(abs(swap.jump) < 0.5, "to \(next): \(swap)")
        try await player.waitFor { $0.status == .playing && $0.currentTime > swap.after + 0.3 }
        #expect(player.state.volume == 40)
      }
    }
  }

  @Test("Paused, it stays paused at the same place, and plays on from there")
  func paused() async throws {
    try await run { player, events in
      try await player.load(try PlayerSource(parsing: Self.video))
      try await player.waitFor { $0.status == .playing && $0.currentTime > 2 }
      try await player.send(.pause)
      try await player.waitFor { $0.status == .paused }
      let place = player.state.currentTime
      for next in Self.tour {
        let position = events.count
        try await player.use(next)
        try await player.waitFor {
          $0.backend == next && [.paused, .queued].contains($0.status) && !$0.isSeeking
        }
        #expect(abs(player.state.currentTime - place) < 0.5, "to \(next): \(player.state.currentTime)")
        #expect(!events.events(since: position).statuses.contains(.playing))
      }
      try await player.send(.play)
      try await player.waitFor { $0.status == .playing && $0.currentTime > place + 0.3 }
      #expect(player.state.currentTime < place + 2)
    }
  }
}

/// A player's events with the moments in which they came.
final class TimedEvents: Sendable {
  /// What a swap looks like from outside.
  struct Swap: CustomStringConvertible {
    /// The last place that was told before the other backend, and the first that is told of its playing.
    let before, after: Double
    /// From the swap to playing.
    let took: Duration
    var jump: Double { after - before }
    var description: String { "\(before) s → \(after) s, \(took)" }
  }

  private final class Entries: Sendable {
    let all = Lock([(at: ContinuousClock.Instant, event: PlayerEvent)]())
  }

  private let entries: Entries
  private let reading: Task<Void, Never>

  init(_ player: Player) {
    let (events, entries) = (player.events, Entries())
    self.entries = entries
    reading = Task {
      for await event in events { entries.all.withLock { $0.append((.now, event)) } }
    }
  }

  deinit { reading.cancel() }

  var count: Int { entries.all.withLock { $0.count } }

  func events(since position: Int) -> [PlayerEvent] {
    entries.all.withLock { $0.dropFirst(position).map(\.event) }
  }

  /// Waits until the backend has changed since this position and the new one has told a time while playing, and returns
  /// what that looks like.
  func swap(since position: Int) async throws -> Swap {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      if let swap = findSwap(position) { return swap }
      try await Task.sleep(for: .milliseconds(10))
    }
    struct Missing: Error, CustomStringConvertible { let description: String }
    throw Missing(description: "No swap: \(events(since: position))")
  }

  private func findSwap(_ position: Int) -> Swap? {
    let all = entries.all.withLock { $0 }
    var state = PlayerState.empty
    var change: (time: Double, at: ContinuousClock.Instant)?
    var playing: Duration?
    for (index, entry) in all.enumerated() {
      if index >= position, change == nil, case .backendChanged = entry.event {
        change = (state.currentTime, entry.at)
      }
      state.apply(entry.event)
      guard let change else { continue }
      if let playing, case .timeChanged(let time) = entry.event {
        return Swap(before: change.time, after: time, took: playing)
      }
      if playing == nil, case .statusChanged(.playing, _) = entry.event { playing = entry.at - change.at }
    }
    return nil
  }
}
