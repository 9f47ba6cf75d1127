import Foundation
import MockBackend
import PlayerKit
import PlayerPlugins
import TestSupport

/// A player of real programs, mpv's and YouTube's player's, and of the mock, on a display with a stand-in for YouTube.
struct PlayerRig {
  let player: Player
  let events: TimedEvents
  let display: VirtualDisplay
  /// The program of YouTube's player.
  let iframe: PluginProgram
  /// What mpv says by its own socket.
  let mpv: MPVProbe

  /// Sets all of it up, calls `body`, and takes it away.
  static func run(
    backend: String? = nil, ytDlp: YtDlpStandIn? = nil, _ body: (PlayerRig) async throws -> Void
  ) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await IFrameRig.run { rig in
      var environment = TestEnvironment.variables
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
        environment: BackendEnvironment(hasDisplay: { true }, hasProgram: { _ in ytDlp != nil }))
      var configuration = PlayerConfiguration()
      configuration.mpvOptions = [.init("ao", "null"), .init("input-ipc-server", "\(folder)/mpv")]
      let player = Player(registry: registry, configuration: configuration, backend: backend)
      do {
        try await body(
          PlayerRig(
            player: player, events: TimedEvents(player), display: rig.display, iframe: programs[1],
            mpv: MPVProbe("\(folder)/mpv"))
        )
      } catch {
        await player.shutDown()
        throw error
      }
      await player.shutDown()
      for program in programs { await program.stop() }
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

  /// All so far.
  var all: [(at: ContinuousClock.Instant, event: PlayerEvent)] { entries.all.withLock { $0 } }

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
