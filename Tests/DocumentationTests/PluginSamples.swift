import MPVBackend
import MockBackend
import PlayerKit

/// What the backends' own READMEs show, so that it is compiled.
enum PluginSamples {
  static func mpv() async throws {
    let player = Player(registry: BackendRegistry([MPVBackend.provider]))
    try await player.load(.file("film.mp4"))
    try await player.waitFor { $0.status == .ended }
    await player.shutDown()
  }

  static func mock() -> Player {
    let clock = MockClock.virtual()
    var script = MockScript { source in
      var media = MockMedia(duration: 3)
      media.openLatency = 0.2
      media.stalls = [.init(at: 1, for: 0.5)]
      return media
    }
    script.autoplayBlocked = true
    let player = Player(
      registry: BackendRegistry([MockBackend.provider(clock: clock, script: script)]), backend: "mock")
    return player
  }
}
