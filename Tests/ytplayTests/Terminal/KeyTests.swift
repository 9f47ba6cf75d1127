import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("Keys in a terminal")
struct KeyTests {
  /// A key, and what it does.
  struct Case: Sendable, CustomStringConvertible {
    let key: Key
    /// tmux's name of it.
    let name: String
    var options: [String] = []
    var sources = ["mock://film?duration=213"]
    /// What is pressed before, and what is to be seen then.
    var before: (key: String, text: String)?
    /// What is pressed behind it, so that what it did can be seen.
    var after: String?
    /// What is to be seen in the end, and what no more.
    var text = ""
    var gone: String?

    var description: String { key.label }
  }

  /// What waits at 1:00 is told to do.
  static let cases: [Case] = [
    Case(key: " ", name: "Space", text: "▶ 01:00"),
    Case(key: "p", name: "p", text: "▶ 01:00"),
    Case(key: .left, name: "Left", text: "⏸ 00:55 / 03:33"),
    Case(key: .right, name: "Right", text: "⏸ 01:05 / 03:33"),
    Case(key: .up, name: "Up", text: "⏸ 02:00 / 03:33"),
    Case(key: .down, name: "Down", text: "⏸ 00:00 / 03:33"),
    Case(key: "[", name: "[", text: "0.91x"),
    Case(key: "]", name: "]", text: "1.1x"),
    Case(key: .backspace, name: "BSpace", before: ("]", "1.1x"), gone: "1.1x"),
    Case(key: "9", name: "9", options: ["--volume", "50"], text: "vol 48"),
    Case(key: "0", name: "0", options: ["--volume", "50"], text: "vol 52"),
    Case(key: "m", name: "m", text: "mute"),
    Case(key: "<", name: "<", sources: ["mock://one", "mock://two"], before: (">", "⏸ 2/2"), text: "⏸ 1/2"),
    Case(key: ">", name: ">", sources: ["mock://one", "mock://two"], text: "⏸ 2/2"),
    Case(key: ".", name: ".", options: ["--start", "59.98"], before: ("m", "⏸ 00:59"), text: "⏸ 01:00"),
    Case(key: ",", name: ",", text: "⏸ 00:59"),
    Case(key: "j", name: "j", text: "Subtitles: 1 en"),
    Case(key: "#", name: "#", text: "Audio: 2 de"),
    Case(key: "L", name: "L", text: "loop one"),
    Case(key: "f", name: "f", after: "i", text: "full screen"),
    Case(key: "s", name: "s", text: "ytplay-shot0001.png."),
    Case(key: "b", name: "b", text: "[mpv]"),
    Case(key: "i", name: "i", text: "source     stream mock://film"),
    Case(key: "?", name: "?", text: "quit, and keep the place"),
    Case(key: .escape, name: "Escape", before: ("?", "these keys"), gone: "these keys"),
    Case(key: "q", name: "q"),
    Case(key: "Q", name: "Q"),
  ]

  @Test("Every key that means something is pressed in these tests")
  func complete() {
    #expect(Set(Self.cases.map(\.key)) == Set(KeyTable.entries.flatMap(\.keys).map(\.key) + [.escape]))
  }

  @Test("Each key does what the table says", arguments: cases)
  func key(_ test: Case) async throws {
    var sources = test.sources
    // The one source that two backends play.
    if test.key == "b" { sources = [try await TestMedia.audio(seconds: 120)] }
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var program = TerminalUnderTest.Program.ytplay(
      ["--backend", "mock", "--mpv", "ao=null", "--no-autoplay", "--start", "1:00"] + test.options + sources)
    program.folder = folder
    try await TerminalUnderTest.run(program) { terminal in
      try await terminal.wait("the line") { $0.contains("ready") && $0.contains("⏸") }
      if let before = test.before {
        try await terminal.press(before.key)
        try await terminal.wait(for: before.text)
      }
      try await terminal.press(test.name)
      if let after = test.after { try await terminal.press(after) }
      if let gone = test.gone { try await terminal.waitUntilGone(gone) }
      if !test.text.isEmpty { try await terminal.wait(for: test.text) }
      if test.key == "s" {
        let picture = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/ytplay-shot0001.png"))
        #expect(picture.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
      }
      if ["Space", "p"].contains(test.name) {
        try await terminal.press(test.name)
        try await terminal.wait(for: "⏸")
      }
      if test.name.lowercased() != "q" { try await terminal.press("q") }
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("Keys drive mpv as they do the mock, and what it can't do is said in the line")
  func mpv() async throws {
    let film = try await TestMedia.bilingualFilm(seconds: 6)
    try await TerminalUnderTest.run(
      .ytplay(CommandUnderTest.silentMPV + ["--no-autoplay", "--mpv", "vo=null", film])
    ) { terminal in
      try await terminal.wait(for: "ready")
      try await terminal.press("Right")
      try await terminal.wait(for: "⏸ 00:05 / 00:0")
      try await terminal.press("#")
      try await terminal.wait(for: "Audio: 2")
      try await terminal.press("]", "9", "m", "L")
      try await terminal.wait("all of it") { $0.contains("mute  1.1x  loop one  [mpv]") }
      try await terminal.press("b")
      try await terminal.wait(for: "No other backend here can play")
      try await terminal.press("L", "L", "Space")
      // Played to its end.
      #expect(try await terminal.end() == 0)
      #expect(try await terminal.screen().hasPrefix("■ 00:0"))
    }
  }

  @Test("Keys drive YouTube's player, whose rates are those that it lists")
  func iframe() async throws {
    try await IFrameRig.run { rig in
      var program = TerminalUnderTest.Program.ytplay(["--no-autoplay", "dQw4w9WgXcQ"])
      program.environment = rig.environment()
      try await TerminalUnderTest.run(program) { terminal in
        try await terminal.wait("a video") { $0.contains("ready") && $0.contains("[iframe]") }
        try await terminal.press("]", "]")
        try await terminal.wait(for: "1.5x")
        try await terminal.press("BSpace", "m", "9")
        try await terminal.wait("all of it") { !$0.contains("1.5x") && $0.contains("mute") }
        try await terminal.press("Space")
        try await terminal.wait(for: "▶")
        try await terminal.press("s")
        try await terminal.wait("a refusal") { $0.contains("screenshot") || $0.contains("picture") }
        try await terminal.press("q")
        #expect(try await terminal.end() == 0)
      }
    }
  }

  @Test(
    "In a feed the arrow keys that point at a page bring it, and the others seek",
    arguments: [(["--vertical"], "Down", "Up", "Right"), (["--horizontal"], "Right", "Left", "Up")])
  func feed(options: [String], next: String, previous: String, seek: String) async throws {
    let pages = ["mock://one?duration=endless", "mock://two?duration=100", "mock://three?duration=100"]
    try await TerminalUnderTest.run(
      .ytplay(["feed", "--backend", "mock"] + options + pages)
    ) { terminal in
      try await terminal.wait(for: "▶ 1/3")
      try await terminal.press(previous)
      try await terminal.wait(for: "There is no page before this one.")
      try await terminal.press(next)
      try await terminal.wait(for: "▶ 2/3")
      try await terminal.press("Space")
      try await terminal.wait(for: "⏸ 2/3")
      try await terminal.press(seek)
      try await terminal.wait("a seek") {
        $0.contains("⏸ 2/3 00:0") != $0.contains("⏸ 2/3 01:0") && !$0.contains("00:00")
      }
      try await terminal.press(">")
      try await terminal.wait(for: "3/3")
      try await terminal.press(">")
      try await terminal.wait(for: "There is nothing behind this.")
      try await terminal.press("<")
      try await terminal.wait(for: "2/3")
      try await terminal.press("?")
      try await terminal.wait(for: "the page before, the next one")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("What is pasted is no key")
  func paste() async throws {
    try await TerminalUnderTest.run(
      .ytplay(["--backend", "mock", "--no-autoplay", "mock://film?duration=213"])
    ) { terminal in
      try await terminal.wait(for: "ready")
      try await terminal.tmux("set-buffer", "q Q\nq")
      try await terminal.tmux("paste-buffer", "-p")
      try await terminal.press("m")
      try await terminal.wait(for: "mute")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }
}
