import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("What comes next on another backend, over real programs and windows", .timeLimit(.minutes(5)))
struct StandbyTests {
  private static let film = "A test picture - ytplay"
  private static let video = "Stand-in short-3s--a - ytplay"
  private static let other = "video-3.0.webm - ytplay"

  @Test("It is ready before this one ends, unseen and unheard, and plays in its place at once")
  func ready() async throws {
    let last = MediaPath(try await TestMedia.webm(seconds: 3))
    let sources: [PlayerSource] = [
      .file(MediaPath(try await TestMedia.video(seconds: 9))), try PlayerSource(parsing: "short-3s--a"),
      .file(last),
    ]
    try await PlayerRig.run { rig in
      let windows = WindowLog(rig.display)
      try await rig.player.play(PlayQueue(sources))
      // YouTube's program is there while mpv plays.
      try await rig.player.waitFor { $0.status == .playing }
      var isAhead = false
      while rig.player.state.backend == "mpv" {
        isAhead = isAhead || (rig.player.state.status == .playing && rig.iframe.processID != nil)
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(isAhead)
      // And mpv, held and silent, while YouTube's player does.
      try await rig.player.waitFor { $0.backend == "iframe" && $0.status == .playing }
      var held: [Bool] = []
      while rig.player.state.backend == "iframe" {
        // The path first: the mpv of before may not be gone yet, and the new one is hushed before it is given one.
        if rig.player.state.status == .playing,
          let path: String = rig.mpv.property("path"), path == last.text,
          let isMuted: Bool = rig.mpv.property("mute"), let isPaused: Bool = rig.mpv.property("pause")
        {
          held.append(isMuted && isPaused)
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(!held.isEmpty && held.dropLast().allSatisfy { $0 }, "\(held)")
      try await rig.player.waitFor { $0.backend == "mpv" && $0.status == .playing }
      #expect(rig.mpv.property("mute") == false)
      try await rig.player.waitForQueue()
      try rig.expectReady(["iframe", "mpv"])
      await rig.player.shutDown()
      // No window but of what plays, and each has its title from the first moment.
      let seen = await windows.stop()
      let wrong = seen.filter { ![[], ["ytplay"], [Self.film], [Self.video], [Self.other]].contains($0) }
      // The one is there before the other has gone.
      let meetings = [[Self.film, Self.video], [Self.video, Self.other].sorted()]
      #expect(wrong.allSatisfy(meetings.contains), "\(seen)")
      #expect(seen.firstIndex(of: [Self.film]) != nil && seen.firstIndex(of: [Self.video]) != nil, "\(seen)")
    }
  }
}

extension StandbyTests {
  @Test(
    "What was kept ready out of sight then has the keys of a window of its own", arguments: [true, false])
  func keys(isVideoLast: Bool) async throws {
    let film = PlayerSource.file(MediaPath(try await TestMedia.webm(seconds: isVideoLast ? 3 : 60)))
    let video = try PlayerSource(parsing: isVideoLast ? "dQw4w9WgXcQ" : "short-3s--a")
    try await PlayerRig.run { rig in
      try await rig.player.play(PlayQueue(isVideoLast ? [film, video] : [video, film]))
      let backend = isVideoLast ? "iframe" : "mpv"
      try await rig.player.waitFor { $0.backend == backend && $0.status == .playing && $0.currentTime > 0.3 }
      try await rig.display.window(isVideoLast ? "Stand-in" : "webm")
      for (key, least) in [("Right", 5.0), ("Right", 10)] {
        try await rig.display.press(key)
        try await rig.player.waitFor { $0.currentTime > least && !$0.isSeeking && $0.status == .playing }
      }
      #expect(!rig.events.all.contains { if case .pageRequested = $0.event { true } else { false } })
    }
  }
}

extension PlayerRig {
  /// Expects that these backends took over one after the other, each with its source open already.
  fileprivate func expectReady(_ backends: [String]) throws {
    let events = self.events.events(since: 0)
    let changes = events.indices.filter { if case .backendChanged = events[$0] { true } else { false } }
    #expect(events.backends == ["mpv asked"] + backends.map { "\($0) asked" })
    for change in changes.dropFirst() {
      let statuses = Array(events[change...]).statuses.prefix { $0 != .playing }
      #expect(statuses.contains(.queued), "\(events[change...].prefix(30))")
    }
  }
}
