import Foundation
import TestSupport
import Testing

@testable import ytplay

@Suite("What a desktop and a packager read")
struct PackagingTests {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
    .standardizedFileURL

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("The desktop's entry and the software centre's are as their specifications have it")
  func valid() async throws {
    let packaging = Self.root.appendingPathComponent("packaging").path
    for (program, arguments) in [
      ("desktop-file-validate", ["ytplay.desktop"]),
      ("appstreamcli", ["validate", "--no-net", "--no-color", "io.github.ytplay.metainfo.xml"]),
    ] {
      let result = try await Subprocess.run(program, arguments, in: packaging)
      #expect(result.isSuccess, "\(result)")
      #expect(!result.output.contains("warning") && !result.output.contains("hint"), "\(result)")
    }
  }

  @Test("Every kind of file that is played from a folder, and every list, is opened by ytplay")
  func types() throws {
    let line = try #require(
      try text("packaging/ytplay.desktop").split(separator: "\n").first { $0.hasPrefix("MimeType=") })
    let opened = Set(line.dropFirst("MimeType=".count).split(separator: ";").map(String.init))
    let known = try String(contentsOfFile: "/usr/share/mime/globs2", encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: ":") }.filter { $0.count >= 3 }
    // The database does not know this ending.
    for ending in MediaFolder.endings.union(["m3u", "m3u8", "pls", "xspf"]).subtracting(["alac"]) {
      let types = known.filter { $0[2] == "*.\(ending)" }.map { String($0[1]) }
      #expect(!opened.isDisjoint(with: types), "\(ending): \(types)")
    }
  }

  @Test("Desktops are told the same types by the running player as by its entry")
  func sameTypes() throws {
    let types = MediaTypes.all.map { "\($0);" }.joined()
    #expect(try text("packaging/ytplay.desktop").contains("\nMimeType=\(types)x-scheme-handler/"))
  }

  @Test("The version is the same everywhere")
  func version() throws {
    #expect(
      try text("packaging/io.github.ytplay.metainfo.xml").contains(#"<release version="\#(Program.version)""#)
    )
    #expect(try text("packaging/debian/changelog").hasPrefix("ytplay (\(Program.version)-"))
  }
}
