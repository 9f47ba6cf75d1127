import Foundation
import Glibc
import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

@Suite("A plugin's end") struct PluginEndTests {
  @Test("It ends when its input does, with status 0 and every action under way answered")
  func endOfInput() async throws {
    let rig = try await PluginRig.open(sessions: 3)
    for session in 1...3 { rig.send(.play, to: session, id: session) }
    let messages = try await rig.finish()
    for session in 1...3 { #expect(messages.error(of: session)?.playerError?.code == .closed) }
  }

  @Test("It answers exit at once, and ends")
  func exit() async throws {
    let rig = try await PluginRig.open()
    rig.send(.play, id: 1)
    rig.send(.exit, id: 2)
    let messages = try await rig.messages()
    #expect(try messages.reply(to: 2)?.get() == PluginReply())
    #expect(messages.error(of: 1)?.playerError?.code == .closed)
  }

  @Test(
    "It ends though every thread of Swift's pool hangs, and every backend",
    arguments: [true, false])
  func hanging(byExit: Bool) async throws {
    let sessions = 64
    let rig = try await PluginRig.open("PluginUnderTest", ["hang"], sessions: sessions)
    for session in 1...sessions { rig.send(.pause, to: session, id: session) }
    // As long as a thread is free it would have the backends shut down.
    let threads = ProcessInfo.processInfo.activeProcessorCount
    try #require(await rig.process.waitForOutput { $0.split(separator: "hangs").count > threads })
    if byExit { rig.send(.exit, id: 900) } else { rig.process.closeInput() }
    let messages = try await rig.messages()
    #expect((messages.reply(to: 900) != nil) == byExit)
    #expect(messages.reply(to: 1) == nil)
  }

  @Test("It ends in order at SIGINT, SIGTERM and SIGHUP", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) async throws {
    let rig = try await PluginRig.open()
    rig.send(.play, id: 1)
    rig.send(.setVolume(3), to: 2, id: 2)
    try await rig.wait(forReplyTo: 2)
    rig.process.signal(number)
    let messages = try await rig.messages()
    #expect(messages.error(of: 1)?.playerError?.code == .closed)
  }

  @Test("SIGPIPE does nothing to it")
  func pipeSignal() async throws {
    let rig = try await PluginRig.open()
    rig.process.signal(SIGPIPE)
    rig.send(.setVolume(3), id: 1)
    try await rig.wait(forReplyTo: 1)
    #expect(try await rig.finish().events().last == .volumeChanged(3))
  }

  @Test("It ends when nobody reads its output any more, though its input stays open")
  func brokenOutput() async throws {
    let script = #"exec 4>&1; { "$1" 2>&4 4>&-; echo "status $?" >&4; } | true"#
    let rig = try Subprocess(
      "bash", ["-c", script, "bash", BuiltProgram.path("PluginUnderTest")], keepsInputOpen: true)
    #expect(await rig.waitForOutput { $0.contains("status 0\n") })
    rig.closeInput()
    _ = await rig.result()
  }

  @Test("It is gone when its host has been killed", arguments: [[], ["hang"]])
  func orphan(arguments: [String]) async throws {
    let host = try Subprocess(
      BuiltProgram.path("PluginUnderTest"), ["host", BuiltProgram.path("PluginUnderTest")] + arguments)
    #expect(await host.waitForOutput { $0.hasPrefix("plugin ") && $0.hasSuffix("\n") }, "\(host.outputSoFar)")
    let plugin = try #require(pid_t(host.outputSoFar.dropFirst(7).dropLast()))
    #expect(plugin > 1 && Self.isRunning(plugin))
    host.signal(SIGKILL)
    #expect(await host.result().signal == SIGKILL)
    let limit = ContinuousClock.now + .seconds(20)
    while Self.isRunning(plugin), ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(20)) }
    #expect(!Self.isRunning(plugin))
  }

  /// Whether a process is there and is not just waited for.
  private static func isRunning(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return status.split(separator: ")").last.map { !$0.hasPrefix(" Z") } ?? false
  }
}
