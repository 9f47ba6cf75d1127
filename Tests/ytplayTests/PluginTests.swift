import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("Plugins on the command line")
struct PluginTests {
  /// A folder with plugins, and with whatever else a test puts there.
  private final class Folder {
    let path: String

    init() throws {
      path = try TestMedia.temporaryFolder()
      try #require(chmod(path, 0o755) == 0)
    }

    deinit {
      try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ name: String, _ text: String, mode: mode_t = 0o644) throws {
      try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
      try #require(chmod("\(path)/\(name)", mode) == 0)
    }

    /// A plugin whose program says whether it can run, notes each start in the file `started`, and can do no more.
    ///
    /// - Parameter isOpen: whether anyone may write the program, which then is refused.
    func plugin(_ id: String, available: Bool = true, isOpen: Bool = false) throws {
      let descriptor = """
        {"id":"\(id)","name":"Plug","version":"7.1","kinds":{"stream":{"priority":500}},"capabilities":[]}
        """
      let availability =
        available
        ? #"{"available":true}"# : #"{"available":false,"reason":"There is no sun.","remedy":"Wait."}"#
      // Run by the shell, and not by itself: a child that starts meanwhile may hold it open for writing.
      let program =
        isOpen ? #""program":"./\#(id).sh""# : #""program":"/bin/sh","arguments":["\#(path)/\#(id).sh"]"#
      try write("\(id).json", #"{"protocol":1,\#(program),"descriptor":\#(descriptor)}"#)
      try write(
        "\(id).sh",
        """
        #!/bin/sh
        echo \(id) >>'\(path)/started'
        while read -r line; do
          id=${line#*'"id":'}
          id=${id%%,*}
          case $line in
          *'"initialize"'*)
            echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"protocol":1,"descriptor":\(descriptor.replacingOccurrences(of: "7.1", with: "7.2")),"availability":\(availability)}}' ;;
          *'"exit"'*) exit 0 ;;
          *) echo '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32601,"message":"No."}}' ;;
          esac
        done
        """, mode: isOpen ? 0o777 : 0o755)
    }

    var hasStarted: Bool { FileManager.default.fileExists(atPath: "\(path)/started") }
  }

  private static func run(_ arguments: [String], environment: [String: String?] = [:]) async throws
    -> Subprocess.Result
  {
    // Not what this machine's user may have.
    try await CommandUnderTest.run(
      arguments,
      environment: ["YTPLAY_PLUGIN_PATH": nil, "XDG_DATA_HOME": "/nonexistent"].merging(environment) { $1 })
  }

  @Test("resolve chooses plugins by their manifests, and starts none of them")
  func resolve() async throws {
    let folder = try Folder()
    try folder.plugin("plug")
    let source = "https://example.org/a.mp3"
    let result = try await Self.run(["resolve", "--json", "--plugin-path", folder.path, source])
    #expect(try result.json().first?["backend"] == .string("plug"), "\(result)")
    let variable = try await Self.run(
      ["resolve", "--json", source], environment: ["YTPLAY_PLUGIN_PATH": "/none:\(folder.path)"])
    #expect(try variable.json().first?["backend"] == .string("plug"), "\(variable)")
    let without = try await Self.run(["resolve", "--json", source])
    #expect(try without.json().first?["backend"] == .string("mpv"))
    #expect(!folder.hasStarted)
  }

  @Test("The user's own folder of data is searched")
  func dataHome() async throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/ytplay/plugins", withIntermediateDirectories: true)
    try folder.write("program", "", mode: 0o755)
    try folder.write(
      "ytplay/plugins/plug.json",
      """
      {"protocol":1,"program":"../../program","descriptor":
       {"id":"plug","name":"Plug","version":"1","kinds":{"stream":{"priority":500}}}}
      """)
    let result = try await Self.run(
      ["resolve", "--json", "http://example.org/"], environment: ["XDG_DATA_HOME": folder.path])
    #expect(try result.json().first?["backend"] == .string("plug"), "\(result)")
  }

  @Test("Help and the version look for no plugin, and so do not miss a folder")
  func about() async throws {
    for arguments in [["--version"], ["--help"], ["backends", "--help"]] {
      let result = try await Self.run(["--plugin-path", "/nonexistent"] + arguments)
      #expect(result.isSuccess && result.errors.isEmpty, "\(result)")
    }
  }

  @Test("backends asks each program whether it can run, and says where each plugin was found")
  func listing() async throws {
    let folder = try Folder()
    try folder.plugin("plug")
    try folder.plugin("sunny", available: false)
    let result = try await Self.run(["backends", "--json", "--plugin-path", folder.path])
    let objects = try result.json()
    let plug = try #require(objects.first { $0["id"] == .string("plug") }, "\(result)")
    #expect(plug["available"] == .bool(true), "\(result)")
    #expect(plug["manifest"] == .string("\(folder.path)/plug.json"))
    #expect(plug["version"] == .string("7.2") && plug["capabilities"] == .array([]))
    let sunny = try #require(objects.first { $0["id"] == .string("sunny") })
    #expect(sunny["available"] == .bool(false))
    #expect(sunny["reason"] == .string("There is no sun.") && sunny["remedy"] == .string("Wait."))
    #expect(objects.first { $0["id"] == .string("mock") }?["manifest"] == nil)
    #expect(folder.hasStarted)
    let text = try await Self.run(["backends", "--plugin-path", folder.path])
    #expect(text.output.contains("plug  Plug 7.2\n  available\n"), "\(text)")
    #expect(text.output.contains("\n  from   \(folder.path)/plug.json\n"))
    #expect(text.output.contains("\n  from   this program\n"))
    #expect(text.output.contains("not available: There is no sun. Wait.\n"))
  }

  @Test("backends says which plugins were refused and why, and which stand behind another")
  func refused() async throws {
    let (folder, later) = (try Folder(), try Folder())
    try folder.plugin("plug")
    try later.plugin("plug")
    try folder.plugin("open", isOpen: true)
    try folder.write("broken.json", "{")
    let paths = ["--plugin-path", folder.path, "--plugin-path=\(later.path)"]
    let result = try await Self.run(["backends", "--json"] + paths)
    let objects = try result.json()
    #expect(result.isSuccess)
    let rejected = objects.filter { $0["rejected"] == .bool(true) }
    #expect(rejected.map { $0["manifest"]?.text } == ["broken", "open"].map { "\(folder.path)/\($0).json" })
    #expect(rejected[0]["reason"] == .string("The manifest \(folder.path)/broken.json is not valid JSON."))
    #expect(rejected[1]["reason"] == .string("The file \(folder.path)/open.sh may be written by anyone."))
    #expect(rejected[1]["remedy"]?.text?.contains("chmod o-w") == true)
    #expect(rejected[1]["id"] == .string("open"))
    let shadowed = try #require(objects.first { $0["shadowedBy"] != nil })
    #expect(shadowed["manifest"] == .string("\(later.path)/plug.json"))
    #expect(shadowed["shadowedBy"] == .string("\(folder.path)/plug.json"))
    let text = try await Self.run(["backends"] + paths)
    #expect(
      text.output.contains("open  refused\n  The file \(folder.path)/open.sh may be written by anyone.\n"))
    #expect(text.output.contains("plug  not used\n  \(folder.path)/plug.json comes first\n"))
  }

  @Test(
    "A backend that was named and refused is a start that fails, with the reason",
    arguments: [["clip.wav"], ["resolve", "clip.wav"], ["backends", "--check", "open"]])
  func namedAndRefused(arguments: [String]) async throws {
    let folder = try Folder()
    try folder.plugin("open", isOpen: true)
    let named = arguments.contains("--check") ? [] : ["--backend", "open"]
    let result = try await Self.run(arguments + named + ["--plugin-path", folder.path])
    #expect(result.exitStatus == 1)
    #expect(
      result.errors == """
        ytplay: The backend open was refused: The file \(folder.path)/open.sh may be written by anyone. Take that \
        away: chmod o-w \(folder.path)/open.sh

        """)
    #expect(!folder.hasStarted)
  }

  @Test("One that was named and can't run is a start that fails too")
  func namedAndUnavailable() async throws {
    let folder = try Folder()
    try folder.plugin("sunny", available: false)
    let result = try await Self.run([
      "--plugin-path", folder.path, "--backend", "sunny", "https://example.org/a.mp3",
    ])
    #expect(result.exitStatus == 1)
    #expect(result.errors == "ytplay: The backend sunny can't run here: There is no sun. Wait.\n")
  }

  @Test("A folder that is named and is not there is said, and changes nothing else")
  func missingFolder() async throws {
    let result = try await Self.run(["resolve", "--plugin-path", "/nonexistent", "a.wav"])
    #expect(result.exitStatus == 0)
    #expect(result.errors == "ytplay: There is no folder /nonexistent, which --plugin-path names.\n")
  }
}
