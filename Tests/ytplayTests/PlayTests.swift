import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay plays")
struct PlayTests {
  private static let short = "mock://clip?duration=0.3"
  private static let missing = "mock://gone?fail=notFound"

  private static func mock(_ arguments: String...) async throws -> Subprocess.Result {
    try await CommandUnderTest.run(["--backend", "mock"] + arguments)
  }

  @Test("--help and --version answer on standard output")
  func about() async throws {
    let help = try await CommandUnderTest.run(["--help"])
    #expect(help.output.hasPrefix("Usage: ytplay [OPTION]... SOURCE...\n"))
    #expect(help.exitStatus == 0)
    #expect(try await CommandUnderTest.run(["--version"]).output == "ytplay 0.1.0\n")
    let resolve = try await CommandUnderTest.run(["help", "resolve"])
    #expect(resolve.output == (try await CommandUnderTest.run(["resolve", "-h"]).output))
  }

  @Test("Status 0: all sources were played, one after another")
  func success() async throws {
    let result = try await Self.mock("mock://one?duration=0.3", "mock://two?duration=0.3")
    #expect(
      result.lines.filter { !$0.hasPrefix("opening") } == [
        "playing mock://one?duration=0.3", "ended mock://one?duration=0.3", "playing mock://two?duration=0.3",
        "ended mock://two?duration=0.3",
      ])
    #expect(result.exitStatus == 0, "\(result)")
    #expect(result.errors.isEmpty)
  }

  @Test("Status 2: no source could be played, be it that it can't even be read")
  func nothingPlayed() async throws {
    for source in [Self.missing, "https://www.youtube.com/about", "/nowhere/at/all.mp4"] {
      let result = try await Self.mock(source)
      #expect(result.exitStatus == 2, "\(source): \(result)")
      #expect(result.errors.hasPrefix("ytplay: "))
    }
  }

  @Test("Status 3: a source that fails is said, and the next one is played")
  func partlyPlayed() async throws {
    let result = try await Self.mock(Self.missing, Self.short, "https://www.youtube.com/about")
    #expect(result.exitStatus == 3, "\(result)")
    #expect(result.output.contains("ended \(Self.short)"))
    #expect(result.errors.split(separator: "\n").count == 2)
  }

  @Test(
    "Status 1: what is used wrongly starts nothing and gets one sentence",
    arguments: [
      [], ["--volume", "200", "x"], ["--backend", "mok", "x"], ["--nonsense", "x"], ["-QfRAwg3gkM"],
      ["reslove", "x"], ["help", "nonsense"], ["backends", "--json", "x"], ["--json", "-"],
      ["--json", "--backend", "mock", "--", "-"],
    ])
  func usage(_ arguments: [String]) async throws {
    let result = try await CommandUnderTest.run(arguments)
    #expect(result.exitStatus == 1, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("ytplay: "))
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test("A file named like a command is played with ./ in front")
  func commandName() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(TestMedia.silence(seconds: 0.2)).write(to: URL(fileURLWithPath: "\(folder)/help"))
    let result = try await CommandUnderTest.run(
      ["--backend", "mpv", "--mpv", "ao=null", "./help"], in: folder)
    #expect(result.output.contains("ended help"), "\(result)")
    #expect(result.exitStatus == 0)
  }

  @Test("Standard input is a source, where no actions are read from it")
  func standardInput() async throws {
    let result = try await CommandUnderTest.shell(#""$ytplay" --backend mock - < /dev/null"#)
    #expect(result.output.contains("ended standard input"), "\(result)")
    #expect(result.exitStatus == 0)
  }

  @Test("--quiet leaves nothing but errors")
  func quiet() async throws {
    let result = try await Self.mock("--quiet", Self.missing, Self.short)
    #expect(result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("Volume, mute, rate, loop, start and end reach the player before anything is heard")
  func settings() async throws {
    let child = try CommandUnderTest.start([
      "--json", "--backend", "mock", "--volume", "40", "--mute", "--rate", "2", "--loop", "one", "--start",
      "1",
      "--end", "1.4", "mock://clip?duration=3",
    ])
    // With `one` the source starts again and again.
    try await child.wait(for: #""event":"seeked""#)
    child.signal(SIGTERM)
    let result = await child.result()
    let events = try result.events()
    let heard = try #require(events.firstIndex { $0 == .statusChanged(.playing) })
    let before = events[..<heard]
    #expect(before.contains(.volumeChanged(40)))
    #expect(before.contains(.muteChanged(true)))
    #expect(before.contains(.rateChanged(2)))
    #expect(before.contains(.loopChanged(.one)))
    let source = PlayerSource(.stream("mock://clip?duration=3"), start: 1, end: 1.4)
    #expect(before.contains(.sourceChanged(source)))
    #expect(events.contains(.seeked(at: 1)))
    #expect(!events.contains { if case .statusChanged(.ended, _) = $0 { true } else { false } })
  }

  @Test("Titles and messages can't control the terminal")
  func controls() async throws {
    let result = try await Self.mock("mock://a\u{1B}[2Jb?fail=notFound", "mock://a\u{1B}[2Jb?duration=0.1")
    #expect(!result.output.contains("\u{1B}"))
    #expect(!result.errors.contains("\u{1B}"))
    #expect(result.exitStatus == 3)
  }

  @Test("With a folder as source its media are played in natural order")
  func folder() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["10.wav", "9.wav", "cover.jpg"] {
      try Data(TestMedia.silence(seconds: 0.2)).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let result = try await CommandUnderTest.run(CommandUnderTest.silentMPV + [folder])
    #expect(result.lines.filter { $0.hasPrefix("ended") } == ["ended 9.wav", "ended 10.wav"], "\(result)")
    #expect(result.exitStatus == 0)
  }

  @Test("A pipe whose reader has gone ends the program quietly, even while nothing is to be written")
  func brokenPipe() async throws {
    for options in ["--json", "", "--json --no-autoplay", "--json --states"] {
      let result = try await CommandUnderTest.shell(
        #""$ytplay" --backend mock \#(options) 'mock://x?duration=60' | head -n 1 > /dev/null; echo ${PIPESTATUS[0]}"#
      )
      #expect(result.output == "4\n", "\(options): \(result)")
      #expect(result.errors.isEmpty)
    }
    let many = try await CommandUnderTest.shell(
      #"yes a.mp4 | head -n 5000 | xargs "$ytplay" resolve --json | head -n 1 > /dev/null; echo ${PIPESTATUS[2]}"#
    )
    // xargs answers 123 where the program ended with a status of 1 to 125, here 4.
    #expect(many.output == "123\n", "\(many)")
    #expect(many.errors.isEmpty)
  }

  @Test("Output that can't be written for another reason is said")
  func fullDisk() async throws {
    let result = try await CommandUnderTest.shell(#""$ytplay" --help > /dev/full; echo $?"#)
    #expect(result.output == "1\n")
    #expect(result.errors.contains("No space left on device"))
  }

  @Test("A closed standard output is not taken by a file that is opened")
  func closedOutput() async throws {
    let result = try await CommandUnderTest.shell(#""$ytplay" --version >&-; echo $?"#)
    #expect(result.output == "1\n", "\(result)")
  }
}
