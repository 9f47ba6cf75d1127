import PlayerKit
import TestSupport
import Testing

/// A sound device that goes away. Where no PulseAudio is installed, `scripts/check-sound-device` runs these.
@Suite("mpv and a sound device that goes away", .enabled(if: SoundServer.isInstalled))
struct SoundDeviceTests {
  /// What is taken away.
  enum Loss: CaseIterable {
    case server, device
  }

  @Test("A film plays on without sound, which is said once", arguments: Loss.allCases)
  func film(_ loss: Loss) async throws {
    try await Self.run { rig, server in
      try await rig.play(.file(try await TestMedia.video(seconds: 20)))
      try await server.waitForSound()
      let position = rig.log.count
      try await server.lose(loss)
      try await rig.waitForSilence()
      let time = rig.state.currentTime
      try await rig.log.waitForState { $0.currentTime > time + 1 }
      #expect(rig.log.events(since: position).ofState.statuses.isEmpty)
      #expect(abs(try await rig.seek(.to(15)) - 15) < 0.2)
      try await rig.perform(.pause)
      try await rig.reach(.paused)
      try await rig.perform(.play)
      try await rig.reach(.playing)
      try await rig.reach(.ended)
      #expect(rig.log.warnings == [Self.words])
      #expect(rig.state.error == nil && rig.state.currentTime == 20)
    }
  }

  @Test("Sound alone plays on in silence, at its own pace, to its end", arguments: Loss.allCases)
  func sound(_ loss: Loss) async throws {
    try await Self.run { rig, server in
      try await rig.play(.file(try await TestMedia.audio(seconds: 6)))
      try await server.waitForSound()
      try await server.lose(loss)
      try await rig.waitForSilence()
      try await rig.reach(.ended)
      #expect(rig.log.warnings == [Self.words])
      let statuses = rig.log.events.statuses
      #expect(statuses == [.unstarted, .buffering, .playing, .ended])
      #expect(rig.state.currentTime == 6)
      // The next one plays too, and there is nothing new to say.
      try await rig.play(.file(try await TestMedia.flac()))
      try await rig.reach(.ended)
      #expect(rig.log.warnings == [Self.words])
    }
  }

  @Test("It goes while nothing plays: what is played next is silent")
  func whilePaused() async throws {
    try await Self.run { rig, server in
      try await rig.play(.file(try await TestMedia.video(seconds: 20)))
      try await server.waitForSound()
      try await rig.perform(.pause)
      try await rig.reach(.paused)
      await server.crash()
      try await rig.waitForSilence()
      #expect(rig.state.status == .paused)
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.status == .playing && $0.currentTime > 1 }
    }
  }

  @Test("A device that is back is heard with the next source, and after a pause", arguments: [false, true])
  func back(isSameSource: Bool) async throws {
    try await Self.run { rig, server in
      let source = PlayerSource.file(try await TestMedia.video(seconds: 20))
      try await rig.play(source)
      try await server.waitForSound()
      await server.crash()
      try await rig.waitForSilence()
      try await server.start()
      if isSameSource {
        try await rig.perform(.pause)
        try await rig.reach(.paused)
        try await rig.perform(.play)
        try await rig.reach(.playing)
      } else {
        try await rig.perform(.load(source))
      }
      try await server.waitForSound()
      try await rig.log.waitForState { $0.status == .playing && $0.currentTime > 1 }
    }
  }

  @Test(
    "Where silence is forbidden, a film plays on and sound alone fails with its cause",
    arguments: [true, false])
  func withoutFallback(isFilm: Bool) async throws {
    try await Self.run([.init("audio-fallback-to-null", "no")]) { rig, server in
      try await rig.play(
        .file(try await isFilm ? TestMedia.video(seconds: 20) : TestMedia.audio(seconds: 20)))
      try await server.waitForSound()
      await server.crash()
      if isFilm {
        try await rig.log.waitForState { $0.selectedTracks[.audio] == nil && $0.currentTime > 3 }
        #expect(rig.state.status == .playing)
      } else {
        let error = try await rig.failure()
        #expect(error?.code == .playbackFailed && error?.message.contains("Sound") == true, "\(error as Any)")
      }
      try await rig.play(.file(try await TestMedia.silentVideo()))
      try await rig.reach(.ended)
    }
  }

  @Test("A sound server that answers nothing any more holds nobody up for longer than the limits say")
  func hanging() async throws {
    try await Self.run(configure: { $0.timeouts.open = 3 }) { rig, server in
      try await rig.play(.file(try await TestMedia.video(seconds: 20)))
      try await server.waitForSound()
      server.freeze()
      let position = rig.log.count
      try await rig.perform(.pause)
      try await rig.perform(.load(.file(try await TestMedia.silentVideo())))
      try await rig.log.wait(since: position) {
        if case .statusChanged(.playing, _) = $0 { true } else { false }
      }
      try await rig.reach(.ended)
    }
  }

  private static let words = "the sound device has gone: playing without sound"

  private static func run(
    _ options: [PlayerConfiguration.MPVOption] = [],
    configure: (inout PlayerConfiguration) -> Void = { _ in },
    _ body: (Rig, SoundServer) async throws -> Void
  ) async throws {
    try await SoundServer.run { server in
      let own: [PlayerConfiguration.MPVOption] = [
        .init("vo", "null"), .init("ao", "pulse"), .init("pulse-host", server.address),
      ]
      try await Rig.run(own + options, configure: configure) { try await body($0, server) }
    }
  }
}

extension Rig {
  /// Waits until it is said that the device has gone.
  fileprivate func waitForSilence() async throws {
    try await log.wait {
      if case .log(.warning, let text) = $0 { text.contains("device has gone") } else { false }
    }
  }
}

extension EventLog {
  fileprivate var warnings: [String] {
    events.compactMap { if case .log(.warning, let text) = $0 { text } else { nil } }
  }
}

extension SoundServer {
  /// Waits until something is played by it.
  fileprivate func waitForSound() async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try await soundCount() == 0 {
      try #require(ContinuousClock.now < deadline, "no sound arrived")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  fileprivate func lose(_ loss: SoundDeviceTests.Loss) async throws {
    switch loss {
    case .server: await crash()
    case .device: try await removeDevice()
    }
  }
}
