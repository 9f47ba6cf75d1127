import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay, where YouTube's player can't play and mpv can")
struct IFrameFallbackTests {
  private static let silent = ["--json", "--mpv", "ao=null", "--mpv", "vo=null"]

  private static func play(
    _ source: String, _ rig: IFrameRig, _ ytDlp: YtDlpStandIn
  ) async throws -> Subprocess.Result {
    try await CommandUnderTest.run(silent + [source], environment: rig.environment(ytDlp: ytDlp))
  }

  @Test(
    "What YouTube won't have embedded goes on with mpv and yt-dlp",
    arguments: [
      ("err-101-lod", PlayerError.Code.embeddingNotAllowed), ("err-150-lod", .embeddingNotAllowed),
      ("err-152-lod", .missingIdentity), ("err-153-lod", .missingIdentity),
    ])
  func refused(_ id: String, _ code: PlayerError.Code) async throws {
    let ytDlp = try await YtDlpStandIn(seconds: 2)
    try ytDlp.video(id)
    try await IFrameRig.run { rig in
      let result = try await Self.play(id, rig, ytDlp)
      #expect(result.exitStatus == 0, "\(result)")
      let events = try result.events()
      #expect(events.backends == ["iframe asked", "mpv fallback"])
      #expect(
        events.contains {
          if case .failed(let error, willRestart: true) = $0 { error.code == code } else { false }
        })
      #expect(events.statuses.last == .ended)
    }
  }

  @Test("A failure that mpv would share is none of its business")
  func shared() async throws {
    let ytDlp = try await YtDlpStandIn(seconds: 2)
    try ytDlp.video("err-100-lod")
    try await IFrameRig.run { rig in
      let result = try await Self.play("err-100-lod", rig, ytDlp)
      #expect(result.exitStatus == 2, "\(result)")
      #expect(try result.events().backends == ["iframe asked"])
    }
  }

  @Test("A handle, which only yt-dlp can look up, goes to mpv at once")
  func handle() async throws {
    let ytDlp = try await YtDlpStandIn(seconds: 2)
    try ytDlp.list("https://www.youtube.com/@somebody/videos", ["dQw4w9WgXcQ"])
    try await IFrameRig.run { rig in
      let result = try await Self.play("@somebody", rig, ytDlp)
      #expect(result.exitStatus == 0, "\(result)")
      let events = try result.events()
      #expect(events.backends.last?.hasPrefix("mpv ") == true)
      #expect(!events.contains { if case .failed = $0 { true } else { false } })
      #expect(events.statuses.last == .ended)
    }
  }

  @Test("A display that does not answer leaves it to mpv")
  func unavailable() async throws {
    let ytDlp = try await YtDlpStandIn(seconds: 2)
    try ytDlp.video("dQw4w9WgXcQ")
    let result = try await CommandUnderTest.run(
      Self.silent + ["dQw4w9WgXcQ"], environment: ["DISPLAY": ":4095", "YTPLAY_YT_DLP": ytDlp.path])
    #expect(result.exitStatus == 0, "\(result)")
    #expect(try result.events().backends == ["mpv fallback"])
  }

  @Test("A display that goes away amid playing leaves it to mpv, which goes on at the place")
  func displayGone() async throws {
    let ytDlp = try await YtDlpStandIn(seconds: 30)
    try ytDlp.video("dQw4w9WgXcQ")
    try await IFrameRig.run { rig in
      let child = try CommandUnderTest.start(
        Self.silent + ["--start", "10", "dQw4w9WgXcQ"], environment: rig.environment(ytDlp: ytDlp))
      try await child.wait(until: "playing") { $0.status == .playing && $0.currentTime > 11 }
      await rig.display.crash()
      let state = try await child.wait(until: "playing on") {
        $0.status == .playing && $0.backend == "mpv" && $0.error == nil
      }
      #expect(state.currentTime > 10.5 && state.currentTime < 29)
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  @Test("Killed four times in a minute, the plugin leaves it to mpv, which goes on at the place")
  func killedOften() async throws {
    let ytDlp = try await YtDlpStandIn(seconds: 30)
    try ytDlp.video("dQw4w9WgXcQ")
    try await IFrameRig.run { rig in
      let child = try CommandUnderTest.start(
        Self.silent + ["--start", "10", "dQw4w9WgXcQ"], environment: rig.environment(ytDlp: ytDlp))
      var killed: pid_t = 0
      for _ in 0..<4 {
        let last = killed
        try await child.wait(until: "playing") { $0.status == .playing && $0.error == nil }
        killed = try await plugin(of: child, after: last)
        kill(killed, SIGKILL)
        try await child.wait(until: "the failure") { $0.error != nil }
      }
      let state = try await child.wait(until: "playing on") {
        $0.status == .playing && $0.backend == "mpv" && $0.error == nil
      }
      #expect(state.currentTime >= 10 && state.currentTime < 29)
      let backends = try child.eventsSoFar.backends
      #expect(
        backends
          == ["iframe asked", "iframe restarted", "iframe restarted", "iframe restarted", "mpv fallback"])
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  /// The plugin's process, once there is one that is not `last`.
  private func plugin(of child: Subprocess, after last: pid_t) async throws -> pid_t {
    let deadline = ContinuousClock.now + .seconds(20)
    var found: pid_t?
    while found == nil, ContinuousClock.now < deadline {
      found = try ProcessTable.children(of: child.processID).first {
        $0 != last && ProcessTable.name(of: $0) == "ytplay-iframe"
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    return try #require(found, "no other plugin was started")
  }
}
