import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay, and the end of YouTube's player's processes")
struct IFrameDeathTests {
  /// The processes of these names beneath the program.
  private func processes(_ names: Set<String>, of child: Subprocess) throws -> [pid_t] {
    try ProcessTable.descendants(of: child.processID).filter { names.contains(ProcessTable.name(of: $0)) }
  }

  private func waitForEnd(of processes: [pid_t]) async throws -> [pid_t] {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline, processes.contains(where: ProcessTable.isAlive) {
      try await Task.sleep(for: .milliseconds(20))
    }
    return processes.filter(ProcessTable.isAlive)
  }

  @Test("A web process that is killed amid playing is back at its place, with its volume")
  func webProcess() async throws {
    try await IFrameRig.run { rig in
      let child = try rig.start("--backend", "iframe", "dQw4w9WgXcQ")
      child.write(#"{"action":"setVolume","volume":33}"# + "\n")
      try await child.wait(until: "playing") { $0.status == .playing && $0.currentTime > 2 }
      let web = try processes(["WebKitWebProcess"], of: child)
      #expect(!web.isEmpty)
      let count = try child.eventsSoFar.count
      let before = try child.stateSoFar
      for process in web { kill(process, SIGKILL) }
      let after = try await child.wait(until: "playing on") { [before] in
        $0.status == .playing && $0.currentTime > before.currentTime + 1
      }
      #expect(after.volume == 33 && after.error == nil)
      let times = try child.eventsSoFar[count...].compactMap {
        if case .timeChanged(let time) = $0 { time } else { nil }
      }
      // Neither from its start again, nor with a leap.
      #expect(zip([before.currentTime] + times, times).allSatisfy { abs($1 - $0) < 1 }, "\(times)")
      #expect(try Array(child.eventsSoFar[count...]).statuses.contains(.buffering))
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  @Test("The plugin itself, killed amid playing, is started again at the same place")
  func plugin() async throws {
    try await IFrameRig.run { rig in
      let child = try rig.start("--backend", "iframe", "dQw4w9WgXcQ")
      try await child.wait(until: "playing") { $0.status == .playing && $0.currentTime > 2 }
      let before = try child.stateSoFar
      let all = try ProcessTable.descendants(of: child.processID)
      let plugin = try #require(try processes(["ytplay-iframe"], of: child).first)
      kill(plugin, SIGKILL)
      let after = try await child.wait(until: "playing on") { [before] in
        $0.status == .playing && $0.error == nil && $0.currentTime > before.currentTime + 1
      }
      #expect(after.currentTime < before.currentTime + 15)
      #expect(try child.eventsSoFar.backends == ["iframe asked", "iframe restarted"])
      // Those of its web view are gone with it.
      #expect(try await waitForEnd(of: all).isEmpty)
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  @Test("When ytplay is killed, no process of its web view is left")
  func host() async throws {
    try await IFrameRig.run { rig in
      let child = try rig.start("--backend", "iframe", "dQw4w9WgXcQ")
      try await child.wait(until: "playing") { $0.status == .playing }
      let all = try ProcessTable.descendants(of: child.processID)
      let names = Set(all.map(ProcessTable.name(of:)))
      #expect(names.isSuperset(of: ["ytplay-iframe", "WebKitWebProcess", "WebKitNetworkProcess", "bwrap"]))
      kill(child.processID, SIGKILL)
      _ = await child.result()
      let left = try await waitForEnd(of: all)
      #expect(left.isEmpty, "\(left.map(ProcessTable.name(of:)))")
    }
  }

  @Test("A display that goes away is a failure in one sentence, where no other backend may go on")
  func display() async throws {
    try await IFrameRig.run { rig in
      let child = try CommandUnderTest.start(
        ["--backend", "iframe", "dQw4w9WgXcQ"], environment: rig.environment())
      try await child.wait(for: "playing dQw4w9WgXcQ")
      await rig.display.crash()
      let result = await child.result()
      #expect(result.exitStatus == 2, "\(result)")
      #expect(result.errors.contains("ytplay: "))
      #expect(!result.errors.contains("Fatal") && !result.errors.contains("Gdk-"), "\(result)")
    }
  }
}
