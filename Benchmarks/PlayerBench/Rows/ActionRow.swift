import MockBackend
import PlayerKit

/// Row 7: an action through a player to the mock, and its event back.
struct ActionRow: BenchRow {
  let number = 7
  let title = "an action to the mock and its event back"

  func measure() async throws -> [Measurement] {
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    try await player.loadCued()
    let latency = try await latency(of: player)
    var rates: [Double] = []
    for _ in 0..<rounds { rates.append(try await rate(of: player)) }
    await player.shutDown()
    return [
      Measurement(title: "\(title), median", ours: latency, unit: .microseconds, mark: .atMost(10)),
      Measurement(
        title: "the same, 64 tasks at once", ours: median(rates), unit: .perSecond, mark: .atLeast(200_000)),
    ]
  }

  /// Microseconds from the call to the event in the hands of a subscriber.
  private func latency(of player: Player) async throws -> Double {
    var events = player.events.makeAsyncIterator()
    var times: [Double] = []
    for _ in 0..<(rounds * 2000) {
      let start = now()
      try await player.send(.currentTime)
      while let event = await events.next() {
        if case .timeChanged = event { break }
      }
      times.append(Double(now() - start) / 1000)
    }
    return median(times)
  }

  /// Actions a second, until the last of their events has been read or counted as dropped.
  private func rate(of player: Player) async throws -> Double {
    let (tasks, actions) = (64, 2000)
    let events = player.events
    let start = now()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var left = tasks * actions
        for await event in events {
          switch event {
          case .timeChanged: left -= 1
          case .dropped(let count): left -= count
          default: break
          }
          if left <= 0 { return }
        }
      }
      for _ in 0..<tasks {
        group.addTask {
          for _ in 0..<actions { try await player.send(.currentTime) }
        }
      }
      try await group.waitForAll()
    }
    return Double(tasks * actions) / (Double(now() - start) / 1e9)
  }
}

extension Player {
  /// Opens a source that the mock knows and stays at its start, where time stands still.
  nonisolated(nonsending) func loadCued() async throws(PlayerError) {
    try await cue(PlayerSource(.stream("https://example.org/clip.mp4")))
    try await waitFor { $0.status == .queued }
  }
}
