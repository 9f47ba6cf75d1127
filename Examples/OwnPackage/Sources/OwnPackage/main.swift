// What `docs/getting-started.md` builds: a program in a package of its own. `swift run` in this folder runs it.
import MockBackend
import PlayerKit

let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")

// Whatever is true now, newest first: what a view shows.
let showing = Task {
  for await state in player.states where state.duration != nil {
    print("\(state.status) \(Int(state.currentTime)) of \(Int(state.duration ?? 0)) s")
  }
}

// Whatever happens, one after the other: what a log keeps.
let listening = Task { [events = player.events] in
  for await event in events {
    if case .failed(let error, _) = event { print("It failed: \(error)") }
  }
}

try await player.load(PlayerSource(parsing: "mock://film?duration=2"))
try await player.setVolume(40)
try await player.waitFor { $0.status == .ended || $0.error != nil }
await player.shutDown()
await showing.value
await listening.value
