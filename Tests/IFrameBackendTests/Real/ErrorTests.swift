import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("What goes wrong with YouTube's player", .serialized, .sharedRig, .timeLimit(.minutes(5)))
struct ErrorTests {
  private func rig() throws -> RealRig { try #require(RealRig.shared) }

  private static let codes: [(number: Int, code: PlayerError.Code)] = [
    (2, .playbackFailed), (5, .playbackFailed), (100, .notFound), (101, .embeddingNotAllowed),
    (105, .notFound), (150, .embeddingNotAllowed), (152, .missingIdentity), (153, .missingIdentity),
    (777, .unknown),
  ]

  @Test(
    "Each of YouTube's codes, at the load and amid playing, is an error with it and a remedy; another video plays"
  )
  func codes() async throws {
    try await rig().session { session in
      for (number, code) in Self.codes {
        for moment in ["lod", "run"] {
          let digits = String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
          let position = session.log.count
          let error = try await session.failure(of: .id("err-\(digits)-\(moment)"))
          #expect(error.code == code && error.backendCode == "\(number)", "\(number) \(moment): \(error)")
          #expect(error.remedy?.isEmpty == false && error.message.hasSuffix(".") && error.backend == "iframe")
          let hasPlayed = session.log.events(since: position).contains {
            if case .statusChanged(.playing, _) = $0 { true } else { false }
          }
          #expect(hasPlayed == (moment == "run"), "\(number) \(moment)")
        }
      }
      let state = try await session.play(.id("dQw4w9WgXcQ"))
      #expect(state.error == nil)
    }
  }

  @Test(
    "A script that is missing, throws, comes in half or brings no player is a failure of the network",
    arguments: ["/missing/iframe_api", "/broken/iframe_api", "/half/iframe_api", "/inert/iframe_api"])
  func script(_ path: String) async throws {
    var configuration = PlayerConfiguration()
    configuration.timeouts.open = 3
    let rig = try rig()
    try await rig.session(configuration, in: rig.program(script: path)) { session in
      for _ in 0..<2 {
        let error = try await session.failure(of: .id("dQw4w9WgXcQ"))
        #expect(error.code == .network && error.remedy?.isEmpty == false, "\(error)")
      }
    }
  }

  @Test("A script that never comes is a failure of the network in time, and the load can be ended before")
  func hang() async throws {
    var configuration = PlayerConfiguration()
    configuration.timeouts.open = 2
    let rig = try rig()
    try await rig.session(configuration, in: rig.program(script: "/hang/iframe_api")) { session in
      let error = try await session.failure(of: .id("dQw4w9WgXcQ"))
      #expect(error.code == .network, "\(error)")
      try await session.perform(.load(.id("dQw4w9WgXcQ")))
      try await session.perform(.clear)
      try await session.wait { $0.source == nil && $0.status == .unstarted }
    }
  }

  @Test("Where nobody listens it is a failure of the network, and the session plays once somebody does")
  func retry() async throws {
    try await RealRig.run { rig in
      await rig.standIn.goOffline()
      try await rig.session { session in
        for _ in 0..<2 {
          let error = try await session.failure(of: .id("dQw4w9WgXcQ"))
          #expect(error.code == .network && error.remedy?.isEmpty == false, "\(error)")
        }
        try await rig.standIn.goOnline()
        try await session.perform(.play)
        try await session.log.waitForState {
          $0.status == .playing && $0.currentTime > 0.3 && $0.error == nil
        }
      }
    }
  }

  @Test("A player that never becomes ready has run out of time, and the next video plays")
  func neverReady() async throws {
    var configuration = PlayerConfiguration()
    configuration.timeouts.open = 2
    try await rig().session(configuration) { session in
      let error = try await session.failure(of: .id("never-ready"))
      #expect(error.code == .timedOut && error.remedy?.isEmpty == false, "\(error)")
    }
    // The short time is for the one that never comes, not for a busy machine.
    try await rig().session { session in
      try await session.perform(.load(.id("never-ready")))
      try await session.wait { $0.status == .buffering }
      try await session.play(.id("dQw4w9WgXcQ"))
    }
  }

  @Test("Playing that is blocked is said to be, with what a person can do, and the next video plays")
  func blocked() async throws {
    try await rig().session { session in
      let error = try await session.failure(of: .id("autoplayblk"))
      #expect(error.code == .autoplayBlocked && error.remedy?.isEmpty == false, "\(error)")
      try await session.play(.id("dQw4w9WgXcQ"))
    }
  }

  @Test("With mutedAutoplayRetry what is blocked plays without sound, and says so")
  func mutedRetry() async throws {
    var configuration = PlayerConfiguration()
    configuration.youTube.mutedAutoplayRetry = true
    try await rig().session(configuration) { session in
      let state = try await session.play(.id("autoplayblk"))
      #expect(state.isMuted && state.error == nil)
      #expect(session.log.events.contains(.muteChanged(true)))
    }
  }

  @Test("An application id that is no host's name, and an origin that is none, are refused")
  func identity() async throws {
    var configuration = PlayerConfiguration()
    configuration.youTube.applicationID = "no host/at all"
    let refused = await #expect(throws: PlayerError.self) { try await rig().session(configuration) { _ in } }
    #expect(refused?.code == .invalidArgument)
    configuration.youTube.applicationID = nil
    configuration.youTube.origin = "http://example.org"
    let error = await #expect(throws: PlayerError.self) {
      try await rig().session(configuration) { try await $0.perform(.load(.id("dQw4w9WgXcQ"))) }
    }
    #expect(error?.code == .invalidArgument)
  }
}
