import MockBackend
import PlayerKit
import Testing

/// What `docs/concurrency.md` shows, so that it is compiled, and runs.
@Suite("The samples of the concurrency rules", .timeLimit(.minutes(1)))
struct ConcurrencySamples {
  private let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")

  @Test("One task that reads a stream keeps the order of the clicks")
  func order() async throws {
    try await player.load(PlayerSource(parsing: "mock://film?duration=60"))
    let (actions, clicks) = AsyncStream<PlayerAction>.makeStream()
    let sending = Task {
      for await action in actions { try? await player.send(action) }  // A refusal is an event too.
    }
    clicks.yield(.play)
    clicks.yield(.pause)
    clicks.finish()
    await sending.value
    #expect(!player.state.playWhenReady)
    await player.shutDown()
  }

  @Test("A wait for what a load leads to ends with the state that is waited for")
  func waiting() async throws {
    try await player.load(PlayerSource(parsing: "mock://film?latency=0.2&duration=60"))
    let state = try await player.waitFor({ $0.status == .playing || $0.error != nil }, timeout: .seconds(20))
    if let error = state.error { print(error) }
    #expect(state.status == .playing && state.error == nil)
    await player.shutDown()
  }

  @Test("The same wait ends with what failed")
  func failing() async throws {
    try await player.load(PlayerSource(parsing: "mock://film?latency=0.2&fail=network"))
    let state = try await player.waitFor({ $0.status == .playing || $0.error != nil }, timeout: .seconds(20))
    #expect(state.error?.code == .network)
    await player.shutDown()
  }

  @Test("Progress is made of one snapshot")
  func snapshot() async throws {
    try await player.load(PlayerSource(parsing: "mock://film?duration=60"))
    try await player.waitFor { $0.currentTime > 0 }
    let now = player.state
    let progress = now.duration.map { now.currentTime / $0 }
    #expect(try #require(progress) > 0)
    await player.shutDown()
  }

  @Test("A subscription that was made before a seek sees it land")
  func subscription() async throws {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    try await player.load(PlayerSource(parsing: "mock://film?duration=60"))
    try await player.waitFor { $0.status == .playing }
    let events = player.events
    try await player.seek(to: 30)
    for await event in events {
      if case .seeked(let time) = event {
        print("Landed at \(time) s")
        break
      }
    }
    #expect(lines == ["Landed at 30.0 s"])
    await player.shutDown()
  }

  @Test("A model sends what is set in the order of setting")
  @MainActor func model() async throws {
    try await player.cue(PlayerSource(parsing: "mock://film?duration=60"))
    let events = player.events
    let model = PlayerModel(player)
    model.action = .setVolume(40)
    model.action = .play  // Behind it, always.
    var names: [String] = []
    for await event in events where ["volumeChanged", "statusChanged"].contains(event.name) {
      names.append(event.name)
      if player.state.status == .playing { break }
    }
    #expect(names.first == "volumeChanged" && names.last == "statusChanged")
    await player.shutDown()
  }
}
