import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("Whom YouTube sees, and what a person sees", .serialized, .sharedRig, .timeLimit(.minutes(5)))
struct IdentityTests {
  private func rig() throws -> RealRig { try #require(RealRig.shared) }

  @Test("YouTube is told the application id, as Referer and as origin", arguments: [nil, "org.example.app"])
  func referer(_ id: String?) async throws {
    var configuration = PlayerConfiguration()
    configuration.youTube.applicationID = id
    // A video of its own, whose request can be told from others.
    let video = id == nil ? "referer---0" : "referer---1"
    let rig = try rig()
    try await rig.session(configuration) { session in
      try await session.play(.id(video))
    }
    let embed = try #require(try rig.standIn.requests().first { $0.path.hasPrefix("/embed/\(video)") })
    let host = id ?? "io.github.ytplay"
    #expect(embed.referer == "https://\(host)/")
    let query = try #require(URLComponents(string: embed.path)?.queryItems)
    #expect(query.first { $0.name == "origin" }?.value == "https://\(host)")
    #expect(query.first { $0.name == "enablejsapi" }?.value == "1")
    #expect(embed.destination == "iframe")
  }

  @Test("YouTube's frame sees no bridge to the program")
  func bridge() async throws {
    struct Seen: Decodable {
      let webkit: String
      let messageHandlers: String
      let handlers: [String]
      let ytplay: String
      let ownNames: [String]
      let parent: String
    }
    let rig = try rig()
    try await rig.session { session in
      try await session.play(.id("bridgeprobe"))
    }
    let report = try await rig.standIn.request { $0.method == "POST" && $0.path == "/report" }
    let seen = try JSONDecoder().decode(Seen.self, from: Data(try #require(report.body).utf8))
    #expect(seen.messageHandlers == "undefined" && seen.handlers.isEmpty && seen.ytplay == "undefined")
    #expect(seen.ownNames.allSatisfy { !$0.lowercased().contains("ytplay") }, "\(seen.ownNames)")
    #expect(seen.parent == "SecurityError")
  }

  @Test(
    "The video is seen: the picture changes where it is, with H.264 and with VP9",
    arguments: ["dQw4w9WgXcQ", "clip-vp9--a"])
  func picture(_ video: String) async throws {
    let rig = try rig()
    try await rig.session { session in
      try await session.perform(.cue(.id(video)))
      try await session.wait { $0.status == .queued }
      try await rig.display.window("ytplay")
      let before = try await rig.display.picture()
      try await session.perform(.play)
      try await session.wait { $0.status == .playing && $0.currentTime > 2 }
      // What is drawn may be a moment behind what is told.
      let seen = try await rig.display.pictures { old, new in
        Self.share(before, new) > 0.5 && Self.share(old, new) > 0.01
      }
      try await session.perform(.pause)
      try await session.wait { $0.status == .paused }
      _ = try await rig.display.pictures { old, new in Self.share(old, new) < 0.001 }
      #expect(Self.share(before, seen) > 0.5)
    }
  }

  /// The share of the pixels in the screen's middle that are not the same.
  private static func share(_ one: Data, _ other: Data) -> Double {
    var different = 0
    for y in 180..<300 {
      for x in 240..<400 {
        let at = (y * 640 + x) * 3
        if (0..<3).contains(where: { abs(Int(one[at + $0]) - Int(other[at + $0])) > 16 }) { different += 1 }
      }
    }
    return Double(different) / (120 * 160)
  }
}
