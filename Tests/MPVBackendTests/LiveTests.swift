import Foundation
import PlayerKit
import TestSupport
import Testing

/// Streams that go on while they are played.
@Suite("mpv and live streams")
struct LiveTests {
  @Test("A live stream has no duration, and can be sought in as far as it has been kept")
  func kept() async throws {
    try await Self.withStream { stream in
      try await Rig.run { rig in
        try await rig.play(stream)
        #expect(rig.state.isLive && rig.state.duration == nil)
        let state = try await rig.kept(4)
        #expect(state.isSeekable && (state.seekableRange?.lowerBound ?? 9) < 0.5)
        #expect(abs(try await rig.seek(.to(1)) - 1) < 0.2)
        // What has been passed over is still there.
        #expect((rig.state.seekableRange?.upperBound ?? 0) >= 4)
        let middle = try await rig.seek(.fraction(0.5))
        #expect(middle > 1 && middle < (rig.state.seekableRange?.upperBound ?? 0))
        try await rig.log.waitForState { $0.status == .playing && $0.currentTime > middle + 0.3 }
      }
    }
  }

  @Test("A seek in a live stream goes no further than what has been kept of it", arguments: [false, true])
  func clamped(isPaused: Bool) async throws {
    try await Self.withStream { stream in
      try await Rig.run { rig in
        try await rig.play(stream)
        try await rig.kept(3)
        if isPaused {
          try await rig.perform(.pause)
          try await rig.reach(.paused)
          // It goes on being received.
          try await rig.kept((rig.state.seekableRange?.upperBound ?? 0) + 1)
        }
        for target in [SeekTarget.to(1000), .by(1000), .to(-5), .fraction(1)] {
          let position = rig.log.count
          let landing = try await rig.seek(target)
          let told = rig.log.events(since: position).compactMap {
            if case .seeking(let target) = $0 { target } else { nil }
          }
          let range = try #require(rig.state.seekableRange)
          #expect(told.count == 1)
          #expect(range.contains(told.first ?? -1), "\(told) is not in \(range)")
          #expect(abs(landing - (told.first ?? -1)) < 0.5)
        }
        #expect(rig.state.status == (isPaused ? .paused : .playing) || rig.state.status == .buffering)
      }
    }
  }

  @Test("What has been dropped of a live stream can't be gone to, and is not offered")
  func dropped() async throws {
    let options: [PlayerConfiguration.MPVOption] = [
      .init("vo", "null"), .init("ao", "null"), .init("demuxer-max-back-bytes", "100KiB"),
      .init("demuxer-donate-buffer", "no"),
    ]
    try await Self.withStream { stream in
      try await Rig.run(options) { rig in
        try await rig.play(stream)
        try await rig.log.waitForState { ($0.seekableRange?.lowerBound ?? 0) > 0.5 }
        let landing = try await rig.seek(.to(0))
        #expect(landing > 0.4)
        try await rig.reach(.playing)
      }
    }
  }

  @Test("The range is told at most once a second, and is gone with the stream")
  func told() async throws {
    try await Self.withStream { stream in
      try await Rig.run { rig in
        let began = ContinuousClock.now
        try await rig.play(stream)
        try await rig.kept(3)
        let ranges = rig.log.events.count { if case .seekableRangeChanged = $0 { true } else { false } }
        #expect(ranges <= Int((ContinuousClock.now - began) / .seconds(1)) + 2)
        try await rig.perform(.stop)
        let state = try await rig.reach(.unstarted)
        #expect(state.seekableRange == nil && !state.isSeekable && state.isLive)
        let error = await #expect(throws: PlayerError.self) { try await rig.perform(.seek(.to(1))) }
        #expect(error?.code == .unsupported)
        try await rig.perform(.play)
        try await rig.reach(.playing)
        try await rig.kept(1)
        let path = try await TestMedia.audio()
        try await rig.perform(.load(.file(path)))
        try await rig.log.waitForState { $0.status == .playing && $0.duration != nil }
        #expect(rig.state.seekableRange == nil && rig.state.isSeekable)
      }
    }
  }

  @Test("A list of segments without an end is live, one with an end is not")
  func segments() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clip = try await TestMedia.video(seconds: 8)
    let made = try await Subprocess.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", clip, "-c", "copy", "-f", "hls", "-hls_time", "2",
        "-hls_list_size", "0", "\(folder)/all.m3u8",
      ])
    #expect(made.isSuccess, "\(made)")
    var answers: [String: FaultAnswer] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
      answers["/\(name)"] = .file(bytes)
    }
    // Without its last line the list may still grow.
    let list = try String(contentsOfFile: "\(folder)/all.m3u8", encoding: .utf8)
    let open = list.replacingOccurrences(of: "#EXT-X-ENDLIST\n", with: "")
    answers["/live.m3u8"] = .file(Array(open.utf8))
    let server = try FaultServer(answers)
    defer { server.stop() }
    try await Rig.run { rig in
      try await rig.play(PlayerSource(parsing: server.url("/live.m3u8")))
      #expect(rig.state.isLive && rig.state.duration == nil)
      try await rig.kept(1)
      try await rig.perform(.load(PlayerSource(parsing: server.url("/all.m3u8"))))
      let state = try await rig.log.waitForState { $0.status == .playing && $0.duration != nil }
      #expect(!state.isLive && abs((state.duration ?? 0) - 8) < 0.2 && state.seekableRange == nil)
    }
  }

  /// Calls `body` with a stream that comes a little faster than it plays, for half a minute.
  private static func withStream(_ body: (PlayerSource) async throws -> Void) async throws {
    let path = try await TestMedia.transportStream(seconds: 36)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let server = try FaultServer([
      "/live.ts": .file(bytes, ranges: false, framing: .untilClosed, bytesPerSecond: bytes.count / 30)
    ])
    defer { server.stop() }
    try await body(PlayerSource(parsing: server.url("/live.ts")))
  }
}

extension Rig {
  /// Waits until a live stream can be sought in up to this time.
  @discardableResult
  fileprivate func kept(_ seconds: Double) async throws -> PlayerState {
    try await log.waitForState { ($0.seekableRange?.upperBound ?? 0) >= seconds }
  }
}
