import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("A queue of all kinds through ytplay, over real programs and real windows", .timeLimit(.minutes(5)))
struct MixedQueueTests {
  /// What became of one source.
  private struct Turn {
    let source: PlayerSource
    let backend: String?
    var events: [PlayerEvent] = []

    var isPlayed: Bool { events.statuses.contains(.playing) }
    var ends: Int { events.filter { $0 == .statusChanged(.ended, playWhenReady: false) }.count }
    var failures: [PlayerError.Code] {
      events.compactMap { if case .failed(let error, _) = $0 { error.code } else { nil } }
    }
    var items: [Int] {
      events.compactMap { if case .itemsChanged(_, let index) = $0 { index } else { nil } }
    }
    var duration: Double? { events.reduce(PlayerState.empty) { $0.applying($1) }.duration }
  }

  /// The log, source by source; what a backend says before it has the source is left out.
  private static func turns(_ events: [PlayerEvent]) -> [Turn] {
    var turns: [Turn] = []
    var backend: String?
    for event in events {
      if case .backendChanged(let id, _) = event { backend = id }
      if case .sourceChanged(let source?) = event {
        turns.append(Turn(source: source, backend: backend))
      } else if !turns.isEmpty {
        turns[turns.count - 1].events.append(event)
      }
    }
    return turns
  }

  @Test(
    "A film, a video, a song, a broken file, a playlist and another film play in order, each where it belongs"
  )
  func mixed() async throws {
    let film = try await TestMedia.video(seconds: 3)
    let song = try await TestMedia.flac(seconds: 3)
    let broken = try await TestMedia.truncated()
    let other = try await TestMedia.webm(seconds: 3)
    try await IFrameRig.run { rig in
      let windows = WindowLog(rig.display)
      let result = try await rig.play(
        "--json", "--mpv", "ao=null", film, "short-3s--a", song, broken,
        "https://www.youtube.com/playlist?list=PLstandin-three", other)
      let titles = await windows.stop()
      #expect(result.exitStatus == 3, "\(result)")
      let turns = Self.turns(try result.events())
      #expect(
        turns.map(\.source) == [
          .file(MediaPath(film)), try PlayerSource(parsing: "short-3s--a"), .file(MediaPath(song)),
          .file(MediaPath(broken)),
          try PlayerSource(parsing: "https://www.youtube.com/playlist?list=PLstandin-three"),
          .file(MediaPath(other)),
        ])
      #expect(turns.map(\.backend) == ["mpv", "iframe", "mpv", "mpv", "iframe", "mpv"])
      for (number, turn) in turns.enumerated() {
        let isBroken = number == 3
        #expect(turn.isPlayed == !isBroken && turn.ends == (isBroken ? 0 : 1), "\(turn)")
        #expect(turn.failures == (isBroken ? [.playbackFailed] : []), "\(turn)")
        #expect(turn.events.contains { if case .rejected = $0 { true } else { false } } == false, "\(turn)")
        // To the end, and no other source's end.
        if !isBroken {
          let duration = try #require(turn.duration)
          #expect(abs(try #require(turn.events.times.last) - duration) < 0.001, "\(turn)")
        }
      }
      // One after another, and each of its own title.
      #expect(turns[4].items.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } } == [0, 1, 2])
      // The song has no picture, and the broken file nothing at all.
      let named = titles.flatMap { $0 }.filter { $0 != "ytplay" }
      #expect(
        named.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
          == [
            "A test picture - ytplay", "Stand-in short-3s--a - ytplay", "Stand-in short-3s--b - ytplay",
            "Stand-in short-3s--c - ytplay", "video-3.0.webm - ytplay",
          ], "\(titles)")
    }
  }
}

/// The titles of the windows on a display, as they come and go.
final class WindowLog: Sendable {
  private let looking: Task<[[String]], Never>

  init(_ display: VirtualDisplay) {
    looking = Task {
      var log: [[String]] = []
      while !Task.isCancelled {
        // A window that goes while it is looked at leaves a look without an answer, and the next one has it.
        guard let titles = try? await display.titles(), titles != log.last else { continue }
        log.append(titles)
      }
      return log
    }
  }

  deinit { looking.cancel() }

  /// Ends looking, and returns what was seen: each change.
  func stop() async -> [[String]] {
    looking.cancel()
    return await looking.value
  }
}

extension [PlayerEvent] {
  /// The times that were told, in order.
  var times: [Double] {
    compactMap { if case .timeChanged(let time) = $0 { time } else { nil } }
  }
}
