import MPVBackend
import PlayerKit
import PlayerPlugins
import TestSupport

/// Row 17: the gap between a film on mpv and a video in YouTube's player, and back, each in its own process and window.
struct StandbyRow: BenchRow {
  let number = 17
  let title = "gap between mpv and YouTube's player"
  let limit = 180

  func measure() async throws -> [Measurement] {
    let film = PlayerSource.file(MediaPath(try await TestMedia.video(seconds: 3)))
    guard let id = YouTubeVideoID("short-3s--a") else { throw NotMeasured("no such id") }
    let sources = (0...rounds).flatMap { _ in [film, PlayerSource(.video(id))] }
    let programs = [
      PluginProgram(
        executable: try Program.built("ytplay-mpv"), descriptor: MPVBackend.provider.descriptor),
      try IFrameProgram.make(),
    ]
    let gaps = try await withDisplayAndYouTube {
      var configuration = PlayerConfiguration()
      configuration.mpvOptions = [.init("ao", "null")]
      let player = Player(
        registry: BackendRegistry(
          programs.map(\.provider),
          environment: BackendEnvironment(hasDisplay: { true }, hasProgram: { _ in false })),
        configuration: configuration)
      let reading = Task { [events = player.events] in await Self.gaps(events) }
      try await player.play(PlayQueue(sources))
      let report = try await player.waitForQueue()
      await player.shutDown()
      for program in programs { await program.stop() }
      guard report.failed == 0 else { throw NotMeasured("not everything was played: \(report)") }
      return await reading.value
    }
    return [("mpv", "from YouTube's player to mpv"), ("iframe", "from mpv to YouTube's player")].map {
      backend, way in
      let times = gaps.filter { $0.to == backend }.map(\.milliseconds)
      return Measurement(
        title: "gap \(way): ended to playing", ours: median(times), unit: .milliseconds,
        mark: .atMost(250))
    }
  }

  /// How long it took from each end to playing on another backend, until the player has been shut down.
  private static func gaps(_ events: PlayerEvents) async -> [(to: String, milliseconds: Double)] {
    var (gaps, backend): ([(String, Double)], String) = ([], "")
    var ended: UInt64?
    for await event in events {
      switch event {
      case .backendChanged(let id, _): backend = id
      case .statusChanged(.ended, _): ended = now()
      case .statusChanged(.playing, _):
        if let ended { gaps.append((backend, Double(now() - ended) / 1e6)) }
        ended = nil
      default: break
      }
    }
    return gaps
  }
}
