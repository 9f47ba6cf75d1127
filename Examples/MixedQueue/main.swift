// Files, streams, YouTube and what a list names, one after the other, each with the backend that can play it:
// `MixedQueue`, or `MixedQueue --backend auto film.mp4 dQw4w9WgXcQ mix.m3u`.
import ExampleSupport
import PlayerKit
import PlayerLists

let example = Example()
let list = await example.list(
  orElse: """
    #EXTM3U
    #EXTINF:1,A clip
    mock://clip?duration=1
    #EXTINF:-1,A file that has gone
    gone.mp4
    #EXTINF:1,A video of YouTube's
    https://youtu.be/dQw4w9WgXcQ
    """)
for rejection in list.rejections { print("left out: \(rejection.error.message)") }

let titles = Dictionary(list.entries.map { ($0.source, $0.title ?? $0.source.text) }) { first, _ in first }
let queue = PlayQueue(list)
let player = Player(registry: example.registry, backend: example.backend)
let events = player.events
let telling = Task {
  for await event in events {
    switch event {
    case .backendChanged(let id, _): print("with \(id):")
    case .sourceChanged(let source?): print("  \(titles[source] ?? source.text)")
    case .failed(let error, willRestart: false): print("  … \(error.message)")
    default: break
    }
  }
}

try await player.play(queue)
let report = try await player.waitForQueue()
await player.shutDown()
await telling.value
print("\(report.played) played, \(report.failed) could not be")
