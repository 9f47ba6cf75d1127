import MockBackend
import PlayerKit

@main
enum HelloPlayer {
  static func main() async throws {
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    try await player.load(PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ?t=3"))
    let state = try await player.waitFor { $0.status == .playing }
    print("playing at \(Int(state.currentTime)) s of \(Int(state.duration ?? 0)) s")
    await player.shutDown()
  }
}
