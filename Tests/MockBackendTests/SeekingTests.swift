import MockBackend
import PlayerKit
import TestSupport
import Testing

/// Seeking: rules 4 to 7.
@Suite struct SeekingTests {
  @Test("a seek says its target, then that it has landed there, and changes neither play nor pause")
  func statuses() async throws {
    let stage = try await Stage(MockMedia.bare(10))
    let landing: [PlayerEvent] = [.seeking(to: 4), .seeked(at: 4), .timeChanged(4)]
    try await stage.perform(.cue(.clip))
    #expect(try await stage.perform(.seek(.to(4))) == landing)
    #expect(stage.state.status == .queued)
    try await stage.perform(.play)
    #expect(await stage.advance(0.25) == [.timeChanged(4.25)])
    #expect(try await stage.perform(.seek(.to(4))) == landing)
    #expect(stage.state.status == .playing)
    try await stage.perform(.pause)
    #expect(try await stage.perform(.seek(.to(4))) == landing)
    #expect(stage.state.status == .paused)
    try await stage.perform(.stop)
    #expect(try await stage.perform(.seek(.to(4))) == landing)
    #expect(stage.state.status == .unstarted)
  }

  @Test("a seek from the end holds there, and play goes on from it")
  func fromEnd() async throws {
    let stage = try await Stage(MockMedia.bare(2))
    try await stage.perform(.load(.clip))
    _ = await stage.advance(2)
    #expect(
      try await stage.perform(.seek(.to(1))) == [
        .seeking(to: 1), .statusChanged(.paused), .seeked(at: 1), .timeChanged(1),
      ])
    #expect(await stage.advance(60) == [])
    #expect(try await stage.perform(.play) == [.statusChanged(.playing, playWhenReady: true)])
    #expect(await stage.advance(0.25) == [.timeChanged(1.25)])
  }

  @Test("a seek to the very end while paused stays there, and the next play starts again")
  func toEndWhilePaused() async throws {
    let stage = try await Stage(MockMedia.bare(2))
    try await stage.perform(.load(.clip), .pause)
    #expect(
      try await stage.perform(.seek(.to(2))) == [.seeking(to: 2), .seeked(at: 2), .timeChanged(2)])
    #expect(await stage.advance(60) == [])
    #expect(stage.state.status == .paused)
    #expect(
      try await stage.perform(.play) == [
        .seeking(to: 0), .statusChanged(.playing, playWhenReady: true), .seeked(at: 0), .timeChanged(0),
      ])
  }

  @Test("a seek to the very end while playing ends")
  func toEndWhilePlaying() async throws {
    let stage = try await Stage(MockMedia.bare(2))
    try await stage.perform(.load(.clip))
    #expect(
      try await stage.perform(.seek(.fraction(1))) == [
        .seeking(to: 2), .seeked(at: 2), .timeChanged(2), .timeChanged(2),
        .statusChanged(.ended, playWhenReady: false),
      ])
  }

  @Test(
    "a seek is clamped to the source",
    arguments: [
      (.to(-5), 0), (.to(99), 8), (.by(-99), 0), (.by(99), 8), (.by(-1.5), 2.5), (.fraction(0), 0),
      (.fraction(0.25), 2.5), (.fraction(1), 8),
    ] as [(SeekTarget, Double)])
  func clamping(target: SeekTarget, expected: Double) async throws {
    let stage = try await Stage(MockMedia.bare(10))
    try await stage.perform(.cue(.clip(start: 4, end: 8)))
    #expect(
      try await stage.perform(.seek(target)) == [
        .seeking(to: expected), .seeked(at: expected), .timeChanged(expected),
      ])
  }

  @Test("what is not a time is refused", arguments: [.nan, .infinity, -.infinity] as [Double])
  func notATime(time: Double) async throws {
    let stage = try await Stage(MockMedia.bare())
    try await stage.perform(.load(.clip))
    await stage.refuses(.seek(.to(time)), .invalidArgument)
    await stage.refuses(.seek(.by(time)), .invalidArgument)
    await stage.refuses(.seek(.fraction(time)), .invalidArgument)
  }

  @Test("until a seek lands, time stands at its target")
  func latency() async throws {
    let stage = try await Stage(MockMedia.bare(10).with { $0.seekLatency = 1 })
    try await stage.perform(.load(.clip))
    #expect(try await stage.perform(.seek(.to(6))) == [.seeking(to: 6)])
    #expect(stage.state.isSeeking)
    #expect(await stage.advance(0.75) == [])
    #expect(try await stage.perform(.currentTime) == [.timeChanged(6)])
    #expect(await stage.advance(0.5) == [.seeked(at: 6), .timeChanged(6), .timeChanged(6.25)])
  }

  @Test("a newer seek takes an older one's place, and only it lands")
  func newerSeek() async throws {
    let stage = try await Stage(MockMedia.bare(10).with { $0.seekLatency = 1 })
    try await stage.perform(.load(.clip), .pause, .seek(.to(6)))
    _ = await stage.advance(0.5)
    #expect(try await stage.perform(.seek(.by(1))) == [.seeking(to: 7)])
    #expect(await stage.advance(0.75) == [])
    #expect(await stage.advance(0.25) == [.seeked(at: 7), .timeChanged(7)])
  }

  @Test("play and pause take effect amid a seek, and it lands all the same")
  func playAmidSeek() async throws {
    let stage = try await Stage(MockMedia.bare(10).with { $0.seekLatency = 1 })
    try await stage.perform(.load(.clip), .seek(.to(6)))
    #expect(try await stage.perform(.pause) == [.statusChanged(.paused, playWhenReady: false)])
    #expect(try await stage.perform(.play) == [.statusChanged(.playing, playWhenReady: true)])
    #expect(await stage.advance(1.25) == [.seeked(at: 6), .timeChanged(6), .timeChanged(6.25)])
  }

  @Test("stop and clear leave no seek under way")
  func stopAmidSeek() async throws {
    let stage = try await Stage(MockMedia.bare(10).with { $0.seekLatency = 1 })
    try await stage.perform(.load(.clip), .seek(.to(6)))
    #expect(
      try await stage.perform(.stop) == [
        .statusChanged(.unstarted, playWhenReady: false), .seeked(at: 0), .timeChanged(0),
      ])
    #expect(await stage.advance(60) == [])
    try await stage.perform(.play, .seek(.to(6)), .clear)
    #expect(!stage.state.isSeeking)
    #expect(await stage.advance(60) == [])
  }

  @Test("an inexact seek lands on the key frame before, and says the truth on landing")
  func keyFrames() async throws {
    let stage = try await Stage(MockMedia.bare(10).with { $0.keyFrameInterval = 2 })
    try await stage.perform(.cue(.clip))
    #expect(
      try await stage.perform(.seek(.to(5.5), precise: false)) == [
        .seeking(to: 5.5), .seeked(at: 4), .timeChanged(4),
      ])
    let coarse = try await Stage(
      MockMedia.bare(10).with { $0.keyFrameInterval = 2 },
      capabilities: Set(Capability.allCases).subtracting([.preciseSeek]))
    try await coarse.perform(.cue(.clip))
    #expect(
      try await coarse.perform(.seek(.to(5.5))) == [.seeking(to: 5.5), .seeked(at: 4), .timeChanged(4)])
  }
}

/// Seeks that come before the source is open: rule 5.
@Suite struct EarlySeekTests {
  private let slow = MockMedia.bare(10).with { $0.openLatency = 1 }
  private let opened: [PlayerEvent] = [
    .durationChanged(10, isLive: false, isSeekable: true), .loadedFractionChanged(1),
  ]

  @Test("the last of several is applied, and beats the start")
  func lastWins() async throws {
    let stage = try await Stage(slow)
    try await stage.perform(.load(.clip(start: 1)))
    #expect(
      try await stage.perform(.seek(.to(3)), .seek(.by(4)), .seek(.by(5))) == [
        .seeking(to: 3), .seeking(to: 5), .seeking(to: 6),
      ])
    #expect(
      await stage.advance(1) == opened + [.seeked(at: 6), .timeChanged(6), .statusChanged(.playing)])
  }

  @Test("a fraction waits for the duration")
  func fraction() async throws {
    let stage = try await Stage(slow)
    try await stage.perform(.cue(.clip))
    #expect(try await stage.perform(.seek(.to(3)), .seek(.fraction(0.5))) == [.seeking(to: 3)])
    #expect(
      await stage.advance(1) == opened + [
        .seeking(to: 5), .seeked(at: 5), .timeChanged(5), .statusChanged(.queued),
      ])
  }

  @Test("it is clamped to what is known, and on landing to the rest")
  func clamping() async throws {
    let stage = try await Stage(slow)
    try await stage.perform(.cue(.clip(end: 5)))
    #expect(try await stage.perform(.seek(.to(-1)), .seek(.to(50))) == [.seeking(to: 0), .seeking(to: 5)])
    _ = await stage.advance(1)
    try await stage.perform(.cue(.clip))
    #expect(try await stage.perform(.seek(.to(50))) == [.seeking(to: 50)])
    #expect(
      await stage.advance(1) == opened + [.seeked(at: 10), .timeChanged(10), .statusChanged(.queued)])
  }

  @Test("where the source can't be sought in after all, the seek is said to be dropped")
  func unseekable() async throws {
    let stage = try await Stage(slow.with { $0.isSeekable = false })
    try await stage.perform(.load(.clip), .seek(.to(3)))
    let events = await stage.advance(1)
    #expect(events.count == 6)
    #expect(events.first == .durationChanged(10, isLive: false, isSeekable: false))
    guard case .rejected(.action(.seek(.to(3), precise: true)), let error) = events[2] else {
      Issue.record("\(events[2])")
      return
    }
    #expect(error.code == .unsupported)
    #expect(events.suffix(3) == [.seeked(at: 0), .timeChanged(0), .statusChanged(.playing)])
    await stage.refuses(.seek(.to(1)), .unsupported)
    await stage.refuses(.seek(.fraction(0.5)), .unsupported)
  }

  @Test("a source that is stopped before it is open opens where its start was moved to")
  func movedStart() async throws {
    let stage = try await Stage(slow)
    try await stage.perform(.load(.clip), .stop)
    #expect(
      try await stage.perform(.seek(.to(3))) == [.seeking(to: 3), .seeked(at: 3), .timeChanged(3)])
    try await stage.perform(.play)
    #expect(await stage.advance(1) == opened + [.statusChanged(.playing)])
    #expect(await stage.advance(0.25) == [.timeChanged(3.25)])
  }

  @Test("a live stream that can't be sought in begins now, whatever its start says")
  func liveStart() async throws {
    let live = MockMedia.bare(nil).with {
      $0.isLive = true
      $0.isSeekable = false
    }
    let stage = try await Stage(live)
    #expect(
      try await stage.perform(.load(.clip(start: 5))).suffix(3) == [
        .durationChanged(nil, isLive: true, isSeekable: false), .timeChanged(0), .statusChanged(.playing),
      ])
    await stage.refuses(.seek(.to(1)), .unsupported)
    #expect(await stage.advance(0.25) == [.timeChanged(0.25)])
  }

  @Test("a live stream that can be sought in says, once a second, how far it has come")
  func liveRange() async throws {
    let stage = try await Stage(MockMedia.bare(nil).with { $0.isLive = true })
    try await stage.perform(.load(.clip))
    let events = await stage.advance(2.5)
    let ranges = events.filter { if case .seekableRangeChanged = $0 { true } else { false } }
    #expect(ranges == [.seekableRangeChanged(0...1), .seekableRangeChanged(0...2)])
    #expect(try await stage.perform(.seek(.fraction(0.5))).first == .seeking(to: 1))
    #expect(try await stage.perform(.seek(.to(100))).first == .seeking(to: 2.5))
    #expect(try await stage.perform(.load(.clip)).contains(.sourceChanged(.clip)))
    #expect(stage.state.seekableRange == nil)
  }

  @Test("in a source of unknown duration a time can be sought, a fraction can't")
  func unknownDuration() async throws {
    let stage = try await Stage(MockMedia.bare(10).with { $0.announcesDuration = false })
    try await stage.perform(.cue(.clip))
    #expect(
      try await stage.perform(.seek(.to(6))) == [.seeking(to: 6), .seeked(at: 6), .timeChanged(6)])
    #expect(
      try await stage.perform(.seek(.to(60))) == [.seeking(to: 60), .seeked(at: 10), .timeChanged(10)])
    await stage.refuses(.seek(.fraction(0.5)), .unsupported)
  }
}
