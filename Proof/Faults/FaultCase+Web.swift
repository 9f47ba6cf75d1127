import Foundation
import PlayerKit
import ProofSupport
import TestSupport

/// What YouTube's player needs: a display, and a stand-in for YouTube.
struct WebScene: Sendable {
  static let options = ["--backend", "iframe"]
  static let video = "dQw4w9WgXcQ"
  let display: VirtualDisplay
  let youTube: YouTubeStandIn

  var environment: [String: String?] {
    var variables: [String: String?] = youTube.environment()
    variables["DISPLAY"] = display.name
    variables["YTPLAY_YT_DLP"] = "/nonexistent/yt-dlp"
    return variables
  }

  static func run(_ body: (WebScene) async throws -> Void) async throws {
    try await YouTubeStandIn.run { youTube in
      try await VirtualDisplay.run { display in try await body(WebScene(display: display, youTube: youTube)) }
    }
  }

  /// `ytplay` with YouTube's player.
  func stage(_ proof: Proof, _ arguments: [String] = [video], _ body: (Stage) async throws -> Void)
    async throws
  {
    try await Stage.run(proof, Self.options + arguments, environment: environment, body)
  }
}

/// What can happen to YouTube's player, which is several processes.
extension FaultCase {
  static let web = [
    FaultCase("web-process-dies", "the web process is killed, while playing and while paused") { proof in
      try await WebScene.run { scene in
        try await scene.stage(proof) { stage in
          try await stage.plays(for: 1)
          try await stage.send(.setVolume(33))
          for isPaused in [false, true] {
            if isPaused {
              try await stage.send(.pause)
              try await stage.wait(for: "a pause") { _, state in state.status == .paused }
            }
            let (before, position) = (stage.state, stage.events.count)
            let process = try await stage.process("WebKitWebProcess")
            kill(process, SIGKILL)
            proof.inject()
            _ = try await stage.process("WebKitWebProcess", otherThan: [process])
            if isPaused {
              try await stage.wait(for: "the pause again") { _, state in
                state.status == .paused && abs(state.currentTime - before.currentTime) < 1
              }
              try await stage.send(.play)
            }
            let after = try await stage.plays(for: 1)
            proof.check(after.volume == 33, "The volume is \(after.volume)")
            stage.checkNothingFailed(since: position)
            stage.checkSteps(since: position, from: before.currentTime)
          }
          await stage.checkEnd()
        }
      }
    },
    FaultCase("web-process-sleeps", "the web process is stopped for 3 s, and then for ever") { proof in
      try await WebScene.run { scene in
        try await scene.stage(proof) { stage in
          try await stage.plays(for: 1)
          var (before, position) = (stage.state, stage.events.count)
          let process = try await stage.process("WebKitWebProcess")
          ProcessTable.freeze(process)
          proof.inject()
          try await Task.sleep(for: .seconds(3))
          kill(process, SIGCONT)
          try await stage.plays(for: 1)
          stage.checkNothingFailed(since: position)
          (before, position) = (stage.state, stage.events.count)
          let last = try await stage.process("WebKitWebProcess")
          ProcessTable.freeze(last)
          proof.inject()
          _ = try await stage.process("WebKitWebProcess", otherThan: [last])
          let after = try await stage.plays(for: 1)
          proof.check(
            after.currentTime < before.currentTime + 15, "\(before.currentTime) became \(after.currentTime)")
          await stage.checkEnd()
        }
      }
    },
    FaultCase("network-process-dies", "the network process is killed") { proof in
      try await WebScene.run { scene in
        try await scene.stage(proof, [WebScene.video, "jNQXAC9IVRw"]) { stage in
          try await stage.plays(for: 1)
          let position = stage.events.count
          kill(try await stage.process("WebKitNetworkProcess"), SIGKILL)
          proof.inject()
          try await stage.plays(for: 3)
          stage.checkNothingFailed(since: position)
          try await stage.send(.next)
          try await stage.wait(for: "the next video") { _, state in
            state.metadata.videoID == "jNQXAC9IVRw" && state.status == .playing && state.currentTime > 0.3
          }
          await stage.checkEnd()
        }
      }
    },
    FaultCase("web-plugin-dies", "the plugin with the web view is killed") { proof in
      try await WebScene.run { scene in
        try await scene.stage(proof) { stage in
          try await stage.plays(for: 1)
          let (before, position) = (stage.state, stage.events.count)
          kill(try await stage.process("ytplay-iframe"), SIGKILL)
          proof.inject()
          try await stage.wait(for: "its return", since: position) { events, _ in
            events.contains(.backendChanged("iframe", .restarted))
          }
          try await stage.plays(for: 1)
          stage.checkRestarted("iframe", since: position)
          stage.checkSteps(since: position, from: before.currentTime)
          await stage.checkEnd()
        }
      }
    },
    FaultCase("sandbox-dies", "a program of the web view's sandbox is killed") { proof in
      try await WebScene.run { scene in
        try await scene.stage(proof) { stage in
          try await stage.plays(for: 1)
          let position = stage.events.count
          // With it go those that it has started.
          kill(try await stage.process("bwrap"), SIGKILL)
          proof.inject()
          try await stage.plays(for: 3)
          stage.checkNothingFailed(since: position)
          await stage.checkEnd()
        }
      }
    },
    FaultCase("youtube-goes", "YouTube can't be reached any more, and then it can again") { proof in
      try await WebScene.run { scene in
        try await scene.stage(proof, [WebScene.video, "jNQXAC9IVRw", WebScene.video]) { stage in
          try await stage.plays(for: 1)
          await scene.youTube.goOffline()
          proof.inject()
          // What has come already plays on; the next video fails, says so, and the one behind it plays.
          try await stage.plays(for: 1)
          let position = stage.events.count
          async let next = stage.send(.next)
          try await stage.wait(for: "a failure", since: position, seconds: 60) { events, _ in
            events.contains { if case .failed(_, false) = $0 { true } else { false } }
          }
          _ = try await next
          for case .failed(let error, _) in stage.events.dropFirst(position) {
            // The player itself says code 5 where the media of a video do not come.
            proof.check(
              ([.network, .timedOut].contains(error.code) || error.backendCode == "5")
                && error.message.hasSuffix("."), "It said \(error)")
          }
          try await scene.youTube.goOnline()
          // Where all have failed by now it has ended, and told so.
          let video = try PlayerSource(parsing: WebScene.video)
          if stage.isRunning, try await stage.sendUnlessEnded(.load(video)) {
            try await stage.plays(for: 0.5)
            await stage.checkEnd()
          } else {
            let result = await stage.result()
            proof.check(result.exitStatus == 3, "It ended with the status \(result)")
          }
        }
      }
    },
  ]
}
