import MockBackend
import PlayerKit

let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
try await player.load(PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ?t=3"))
var state = try await player.waitFor { $0.status == .playing }
print("Playing from \(Int(state.currentTime)) s of \(Int(state.duration ?? 0)) s")
try await player.seek(to: 9.5)
state = try await player.waitFor { $0.status == .ended }
print("Ended at \(Int(state.currentTime)) s")
await player.shutDown()
