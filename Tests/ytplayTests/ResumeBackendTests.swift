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

  @Test("A video goes on with YouTube's player, and a playlist in the video that was left")
  func iframe() async throws {
    try await IFrameRig.run { rig in
      for (source, item) in [("dQw4w9WgXcQ", nil), ("PLstandin0000000", 1)] as [(String, Int?)] {
        func start() throws -> Subprocess { try rig.start("--resume", "--backend", "iframe", source) }
        let choice = item.map { [#"{"action":"playItem","index":\#($0)}"#] } ?? []
        let child = try start()
        try await child.wait(until: "playing") { $0.status == .playing }
        for action in choice { child.write(action + "\n") }
        try await child.wait(until: "the item") {
          $0.status == .playing && $0.itemIndex == item ?? $0.itemIndex
        }
        _ = try await Self.play(
          child, until: "playing", { $0.status == .playing }, thenSend: #"{"action":"seek","to":20}"#,
          andWaitUntil: { $0.status == .playing && !$0.isSeeking && $0.currentTime > 20.5 })
        _ = try await Self.play(
          try start(), until: "going on",
          { $0.status == .playing && $0.currentTime > 20.5 && $0.itemIndex == item ?? $0.itemIndex })
      }
    }
  }
}
