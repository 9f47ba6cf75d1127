import MockBackend
import PlayerKit
import TestSupport
import Testing

/// Loading, playing, holding and ending: rules 1 to 3, 9, 10, 13 and 14.
@Suite struct PlaybackTests {
  @Test("the first event is ready, and listed rates follow")
  func ready() async throws {
    #expect(try await Stage().log.events == [.ready])
    var script = MockScript()
    script.availableRates = [0.5, 1, 2]
    #expect(try await Stage(script).log.events == [.ready, .availableRatesChanged([0.5, 1, 2])])
  }

  @Test("a load says each step until it plays, then the time in intervals, then its end once")
  func load() async throws {
    let stage = try await Stage(MockMedia.bare(1).with { $0.openLatency = 0.5 })
    #expect(
      try await stage.perform(.load(.clip)) == [
        .sourceChanged(.clip), .statusChanged(.unstarted, playWhenReady: true), .statusChanged(.buffering),
      ])
    #expect(
      await stage.advance(0.5) == [
        .durationChanged(1, isLive: false, isSeekable: true), .loadedFractionChanged(1),
        .statusChanged(.playing),
      ])
    #expect(await stage.advance(0.75) == [.timeChanged(0.25), .timeChanged(0.5), .timeChanged(0.75)])
    #expect(
      await stage.advance(5) == [.timeChanged(1), .statusChanged(.ended, playWhenReady: false)])
    #expect(await stage.advance(100) == [])
  }

  @Test("an opened source says what it is")
  func description() async throws {
    let stage = try await Stage()
    let source = PlayerSource(.stream("https://example.org/clip.mp4"))
    try await stage.perform(.cue(source))
    #expect(
      stage.log.events.dropFirst() == [
        .sourceChanged(source), .statusChanged(.unstarted, playWhenReady: false), .statusChanged(.buffering),
        .durationChanged(10, isLive: false, isSeekable: true),
        .metadataChanged(
          PlayerMetadata(
            title: "https://example.org/clip.mp4", author: "Mock",
            chapters: [Chapter(start: 0, title: "First half"), Chapter(start: 5, title: "Second half")])),
        .videoSizeChanged(VideoSize(width: 1280, height: 720)),
        .availableQualitiesChanged([.medium, .hd720, .hd1080]), .qualityChanged(.hd720),
        .tracksChanged(
          [
            PlayerTrack(kind: .audio, id: "1", language: "en"),
            PlayerTrack(kind: .audio, id: "2", language: "de"),
            PlayerTrack(kind: .video, id: "1"),
            PlayerTrack(kind: .subtitles, id: "1", language: "en"),
          ], selected: [.audio: "1", .video: "1"]),
        .loadedFractionChanged(1), .statusChanged(.queued),
      ])
  }

  @Test("a load that is not to play, and a cue, end queued and stand still")
  func cue() async throws {
    let quiet = try await Stage(MockMedia.bare(), autoPlay: false)
    try await quiet.perform(.load(.clip))
    #expect(quiet.state.status == .queued)
    #expect(!quiet.state.playWhenReady)
    #expect(await quiet.advance(10) == [])

    let stage = try await Stage(MockMedia.bare())
    try await stage.perform(.cue(.clip))
    #expect(stage.state.status == .queued)
    #expect(await stage.advance(10) == [])
    #expect(try await stage.perform(.play) == [.statusChanged(.playing, playWhenReady: true)])
  }

  @Test("play and pause while a source opens say what it will do")
  func wishesWhileOpening() async throws {
    let media = MockMedia.bare().with { $0.openLatency = 1 }
    let stage = try await Stage(media)
    try await stage.perform(.load(.clip))
    #expect(try await stage.perform(.play) == [])
    #expect(try await stage.perform(.pause) == [.statusChanged(.buffering, playWhenReady: false)])
    #expect(try await stage.perform(.pause) == [])
    #expect(await stage.advance(1).last == .statusChanged(.queued))

    try await stage.perform(.cue(.clip))
    #expect(try await stage.perform(.play) == [.statusChanged(.buffering, playWhenReady: true)])
    #expect(await stage.advance(1).last == .statusChanged(.playing))
  }

  @Test("pause publishes where it holds, and play goes on from there")
  func pause() async throws {
    let stage = try await Stage(MockMedia.bare())
    try await stage.perform(.load(.clip))
    #expect(await stage.advance(0.375) == [.timeChanged(0.25)])
    #expect(
      try await stage.perform(.pause) == [.timeChanged(0.375), .statusChanged(.paused, playWhenReady: false)])
    #expect(await stage.advance(60) == [])
    #expect(try await stage.perform(.play) == [.statusChanged(.playing, playWhenReady: true)])
    #expect(await stage.advance(0.5) == [.timeChanged(0.625), .timeChanged(0.875)])
  }

  @Test("play while playing and pause while paused are nothing")
  func repeats() async throws {
    let stage = try await Stage(MockMedia.bare())
    try await stage.perform(.load(.clip))
    #expect(try await stage.perform(.play, .play) == [])
    try await stage.perform(.pause)
    #expect(try await stage.perform(.pause, .pause) == [])
  }

  @Test("a load makes the earlier source fall silent")
  func loadOverLoad() async throws {
    let stage = try await Stage(
      MockScript { source in
        MockMedia.bare(source == .clip ? 1 : 3).with { $0.openLatency = source == .clip ? 0.5 : 1 }
      })
    try await stage.perform(.load(.clip))
    _ = await stage.advance(0.25)
    #expect(
      try await stage.perform(.load(.other)) == [
        .sourceChanged(.other), .statusChanged(.unstarted, playWhenReady: true), .statusChanged(.buffering),
      ])
    #expect(await stage.advance(0.5) == [])
    #expect(await stage.advance(0.5).first == .durationChanged(3, isLive: false, isSeekable: true))
    try await stage.perform(.load(.clip))
    #expect(await stage.advance(0.25) == [])
  }

  @Test("after the end play starts again from the start")
  func playAgain() async throws {
    let stage = try await Stage(MockMedia.bare(1))
    try await stage.perform(.load(.clip(start: 0.5)))
    #expect(await stage.advance(1).last == .statusChanged(.ended, playWhenReady: false))
    #expect(
      try await stage.perform(.play) == [
        .seeking(to: 0.5), .statusChanged(.playing, playWhenReady: true), .seeked(at: 0.5), .timeChanged(0.5),
      ])
    #expect(
      await stage.advance(1) == [
        .timeChanged(0.75), .timeChanged(1), .statusChanged(.ended, playWhenReady: false),
      ])
  }

  @Test("a source is played from its start to its end, and its duration stays the medium's")
  func part() async throws {
    let stage = try await Stage(MockMedia.bare(10))
    try await stage.perform(.load(.clip(start: 2, end: 2.5)))
    #expect(stage.state.currentTime == 2)
    #expect(stage.state.duration == 10)
    #expect(
      await stage.advance(10) == [
        .timeChanged(2.25), .timeChanged(2.5), .statusChanged(.ended, playWhenReady: false),
      ])
    try await stage.perform(.load(.clip(start: 9.75, end: 99)))
    #expect(await stage.advance(10) == [.timeChanged(10), .statusChanged(.ended, playWhenReady: false)])
  }

  @Test("a duration that nobody told becomes known at the end")
  func unknownDuration() async throws {
    let stage = try await Stage(MockMedia.bare(0.5).with { $0.announcesDuration = false })
    try await stage.perform(.load(.clip))
    #expect(stage.state.duration == nil)
    #expect(
      await stage.advance(1) == [
        .timeChanged(0.25), .durationChanged(0.5, isLive: false, isSeekable: true), .timeChanged(0.5),
        .statusChanged(.ended, playWhenReady: false),
      ])
  }

  @Test("stop goes back to the start, keeps the source, and is silent the second time")
  func stop() async throws {
    let stage = try await Stage(MockMedia.bare())
    try await stage.perform(.load(.clip(start: 0.5)))
    _ = await stage.advance(0.25)
    #expect(
      try await stage.perform(.stop) == [.statusChanged(.unstarted, playWhenReady: false), .timeChanged(0.5)])
    #expect(try await stage.perform(.stop) == [])
    #expect(stage.state.source == .clip(start: 0.5))
    #expect(await stage.advance(60) == [])
    #expect(
      try await stage.perform(.seek(.to(1))) == [.seeking(to: 1), .seeked(at: 1), .timeChanged(1)])
    #expect(try await stage.perform(.play) == [.statusChanged(.playing, playWhenReady: true)])
    #expect(await stage.advance(0.25) == [.timeChanged(1.25)])
  }

  @Test("a source that was stopped while it opened opens when it is played")
  func stopWhileOpening() async throws {
    let stage = try await Stage(MockMedia.bare().with { $0.openLatency = 1 })
    try await stage.perform(.load(.clip))
    #expect(
      try await stage.perform(.stop) == [.statusChanged(.unstarted, playWhenReady: false), .timeChanged(0)])
    #expect(await stage.advance(10) == [])
    #expect(try await stage.perform(.play) == [.statusChanged(.buffering, playWhenReady: true)])
    #expect(
      await stage.advance(1) == [
        .durationChanged(2, isLive: false, isSeekable: true), .loadedFractionChanged(1),
        .statusChanged(.playing),
      ])
  }

  @Test("clear drops the source and keeps volume, mute and rate")
  func clear() async throws {
    let stage = try await Stage(MockMedia.bare())
    try await stage.perform(.setVolume(30), .mute, .setRate(2), .load(.clip))
    #expect(
      try await stage.perform(.clear) == [
        .sourceChanged(nil), .statusChanged(.unstarted, playWhenReady: false),
      ])
    #expect(await stage.advance(60) == [])
    #expect(try await stage.perform(.clear, .stop) == [])
    #expect(stage.state.volume == 30)
    #expect(stage.state.isMuted)
    #expect(stage.state.rate == 2)
    await stage.refuses(.play, .nothingLoaded)
  }

  @Test(
    "without a source, what needs one is refused",
    arguments: [
      .play, .pause, .seek(.to(1)), .next, .previous, .playItem(0), .stepFrame(by: 1),
      .screenshot(to: MediaPath("shot.png")), .setTrack(.audio, id: nil), .setQuality(.small),
    ] as [PlayerAction])
  func nothingLoaded(action: PlayerAction) async throws {
    try await Stage().refuses(action, .nothingLoaded)
  }

  @Test("reading the time and the duration publishes them, with a source and without")
  func reading() async throws {
    let stage = try await Stage(MockMedia.bare())
    #expect(
      try await stage.perform(.currentTime, .duration, .idle) == [
        .timeChanged(0), .durationChanged(nil, isLive: false, isSeekable: false),
      ])
    try await stage.perform(.load(.clip))
    _ = await stage.advance(0.125)
    #expect(
      try await stage.perform(.currentTime, .duration) == [
        .timeChanged(0.125), .durationChanged(2, isLive: false, isSeekable: true),
      ])
  }
}
