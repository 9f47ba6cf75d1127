import Foundation
import PlayerKit
import TestSupport
import Testing

/// Real backends: what was left in one run is gone on with in another.
@Suite("Going on where a source was left, with every backend")
struct ResumeBackendTests {
  /// Plays until a state comes, ends the program, and returns the events.
  private static func play(
    _ child: Subprocess, until what: String, _ isMet: @escaping @Sendable (PlayerState) -> Bool,
    thenSend actions: String..., andWaitUntil isThere: (@Sendable (PlayerState) -> Bool)? = nil,
    end: Int32 = SIGTERM
  ) async throws -> [PlayerEvent] {
    try await child.wait(until: what, isMet)
    for action in actions { child.write(action + "\n") }
    if let isThere { try await child.wait(until: "what was asked for", isThere) }
    child.signal(end)
    _ = await child.result()
    return try child.eventsSoFar
  }

  @Test("A file goes on with mpv without a moment of its start, after kill -9 too")
  func mpv() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clip = try await TestMedia.audio(seconds: 20)
    func start() throws -> Subprocess {
      try CommandUnderTest.start(
        ["--json", "--resume"] + CommandUnderTest.silentMPV + [clip], environment: ["XDG_STATE_HOME": folder])
    }
    _ = try await Self.play(
      try start(), until: "playing", { $0.status == .playing }, thenSend: #"{"action":"seek","to":10}"#,
      andWaitUntil: { $0.currentTime > 10.5 }, end: SIGKILL)
    let events = try await Self.play(
      try start(), until: "going on", { $0.status == .playing && $0.currentTime > 10.5 })
    let times = events.compactMap { if case .timeChanged(let time) = $0 { time } else { nil } }
    #expect(times.allSatisfy { $0 >= 9.9 } && times.count > 1, "\(times)")
  }

  /// Whether nothing was played before it was where it is to go on.
  private static func goesThereFirst(_ events: [PlayerEvent]) -> Bool {
    let seeked = events.firstIndex { if case .seeked = $0 { true } else { false } }
    let playing = events.firstIndex { if case .statusChanged(.playing, _) = $0 { true } else { false } }
    guard let seeked, let playing else { return false }
    return seeked < playing
  }

  @Test("A video that was left in YouTube's player goes on there, and with mpv")
  func video() async throws {
    let (video, ytDlp) = ("dQw4w9WgXcQ", try await YtDlpStandIn(seconds: 30))
    try ytDlp.video(video)
    try await IFrameRig.run { rig in
      _ = try await Self.play(
        try rig.start("--resume", "--backend", "iframe", video), until: "playing", { $0.status == .playing },
        thenSend: #"{"action":"seek","to":12}"#,
        andWaitUntil: { $0.status == .playing && !$0.isSeeking && $0.currentTime > 12.5 })
      for (backend, time) in [("iframe", 13.0), ("mpv", 14.0)] {
        let events = try await Self.play(
          try rig.start(
            "--resume", "--backend", backend, "--mpv", "ao=null", "https://youtu.be/\(video)", ytDlp: ytDlp),
          until: "going on", { $0.status == .playing && $0.currentTime > time })
        #expect(Self.goesThereFirst(events), "\(events)")
      }
    }
  }

  @Test("A playlist goes on in YouTube's player with the video that was left")
  func playlist() async throws {
    try await IFrameRig.run { rig in
      func start() throws -> Subprocess {
        try rig.start("--resume", "--backend", "iframe", "PLunnamed0000000")
      }
      let child = try start()
      try await child.wait(until: "playing") { $0.status == .playing }
      child.write(#"{"action":"playItem","index":1}"# + "\n")
      _ = try await Self.play(
        child, until: "the item", { $0.status == .playing && $0.itemIndex == 1 },
        thenSend: #"{"action":"seek","to":20}"#,
        andWaitUntil: { $0.status == .playing && !$0.isSeeking && $0.currentTime > 20.5 })
      let events = try await Self.play(
        try start(), until: "going on",
        { $0.status == .playing && $0.currentTime > 20.5 && $0.itemIndex == 1 })
      #expect(Self.goesThereFirst(events), "\(events)")
    }
  }
}
