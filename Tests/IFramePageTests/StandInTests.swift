import Foundation
import IFramePage
import PlayerKit
import TestSupport
import Testing

@Suite("The page with a player", .serialized)
struct StandInTests {
  /// A stand-in, and a page that lets it in.
  private static func run(
    script: String = "/iframe_api",
    _ body: @escaping (PageRig, YouTubeStandIn, YouTubeEndpoints) async throws -> Void
  ) async throws {
    try await YouTubeStandIn.run { standIn in
      let endpoints = YouTubeEndpoints.fromEnvironment(standIn.environment(script: script))
      try await PageRig.run(standIn) { rig in
        var configuration = IFramePage.Configuration()
        configuration.endpoints = endpoints
        try await rig.load(configuration)
        try await body(rig, standIn, endpoints)
      }
    }
  }

  private static func opening(
    _ text: String, number: Int = 1, autoPlay: Bool = true, _ endpoints: YouTubeEndpoints,
    timeLimit: Double? = nil
  ) throws -> PageOpening {
    try PageOpening(
      player: number, source: PlayerSource(parsing: text), parameters: YouTubeParameters(),
      autoPlay: autoPlay,
      origin: "https://io.github.ytplay", endpoints: endpoints, timeLimit: timeLimit)
  }

  @Test("A video opens and plays, with ticks as often as asked for, and the frame's request says who asks")
  func plays() async throws {
    try await Self.run { rig, standIn, endpoints in
      try await rig.perform(
        .every(seconds: 0.1), .mark(5), .open(Self.opening("dQw4w9WgXcQ", number: 7, endpoints)))
      try await rig.report("ready")
      let playing = try await rig.report { $0.kind == .state(1) }
      #expect(playing.player == 7)
      #expect(playing.mark == 5)
      let tick = try await rig.report { $0.kind == .tick && ($0.info.time ?? 0) > 0.5 }
      #expect(tick.info.duration ?? 0 > 0)
      let frame = try await standIn.request { $0.path.hasPrefix("/embed/dQw4w9WgXcQ") }
      #expect(frame.referer == "https://io.github.ytplay/")
      #expect(frame.path.contains("origin=https%3A%2F%2Fio.github.ytplay"), "\(frame.path)")
      #expect(frame.path.contains("enablejsapi=1"), "\(frame.path)")
    }
  }
}
