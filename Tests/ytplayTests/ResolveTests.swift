import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay resolve")
struct ResolveTests {
  private static func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  /// What a row of the table expects.
  private struct Row {
    let cells: [String]

    init(_ line: Substring) {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      self.cells = cells + [String](repeating: "", count: max(0, 7 - cells.count))
    }

    /// Whether it is the name of a folder that is there.
    func isFolder(in folder: String) -> Bool {
      var isFolder: ObjCBool = false
      let path = cells[2].hasPrefix("/") ? cells[2] : "\(folder)/\(cells[2])"
      return cells[1] == "file" && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && isFolder.boolValue
    }

    /// The object that `--json` should print as the source.
    var source: JSONValue {
      var members: [String: JSONValue] = ["kind": .string(cells[1])]
      let value = JSONValue.string(cells[2])
      switch cells[1] {
      case "video", "playlist": members["id"] = value
      case "videos":
        members["ids"] = .array(cells[2].split(separator: ",").map { .string(String($0)) })
        members["index"] = .integer(0)
      case "channel":
        let parts = cells[2].split(separator: ":", maxSplits: 1).map(String.init)
        members[parts[0]] = .string(parts[1])
      case "file": members["path"] = value
      default: members["url"] = value
      }
      if !cells[4].isEmpty { members["list"] = .string(cells[4]) }
      if let index = Int128(cells[5]) { members["index"] = .integer(index) }
      if !cells[6].isEmpty { members["live"] = .bool(true) }
      return .object(members)
    }
  }

  @Test("resolve --json agrees with every row of the table")
  func table() async throws {
    let url = try #require(
      Bundle.module.url(forResource: "youtube-urls", withExtension: "tsv", subdirectory: "Resources"))
    let table = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst().map(Row.init)
    try #require(table.count > 100)
    try await Self.withFolder { folder in
      // The command line asks the file system first, and reads a folder as the files in it.
      let rows = table.filter { !$0.isFolder(in: folder) }
      #expect(rows.count > table.count - 10)
      let result = try await CommandUnderTest.run(
        ["resolve", "--json", "--"] + rows.map { $0.cells[0] }, in: folder)
      let objects = try result.json()
      try #require(objects.count == rows.count, "\(result)")
      for (row, object) in zip(rows, objects) {
        #expect(object["input"] == .string(row.cells[0]))
        if row.cells[1] == "error" {
          #expect(object["error"]?["code"] == .string(row.cells[2]), "\(object)")
          continue
        }
        guard case .object(var source)? = object["source"] else {
          Issue.record("\(row.cells[0]) was read as \(object)")
          continue
        }
        // The table's start is one of the two where its row has an end too; ends are no column of it.
        #expect((source["start"]?.double ?? 0) == (Double(row.cells[3]) ?? 0), "\(object)")
        source["start"] = nil
        source["end"] = nil
        #expect(JSONValue.object(source) == row.source, "\(row.cells[0])")
      }
      #expect(result.exitStatus == 2)
      #expect(result.errors.isEmpty)
    }
  }

  @Test("An existing file of a name wins over an id, and a folder over a channel's name")
  func fileWins() async throws {
    try await Self.withFolder { folder in
      for name in ["dQw4w9WgXcQ", "@name"] {
        try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      let result = try await CommandUnderTest.run(
        ["resolve", "--json", "dQw4w9WgXcQ", "@name", "M7lc1UVf-VE", "@other"], in: folder)
      #expect(try result.json().map { $0["source"]?["kind"]?.text } == ["file", "file", "video", "channel"])
    }
  }

  @Test("A name that is not UTF-8 is kept as its bytes")
  func rawBytes() async throws {
    let result = try await CommandUnderTest.shell(#""$ytplay" resolve --json $'a\xff.wav'"#)
    let object = try #require(try result.json().first)
    let expected = JSONValue.string(Data([0x61, 0xFF] + Array(".wav".utf8)).base64EncodedString())
    #expect(object["inputBase64"] == expected)
    #expect(object["source"]?["pathBase64"] == expected)
    #expect(object["backend"] == .string("mpv"))
    #expect(result.exitStatus == 0)
  }

  @Test("The candidates come best first with their reasons, and the chosen one is the backend")
  func candidates() async throws {
    let result = try await CommandUnderTest.run(["resolve", "--json", "a.mp4"])
    let object = try #require(try result.json().first)
    let candidates = try #require(object["candidates"]?.elements)
    #expect(candidates.map { $0["id"]?.text } == ["mpv", "mock", "iframe"])
    #expect(candidates.map { $0["chosen"] } == [.bool(true), .bool(false), .bool(false)])
    #expect(candidates.allSatisfy { $0["reason"]?.text?.isEmpty == false })
    #expect(object["backend"] == .string("mpv"))
    #expect(result.exitStatus == 0)

    let named = try await CommandUnderTest.run(["resolve", "--json", "--backend", "mock", "a.mp4"])
    #expect(try named.json().first?["backend"] == .string("mock"))
  }

  @Test("Where no backend can play a source, backend is null and the status 2")
  func noBackend() async throws {
    let result = try await CommandUnderTest.run(
      ["resolve", "--json", "dQw4w9WgXcQ"], environment: ["PATH": "/nonexistent"])
    let object = try #require(try result.json().first)
    #expect(object["backend"] == .null)
    #expect(object["candidates"]?.elements?.count == 3)
    #expect(result.exitStatus == 2)
  }

  /// A folder with a program that could be yt-dlp.
  private static func withYtDlp(_ body: (String) async throws -> Void) async throws {
    try await withFolder { folder in
      let program = "\(folder)/yt-dlp"
      try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: program))
      try #require(chmod(program, 0o755) == 0)
      try await body(program)
    }
  }

  @Test(
    "YouTube's kinds go to its own player where there is a display, and else to mpv where there is a yt-dlp",
    arguments: [
      "dQw4w9WgXcQ", "https://www.youtube.com/watch_videos?video_ids=dQw4w9WgXcQ,M7lc1UVf-VE",
      "PL0123456789ABCDEF", "@youtube",
    ])
  func youTube(source: String) async throws {
    try await Self.withYtDlp { program in
      for display in ["DISPLAY", "WAYLAND_DISPLAY"] {
        let shown = try await CommandUnderTest.run(
          ["resolve", "--json", source], environment: [display: ":0", "YTPLAY_YT_DLP": program])
        let object = try #require(try shown.json().first)
        #expect(object["backend"] == .string("iframe"), "\(shown)")
        let candidates = try #require(object["candidates"]?.elements)
        #expect(candidates.map { $0["id"]?.text } == ["iframe", "mpv", "mock"])
        #expect(candidates[1]["reason"]?.text?.hasSuffix(", and iframe comes first") == true)
      }
      let hidden = try await CommandUnderTest.run(
        ["resolve", "--json", source], environment: ["YTPLAY_YT_DLP": program])
      let object = try #require(try hidden.json().first)
      #expect(object["backend"] == .string("mpv"), "\(hidden)")
      let iframe = object["candidates"]?.elements?.first { $0["id"] == .string("iframe") }
      #expect(iframe?["reason"] == .string("there is no display"))
    }
  }

  @Test("A file and a stream are none of YouTube's player's, whatever display there is")
  func notYouTube() async throws {
    let result = try await CommandUnderTest.run(
      ["resolve", "--json", "a.mp4", "https://example.org/a.m3u8"], environment: ["DISPLAY": ":0"])
    #expect(try result.json().map { $0["backend"]?.text } == ["mpv", "mpv"])
  }

  @Test("For people each source is said in words, and nothing in it reaches the terminal as a control")
  func text() async throws {
    let result = try await CommandUnderTest.run([
      "resolve", "https://youtu.be/dQw4w9WgXcQ?t=90", "a\u{1B}]0;b.mp4",
    ])
    #expect(result.output.contains("video dQw4w9WgXcQ, from 01:30"))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test("Without a source, or with a backend that is not there, resolve is used wrongly")
  func usage() async throws {
    #expect(try await CommandUnderTest.run(["resolve"]).exitStatus == 1)
    let result = try await CommandUnderTest.run(["resolve", "--backend", "mpw", "a.mp4"])
    #expect(result.exitStatus == 1)
    #expect(result.errors == "ytplay: There is no backend called mpw; did you mean mpv?\n")
  }

  @Test("A file whose name begins with a dash gets the hint how to write it")
  func dashes() async throws {
    try await Self.withFolder { folder in
      for name in ["-odd.mp4", "--odd.mp4", "-QfRAwg3gkM"] {
        try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        let hint = try await CommandUnderTest.run(["resolve", name], in: folder)
        #expect(
          hint.errors == "ytplay: There is no option \(name); for the file of that name write ./\(name).\n")
        #expect(hint.exitStatus == 1)
        let file = try await CommandUnderTest.run(["resolve", "./" + name], in: folder)
        #expect(file.exitStatus == 0)
      }
    }
  }
}
