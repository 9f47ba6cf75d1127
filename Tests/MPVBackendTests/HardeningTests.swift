import Foundation
import MPVBackend
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@Suite("What mpv's program and what it starts may do")
struct HardeningTests {
  @Test(
    "yt-dlp gains no privileges, leaves no dump and inherits the standard streams alone, and its video plays")
  func ytDlp() async throws {
    let standIn = try await YtDlpStandIn()
    try standIn.video(YouTubeTests.id)
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = "\(folder)/yt-dlp"
    let script = """
      #!/bin/sh
      grep NoNewPrivs /proc/self/status >> '\(folder)/said'
      grep core /proc/self/limits | cut -c 1-36 >> '\(folder)/said'
      # 3 is what `ls` reads the folder by.
      ls /proc/self/fd | tr '\\n' ' ' >> '\(folder)/said'
      exec '\(standIn.path)' "$@"
      """
    try script.write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)

    var own = PluginOptions()
    own.environment = TestEnvironment.variables
    let plugin = PluginProgram(
      executable: BuiltProgram.path("ytplay-mpv"), descriptor: MPVBackend.descriptor, options: own)
    var configuration = PlayerConfiguration()
    configuration.mpvOptions = [
      .init("vo", "null"), .init("ao", "null"), .init("script-opts", "ytdl_hook-ytdl_path=\(program)"),
    ]
    let log = EventLog()
    let backend = try await plugin.provider.make(configuration, log.emit)
    try await backend.perform(.load(.youTube(YouTubeTests.id)))
    try await log.waitForState { $0.status == .playing && $0.currentTime > 0.3 }
    let process = try #require(plugin.processID)
    #expect(try ProcessTable.canGainPrivileges(process) == false)
    #expect(try #require(ProcessTable.coreLimit(of: process)) <= 1)
    await backend.shutDown()
    await plugin.stop()

    let said = try String(contentsOfFile: "\(folder)/said", encoding: .utf8)
      .split { $0.isWhitespace }.joined(separator: " ")
    #expect(["0", "1"].map { "NoNewPrivs: 1 Max core file size \($0) 0 1 2 3" }.contains(said))
  }
}
