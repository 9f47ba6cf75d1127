import Foundation
import PlayerKit
import Testing

@testable import PlayerPlugins

@Suite("The search for plugins")
struct DirectorySearchTests {
  @Test(
    "Folders come in their order: those given, the variable's, the user's, beside the program, the prefix's")
  func order() throws {
    let root = try PluginFolder()
    for name in ["b.resources", "a.resources", "c.bundle"] { _ = try root.folder("bin/\(name)") }
    let folders = PluginDirectory.folders(
      given: ["/given", "here"],
      environment: ["YTPLAY_PLUGIN_PATH": "/one::two:", "XDG_DATA_HOME": "/data", "HOME": "/home/me"],
      program: "\(root.path)/bin/ytplay")
    #expect(
      folders == [
        "/given", "here", "/one", "two", "/data/ytplay/plugins", "\(root.path)/bin/a.resources/plugins",
        "\(root.path)/bin/b.resources/plugins", "\(root.path)/lib/ytplay/plugins",
      ])
  }

  @Test("Without XDG_DATA_HOME, or with one that is relative, the user's folder is below the home")
  func home() {
    let expected = ["/home/me/.local/share/ytplay/plugins"]
    #expect(PluginDirectory.folders(environment: ["HOME": "/home/me"], program: nil) == expected)
    let odd = ["HOME": "/home/me", "XDG_DATA_HOME": "data"]
    #expect(PluginDirectory.folders(environment: odd, program: nil) == expected)
    #expect(PluginDirectory.folders(environment: [:], program: nil).isEmpty)
    #expect(PluginDirectory.folders(environment: [:], program: "/ytplay") == ["/lib/ytplay/plugins"])
  }

  @Test("Every manifest of a folder is found, in the order of their bytes, and nothing is started")
  func found() throws {
    let root = try PluginFolder()
    for id in ["b", "a10", "a-2"] { try root.plugin(id) }
    try root.file("notes.txt", "{")
    try root.file(".hidden.json", "{")
    let search = PluginDirectory.search([root.path])
    #expect(search.ids == ["a-2", "a10", "b"])
    #expect(search.rejections.isEmpty && search.shadowed.isEmpty)
    #expect(search.plugins[0].manifestPath == "\(root.path)/a-2.json")
    #expect(search.plugins[0].programPath == "\(root.path)/a-2-program")
    #expect(!FileManager.default.fileExists(atPath: "\(root.path)/was-run"))
  }

  @Test("The first of an id is used and the later ones are named; one that is refused stands before nobody")
  func shadowing() throws {
    let root = try PluginFolder()
    for folder in ["one", "two", "three"] {
      _ = try root.folder(folder)
      try root.plugin("x", in: folder)
    }
    try FileManager.default.removeItem(atPath: "\(root.path)/one/x-program")
    let search = PluginDirectory.search(["one", "two", "three", "two"].map { "\(root.path)/\($0)" })
    #expect(search.plugins.map(\.manifestPath) == ["\(root.path)/two/x.json"])
    #expect(
      search.shadowed == [
        ShadowedPlugin(
          id: "x", manifestPath: "\(root.path)/three/x.json", shadowedBy: "\(root.path)/two/x.json")
      ])
    #expect(try search.rejection.path == "\(root.path)/one/x.json")
    #expect(search.rejection(of: "x")?.path == "\(root.path)/one/x.json")
  }

  @Test("What is found becomes part of a registry, in the place of what has its id there")
  func registry() throws {
    let root = try PluginFolder()
    try root.plugin("x")
    let other = BackendProvider(
      descriptor: .init(id: "x", name: "Other", version: "0", kinds: [:], capabilities: [])
    ) { (_, _) async throws(PlayerError) in throw PlayerError(.unknown, "Never made.") }
    var registry = BackendRegistry([other])
    PluginDirectory.search([root.path]).register(into: &registry)
    #expect(registry.providers.map(\.descriptor.name) == ["x"])
    let chosen = try registry.backend(for: PlayerSource(.stream("https://example.org/a.mp3")))
    #expect(chosen.descriptor.id == "x")
  }

  @Test("A folder that is not there is nothing; what is no folder is said")
  func folders() throws {
    let root = try PluginFolder()
    let file = try root.file("file", "")
    let search = PluginDirectory.search(["\(root.path)/none", file, "\(root.path)/none/deeper"])
    #expect(try search.rejection.error.message == "\(file) is not a folder.")
    #expect(try search.rejection.error.code == .pluginRejected)
    #expect(search.plugins.isEmpty)
  }

  @Test("A folder that may not be read is said", .enabled(if: geteuid() != 0, "root may read all folders"))
  func unreadable() throws {
    let root = try PluginFolder()
    let folder = try root.folder("closed", mode: 0)
    #expect(
      try PluginDirectory.search([folder]).rejection.error.message
        == "The folder \(folder) can't be read: Permission denied.")
  }

  @Test("A relative folder begins in the working folder")
  func relative() throws {
    let name = "no-such-\(UUID().uuidString)"
    #expect(PluginDirectory.search([name]).rejections.isEmpty)
    let working = FileManager.default.currentDirectoryPath
    let search = PluginDirectory.search(["Package.swift"])
    if FileManager.default.fileExists(atPath: "Package.swift") {
      #expect(try search.rejection.path == "\(working)/Package.swift")
    }
  }

  // MARK: What is refused

  @Test("What is no regular file is refused, and never waited for")
  func specialFiles() throws {
    let root = try PluginFolder()
    try #require(mkfifo("\(root.path)/pipe.json", 0o600) == 0)
    _ = try root.folder("folder.json")
    try root.plugin("good")
    let search = PluginDirectory.search([root.path])
    #expect(search.ids == ["good"])
    #expect(
      search.rejections.map(\.error.message)
        == ["folder", "pipe"].map { "The manifest \(root.path)/\($0).json is no regular file." })
    #expect(search.rejections.map(\.name) == ["folder", "pipe"])
  }

  @Test("A manifest is refused for its text, with its path, and the rest go on")
  func texts() throws {
    let root = try PluginFolder()
    try root.file("a-broken.json", "{")
    try root.file("b-bytes.json", Data([0x7B, 0xFF, 0x7D]))
    try root.file("c-long.json", Data(repeating: 0x20, count: 1 << 20) + Data(#"{}"#.utf8))
    try root.file("d-new.json", PluginFolder.manifest("d").replacingOccurrences(of: ": 1,", with: ": 2,"))
    try root.plugin("good")
    let search = PluginDirectory.search([root.path])
    #expect(search.ids == ["good"])
    #expect(
      search.rejections.map(\.error.message) == [
        "The manifest \(root.path)/a-broken.json is not valid JSON.",
        "The manifest \(root.path)/b-bytes.json is not UTF-8 text.",
        "The manifest \(root.path)/c-long.json is longer than 1 MiB.",
        "The manifest \(root.path)/d-new.json is of the protocol 2, and this version speaks 1.",
      ])
    #expect(search.rejections.allSatisfy { $0.error.code == .pluginRejected && $0.error.remedy != nil })
    #expect(search.rejections.map(\.id) == [nil, nil, nil, "d"])
  }

  @Test(
    "A program that is missing, a folder, special or not executable is refused",
    arguments: [
      ("none", "can't be run: ROOT/none: No such file or directory."),
      ("none/deeper", "can't be run: ROOT/none: No such file or directory."),
      ("text", "is not executable."), ("text/", "is not executable."),
      ("text/x", "can't be run: ROOT/text: Not a directory."),
      ("folder", "is a folder."), ("folder/..", "is a folder."), (".", "is a folder."), ("/", "is a folder."),
      ("pipe", "is no regular file."), ("dangling", "can't be run: ROOT/nowhere: No such file or directory."),
      ("loop", "can't be run: ROOT/loop: Too many levels of symbolic links."),
    ])
  func programs(program: String, predicate: String) throws {
    let root = try PluginFolder()
    try root.file("text", "")
    _ = try root.folder("folder")
    try #require(mkfifo("\(root.path)/pipe", 0o755) == 0)
    try PluginFolder.link("\(root.path)/dangling", to: "nowhere")
    try PluginFolder.link("\(root.path)/loop", to: "loop")
    let manifest = try root.file("x.json", PluginFolder.manifest("x", program: program))
    let search = PluginDirectory.search([root.path])
    let rejection = try search.rejection
    #expect(
      rejection.error.message == "The program \(program) of the manifest \(manifest) "
        + predicate.replacingOccurrences(of: "ROOT", with: root.path))
    #expect(rejection.id == "x" && rejection.error.backend == "x")
  }

  // MARK: Paths

  @Test("A program's path is absolute, or begins in the folder in which the manifest really lies")
  func programPaths() throws {
    let root = try PluginFolder()
    let real = try root.folder("real/plugins")
    _ = try root.folder("bin")
    let program = try root.file("bin/program", "", mode: 0o755)
    try root.file("real/plugins/absolute.json", PluginFolder.manifest("absolute", program: program))
    try root.file("real/plugins/dots.json", PluginFolder.manifest("dots", program: "./../..//bin/./program"))
    // By the path of the link `..` would lead elsewhere.
    let shown = try root.folder("a/b/c")
    try PluginFolder.link("\(shown)/linked.json", to: "\(real)/dots.json")
    try PluginFolder.link("\(shown)/folder", to: "../../../real/plugins")
    #expect(PluginDirectory.search([real]).plugins.map(\.programPath) == [program, program])
    let linked = PluginDirectory.search([shown])
    #expect(linked.plugins.map(\.programPath) == [program])
    #expect(linked.plugins.map(\.manifestPath) == ["\(shown)/linked.json"])
    #expect(PluginDirectory.search(["\(shown)/folder"]).plugins.map(\.programPath) == [program, program])
  }

  @Test("A program that is a symbolic link is run by the link's name")
  func linkedProgram() throws {
    let root = try PluginFolder()
    try root.file("tools", "", mode: 0o755)
    try PluginFolder.link("\(root.path)/tone", to: "tools")
    try root.file("x.json", PluginFolder.manifest("x", program: "tone"))
    #expect(PluginDirectory.search([root.path]).plugins.map(\.programPath) == ["\(root.path)/tone"])
  }
}
