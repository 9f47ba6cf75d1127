import Foundation
import PlayerKit
import TestSupport
import Testing

/// The real program on a bus of the test's own, and the clients that a desktop has.
@Suite("ytplay on the desktop", .timeLimit(.minutes(5)))
struct MPRISTests {
  /// What plays, and what of it.
  enum Setup: String, CaseIterable {
    case mock, mpv, iframe

    /// Starts the program with `--json` on a bus, calls `body`, and ends it.
    func run(_ body: (PrivateBus, Subprocess) async throws -> Void) async throws {
      switch self {
      case .mock: try await start(["--backend", "mock", "mock://clip?duration=60"], [:], body)
      case .mpv:
        try await start(CommandUnderTest.silentMPV + [try await TestMedia.film(seconds: 60)], [:], body)
      case .iframe:
        try await IFrameRig.run { rig in
          try await start(["--backend", "iframe", "dQw4w9WgXcQ"], rig.environment(), body)
        }
      }
    }

    private func start(
      _ arguments: [String], _ environment: [String: String?],
      _ body: (PrivateBus, Subprocess) async throws -> Void
    ) async throws {
      try await PrivateBus.run { bus in
        let program = try CommandUnderTest.start(
          ["--json"] + arguments, environment: environment.merging(bus.environment) { $1 })
        do {
          try await body(bus, program)
        } catch {
          program.signal(SIGTERM)
          _ = await program.result()
          throw error
        }
        program.signal(SIGTERM)
        _ = await program.result()
      }
    }
  }

  private static let name = "org.mpris.MediaPlayer2.ytplay"

  /// The position on the bus, in seconds.
  private func position(_ bus: PrivateBus) async throws -> Double {
    let time = try await bus.property(Self.name, "Position")["data"]?.double
    return try #require(time) / 1e6
  }

  /// What the backend itself says when it is asked anew.
  private func truePosition(_ program: Subprocess) async throws -> Double {
    let count = try program.eventsSoFar.times.count
    program.write(#"{"action":"currentTime","id":\#(count)}"# + "\n")
    #expect(await program.waitForOutput { $0.contains(#""reply":\#(count)}"#) })
    // The event may come after the reply.
    try await program.wait(until: "its time") { _ in (try? program.eventsSoFar.times.count) ?? 0 > count }
    return try #require(try program.eventsSoFar.times.last)
  }

  @Test("playerctl controls whatever plays", arguments: Setup.allCases)
  func controlled(setup: Setup) async throws {
    try await setup.run { bus, program in
      try await program.wait(until: "playing") { $0.status == .playing && $0.currentTime > 0.3 }
      #expect(try await bus.playerctl("--list-all").lines == ["ytplay"])
      #expect(try await bus.playerctl("status").lines == ["Playing"])
      let state = try program.stateSoFar
      let title = try await bus.playerctl("metadata", "xesam:title").lines.first
      #expect(title == state.metadata.title ?? "film-60.0.mkv" || setup == .mpv && title?.isEmpty == false)
      #expect(
        try await bus.playerctl("metadata", "mpris:length").lines
          == state.duration.map { ["\(Int64(($0 * 1e6).rounded()))"] } ?? [])

      // Within 0.1 s of what the backend itself says, wherever between two times that it tells by itself.
      for _ in 0..<3 {
        let before = try await truePosition(program)
        let position = try await position(bus)
        let after = try await truePosition(program)
        #expect(position >= before - 0.1 && position <= after + 0.1)
      }

      #expect(try await bus.playerctl("pause").isSuccess)
      try await program.wait(until: "a pause") { $0.status == .paused }
      #expect(try await bus.playerctl("status").lines == ["Paused"])
      let held = try await truePosition(program)
      #expect(abs(try await position(bus) - held) <= 0.1)

      let signals = try await bus.watch()
      #expect(try await bus.playerctl("position", "12").isSuccess)
      try await program.wait(until: "a seek") { abs($0.currentTime - 12) < 0.5 && !$0.isSeeking }
      #expect(await signals.wait { $0.name == "Seeked" } != nil)
      #expect(abs(try await position(bus) - 12) < 0.5)
      #expect(try await bus.playerctl("play").isSuccess)
      try await program.wait(until: "playing on") { $0.status == .playing && $0.currentTime > 12.5 }
      #expect(try await bus.playerctl("volume", "0.5").isSuccess)
      try await program.wait(until: "half the volume") { $0.volume == 50 }
      #expect(await signals.wait { $0.values["Volume"] == .number(0.5) } != nil)
      #expect(signals.all.count { $0.name == "Seeked" } == 1)
      await signals.stop()

      // WebKit's pages are no players of their own.
      #expect(try await bus.players() == [Self.name])
      #expect(try await bus.call(Self.name, "Quit").output == "()\n")
      #expect(await program.result().exitStatus == 0)
      #expect(try await bus.players() == [])
    }
  }

  @Test("YouTube's player outlives its bus")
  func webBus() async throws {
    try await Setup.iframe.run { bus, program in
      try await program.wait(until: "playing") { $0.status == .playing && $0.currentTime > 0.3 }
      await bus.crash()
      let time = try program.stateSoFar.currentTime
      try await program.wait(until: "playing on") { $0.currentTime > time + 1 }
      let events = try program.eventsSoFar
      #expect(!events.contains { if case .failed = $0 { true } else { false } })
      #expect(events.backends == ["iframe asked"])
    }
  }

  @Test("A queue is gone through by the desktop's keys, and each of its sources is a track")
  func queue() async throws {
    try await PrivateBus.run { bus in
      let program = try CommandUnderTest.start(
        ["--json", "--backend", "mock", "mock://one?duration=60", "mock://two?duration=60"],
        environment: bus.environment)
      // It plays before it is on the bus.
      while try await bus.playerctl("metadata", "mpris:trackid").lines != ["'/ytplay/track/1'"] {}
      #expect(try await bus.playerctl("next").isSuccess)
      try await program.wait(until: "the second") {
        $0.source == PlayerSource(.stream("mock://two?duration=60"))
      }
      while try await bus.playerctl("metadata", "mpris:trackid").lines != ["'/ytplay/track/2'"] {}
      #expect(try await bus.playerctl("next").errors.contains("No player could handle"))
      #expect(try await bus.playerctl("previous").isSuccess)
      try await program.wait(until: "the first") {
        $0.source == PlayerSource(.stream("mock://one?duration=60"))
      }
      program.signal(SIGTERM)
      #expect(await program.result().exitStatus == 4)
    }
  }

  @Test("The page of a feed in front is what the desktop controls")
  func feed() async throws {
    try await PrivateBus.run { bus async throws in
      let program = try CommandUnderTest.start(
        ["feed", "--json", "--backend", "mock", "mock://one?duration=60", "mock://two?duration=60"],
        environment: bus.environment)
      #expect(await program.waitForOutput { $0.contains(#""status":"playing""#) })
      // It plays before it is on the bus.
      while try await bus.players() != [Self.name] {}
      let signals = try await bus.watch()
      #expect(try await bus.call(Self.name, "Player.Next").isSuccess)
      #expect(await signals.wait { $0.values["CanGoPrevious"] == .bool(true) } != nil)
      // The page comes in front when it is there.
      while try await bus.playerctl("metadata", "xesam:url").lines != ["mock://two?duration=60"] {}
      while try await bus.playerctl("status").lines != ["Playing"] {}
      #expect(try await bus.playerctl("pause").isSuccess)
      #expect(await signals.wait { $0.values["PlaybackStatus"] == .string("Paused") } != nil)
      #expect(try await bus.call(Self.name, "Quit").isSuccess)
      #expect(await program.result().exitStatus == 0)
    }
  }

  @Test("Two at once are both there, the second under a name with its process's number")
  func two() async throws {
    try await PrivateBus.run { bus in
      func start() throws -> Subprocess {
        try CommandUnderTest.start(
          ["--json", "--backend", "mock", "mock://one?duration=60"], environment: bus.environment)
      }
      let first = try start()
      try await first.wait(until: "playing") { $0.status == .playing }
      while try await bus.players() != [Self.name] {}
      let second = try start()
      let other = "\(Self.name).instance\(second.processID)"
      while try await bus.players() != [Self.name, other] {}
      #expect(try await bus.call(other, "Player.Pause").isSuccess)
      try await second.wait(until: "a pause") { $0.status == .paused }
      #expect(try first.stateSoFar.status == .playing)
      for program in [first, second] {
        program.signal(SIGTERM)
        #expect(await program.result().exitStatus == 4)
      }
    }
  }

  @Test("A bus that dies, hangs or is not there changes nothing, and is told with --verbose alone")
  func noBus() async throws {
    let clip = ["--backend", "mock", "mock://clip?duration=0.6"]
    let silent = try await CommandUnderTest.run(clip)
    #expect(silent.exitStatus == 0 && silent.errors.isEmpty, "\(silent)")
    let verbose = try await CommandUnderTest.run(["--verbose"] + clip)
    #expect(verbose.errors.components(separatedBy: "The desktop can't control the player").count == 2)
    try await PrivateBus.run { bus in
      let program = try CommandUnderTest.start(["--json"] + clip, environment: bus.environment)
      try await program.wait(until: "playing") { $0.status == .playing }
      await bus.crash()
      let result = await program.result()
      #expect(result.exitStatus == 0 && result.errors.isEmpty, "\(result)")
    }
    try await PrivateBus.run { bus in
      bus.freeze()
      let result = try await CommandUnderTest.run(clip, environment: bus.environment)
      #expect(result.exitStatus == 0 && result.errors.isEmpty, "\(result)")
    }
  }

  @Test("YouTube's player plays on also where the session bus hangs")
  func noBusForPages() async throws {
    try await IFrameRig.run { rig in
      try await PrivateBus.run { bus in
        bus.freeze()
        let program = try CommandUnderTest.start(
          ["--json", "--backend", "iframe", "dQw4w9WgXcQ"],
          environment: rig.environment().merging(bus.environment) { $1 })
        do {
          try await program.wait(until: "playing") { $0.status == .playing }
        } catch {
          program.signal(SIGKILL)
          throw error
        }
        program.signal(SIGTERM)
        let result = await program.result()
        #expect(result.exitStatus == 4, "\(result)")
      }
    }
  }

  @Test("With --no-mpris nothing is on the bus")
  func off() async throws {
    try await PrivateBus.run { bus async throws in
      let program = try CommandUnderTest.start(
        ["--json", "--no-mpris", "--backend", "mock", "mock://one?duration=60"], environment: bus.environment)
      try await program.wait(until: "time") { $0.currentTime > 0.5 }
      #expect(try await bus.players() == [])
      program.signal(SIGTERM)
      _ = await program.result()
    }
  }
}
