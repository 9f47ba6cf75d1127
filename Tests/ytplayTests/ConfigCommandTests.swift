import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("ytplay and its configuration")
struct ConfigCommandTests {
  /// A folder of configurations of a test's own, with one in its place.
  private static func withHome(
    _ text: String?, _ body: (_ folder: String, _ environment: [String: String?]) async throws -> Void
  ) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: "\(folder)/ytplay", withIntermediateDirectories: true)
    if let text { try text.write(toFile: "\(folder)/ytplay/ytplay.conf", atomically: true, encoding: .utf8) }
    try await body(folder, ["XDG_CONFIG_HOME": folder, "YTPLAY_PLUGIN_PATH": "/env"])
  }

  /// The rows of an option.
  private static func rows(_ result: Subprocess.Result, _ name: String) throws -> [JSONValue] {
    try result.json().filter { $0["name"]?.text == name }
  }

  @Test("ytplay config says what holds and where it was set: by nobody, a line, the command line, a variable")
  func origins() async throws {
    let text = "volume = 20\nmute = yes\nplugin-path = /conf\n[mpv]\nhwdec = no\n[iframe]\nhl = de\n"
    try await Self.withHome(text) { folder, environment in
      let arguments = ["config", "--json", "--no-mute", "--plugin-path", "/line"]
      let result = try await CommandUnderTest.run(arguments, environment: environment)
      #expect(result.exitStatus == 0 && result.errors.isEmpty, "\(result)")
      let file = "\(folder)/ytplay/ytplay.conf"
      func fields(_ name: String) throws -> [[String?]] {
        try Self.rows(result, name).map { row in
          [
            row["value"]?.text, row["origin"]?.text, row["file"]?.text ?? row["variable"]?.text,
            row["line"]?.double.map { "\(Int($0))" },
          ]
        }
      }
      #expect(try fields("config") == [[file, "environment", "XDG_CONFIG_HOME", nil]])
      #expect(try fields("volume") == [["20", "file", file, "1"]])
      #expect(try fields("mute") == [["no", "commandLine", nil, nil]])
      #expect(try fields("loop") == [["off", "default", nil, nil]])
      #expect(try fields("rate") == [[nil, "default", nil, nil]])
      #expect(
        try fields("plugin-path") == [
          ["/line", "commandLine", nil, nil], ["/conf", "file", file, "3"],
          ["/env", "environment", "YTPLAY_PLUGIN_PATH", nil],
        ])
      #expect(try fields("hwdec") == [["no", "file", file, "5"]])
      #expect(try Self.rows(result, "hl").map { $0["section"]?.text } == ["iframe"])
      let names = Set(try result.json().compactMap { $0["name"]?.text })
      #expect(
        Set(OptionTable.all.filter { $0.isConfigurable && $0.section == nil }.map(\.name)).isSubset(of: names)
      )
    }
  }

  @Test(
    "For people ytplay config is a table of names, values and origins, with the backends' below their sections"
  )
  func table() async throws {
    try await Self.withHome("volume = 20\n[mpv]\nhwdec = no\n") { folder, environment in
      let result = try await CommandUnderTest.run(["config"], environment: environment)
      let rows = result.lines.map { $0.split(separator: " ").map(String.init) }
      #expect(rows.contains(["volume", "20", "\(folder)/ytplay/ytplay.conf:1"]), "\(result)")
      #expect(rows.contains(["rate", "default"]))
      #expect(rows.suffix(2) == [["[mpv]"], ["hwdec", "no", "\(folder)/ytplay/ytplay.conf:3"]])
    }
  }

  @Test("All mistakes of a configuration are said before anything starts, with status 1")
  func mistakes() async throws {
    try await Self.withHome("volum = 3\n\n[mpv]\nhwdec\n") { folder, environment in
      let result = try await CommandUnderTest.run(
        ["--backend", "mock", "mock://x"], environment: environment)
      #expect(result.exitStatus == 1 && result.output.isEmpty)
      let file = "\(folder)/ytplay/ytplay.conf"
      #expect(
        result.errors == """
          ytplay: \(file):1: There is no option called volum; did you mean volume?
          ytplay: \(file):4: The line is not NAME = VALUE.

          """)
      for request in ["--help", "--version"] {
        #expect(try await CommandUnderTest.run([request], environment: environment).exitStatus == 0)
      }
      let other = try await CommandUnderTest.run(
        ["config", "--config", "/dev/null"], environment: environment)
      #expect(other.exitStatus == 0, "\(other)")
    }
  }

  @Test("Playing obeys the configuration, and the command line over it")
  func playing() async throws {
    try await Self.withHome("volume = 20\nmute = yes\njson = yes\nbackend = mock\n") { _, environment in
      let result = try await CommandUnderTest.run(
        ["--volume", "30", "mock://x?duration=0.1"], environment: environment)
      #expect(result.exitStatus == 0, "\(result)")
      let events = try result.events()
      #expect(events.contains(.volumeChanged(30)) && events.contains(.muteChanged(true)))
      #expect(!events.contains(.volumeChanged(20)))
    }
  }

  @Test("A configuration that is named must be there, the person's own need not")
  func missing() async throws {
    try await Self.withHome(nil) { folder, environment in
      #expect(try await CommandUnderTest.run(["config"], environment: environment).exitStatus == 0)
      let named = try await CommandUnderTest.run(["config", "--config", "\(folder)/no.conf"])
      #expect(named.errors == "ytplay: The configuration \(folder)/no.conf is not there.\n")
      #expect(named.exitStatus == 1)
    }
  }

  @Test("What is no file, too large or not to be read is said, and never waited for in vain")
  func oddFiles() async throws {
    try await Self.withHome(nil) { folder, _ in
      func errors(_ path: String) async throws -> String {
        let result = try await CommandUnderTest.run(["config", "--config", path])
        #expect(result.exitStatus == 1, "\(result)")
        return result.errors.replacingOccurrences(of: "ytplay: The configuration \(path) ", with: "")
      }
      #expect(try await errors(folder) == "is a folder.\n")
      try #require(mkfifo("\(folder)/pipe", 0o600) == 0)
      #expect(try await errors("\(folder)/pipe") == "is no file, and nothing came from it for 2 s.\n")
      #expect(try await errors("/dev/zero") == "is larger than 1024 KiB.\n")
      try #require(symlink("\(folder)/loop", "\(folder)/loop") == 0)
      #expect(try await errors("\(folder)/loop").hasPrefix("can't be read: "))
    }
  }

  @Test("An option that mpv itself refuses is said with its line, unless the command line set it")
  func mpvOptions() async throws {
    try await Self.withHome("\n[mpv]\nhwdecc = no\nao = null\n") { folder, environment in
      let clip = try await TestMedia.audio(seconds: 0.5)
      let result = try await CommandUnderTest.run([clip], environment: environment)
      #expect(result.exitStatus == 1)
      #expect(
        result.errors.hasPrefix("ytplay: \(folder)/ytplay/ytplay.conf:3: mpv has no option hwdecc."),
        "\(result)")
      let given = try await CommandUnderTest.run(["--mpv", "hwdecc=x", clip], environment: environment)
      #expect(given.errors.hasPrefix("ytplay: mpv has no option hwdecc."), "\(given)")
    }
  }

  @Test("A backend that is not there, or can't run, is said with the line that named it")
  func backend() async throws {
    try await Self.withHome("\nbackend = iframe\n") { folder, environment in
      let file = "\(folder)/ytplay/ytplay.conf"
      let result = try await CommandUnderTest.run(["dQw4w9WgXcQ"], environment: environment)
      #expect(result.exitStatus == 1)
      #expect(result.errors.hasPrefix("ytplay: \(file):2: The backend iframe can't run here"), "\(result)")
      try Data("backend = mvp".utf8).write(to: URL(fileURLWithPath: file))
      for command in [["x"], ["resolve", "x"], ["feed", "x"]] {
        let result = try await CommandUnderTest.run(command, environment: environment)
        #expect(
          result.errors == "ytplay: \(file):1: There is no backend called mvp; did you mean mpv?\n",
          "\(result)")
      }
      let given = try await CommandUnderTest.run(["--backend", "mcok", "x"], environment: environment)
      #expect(given.errors == "ytplay: There is no backend called mcok; did you mean mock?\n", "\(given)")
    }
  }

  @Test("A pipe that somebody writes to is read as a file is")
  func pipe() async throws {
    let result = try await CommandUnderTest.shell(#""$ytplay" config --config <(echo volume = 20)"#)
    #expect(result.exitStatus == 0 && result.output.contains("volume"), "\(result)")
    #expect(result.lines.contains { $0.hasPrefix("volume") && $0.contains(" 20 ") })
  }

  @Test(
    "The person's folder follows the XDG rules: what is unset, empty or relative counts for nothing",
    arguments: [nil, "", "relative"])
  func xdg(_ value: String?) async throws {
    let environment: [String: String?] = ["XDG_CONFIG_HOME": value, "HOME": "/nonexistent"]
    let result = try await CommandUnderTest.run(["config", "--json"], environment: environment)
    let row = try #require(try Self.rows(result, "config").first)
    #expect(row["value"]?.text == "/nonexistent/.config/ytplay/ytplay.conf")
    #expect(row["origin"]?.text == "default" && row["exists"] == .bool(false))
    let homeless = try await CommandUnderTest.run(
      ["config", "--json"], environment: ["XDG_CONFIG_HOME": value, "HOME": ""])
    #expect(try Self.rows(homeless, "config").first?["value"] == .null, "\(homeless)")
  }
}
