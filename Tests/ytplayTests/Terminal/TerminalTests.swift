import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("ytplay at a terminal")
struct TerminalTests {
  private typealias Program = TerminalUnderTest.Program
  private static let film = "mock://film?duration=213"
  private static let long = ["--backend", "mock", "mock://film?duration=endless"]

  /// What a shell says of the terminal's mode, while nobody edits a line.
  private static let mode =
    #"stty -a < /dev/tty | tr -s ' ;' '\n' | grep -xE -- '-?(icanon|echo|isig|iexten)' | tr '\n' ' '"#
  private static let saneMode = "isig icanon iexten echo"

  @Test("The line fits the terminal at every width, and is drawn anew where it was wrapped")
  func resizing() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A name that every terminal is at odds with another about, as wide as it may be.
    let film = "\(folder)/日本語のとても長い題名 with e\u{301} and 👩‍👩‍👧‍👦 in it, which goes on.mp4"
    try "".write(toFile: film, atomically: true, encoding: .utf8)
    var program = Program.ytplay(["--backend", "mock", "--no-autoplay", film])
    program.columns = 200
    try await TerminalUnderTest.run(program) { terminal in
      try await terminal.wait(for: "⏸")
      for columns in [80, 40, 20, 40, 200, 33] {
        try await terminal.tmux("resize-window", "-x", "\(columns)", "-y", "10")
        let screen = try await terminal.wait("one line of \(columns) columns") { screen in
          let lines = screen.split(separator: "\n")
          return lines.count == 1 && lines[0].contains("⏸") && TextWidth.of(String(lines[0])) < columns
            && (columns < 80 || lines[0].contains("日本語") && lines[0].hasSuffix("[mock]"))
        }
        if columns == 200 { #expect(screen.contains("which goes on")) }
      }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("Views follow the terminal's size, and leave what was there as it was")
  func views() async throws {
    var program = Program.shell
    program.rows = 40
    try await TerminalUnderTest.run(program) { terminal in
      try await terminal.type("echo before; $ytplay \(Self.long.joined(separator: " "))")
      try await terminal.wait(for: "▶")
      try await terminal.press("i")
      try await terminal.wait("the state, which lives") {
        $0.contains("status     playing") && !$0.contains("before")
      }
      try await terminal.press("Space")
      try await terminal.wait(for: "status     paused")
      try await terminal.tmux("resize-window", "-x", "30", "-y", "8")
      try await terminal.wait("what fits") { screen in
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.count == 8 && lines[5] == "…" && lines[7].hasPrefix("⏸")
      }
      try await terminal.press("?")
      try await terminal.wait(for: "pause, or go on")
      try await terminal.press("?")
      try await terminal.wait("the line alone") {
        $0.contains("before\n") && $0.contains("⏸") && !$0.contains("pause")
      }
      try await terminal.press("?", "q")
      try await terminal.wait("the prompt") {
        $0.contains("before\n") && $0.hasSuffix("$") && $0.contains("■")
      }
    }
  }

  @Test(
    "Whatever ends the program, the terminal is as it was",
    arguments: [
      ("SEGV", 139), ("ABRT", 134), ("BUS", 135), ("ILL", 132), ("FPE", 136), ("QUIT", 131), ("USR1", 138),
      ("ALRM", 142), ("SYS", 159), ("RTMIN", 162), ("TERM", 4), ("INT", 4), ("HUP", 4),
    ])
  func ends(signal: String, status: Int) async throws {
    try await TerminalUnderTest.run(.shell) { terminal in
      // No file of a crash is to be left behind.
      try await terminal.type(
        "ulimit -c 0; $ytplay \(Self.long.joined(separator: " ")); echo \"status $?\"; \(Self.mode)")
      try await terminal.wait(for: "▶")
      try await terminal.press("?")
      try await terminal.wait(for: "these keys")
      let shell = try await terminal.processID()
      let process = try #require(ProcessTable.children(of: shell).first)
      _ = try await Subprocess.run("kill", ["-s", signal, "\(process)"])
      let screen = try await terminal.wait("the end") { $0.contains("status \(status)") && $0.hasSuffix("$") }
      // The view is gone, and what was behind it is there.
      #expect(screen.contains(Self.saneMode), "\(screen)")
      #expect(!screen.contains("these keys"))
      #expect(screen.contains("ulimit -c 0"))
      #expect(
        try await terminal.tmux("display-message", "-p", "#{cursor_flag}#{wrap_flag}#{alternate_on}")
          == "110\n")
    }
  }

  @Test(
    "A crash that Swift's runtime reports first ends it too, with the terminal as it was",
    .disabled(
      if: TestEnvironment.isThreadSanitized,
      "the sanitizer does not bear it that Swift's runtime starts a process while it handles a signal"))
  func reportedCrash() async throws {
    var program = Program.shell
    program.environment = ["SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no"]
    program.environment.merge(TestEnvironment.letsSwiftTellOfCrashes) { $1 }
    try await TerminalUnderTest.run(program) { terminal in
      let command = Self.long.joined(separator: " ")
      try await terminal.type("ulimit -c 0; $ytplay \(command); echo \"status $?\"; \(Self.mode)")
      try await terminal.wait(for: "▶")
      kill(try #require(ProcessTable.children(of: try await terminal.processID()).first), SIGSEGV)
      try await terminal.wait("the end") {
        $0.contains("status 139") && $0.contains(Self.saneMode) && $0.hasSuffix("$")
      }
    }
  }

  @Test("Ctrl-C ends it with status 4 and Ctrl-\\ as it ends any program, with the terminal as it was")
  func controlKeys() async throws {
    try await TerminalUnderTest.run(.shell) { terminal in
      for (key, status) in [("C-c", 4), ("C-\\", 131)] {
        try await terminal.type(
          "clear; ulimit -c 0; $ytplay \(Self.long.joined(separator: " ")); echo \"status $?\"; \(Self.mode)")
        try await terminal.wait("playing") { $0.contains("▶") && !$0.contains("■") }
        try await terminal.press(key)
        try await terminal.wait("the end") {
          $0.contains("status \(status)") && $0.contains(Self.saneMode) && $0.hasSuffix("$")
        }
      }
    }
  }

  @Test("The second Ctrl-C ends it at once, also where a backend does not answer")
  func impatience() async throws {
    let clip = try await TestMedia.audio(seconds: 120)
    try await TerminalUnderTest.run(.shell) { terminal in
      let command = (CommandUnderTest.silentMPV + [clip]).joined(separator: " ")
      try await terminal.type("$ytplay \(command); echo \"status $?\"; \(Self.mode)")
      try await terminal.wait(for: "▶")
      let process = try #require(ProcessTable.children(of: try await terminal.processID()).first)
      let plugin = try #require(ProcessTable.children(of: process).first)
      ProcessTable.freeze(plugin)
      try await terminal.press("C-c", "C-c")
      let screen = try await terminal.wait("the end") {
        $0.contains("status 4") && $0.contains(Self.saneMode)
      }
      #expect(screen.contains("▶"))
      kill(plugin, SIGKILL)
    }
  }

  @Test("A plugin that dies is brought back, and neither the line nor the keys are lost")
  func pluginDeath() async throws {
    let clip = try await TestMedia.audio(seconds: 120)
    try await TerminalUnderTest.run(.ytplay(CommandUnderTest.silentMPV + [clip])) { terminal in
      try await terminal.wait(for: "▶")
      let process = try await terminal.processID()
      let plugin = try #require(
        ProcessTable.children(of: process).first { ProcessTable.name(of: $0) == "ytplay-mpv" })
      kill(plugin, SIGSEGV)
      try await terminal.wait("playing again") { screen in
        let lines = screen.split(separator: "\n")
        return screen.contains("Playing goes on in a moment.") && lines.last?.hasPrefix("▶") == true
      }
      try await terminal.press("m", "Space")
      try await terminal.wait("the keys") { $0.contains("⏸") && $0.contains("mute") }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
      // The message stands whole above the one line.
      #expect(try await terminal.screen().split(separator: "\n").count { $0.hasPrefix("■") } == 1)
    }
  }

  @Test("Ctrl-Z pauses and gives the terminal back, bg plays on without it, and fg takes it again")
  func jobControl() async throws {
    try await TerminalUnderTest.run(.shell) { terminal in
      try await terminal.type("$ytplay \(Self.long.joined(separator: " "))")
      try await terminal.wait(for: "▶")
      try await terminal.press("C-z")
      try await terminal.wait("the prompt") {
        $0.contains("⏸") && $0.contains("Stopped") && $0.hasSuffix("$")
      }
      try await terminal.type(Self.mode)
      try await terminal.wait(for: Self.saneMode)
      try await terminal.type("clear; bg")
      let shell = try await terminal.processID()
      let process = try #require(ProcessTable.children(of: shell).first)
      func state() throws -> String {
        let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return String(stat.split(separator: ")").last?.split(separator: " ").first ?? "")
      }
      try await terminal.poll("the job to go on") { try state() != "T" }
      // It draws nothing and reads nothing: what is typed is the shell's.
      try await terminal.type("echo q; \(Self.mode)")
      let screen = try await terminal.wait("the shell's answer") {
        $0.contains("\nq\n" + Self.saneMode) && $0.hasSuffix("$")
      }
      #expect(!screen.contains("▶") && !screen.contains("Stopped"))
      #expect(try state() != "T")
      // A job that runs already is told nothing when it comes to the front.
      try await terminal.type("clear; fg")
      try await terminal.wait(for: "▶")
      try await terminal.press("m")
      try await terminal.wait(for: "mute")
      // Stopped without being asked, it comes back to a terminal that is the shell's.
      ProcessTable.freeze(process)
      try await terminal.wait("the prompt") { $0.contains("Stopped") && $0.hasSuffix("$") }
      try await terminal.type("clear; stty -echo icanon; fg")
      try await terminal.wait(for: "▶")
      try await terminal.press("m")
      try await terminal.wait(for: "vol 100")
      try await terminal.press("q")
      try await terminal.wait("the prompt") { $0.hasSuffix("$") }
      try await terminal.type("stty echo; \(Self.mode)")
      try await terminal.wait(for: Self.saneMode)
    }
  }

  @Test("A job that starts in the background plays, and takes the terminal when it comes to the front")
  func background() async throws {
    try await TerminalUnderTest.run(.shell) { terminal in
      try await terminal.type(
        "$ytplay --backend mock 'mock://film?duration=endless' 2>/dev/null & sleep 0.5; jobs")
      try await terminal.wait(for: "Running")
      try await terminal.type("clear; fg")
      try await terminal.wait(for: "▶")
      try await terminal.press("q")
      try await terminal.wait("the prompt") { $0.hasSuffix("$") }
      try await terminal.type(Self.mode)
      try await terminal.wait(for: Self.saneMode)
    }
  }

  @Test("When the terminal is hung up the program ends, and keeps the place")
  func hangUp() async throws {
    let clip = try await TestMedia.audio(seconds: 120)
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var program = Program.ytplay(CommandUnderTest.silentMPV + ["--start", "1:00", clip])
    program.environment = ["XDG_STATE_HOME": folder]
    try await TerminalUnderTest.run(program) { terminal in
      try await terminal.wait(for: "▶ 01:0")
      let process = try await terminal.processID()
      // Another session, so that the server goes on.
      try await terminal.tmux("new-session", "-d", "-s", "other", "cat")
      try await terminal.tmux("kill-session", "-t", "0")
      try await terminal.poll("the program to end") { !ProcessTable.isAlive(process) }
    }
    let places = try String(contentsOfFile: "\(folder)/ytplay/places.json", encoding: .utf8)
    #expect(places.contains("\(clip)\"") && places.contains("\"time\":6"))
  }

  /// All bytes that a program writes to its terminal, until it has ended.
  private static func transcript(
    _ arguments: [String], environment: [String: String?] = [:],
    _ body: (TerminalUnderTest) async throws -> Void
  ) async throws -> [UInt8] {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // It waits until somebody listens.
    var program = Program(
      command: [
        "bash", "-c", #"until [ -e "$0" ]; do sleep 0.02; done; "$@""#, "\(folder)/go", CommandUnderTest.path,
      ]
        + arguments)
    program.environment = environment
    try await TerminalUnderTest.run(program) { terminal in
      try await terminal.tmux("pipe-pane", "exec cat > '\(folder)/all'; ")
      try await terminal.poll("the transcript") { FileManager.default.fileExists(atPath: "\(folder)/all") }
      try "".write(toFile: "\(folder)/go", atomically: true, encoding: .utf8)
      try await body(terminal)
      _ = try await terminal.end()
    }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/all")))
  }

  @Test("Nothing that a title or a message says controls the terminal")
  func control() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bad = "evil\u{1B}]0;x\u{07}\u{1B}[2J\u{9B}31m\u{202E}end"
    try "#EXTM3U\n#EXTINF:1,\(bad)\n\(bad).mp4\n#EXTINF:1,\(bad)\nmock://x?duration=endless\n"
      .write(toFile: "\(folder)/list.m3u8", atomically: true, encoding: .utf8)
    let bytes = try await Self.transcript(["--backend", "mock", "\(folder)/list.m3u8"]) { terminal in
      try await terminal.wait(for: "▶")
      try await terminal.press("i")
      try await terminal.wait(for: "status")
      try await terminal.press("q")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("evil\u{FFFD}]0;x\u{FFFD}"))
    #expect(!text.contains("\u{1B}]") && !text.contains("\u{1B}[2J\u{FFFD}") && !text.contains("\u{9B}"))
    #expect(!bytes.contains(7) && !text.contains("\u{202E}"))
  }

  @Test("A dumb terminal gets plain lines, and its keys are obeyed all the same")
  func dumb() async throws {
    let bytes = try await Self.transcript(
      ["--backend", "mock", Self.film], environment: ["TERM": "dumb"]
    ) { terminal in
      try await terminal.wait(for: "playing mock://film")
      try await terminal.press("Space")
      try await terminal.wait(for: "paused mock://film")
      try await terminal.press("?")
      try await terminal.wait(for: "quit, and keep the place")
      try await terminal.press("j")
      try await terminal.wait(for: "Subtitles: 1 en")
      try await terminal.press("q")
    }
    #expect(!bytes.contains(0x1B))
    #expect(bytes.allSatisfy { $0 < 0x80 })
    #expect(!bytes.contains(0x08))
  }

  @Test("With NO_COLOR there is none, and without it there is")
  func colour() async throws {
    for (value, isColoured) in [("1", false), ("", true)] {
      var program = Program.ytplay(Self.long)
      program.environment = ["NO_COLOR": value]
      try await TerminalUnderTest.run(program) { terminal in
        try await terminal.wait(for: "▶")
        let screen = try await terminal.screen(withColours: true)
        #expect(screen.contains("\u{1B}[") == isColoured, "\(screen)")
        try await terminal.press("q")
        #expect(try await terminal.end() == 0)
      }
    }
  }

  @Test("In a locale without UTF-8 all is ASCII")
  func locale() async throws {
    let bytes = try await Self.transcript(
      ["--backend", "mock", "mock://caf\u{E9}?duration=213", "/tmp/日本.mp4"], environment: ["LC_ALL": "C"]
    ) { terminal in
      try await terminal.wait(for: "> 1/2 00:0")
      try await terminal.press("Space")
      try await terminal.wait(for: "paused")
      try await terminal.press("i")
      try await terminal.wait(for: "status")
      try await terminal.press("?")
      try await terminal.wait(for: "left right")
      try await terminal.press(">")
      try await terminal.wait(for: "2/2")
      try await terminal.press("q")
    }
    #expect(bytes.allSatisfy { $0 < 0x80 })
  }

  @Test("With --no-terminal the terminal is left alone")
  func noTerminal() async throws {
    let bytes = try await Self.transcript(["--no-terminal", "--backend", "mock", "mock://film?duration=1"]) {
      terminal in
      try await terminal.wait(for: "ended mock://film")
    }
    #expect(!bytes.contains(0x1B))
  }

  @Test("With --quiet nothing is shown but what is asked for")
  func quiet() async throws {
    try await TerminalUnderTest.run(.ytplay(["--quiet", "--backend", "mock", Self.film])) { terminal in
      try await terminal.waitUntilKeysCount()
      try await terminal.press("i")
      try await terminal.wait(for: "status     playing")
      try await terminal.press("Escape")
      try await terminal.wait("nothing") { $0.isEmpty }
      try await terminal.press("j")
      try await terminal.wait(for: "Subtitles: 1 en")
      try await terminal.wait("nothing again") { $0.isEmpty }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("With --json at a terminal lines are actions, and no key is one")
  func json() async throws {
    try await TerminalUnderTest.run(.ytplay(["--json"] + Self.long)) { terminal in
      try await terminal.wait(for: #""status":"playing""#)
      try await terminal.type(#"{"action":"mute","id":7}"#)
      try await terminal.wait(for: #"{"reply":7}"#)
      try await terminal.press("C-c")
      #expect(try await terminal.end() == 4)
    }
  }

  @Test("A message stands above the line, and standard error elsewhere leaves the line alone")
  func messages() async throws {
    let sources = ["mock://gone?fail=notFound", "mock://film?duration=endless"]
    try await TerminalUnderTest.run(.ytplay(["--backend", "mock"] + sources)) { terminal in
      try await terminal.wait("both") { screen in
        let lines = screen.split(separator: "\n")
        return lines.first?.hasPrefix("ytplay: ") == true && lines.last?.hasPrefix("▶ 2/2") == true
          && lines.count { $0.contains("/2 ") } == 1
      }
      try await terminal.press("q")
      // One of them could be played.
      #expect(try await terminal.end() == 3)
    }
  }
}
