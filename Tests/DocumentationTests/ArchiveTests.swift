import Foundation
import TestSupport
import Testing

@Suite("The libraries' documentation")
struct ArchiveTests {
  @Test("DocC makes it without a warning, and every public symbol has a comment", .timeLimit(.minutes(5)))
  func archives() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("archives-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }  // It is in the temporary folder.
    let result = try await Subprocess.run(
      Document.root.appendingPathComponent("scripts/docs").path,
      [
        "--modules", Bundle.main.bundleURL.appendingPathComponent("Modules").path, "--output", folder.path,
      ],
      timeLimit: .seconds(240))
    #expect(result.isSuccess, "\(result)")
    let pages = folder.appendingPathComponent("ytplay.doccarchive/data/documentation")
    for page in [
      "playerkit/player", "playerkit/contract", "playerplugins/plugin-protocol", "playerconformance",
    ] {
      let file = pages.appendingPathComponent("\(page).json")
      #expect(FileManager.default.fileExists(atPath: file.path), "\(page)")
    }
  }

  @Test("A public symbol without a comment is named, and one that comes of a conformance is not")
  func undocumented() async throws {
    let graph = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: graph) }  // It is in the temporary folder.
    func symbol(_ kind: String, _ identifier: String, _ path: [String], comment: String? = nil) -> [String:
      Any]
    {
      var symbol: [String: Any] = [
        "kind": ["identifier": kind], "identifier": ["precise": identifier], "pathComponents": path,
      ]
      if let comment { symbol["docComment"] = ["lines": [["text": comment]]] }
      return symbol
    }
    let symbols = [
      symbol("swift.class", "s:1", ["Player"], comment: "Plays."),
      symbol("swift.property", "s:2", ["Player", "state"]),
      symbol("swift.method", "s:3", ["Player", "mute()"], comment: " "),
      symbol("swift.func.op", "s:4::SYNTHESIZED::s:1", ["Player", "!=(_:_:)"]),
      symbol("swift.extension", "s:5", ["Other"]),
    ]
    try JSONSerialization.data(withJSONObject: ["module": ["name": "Kit"], "symbols": symbols]).write(
      to: graph)
    let result = try await Subprocess.run(
      Document.root.appendingPathComponent("scripts/undocumented").path, [graph.path])
    #expect(result.exitStatus == 1 && result.lines == ["Kit.Player.state", "Kit.Player.mute()"], "\(result)")
  }
}
