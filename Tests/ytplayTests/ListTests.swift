import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("List files on the command line")
struct ListTests {
  private static let id = "dQw4w9WgXcQ"

  /// A folder with these files.
  private func withFiles(_ files: [String: String], _ body: (String) async throws -> Void) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, content) in files {
      try Data(content.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try await body(folder)
  }

  /// The sources that `resolve --json` prints, as text, or the code of the error in a source's place.
  private func resolved(_ result: Subprocess.Result) throws -> [String?] {
    try result.json().map { object in
      object["source"]?["path"]?.text ?? object["source"]?["id"]?.text ?? object["error"]?["code"]?.text
    }
  }

  @Test(
    "A list file is its entries, in order and with their titles, whichever format it is in",
    arguments: [
      ("mix.m3u8", "#EXTM3U\n#EXTINF:3,One\na.mp4\n#EXTINF:3,Two\n\(id)\n"),
      ("mix.m3u", "#EXTINF:3,One\na.mp4\n#EXTINF:3,Two\n\(id)\n"),
      ("mix.pls", "[playlist]\nFile1=a.mp4\nTitle1=One\nFile2=\(id)\nTitle2=Two\n"),
      (
        "mix.xspf",
        "<playlist><trackList><track><location>a.mp4</location><title>One</title></track><track><location>"
          + "https://youtu.be/\(id)</location><title>Two</title></track></trackList></playlist>"
      ),
      (
        "mix.plist",
        "<plist><array><dict><key>path</key><string>a.mp4</string><key>title</key><string>One</string></dict>"
          + "<dict><key>id</key><string>\(id)</string><key>title</key><string>Two</string></dict></array></plist>"
      ),
    ])
  func formats(name: String, content: String) async throws {
    try await withFiles([name: content, "a.mp4": ""]) { folder in
      for arguments in [["\(folder)/\(name)"], ["--list", "\(folder)/\(name)"]] {
        let result = try await CommandUnderTest.run(["resolve", "--json"] + arguments)
        #expect(try resolved(result) == ["\(folder)/a.mp4", Self.id])
        #expect(try result.json().map { $0["title"]?.text } == ["One", "Two"])
      }
    }
  }

  @Test(
    "Text is a list only with --list, which may be given more than once; lists come behind the named sources")
  func text() async throws {
    try await withFiles(["a.txt": "# mine\nx.mp4\n", "b.txt": "\(Self.id)\n"]) { folder in
      let result = try await CommandUnderTest.run(
        ["resolve", "--json", "--list=a.txt", "--list", "b.txt", "first.mp4"], in: folder)
      #expect(try resolved(result) == ["first.mp4", "x.mp4", Self.id])
      let named = try await CommandUnderTest.run(["resolve", "--json", "a.txt"], in: folder)
      #expect(try resolved(named) == ["a.txt"])
    }
  }

  @Test("A list comes from standard input, and from a pipe, relative to where the program runs")
  func pipes() async throws {
    try await withFiles([:]) { folder in
      for script in [
        "printf 'x.mp4\\n' | $ytplay resolve --json --list -",
        "$ytplay resolve --json --list <(printf 'x.mp4\\n')",
      ] {
        let result = try await CommandUnderTest.shell(script, in: folder)
        #expect(try resolved(result) == ["x.mp4"], "\(script)")
      }
    }
  }

  @Test("An entry that is no source is said with its line, and stands in its place")
  func rejections() async throws {
    try await withFiles(["mix.m3u": "a.mp4\n\njavascript:x\nb.mp4\n"]) { folder in
      let result = try await CommandUnderTest.run(["resolve", "--json", "mix.m3u"], in: folder)
      #expect(try resolved(result) == ["a.mp4", "invalidSource", "b.mp4"])
      let message = try result.json()[1]["error"]?["message"]?.text
      #expect(message?.hasPrefix("mix.m3u, line 3: ") == true)
      #expect(result.exitStatus == 2)
    }
  }

  @Test("Playing goes on over what a list names and can't be played, and the exit status says so")
  func playing() async throws {
    let sound = try await TestMedia.audio(seconds: 1)
    try await withFiles(["mix.m3u": "javascript:x\n\(sound)\ngone.mp4\n"]) { folder in
      let result = try await CommandUnderTest.run(["--backend=mock", "--quiet", "\(folder)/mix.m3u"])
      #expect(result.exitStatus == ExitStatus.partlyPlayed.rawValue)
      #expect(result.errors.contains("mix.m3u, line 1: "))
      #expect(result.errors.contains("gone.mp4"))
    }
  }

  @Test("What is told of a source calls it what its list does")
  func titles() async throws {
    try await withFiles(["mix.m3u": "#EXTM3U\n#EXTINF:1,The \u{1B}[1mfirst\nmock://clip?duration=0.2\n"]) {
      folder in
      let result = try await CommandUnderTest.run(["--backend=mock", "\(folder)/mix.m3u"])
      #expect(
        result.lines == [
          "opening The \u{FFFD}[1mfirst", "playing The \u{FFFD}[1mfirst", "ended The \u{FFFD}[1mfirst",
        ])
    }
    var state = PlayerState.empty
    state.apply(.sourceChanged(.file("a.mp4")))
    func line() -> String {
      StatusLine.text(.init(state: state, title: "A"), columns: 80, style: TerminalStyle())
    }
    #expect(line().contains("  A  "))
    state.apply(.metadataChanged(PlayerMetadata(title: "Its own")))
    #expect(line().contains("  Its own  "))
  }

  @Test("A list that can't be read, or is empty, is one sentence and status 2")
  func unreadable() async throws {
    try await withFiles(["empty.m3u": "\n", "film.mkv": "\u{1A}E\0\0", "bad.xspf": "<playlist><"]) { folder in
      for arguments in [
        ["--list", "gone.m3u"], ["--list", "film.mkv"], ["empty.m3u"], ["bad.xspf"], ["--list", "."],
      ] {
        let result = try await CommandUnderTest.run(["--backend=mock"] + arguments, in: folder)
        #expect(result.exitStatus == ExitStatus.nothingPlayed.rawValue, "\(arguments)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(arguments): \(result.errors)")
      }
    }
  }

  @Test("An HLS stream is played, and is no list")
  func hls() async throws {
    try await withFiles(["live.m3u8": "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:9,\n1.ts\n"]) { folder in
      let result = try await CommandUnderTest.run(["resolve", "--json", "live.m3u8"], in: folder)
      #expect(try resolved(result) == ["live.m3u8"])
    }
  }

  @Test("Start and end are those of every entry")
  func bounds() async throws {
    try await withFiles(["mix.txt": "a.mp4\nb.mp4\n"]) { folder in
      let sources = SourceArgument.read(list: Array("\(folder)/mix.txt".utf8), start: 1, end: 2).map(\.source)
      #expect(sources.map { $0?.start } == [1, 1])
      #expect(sources.map { $0?.end } == [2, 2])
    }
  }

  @Test("Standard input can't be two things")
  func standardInput() async throws {
    for arguments in [["--json", "--list", "-"], ["--list", "-", "-"]] {
      let result = try await CommandUnderTest.run(["--backend=mock"] + arguments)
      #expect(result.exitStatus == ExitStatus.usage.rawValue)
      #expect(result.errors.contains("Standard input can't be"))
    }
  }
}
