// The backend is swapped under a film that plays, and another one goes on at the same place: `SwapBackends`, or
// `SwapBackends --backend mpv film.mp4`, or `SwapBackends --backend iframe dQw4w9WgXcQ`, which go on with the mock.
import ExampleSupport
import MockBackend
import PlayerKit

let example = Example()
var registry = example.registry
let long = MockScript(duration: 3600)
registry.register(MockBackend.provider(script: long))
registry.register(MockBackend.provider(script: long, id: "other"))
let first = example.backend ?? "mock"
let second = first == "mock" ? "other" : "mock"

let player = Player(registry: registry, backend: first)
await player.begin(example.source(orElse: "dQw4w9WgXcQ"))
try await player.waitFor { $0.currentTime > 1 }
try await player.setVolume(40)

/// The place to a tenth of a second.
func place(_ time: Double) -> String {
  "\(Int(time)).\(Int(time * 10) % 10) s"
}

/// Goes on with another backend, and says where it was and where the other one has gone on.
func swap(to backend: String) async throws {
  let before = player.state
  let events = player.events
  try await player.use(backend)
  // The one before plays on until the other one is ready: where it was left is its last word.
  var (left, landing) = (before.currentTime, 0.0)
  var hasChanged = false
  search: for await event in events {
    switch event {
    case .timeChanged(let time) where !hasChanged: left = time
    case .backendChanged: hasChanged = true
    case .seeked(let time) where hasChanged:
      landing = time
      break search
    default: break
    }
  }
  // Within a second: a backend tells of its place only now and then, and on a slow machine late.
  let isInPlace = abs(landing - left) <= 1
  let after = try await player.waitFor { $0.backend == backend && $0.status == before.status }
  print(
    "\(before.backend ?? "") \(before.status) at \(place(left)) → "
      + "\(backend) \(after.status) from \(place(landing)) on, volume \(Int(after.volume)), "
      + (isInPlace ? "in place" : "out of place"))
}

for backend in [second, first, second] { try await swap(to: backend) }
try await player.pause()
try await player.waitFor { $0.status == .paused }
try await player.use(first)
let last = try await player.waitFor { $0.backend == first && $0.status == .queued && !$0.isSeeking }
print("paused, and not heard on \(first): \(last.status)")
await player.shutDown()
