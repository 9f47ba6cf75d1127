import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("Going on where a source was left")
struct ResumeTests {
  private static let film = "mock://film?duration=600"

  /// A folder of a test's own for what is kept, and the variables that lead there.
  private struct Home: Sendable {
    let folder: String
    var environment: [String: String?] { ["XDG_STATE_HOME": folder] }
    var file: String { "\(folder)/ytplay/places.json" }

    /// What is kept; throws where that is damaged.
    func book() throws -> PlaceBook {
      guard let data = FileManager.default.contents(atPath: file) else { return PlaceBook() }
      return try PlaceBook(Array(data))
    }

    func start(_ arguments: String...) throws -> Subprocess {
      try CommandUnderTest.start(["--json"] + arguments, environment: environment)
    }

    func run(_ arguments: String...) async throws -> Subprocess.Result {
      try await CommandUnderTest.run(arguments, environment: environment)
    }
  }

  private static func withHome(_ body: (Home) async throws -> Void) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(Home(folder: folder))
  }

  /// The last time that was told.
  private static func time(_ output: String) -> Double? {
    output.split(separator: "\n").last { $0.hasPrefix(#"{"event":"timeChanged""#) }
      .flatMap { try? JSONLine.decode(JSONValue.self, from: Array($0.utf8)) }?["currentTime"]?.double
  }

  /// Where it went by itself first.
  private static func landing(_ output: String) -> Double? {
    output.split(separator: "\n").first { $0.hasPrefix(#"{"event":"seeked""#) }
      .flatMap { try? JSONLine.decode(JSONValue.self, from: Array($0.utf8)) }?["currentTime"]?.double
  }

  /// Waits until a time has been told that is so far on.
  private static func wait(_ child: Subprocess, past time: Double) async throws {
    try #require(
      await child.waitForOutput { (Self.time($0) ?? -1) >= time },
      "\(time) did not come: \(child.outputSoFar)")
  }

  // MARK: Killing

  @Test("kill -9 at any moment loses at most 5 s of the place, and the next start goes on from there")
  func kill() async throws {
    try await Self.withHome { home in
      var reached = 0.0
      var random = SplitMix64(state: 3)
      for round in 0..<5 {
        let child = try home.start("--resume", "--backend", "mock", "--rate", "4", Self.film)
        // At a rate of 4 the seconds go by fast.
        try await Self.wait(child, past: reached + 1.5 + Double(random.next(below: 24)) / 4)
        child.signal(SIGKILL)
        let result = await child.result()
        #expect(result.signal == SIGKILL)
        if round > 0 {
          let landing = try #require(Self.landing(result.output))
          #expect(landing > reached - 5 && landing <= reached + 0.01, "\(landing) after \(reached)")
        }
        reached = try #require(Self.time(result.output))
        let kept = try #require(try home.book()[Self.film]?.time)
        #expect(kept > reached - 5 && kept < reached + 5, "\(kept) at \(reached)")
      }
    }
  }

  @Test("kill -9 while it is written again and again leaves a whole file, with all other places in it")
  func killWriting() async throws {
    try await Self.withHome { home in
      // As large as it gets, so that the writing takes its time.
      var others = PlaceBook()
      let place = try #require(try PlaceBook(Self.onePlace)["x"])
      others.apply(Dictionary(uniqueKeysWithValues: (0..<999).map { ("https://other/\($0)", place) }))
      try FileManager.default.createDirectory(
        atPath: "\(home.folder)/ytplay", withIntermediateDirectories: true)
      try Data(others.bytes).write(to: URL(fileURLWithPath: home.file))
      var random = SplitMix64(state: 5)
      for round in 0..<10 {
        let child = try home.start("--resume", "--backend", "mock", "mock://film?duration=600000")
        try await child.wait(for: #""status":"playing""#)
        // Each jump is kept at once, which takes seconds for so many.
        for jump in 1...300 {
          child.write(#"{"action":"seek","to":\#(round * 4000 + jump * 10)}"# + "\n")
        }
        while (try home.book()["mock://film?duration=600000"]?.time ?? 0) <= Double(round * 4000) {
          try await Task.sleep(for: .milliseconds(2))
        }
        // The moments are spread over several rounds of writing.
        try await Task.sleep(for: .milliseconds(random.next(below: 60)))
        child.signal(SIGKILL)
        _ = await child.result()
        let book = try home.book()
        #expect(others.places.allSatisfy { book[$0.key] == $0.value })
        #expect(book["mock://film?duration=600000"] != nil)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(home.folder)/ytplay")
      #expect(Set(names).isSubset(of: ["places.json", "places.json.lock", "places.json.new"]))
    }
  }

  private static let onePlace = Array(
    #"{"version":1,"places":[{"key":"x","place":{"time":7,"saved":1}}]}"#.utf8)

  @Test(
    "kill -9 in the middle of any step of the writing leaves the old file or the new one",
    arguments: [("fchmod", 1), ("write", 1), ("fsync", 1), ("rename", 1), ("fsync", 2)])
  func killSteps(_ call: String, _ time: Int) async throws {
    try await Self.withHome { home in
      try FileManager.default.createDirectory(
        atPath: "\(home.folder)/ytplay", withIntermediateDirectories: true)
      try Data(Self.onePlace).write(to: URL(fileURLWithPath: home.file))
      // Only where it writes the places: by the path behind the descriptor, or the name in the call.
      let isFolder = (call, time) == ("fsync", 2)
      let path = isFolder ? "\(home.folder)/ytplay" : "\(home.file).new"
      let result = try await Subprocess.run(
        "strace",
        [
          "-f", "-qq", "-o", "/dev/null", "-P", path, "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=KILL:when=1",
          CommandUnderTest.path, "--json", "--resume", "--backend", "mock", "--rate", "4", Self.film,
        ], environment: CommandUnderTest.environment.merging(home.environment) { $1 })
      #expect(result.signal == SIGKILL || result.exitStatus == 137, "\(result)")
      let book = try home.book()
      #expect(book["x"]?.time == 7)
      #expect((book[Self.film] != nil) == isFolder, "\(book)")
      // What is left of it disturbs nobody.
      let child = try home.start("--resume", "--backend", "mock", "--rate", "4", Self.film)
      try await Self.wait(child, past: 1)
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
      #expect(try home.book()[Self.film] != nil)
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(home.folder)/ytplay").sorted()
      #expect(names == ["places.json", "places.json.lock"])
    }
  }

  // MARK: When

  @Test("Without --resume nothing is kept and nothing goes on, but a hang-up keeps the place")
  func hangUp() async throws {
    try await Self.withHome { home in
      for (number, isKept) in [(SIGTERM, false), (SIGHUP, true), (SIGTERM, true)] {
        let child = try home.start("--backend", "mock", "--rate", "4", Self.film)
        try await Self.wait(child, past: 1.25)
        child.signal(number)
        let result = await child.result()
        #expect(result.exitStatus == 4 && result.errors.isEmpty, "\(result)")
        #expect(Self.landing(result.output) == nil)
        #expect((try home.book()[Self.film] != nil) == isKept)
      }
      let child = try home.start("--resume", "--backend", "mock", Self.film)
      try await Self.wait(child, past: 1.25)
      child.signal(SIGTERM)
      let landing = try #require(Self.landing(await child.result().output))
      #expect(landing >= 1.25 && landing < 10)
    }
  }

  /// Starts the program with a terminal of its own, which is there for as long as the child is.
  private static func startAtTerminal(_ home: Home, _ arguments: String) throws -> Subprocess {
    try Subprocess(
      "script", ["-qfec", "exec \(CommandUnderTest.path) --backend mock --rate 4 \(arguments)", "/dev/null"],
      environment: CommandUnderTest.environment.merging(home.environment.merging(["TERM": "xterm"]) { $1 }) {
        $1
      },
      keepsInputOpen: true)
  }

  /// Whether the line has told of a second from the third on: a slow machine leaves some out.
  private static func isBeyondTwoSeconds(_ output: String) -> Bool {
    (2...9).contains { output.contains("00:0\($0)") }
  }

  @Test("Q keeps the place and q does not, and a terminal that goes away keeps it too")
  func terminal() async throws {
    try await Self.withHome { home in
      for (key, isKept) in [("q", false), ("Q", true)] {
        let child = try Self.startAtTerminal(home, "mock://film?duration=600")
        #expect(await child.waitForOutput(Self.isBeyondTwoSeconds))
        child.write(key)
        let result = await child.result()
        #expect(result.exitStatus == 0, "\(result)")
        #expect((try home.book()[Self.film] != nil) == isKept)
      }
      // More than once: the signal, the end of the input and that of the output come in any order.
      for round in 1...4 {
        let source = "mock://other\(round)?duration=600"
        let child = try Self.startAtTerminal(home, source)
        #expect(await child.waitForOutput(Self.isBeyondTwoSeconds))
        child.signal(SIGKILL)
        _ = await child.result()
        let deadline = ContinuousClock.now + .seconds(20)
        while try home.book()[source] == nil, ContinuousClock.now < deadline {
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try #require(try home.book()[source]?.time) >= 2)
      }
      let again = try Self.startAtTerminal(home, "--resume mock://other1?duration=600")
      try await again.wait(for: "goes on at 00:")
      again.write("q")
      #expect(await again.result().exitStatus == 0)
    }
  }

  @Test("What was played to its end is forgotten, and a start that is given wins")
  func ends() async throws {
    try await Self.withHome { home in
      let source = "mock://short?duration=5"
      let child = try home.start("--resume", "--backend", "mock", "--rate", "4", source)
      try await Self.wait(child, past: 2)
      child.signal(SIGINT)
      _ = await child.result()
      #expect(try home.book()[source] != nil)
      let given = try home.start("--resume", "--backend", "mock", "--start", "0.5", source)
      try await Self.wait(given, past: 0.5)
      given.signal(SIGKILL)
      #expect(Self.landing(await given.result().output) == nil)
      let result = try await home.run("--resume", "--json", "--backend", "mock", "--rate", "4", source)
      #expect(result.isSuccess && Self.landing(result.output) != nil)
      #expect(try home.book().places.isEmpty)
    }
  }

  @Test("The configuration turns it on, and --no-resume off again")
  func configured() async throws {
    try await Self.withHome { home in
      let configuration = "\(home.folder)/c.conf"
      try "resume = yes\nbackend = mock".write(toFile: configuration, atomically: true, encoding: .utf8)
      let child = try home.start("--config", configuration, Self.film)
      try await Self.wait(child, past: 2)
      child.signal(SIGINT)
      _ = await child.result()
      for (option, goesOn) in [("--no-resume", false), ("--resume", true)] {
        let child = try home.start("--config", configuration, option, Self.film)
        try await Self.wait(child, past: 0.25)
        child.signal(SIGINT)
        #expect((Self.landing(await child.result().output) != nil) == goesOn)
      }
    }
  }

  // MARK: Several

  @Test("A list goes on in the item that was left")
  func items() async throws {
    try await Self.withHome { home in
      let list = "mock://list?duration=60&items=4"
      let child = try home.start("--resume", "--backend", "mock", list)
      try await child.wait(for: #""status":"playing""#)
      child.write(#"{"action":"playItem","index":2}"# + "\n" + #"{"action":"seek","to":20}"# + "\n")
      try await Self.wait(child, past: 21)
      child.signal(SIGKILL)
      _ = await child.result()
      let again = try home.start("--resume", "--json", "--states", "--backend", "mock", list)
      try await Self.wait(again, past: 20)
      again.signal(SIGINT)
      let output = await again.result().output
      #expect(try #require(Self.landing(output)) >= 20)
      #expect(output.contains(#""itemIndex":2"#))
    }
  }

  @Test(
    "A folder goes on with the file that was left, there, and with those behind it; at its end it begins anew"
  )
  func folder() async throws {
    try await Self.withHome { home in
      let music = "\(home.folder)/music"
      try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
      for name in ["1.wav", "2.wav", "3.wav"] {
        try Data(TestMedia.silence(seconds: 5)).write(to: URL(fileURLWithPath: "\(music)/\(name)"))
      }
      func sources(_ output: String) -> [String] {
        output.split(separator: "\n").filter { $0.hasPrefix(#"{"event":"sourceChanged""#) }
          .compactMap { line in ["1.wav", "2.wav", "3.wav"].first { line.contains($0) } }
      }
      let silent = CommandUnderTest.silentMPV
      let child = try CommandUnderTest.start(
        ["--json", "--resume"] + silent + ["--rate", "2", music], environment: home.environment)
      try await child.wait(for: #""status":"playing""#)
      child.write(#"{"action":"next"}"# + "\n")
      try await child.wait(for: "2.wav")
      try await Self.wait(child, past: 3)
      child.signal(SIGKILL)
      _ = await child.result()
      // Where a new one has come before it.
      try Data(TestMedia.silence(seconds: 5)).write(to: URL(fileURLWithPath: "\(music)/0.wav"))
      let result = try await CommandUnderTest.run(
        ["--json", "--resume"] + silent + ["--rate", "4", "\(music)/."], environment: home.environment)
      #expect(result.isSuccess, "\(result)")
      #expect(sources(result.output) == ["2.wav", "3.wav"])
      #expect(try #require(Self.landing(result.output)) > 0.9)
      // The first file was left at its start, which is no place.
      let places = try home.book().places
      #expect(places.isEmpty, "\(places)")
    }
  }

  @Test("Programs that play at the same time keep each its own place")
  func together() async throws {
    try await Self.withHome { home in
      let children = try (0..<4).map { number in
        try home.start("--resume", "--backend", "mock", "mock://film\(number)?duration=60")
      }
      for child in children { try await Self.wait(child, past: 1.5) }
      for child in children { child.signal(SIGINT) }
      for child in children { #expect(await child.result().exitStatus == 4) }
      #expect(try home.book().places.count == 4)
    }
  }

  // MARK: The disk

  @Test("A damaged file is set aside with a warning, and playing goes on as if there were none")
  func damaged() async throws {
    try await Self.withHome { home in
      try FileManager.default.createDirectory(
        atPath: "\(home.folder)/ytplay", withIntermediateDirectories: true)
      try "{\"version\":1,\"pla".write(toFile: home.file, atomically: true, encoding: .utf8)
      let result = try await home.run("--resume", "--backend", "mock", "mock://x?duration=0.2")
      #expect(result.isSuccess)
      #expect(
        result.errors
          == "ytplay: The places in \(home.file) are damaged. They were set aside as \(home.file).damaged, "
          + "and new ones are begun.\n")
      #expect(try String(contentsOfFile: "\(home.file).damaged", encoding: .utf8) == "{\"version\":1,\"pla")
    }
  }

  @Test("Where nothing can be written that is said once, and playing goes on")
  func unwritable() async throws {
    try await Self.withHome { home in
      let child = try CommandUnderTest.start(
        ["--json", "--resume", "--backend", "mock", "--rate", "4", Self.film],
        environment: ["XDG_STATE_HOME": "/dev/null"])
      try await Self.wait(child, past: 10)
      child.signal(SIGINT)
      let result = await child.result()
      #expect(result.exitStatus == 4)
      #expect(
        result.errors
          == "ytplay: /dev/null/ytplay can't be written: Not a directory. Playing goes on, and places may be lost.\n"
      )
    }
  }

  @Test("A program that holds on to the places holds up neither playing nor the end")
  func held() async throws {
    try await Self.withHome { home in
      try FileManager.default.createDirectory(
        atPath: "\(home.folder)/ytplay", withIntermediateDirectories: true)
      let holder = try Subprocess(
        "flock", ["\(home.file).lock", "sh", "-c", "echo held; exec sleep 60"])
      try await holder.wait(for: "held")
      let child = try home.start("--resume", "--backend", "mock", "--rate", "4", Self.film)
      try await Self.wait(child, past: 12)
      child.signal(SIGINT)
      let result = await child.result()
      #expect(result.exitStatus == 4)
      #expect(
        result.errors
          == "ytplay: \(home.file) is being written by another program, which does not get on with it. "
          + "Playing goes on, and places may be lost.\n")
      holder.signal(SIGKILL)
      _ = await holder.result()
    }
  }

  @Test("A disk that is full in the middle of the writing leaves the old places and nothing else")
  func full() async throws {
    try await Self.withHome { home in
      var many = PlaceBook()
      let place = try #require(try PlaceBook(Self.onePlace)["x"])
      many.apply(Dictionary(uniqueKeysWithValues: (0..<500).map { ("https://other/\($0)", place) }))
      try FileManager.default.createDirectory(
        atPath: "\(home.folder)/ytplay", withIntermediateDirectories: true)
      try Data(many.bytes).write(to: URL(fileURLWithPath: home.file))
      // No file may grow beyond 8 KiB; what ends the write is the same for the program as a full disk.
      let script = #"""
        trap '' XFSZ; ulimit -f 8
        XDG_STATE_HOME="$1" timeout -s INT --foreground 2 "$ytplay" --resume --backend mock --rate 4 "$2"; echo $?
        """#
      let result = try await CommandUnderTest.shell(
        script, [home.folder, Self.film], environment: TestEnvironment.writesSmallFiles)
      #expect(result.errors.contains("can't be written: File too large."), "\(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(try home.book() == many)
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(home.folder)/ytplay").sorted()
      #expect(names == ["places.json", "places.json.lock"])
    }
  }
}
