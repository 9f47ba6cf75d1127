import Foundation
import TestSupport
import Testing

@testable import ytplay

@Suite("The installation", .serialized)
struct InstallationTests {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
    .standardizedFileURL

  /// Runs `scripts/install` with the programs of this build, beneath a folder.
  private func install(_ arguments: [String] = [], prefix: String, beneath folder: URL) async throws {
    let binaries = URL(fileURLWithPath: CommandUnderTest.path).deletingLastPathComponent().path
    let result = try await Subprocess.run(
      Self.root.appendingPathComponent("scripts/install").path, arguments,
      environment: ["BINARIES": binaries, "PREFIX": prefix, "DESTDIR": folder.path, "SHARED_EXPAT": nil])
    try #require(result.isSuccess, "\(result)")
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ytplay-install-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// The files beneath a folder with their permissions.
  private func files(_ folder: URL) throws -> [String: Int] {
    var files: [String: Int] = [:]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for path in paths {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.appendingPathComponent(path).path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      files[path] = attributes[.posixPermissions] as? Int
    }
    return files
  }

  @Test("All is installed where it belongs, again over itself, and taken away but for what was there")
  func whole() async throws {
    try await withFolder { folder in
      let other = folder.appendingPathComponent("usr/share/applications/other.desktop")
      try FileManager.default.createDirectory(
        at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: other)
      try await install(prefix: "/usr", beneath: folder)
      try await install(prefix: "/usr", beneath: folder)

      var expected = [
        "bin/ytplay": 0o755, "libexec/ytplay/ytplay-mpv": 0o755, "libexec/ytplay/ytplay-iframe": 0o755,
        "lib/ytplay/installed": 0o644, "lib/ytplay/plugins/mpv.json": 0o644,
        "lib/ytplay/plugins/iframe.json": 0o644, "share/applications/ytplay.desktop": 0o644,
        "share/metainfo/io.github.ytplay.metainfo.xml": 0o644, "share/man/man1/ytplay.1": 0o644,
        "share/bash-completion/completions/ytplay": 0o644, "share/zsh/site-functions/_ytplay": 0o644,
        "share/fish/vendor_completions.d/ytplay.fish": 0o644,
        "share/icons/hicolor/scalable/apps/ytplay.svg": 0o644,
      ]
      for size in [16, 22, 24, 32, 48, 64, 128, 256] {
        expected["share/icons/hicolor/\(size)x\(size)/apps/ytplay.png"] = 0o644
      }
      var installed = try files(folder.appendingPathComponent("usr"))
      installed["share/applications/other.desktop"] = nil
      #expect(installed == expected)

      let program = folder.appendingPathComponent("usr/bin/ytplay").path
      let backends = try await Subprocess.run(
        program, ["backends"], environment: CommandUnderTest.environment)
      #expect(backends.output.contains("lib/ytplay/plugins/mpv.json"), "\(backends)")
      let manual = folder.appendingPathComponent("usr/share/man/man1/ytplay.1")
      #expect(try String(contentsOf: manual, encoding: .utf8) == ManualPage.text)

      try await install(["--uninstall"], prefix: "/usr", beneath: folder)
      let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      #expect(
        Set(left) == ["usr", "usr/share", "usr/share/applications", "usr/share/applications/other.desktop"])
    }
  }

  @Test("A desktop finds the program in a prefix that is in no PATH, whatever its name")
  func desktopEntry() async throws {
    try await withFolder { folder in
      let prefix = "/home/a b/c$d \"e\" f&g|h"
      try await install(prefix: prefix, beneath: folder)
      let file = folder.appendingPathComponent("\(prefix)/share/applications/ytplay.desktop")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      #expect(lines.contains("TryExec=\(prefix)/bin/ytplay"))
      // In double quotes each $ and " has a backslash, which in turn is written as two.
      let path = #"/home/a b/c\\$d \\"e\\" f&g|h/bin/ytplay"#
      #expect(lines.contains { $0.hasPrefix("Exec=\"\(path)\" ") && $0.hasSuffix(" -- %U") })
      let result = try await Subprocess.run("desktop-file-validate", [file.path])
      #expect(result.isSuccess && result.output.isEmpty, "\(result)")
      try await install(["--uninstall"], prefix: prefix, beneath: folder)
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).isEmpty)
    }
  }
}
