import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay, and the end of a backend's process")
struct PluginDeathTests {
  /// The process of the backend, once there is one that is not `before`.
  private func plugin(of child: Subprocess, after before: pid_t = 0) async throws -> pid_t {
    let limit = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < limit {
      if let process = try ProcessTable.children(of: child.processID).first(where: { $0 != before }) {
        return process
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Missing()
  }

  private struct Missing: Error {}

  /// What `ytplay --json` told.
  private func events(_ result: Subprocess.Result) throws -> [PlayerEvent] { try result.events() }

  private func start(_ sources: String...) throws -> Subprocess {
    try CommandUnderTest.start(["--json"] + CommandUnderTest.silentMPV + sources)
  }

  @Test("A backend that is killed amid playing plays on at its place, with its volume")
  func killed() async throws {
    let child = try start(try await TestMedia.video(seconds: 20))
    try await child.wait(for: #""status":"playing""#)
    child.write(#"{"action":"setVolume","volume":33}"# + "\n" + #"{"action":"seek","to":15}"# + "\n")
    try await child.wait(for: #""event":"seeked""#)
    _ = await child.waitForOutput { $0.components(separatedBy: "timeChanged").count > 8 }
    kill(try await plugin(of: child), SIGKILL)
    try await child.wait(for: #""reason":"restarted""#)
    let result = await child.result()
    #expect(result.exitStatus == 0, "\(result)")
    let events = try events(result)
    let death = try #require(
      events.firstIndex {
        if case .failed(let error, willRestart: true) = $0 { error.code == .backendFailed } else { false }
      })
    let before = events[..<death].reduce(PlayerState.empty) { $0.applying($1) }
    let again = try #require(
      events[death...].firstIndex { if case .statusChanged(.playing, _) = $0 { true } else { false } })
    let after = events[...again].reduce(PlayerState.empty) { $0.applying($1) }
    #expect(abs(after.currentTime - before.currentTime) <= 0.5)
    #expect(after.volume == 33 && after.error == nil)
    let failures = events.filter { if case .failed = $0 { true } else { false } }
    #expect(failures.count == 1)
  }

  @Test("A backend that is killed four times has failed, and the next source plays")
  func killedOften() async throws {
    let child = try start(try await TestMedia.video(seconds: 20), try await TestMedia.audio(seconds: 0.5))
    var last: pid_t = 0
    for count in 1...4 {
      last = try await plugin(of: child, after: last)
      _ = await child.waitForOutput { $0.components(separatedBy: #""status":"playing""#).count > count }
      kill(last, SIGKILL)
    }
    let result = await child.result()
    #expect(result.exitStatus == 3, "\(result)")
    let failures = try events(result).compactMap { event -> Bool? in
      if case .failed(_, let willRestart) = event { willRestart } else { nil }
    }
    #expect(failures == [true, true, true, false])
    #expect(try events(result).contains(.statusChanged(.ended, playWhenReady: false)))
  }

  @Test("A backend that stands still is ended when its time is over, and plays on")
  func stopped() async throws {
    let child = try start(try await TestMedia.video(seconds: 20))
    try await child.wait(for: #""status":"playing""#)
    ProcessTable.freeze(try await plugin(of: child))
    child.write(#"{"action":"setVolume","volume":33,"id":7}"# + "\n")
    try await child.wait(for: #""reason":"restarted""#)
    child.write(#"{"action":"stop","id":8}"# + "\n")
    try await child.wait(for: #"{"reply":8}"#)
    kill(child.processID, SIGTERM)
    let result = await child.result()
    #expect(result.output.contains("did not answer setVolume within 10 s"), "\(result)")
  }

  @Test("When ytplay is killed none of its processes is left")
  func host() async throws {
    let child = try start(try await TestMedia.video(seconds: 20))
    try await child.wait(for: #""status":"playing""#)
    let plugin = try await plugin(of: child)
    kill(child.processID, SIGKILL)
    _ = await child.result()
    let limit = ContinuousClock.now + .seconds(20)
    while ProcessTable.isAlive(plugin), ContinuousClock.now < limit {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(!ProcessTable.isAlive(plugin))
  }

  @Test("Neither libmpv nor a toolkit is linked into ytplay")
  func libraries() async throws {
    let result = try await Subprocess.run("ldd", [CommandUnderTest.path])
    #expect(result.isSuccess && result.output.contains("libc.so"))
    for library in ["libmpv", "libgtk", "libwebkit", "libavcodec"] {
      #expect(!result.output.contains(library))
    }
  }
}
