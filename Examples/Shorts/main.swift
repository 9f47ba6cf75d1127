// Short films one above the other, and always more of them: what is in view plays, the next ones are ready, five live.
// `Shorts`, or `Shorts --backend auto one.mp4 two.mp4 dQw4w9WgXcQ`, where the wheel and the arrow keys swipe.
import ExampleSupport
import PlayerKit
import PlayerLists

let example = Example()
let first = await example.list(
  orElse: (1...3).map { "mock://short-\($0)?duration=60" }.joined(separator: "\n"))

// An infinite feed asks for more when the end comes near.
@Sendable func moreShorts() async throws(PlayerError) -> [PlayerSource] {
  (0..<10).map { _ in PlayerSource(.stream("mock://short-\(UInt16.random(in: 1000...9999))?duration=60")) }
}

var options = PlayerFeed.Options()
options.axis = .vertical
options.capacity = 5
let shorts = PlayerFeed(
  sources: first.sources, registry: example.registry, feed: options, backend: example.backend,
  // What was named is all there is.
  more: example.operands.isEmpty ? moreShorts : nil)

if example.isMock {
  // A finger's work: up, up, back, and a fling over many that are never started.
  func show(_ gesture: String) async throws {
    let state = try await shorts.waitFor { $0.isSettled && $0.livePages.contains(($0.index ?? 0) + 1) }
    let page = state.index ?? 0
    try await shorts.current?.waitFor { $0.status == .playing }
    try await shorts.player(at: page + 1)?.waitFor { [.queued, .paused].contains($0.status) }
    print("\(gesture): film \(page + 1) plays, film \(page + 2) is ready")
  }
  try shorts.settle(on: 0)
  try await show("first")
  shorts.next()
  try await show("up")
  shorts.next()
  try await show("up")
  shorts.previous()
  try await show("back")
  while shorts.state.count < 12 { try await shorts.waitFor { !$0.isLoadingMore } }
  shorts.willLeave()
  for index in 2...11 { try shorts.settle(on: index) }
  try await show("fling")
} else {
  let events = shorts.events
  try shorts.settle(on: 0)
  loop: for await event in events {
    switch event {
    case .player(.statusChanged(.playing, _), let page): print("film \(page + 1) plays")
    case .player(.failed(let error, willRestart: false), let page):
      print("film \(page + 1) can't be played: \(error.message)")
    case .finished, .closed: break loop
    default: break
    }
  }
}
await shorts.shutDown()
