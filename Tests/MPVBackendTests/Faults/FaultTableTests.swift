import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

/// One after another: ffmpeg's log is the process's, and tells not of which player it speaks.
@Suite("Every fault", .serialized)
struct FaultTableTests {
  @Test(
    "A fault of a file is told as what it is, in time, and the next source plays", arguments: Fault.files)
  func file(_ fault: Fault) async throws { try await play(fault) }

  @Test(
    "A fault of a server is told as what it is, in time, and the next source plays", arguments: Fault.servers)
  func server(_ fault: Fault) async throws { try await play(fault) }

  @Test("A seek that the server does not answer is waited for, and then has timed out")
  func seek() async throws {
    let good = try await TestMedia.audio()
    let film = try FaultFiles.bytes(of: await TestMedia.video(seconds: 60))
    let scene = try FaultScene()
    defer { scene.end() }
    let server = try scene.serve(["/a": .broken(film, after: film.count / 5, .stall)])
    try await Rig.run(configure: { $0.timeouts.open = 1.5 }) { rig in
      try await rig.play(PlayerSource(.stream(server.url("/a"))))
      try await rig.perform(.seek(.to(50), precise: true))
      #expect(rig.state.isSeeking && rig.state.currentTime == 50)
      let error = try #require(try await rig.failure())
      #expect(error.code == .timedOut, "\(error)")
      let events = rig.log.events
      #expect(events.statuses == [.unstarted, .buffering, .playing, .buffering])
      #expect(!events.contains { if case .seeked = $0 { true } else { false } })
      try await rig.play(.file(good))
    }
  }

  @Test("A cause is understood in whatever language the operating system tells it")
  func language() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TestMedia.temporaryFolder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      // localedef answers 1 for mere warnings.
      _ = try await Subprocess.run(
        "localedef", ["-i", "de_DE", "-f", "UTF-8", "--no-archive", "\(folder)/de_DE.UTF-8"])
      setenv("LOCPATH", folder, 1)
      setlocale(LC_ALL, "de_DE.UTF-8")
      guard String(cString: strerror(ECONNREFUSED)) != "Connection refused" else {
        throw MPVTestFailure(description: "the operating system speaks no German")
      }
      let port = try RefusedPort()
      try await Rig.run { rig in
        try await rig.perform(.load(PlayerSource(.stream("http://127.0.0.1:\(port.port)/a"))))
        guard let error = try await rig.failure(), error.code == .network, error.message.contains("refused")
        else { throw MPVTestFailure(description: "\(rig.log.events)") }
      }
    }
  }

  private func play(_ fault: Fault) async throws {
    let good = try await TestMedia.audio()
    let scene = try FaultScene()
    defer { scene.end() }
    let source = try await fault.source(scene)
    try await Rig.run(configure: { $0.timeouts.open = fault.timeout }) { rig in
      if fault.rate != 1 { try await rig.perform(.setRate(fault.rate)) }
      let began = ContinuousClock.now
      try await rig.perform(.load(source))
      let result = try await outcome(of: fault, scene, rig)
      print("fault: \(fault.name): \(result) after \((ContinuousClock.now - began).text)")

      try await rig.perform(.setRate(1), .load(.file(good)))
      #expect(rig.state.error == nil)
      try await rig.reach(.playing)
      #expect(rig.state.source == .file(good))
    }
  }

  /// Waits for what becomes of the source, expects that it is what the fault says, and returns it in a word.
  private func outcome(of fault: Fault, _ scene: FaultScene, _ rig: Rig) async throws -> String {
    switch fault.outcome {
    case .fails(let code):
      try await check(code, fault, rig)
      #expect(rig.log.events.statuses == [.unstarted, .buffering])
      return code.rawValue
    case .breaks(let code):
      try await rig.log.waitForState { $0.status == .playing || $0.error != nil }
      try await fault.meanwhile(scene)
      try await check(code, fault, rig)
      let statuses = rig.log.events.statuses
      #expect(statuses.prefix(3) == [.unstarted, .buffering, .playing])
      #expect(!statuses.contains(.ended))
      if fault.waits { #expect(statuses.dropFirst(3).contains(.buffering)) }
      return "playing, then \(code.rawValue)"
    case .plays:
      try await rig.log.waitForState { $0.status == .playing || $0.error != nil }
      try await fault.meanwhile(scene)
      try await rig.log.waitForState { $0.status == .ended || $0.error != nil }
      let error = rig.state.error
      #expect(error == nil, "\(rig.log.events.suffix(12))")
      return rig.log.events.statuses.map(\.rawValue).joined(separator: " ")
    }
  }

  private func check(_ code: PlayerError.Code, _ fault: Fault, _ rig: Rig) async throws {
    let error = try #require(try await rig.failure())
    let context: Comment = "\(error) \(rig.log.events.suffix(12))"
    #expect(error.code == code, context)
    #expect(
      (fault.words.isEmpty || error.message.contains(fault.words)) && error.message.hasSuffix("."), context)
    #expect(error.remedy?.hasSuffix(".") == true, context)
    #expect(error.backend == "mpv")
    #expect(rig.state.status == .unstarted && !rig.state.playWhenReady)
  }
}

extension Duration {
  /// In seconds, to the millisecond.
  fileprivate var text: String {
    "\(Double(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) / 1000) s"
  }
}
