import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay and mpv")
struct MPVProcessTests {
  @Test("A real file is told in the order of the contract, and ends once at its duration")
  func order() async throws {
    let clip = try await TestMedia.video()
    let result = try await CommandUnderTest.run(["--json"] + CommandUnderTest.silentMPV + [clip])
    #expect(result.exitStatus == 0, "\(result)")
    let events = try result.events()
    let statuses = events.compactMap { event -> PlayerStatus? in
      if case .statusChanged(let status, _) = event { status } else { nil }
    }
    #expect(statuses == [.unstarted, .buffering, .playing, .ended])
    let ready = try #require(events.firstIndex(of: .ready))
    let source = try #require(events.firstIndex(of: .sourceChanged(.file(clip))))
    let unstarted = try #require(events.firstIndex(of: .statusChanged(.unstarted, playWhenReady: true)))
    #expect(ready < source && source < unstarted)
    let state = events.dropLast().reduce(PlayerState.empty) { $0.applying($1) }
    #expect(state.status == .ended)
    #expect(state.currentTime == state.duration)
    #expect(state.duration.map { abs($0 - 2) < 0.1 } == true)
    #expect(events.last == .closed)
  }

  @Test("A missing file ends with status 2 and says notFound")
  func missing() async throws {
    let result = try await CommandUnderTest.run(
      ["--json"] + CommandUnderTest.silentMPV + ["/nowhere/clip.mp4"])
    #expect(result.exitStatus == 2)
    let codes = try result.events().compactMap { event -> PlayerError.Code? in
      if case .failed(let error, _) = event { error.code } else { nil }
    }
    #expect(codes == [.notFound], "\(result)")
    #expect(result.errors.contains("ytplay: "))
  }

  @Test("An option that mpv does not know is a wrong usage, and not a source's fault")
  func unknownOption() async throws {
    let clip = try await TestMedia.audio()
    let result = try await CommandUnderTest.run(["--mpv", "no-such-option=1", clip, clip])
    #expect(result.exitStatus == 1, "\(result)")
    #expect(result.errors.contains("no-such-option"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("A file that comes through standard input plays")
  func standardInput() async throws {
    let clip = try await TestMedia.audio(seconds: 0.5)
    let result = try await CommandUnderTest.shell(
      #"cat "$1" | "$ytplay" --backend mpv --mpv ao=null -"#, [clip])
    #expect(result.output.contains("ended standard input"), "\(result)")
    #expect(result.exitStatus == 0)
  }

  @Test("Actions on standard input are obeyed in their order")
  func actions() async throws {
    let clip = try await TestMedia.audio(seconds: 4)
    let child = try CommandUnderTest.start(["--json", "--no-autoplay"] + CommandUnderTest.silentMPV + [clip])
    try await child.wait(for: #""status":"queued""#)
    for line in [
      #"{"action":"setVolume","volume":40}"#, #"{"action":"seek","to":3.5}"#,
      #"{"action":"setRate","rate":2}"#,
      #"{"action":"play","id":1}"#,
    ] {
      child.write(line + "\n")
    }
    let result = await child.result()
    #expect(result.exitStatus == 0, "\(result)")
    let events = try result.events()
    let volume = try #require(events.firstIndex(of: .volumeChanged(40)))
    let seek = try #require(events.firstIndex(of: .seeking(to: 3.5)))
    let playing = try #require(events.firstIndex(of: .statusChanged(.playing, playWhenReady: true)))
    #expect(volume < seek && seek < playing)
    #expect(events.contains(.rateChanged(2)))
  }

  @Test("Five thousand actions at once are answered in their order, each once")
  func manyActions() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clip = try await TestMedia.audio(seconds: 4)
    let lines = (0..<5000).map { number in
      let action =
        switch number % 6 {
        case 0: #""setVolume","volume":\#(number % 101)"#
        case 1: #""seek","to":\#(number % 4)"#
        case 2: #""mute""#
        case 3: #""setRate","rate":\#(1 + number % 2)"#
        case 4: #""currentTime""#
        default: #""unmute""#
        }
      return #"{"action":\#(action),"id":\#(number)}"# + "\n"
    }
    let end = #"{"action":"seek","to":3.9}"# + "\n" + #"{"action":"play","id":5000}"# + "\n"
    try Data((lines.joined() + end).utf8).write(to: URL(fileURLWithPath: "\(folder)/actions"))
    let result = try await CommandUnderTest.shell(
      #""$ytplay" --json --no-autoplay --backend mpv --mpv ao=null "$1" < "$2/actions""#, [clip, folder])
    #expect(result.exitStatus == 0, "\(result.errors)")
    let replies = try result.json().filter { $0["error"] == nil }.compactMap { $0["reply"]?.double }
    #expect(replies == (0...5000).map(Double.init))
  }

  @Test("TERM soon after the start ends the program, time and again: it neither hangs nor crashes")
  func earlyTerm() async throws {
    let clip = try await TestMedia.video(seconds: 4)
    for round in 0..<20 {
      let child = try CommandUnderTest.start(["--json"] + CommandUnderTest.silentMPV + [clip])
      try await Task.sleep(for: .microseconds(round * 2500))
      child.signal(SIGTERM)
      let result = await child.result()
      // Before the program's own first instruction nobody can answer; the signal's default ends it then.
      #expect(result.exitStatus == 4 || (result.signal == SIGTERM && result.output.isEmpty), "\(result)")
    }
  }

  @Test("A file whose name is not UTF-8 plays")
  func rawName() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(TestMedia.silence(seconds: 0.2)).write(to: URL(fileURLWithPath: "\(folder)/a.wav"))
    let result = try await CommandUnderTest.shell(
      #"mv a.wav $'\xff.wav'; "$ytplay" --backend mpv --mpv ao=null $'\xff.wav'"#, in: folder)
    #expect(result.exitStatus == 0, "\(result)")
  }

  @Test("It plays where numbers have a comma")
  func locale() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // localedef answers 1 for mere warnings.
    _ = try await Subprocess.run(
      "localedef", ["--no-archive", "-i", "de_DE", "-f", "UTF-8", "\(folder)/de_DE.UTF-8"])
    let locale = ["LOCPATH": folder, "LC_ALL": "de_DE.UTF-8"]
    let comma = try await Subprocess.run("locale", ["decimal_point"], environment: locale)
    try #require(comma.output == ",\n", "The locale is not there: \(comma)")
    let clip = try await TestMedia.video()
    let result = try await CommandUnderTest.run(
      ["--json", "--volume", "35.5"] + CommandUnderTest.silentMPV + [clip],
      environment: locale)
    #expect(result.exitStatus == 0, "\(result)")
    #expect(try result.events().contains(.volumeChanged(35.5)))
    #expect(try result.events().contains(.statusChanged(.ended, playWhenReady: false)))
  }
}
