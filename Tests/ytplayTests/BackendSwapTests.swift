import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("Swapping backends under a source, over real programs", .timeLimit(.minutes(5)))
struct BackendSwapTests {
  /// From each of the three to each other one.
  private static let tour = ["iframe", "mock", "mpv", "mock", "iframe", "mpv"]
  private static let video = "dQw4w9WgXcQ"
  /// Where it is sent before each swap, in seconds: neither close to the start, where one that lost its place would be,
  /// nor to the end of what the mock plays for any source.
  private static let place = 3.0

  private func run(_ body: (PlayerRig) async throws -> Void) async throws {
    let ytDlp = try await YtDlpStandIn(seconds: 60)
    try ytDlp.video(Self.video)
    try await PlayerRig.run(backend: "mpv", ytDlp: ytDlp, body)
  }

  @Test("Playing, it plays on at the same place, and goes on from there")
  func playing() async throws {
    try await run { rig in
      let (player, events) = (rig.player, rig.events)
      try await player.send(.setVolume(40))
      try await player.load(try PlayerSource(parsing: Self.video))
      for next in Self.tour {
        try await player.waitFor { $0.status == .playing && $0.duration != nil }
        try await player.seek(to: Self.place)
        try await player.waitFor {
          $0.status == .playing && !$0.isSeeking && $0.currentTime > Self.place + 0.3
        }
        let position = events.count
        try await player.use(next)
        try await player.waitFor { $0.backend == next && $0.status == .playing }
        let swap = try await events.swap(since: position)
        // On a slow machine a backend has played on for a moment before it is heard of.
        #expect(abs(swap.jump) < 1.5, "to \(next): \(swap)")
        try await player.waitFor { $0.status == .playing && $0.currentTime > swap.after + 0.3 }
        #expect(player.state.volume == 40)
      }
    }
  }

  @Test("Paused, it stays paused at the same place, and plays on from there")
  func paused() async throws {
    try await run { rig in
      let (player, events) = (rig.player, rig.events)
      try await player.load(try PlayerSource(parsing: Self.video))
      try await player.waitFor { $0.status == .playing && $0.currentTime > 2 }
      try await player.send(.pause)
      try await player.waitFor { $0.status == .paused }
      let place = player.state.currentTime
      for next in Self.tour {
        let position = events.count
        try await player.use(next)
        try await player.waitFor {
          $0.backend == next && [.paused, .queued].contains($0.status) && !$0.isSeeking
        }
        #expect(abs(player.state.currentTime - place) < 0.5, "to \(next): \(player.state.currentTime)")
        #expect(!events.events(since: position).statuses.contains(.playing))
      }
      try await player.send(.play)
      try await player.waitFor { $0.status == .playing && $0.currentTime > place + 0.3 }
      #expect(player.state.currentTime < place + 2)
    }
  }
}
