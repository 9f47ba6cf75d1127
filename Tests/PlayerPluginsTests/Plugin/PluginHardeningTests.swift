import Foundation
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite("What a plugin's program gives up") struct PluginHardeningTests {
  @Test(
    "Nothing that a plugin's program starts, on whichever thread, gains privileges",
    arguments: ["PluginUnderTest", "ytplay-mock"])
  func privileges(program: String) async throws {
    // A container may have taken it from all that runs there.
    let before = try ProcessTable.canGainPrivileges(getpid())
    let rig = try await PluginRig.open(program)
    #expect(try ProcessTable.canGainPrivileges(rig.process.processID) == false)
    // It is the program that gives it up, not who starts it.
    #expect(try ProcessTable.canGainPrivileges(getpid()) == before)
    _ = try await rig.finish()
  }

  @Test("A plugin's program that crashes leaves no dump of its memory, where others leave one")
  func noCoreDump() async throws {
    let plugin = BuiltProgram.path("PluginUnderTest")
    let left = try await dump(by: [plugin]) { child in
      child.write(HostCall.initialize(.init()).line(id: 1))
      #expect(await child.waitForOutput { $0.contains(#""id":1,"#) })
      let limit = try #require(ProcessTable.coreLimit(of: child.processID))
      #expect(limit <= 1)
    }
    #expect(left == [])
    // Where dumps go elsewhere, or the machine allows none, only the limit tells.
    let pattern = (try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)) ?? "|"
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    if pattern.first != "|", !pattern.contains("/"), limit.rlim_max > 1 << 30 {
      let left = try await dump(by: ["cat"]) { child in
        child.write("ready")
        #expect(await child.waitForOutput { $0 == "ready" })
      }
      #expect(left != [])
    }
  }

  /// What a program that crashes leaves in its folder.
  private func dump(
    by command: [String], once isReady: (Subprocess) async throws -> Void
  ) async throws -> [String] {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let child = try Subprocess(
      "bash", ["-c", #"ulimit -S -c "$(ulimit -H -c)"; exec "$@""#, "bash"] + command,
      environment: TestEnvironment.leavesCrashesAlone.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 },
      in: folder, keepsInputOpen: true)
    try await isReady(child)
    child.signal(SIGSEGV)
    let result = await child.result()
    #expect(result.signal == SIGSEGV)
    return try FileManager.default.contentsOfDirectory(atPath: folder)
  }
}
