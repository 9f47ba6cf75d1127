import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("Playing with mpv")
struct PlayingTests {
  enum Medium: CaseIterable {
    case video, silentVideo, webm, wav, flac

    func path(seconds: Double = 2) async throws -> String {
      switch self {
      case .video: try await TestMedia.video(seconds: seconds)
      case .silentVideo: try await TestMedia.silentVideo(seconds: seconds)
      case .webm: try await TestMedia.webm(seconds: seconds)
      case .wav: try await TestMedia.audio(seconds: seconds)
      case .flac: try await TestMedia.flac(seconds: seconds)
      }
    }
  }

  @Test("A file plays to its end and ends once, at its duration", arguments: Medium.allCases)
  func playsToTheEnd(medium: Medium) async throws {
    let path = try await medium.path()
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
      try await rig.perform(.setVolume(50))
      let events = rig.log.events.ofState
      #expect(events.statuses == [.unstarted, .buffering, .playing, .ended])
      #expect(
        events.prefix(4) == [
          .ready, .sourceChanged(.file(path)), .statusChanged(.unstarted, playWhenReady: true),
          .statusChanged(.buffering),
        ])
      let duration = try #require(rig.state.duration)
      #expect(abs(duration - 2) < 0.1)
      #expect(events.times.count { $0 == duration } == 1)
      let end = try #require(events.firstIndex(of: .statusChanged(.ended, playWhenReady: false)))
      #expect(events[end - 1] == .timeChanged(duration))
      #expect(events.times == events.times.sorted())
    }
  }

  @Test("The last of some slides stands as long as any, and then the source ends")
  func slides() async throws {
    let path = try await TestMedia.slides(2, each: 2)
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
      #expect(rig.state.currentTime == rig.state.duration)
    }
  }

  @Test("After its end a source plays from its start again, and ends once more")
  func playsAgain() async throws {
    let path = try await TestMedia.audio(seconds: 0.6)
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
      let position = rig.log.count
      try await rig.perform(.play)
      try await rig.log.wait(since: position) { $0 == .statusChanged(.ended, playWhenReady: false) }
      let events = rig.log.events(since: position).ofState
      #expect(events.statuses == [.playing, .ended])
      #expect(events.contains(.statusChanged(.playing, playWhenReady: true)))
      #expect(events.contains(.seeked(at: 0)))
    }
  }

  @Test("Cueing stays queued at the start and tells what the source is")
  func cues() async throws {
    let path = try await TestMedia.video()
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      let state = try await rig.reach(.queued)
      #expect(state.duration == 2)
      #expect(state.videoSize == VideoSize(width: 320, height: 180))
      #expect(state.quality == .small)
      #expect(state.metadata.title == "A test picture")
      #expect(state.metadata.author == "ffmpeg")
      #expect(state.tracks.map(\.kind) == [.video, .audio])
      #expect(state.selectedTracks == [.video: "1", .audio: "1"])
      #expect(state.isSeekable && !state.isLive && state.loadedFraction == 1)
      #expect(state.currentTime == 0 && !state.playWhenReady)
      #expect(rig.log.events.times.isEmpty)
      try await rig.perform(.play)
      try await rig.reach(.ended)
      #expect(rig.log.events.statuses == [.unstarted, .buffering, .queued, .playing, .ended])
    }
  }

  @Test("A load that may not play by itself is queued; pause and play while it opens decide what follows")
  func intentWhileOpening() async throws {
    let path = try await TestMedia.video()
    try await Rig.run(configure: { $0.autoPlay = false }) { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.queued)
      try await rig.perform(.load(.file(path)), .play)
      try await rig.reach(.playing)
      #expect(rig.state.playWhenReady)
      try await rig.perform(.load(.file(path)), .play, .pause)
      try await rig.log.waitForState { $0.status == .queued && !$0.playWhenReady }
      try await rig.perform(.play)
      try await rig.reach(.ended)
    }
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)), .pause)
      try await rig.reach(.queued)
      #expect(!rig.state.playWhenReady)
      try await rig.perform(.cue(.file(path)), .play)
      try await rig.reach(.ended)
    }
  }

  @Test("However soon playing is asked for behind a pause, the position goes on")
  func pausesForAMoment() async throws {
    let path = try await TestMedia.audio(seconds: 30)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      // About as long as mpv takes to pause, for that is when both meet.
      var moment = Duration.microseconds(200)
      for _ in 0..<30 {
        let start = rig.log.count
        try await rig.perform(.pause)
        try await Task.sleep(for: moment)
        try await rig.perform(.play)
        let position = rig.state.currentTime
        try await rig.log.waitForState { $0.status == .playing && $0.currentTime > position + 0.1 }
        let wasPaused = rig.log.events(since: start).statuses.contains(.paused)
        moment = wasPaused ? moment * 4 / 5 : moment * 6 / 5 + .microseconds(5)
      }
    }
  }

  @Test(
    "Pausing holds the position, playing goes on from it, and each is nothing when it is so already",
    arguments: Medium.allCases)
  func pauses(medium: Medium) async throws {
    let path = try await medium.path(seconds: 5)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      try await rig.log.waitForState { $0.currentTime > 0.4 }
      let playing = rig.log.count
      try await rig.perform(.play, .play)
      try await rig.log.wait(since: playing) { if case .timeChanged = $0 { true } else { false } }
      #expect(rig.log.events(since: playing).statuses.isEmpty)
      try await rig.perform(.pause)
      let paused = try await rig.reach(.paused)
      #expect(!paused.playWhenReady)
      let position = rig.log.count
      try await rig.perform(.pause, .pause, .setVolume(99))
      #expect(rig.log.events(since: position).ofState == [.volumeChanged(99)])
      try await rig.perform(.currentTime)
      #expect(rig.log.events(since: position).ofState.last == .timeChanged(paused.currentTime))
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.status == .playing && $0.currentTime > paused.currentTime + 0.2 }
      #expect(rig.log.events(since: position).times.allSatisfy { $0 >= paused.currentTime - 0.001 })
    }
  }

  @Test("Stopping goes back to the start and keeps the source; clearing drops it and keeps the settings")
  func stopsAndClears() async throws {
    let source = PlayerSource.file(try await TestMedia.video(seconds: 5), start: 1)
    try await Rig.run { rig in
      try await rig.perform(.setVolume(30), .mute)
      try await rig.play(source)
      try await rig.log.waitForState { $0.currentTime > 1.3 }
      var position = rig.log.count
      try await rig.perform(.stop)
      #expect(
        rig.log.events(since: position).ofState == [
          .statusChanged(.unstarted, playWhenReady: false), .timeChanged(1),
        ])
      #expect(rig.state.source == source)
      position = rig.log.count
      try await rig.perform(.stop, .pause)
      #expect(rig.log.events(since: position).ofState.isEmpty)
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.status == .playing && $0.currentTime > 1.2 }
      #expect(rig.log.events(since: position).times.allSatisfy { (0.99..<2.5).contains($0) })

      try await rig.perform(.stop)
      #expect(abs(try await rig.seek(.to(3)) - 3) < 0.05)
      #expect(rig.state.status == .unstarted)
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.status == .playing && $0.currentTime > 3.1 }

      position = rig.log.count
      try await rig.perform(.clear)
      #expect(
        rig.log.events(since: position).ofState == [
          .sourceChanged(nil), .statusChanged(.unstarted, playWhenReady: false),
        ])
      #expect(rig.state.volume == 30 && rig.state.isMuted && rig.state.duration == nil)
      position = rig.log.count
      try await rig.perform(.clear, .stop)
      #expect(rig.log.events(since: position).ofState.isEmpty)
      try await rig.play(source)
      #expect(rig.state.volume == 30 && rig.state.isMuted)
    }
  }

  @Test("A seek that a stop overtakes lands at the start")
  func stopsAmidSeek() async throws {
    let source = PlayerSource.file(try await TestMedia.video(seconds: 5), start: 1)
    try await Rig.run { rig in
      try await rig.play(source)
      let position = rig.log.count
      try await rig.perform(.seek(.to(4)), .stop)
      let events = rig.log.events(since: position).ofState
      #expect(rig.state.status == .unstarted && rig.state.currentTime == 1 && !rig.state.isSeeking)
      for (event, next) in zip(events, events.dropFirst()) {
        guard case .seeked(let time) = event else { continue }
        #expect(next == .timeChanged(time))
      }
      #expect(events.last == .timeChanged(1))
    }
  }

  @Test("Stopping while a source opens is possible, and playing opens it then")
  func stopsWhileOpening() async throws {
    let path = try await TestMedia.video()
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)), .stop)
      #expect(rig.state.status == .unstarted && rig.state.source == .file(path))
      try await rig.perform(.seek(.to(1)))
      #expect(rig.state.currentTime == 1 && !rig.state.isSeeking)
      let position = rig.log.count
      try await rig.perform(.play)
      try await rig.reach(.ended)
      let events = rig.log.events(since: position)
      #expect(events.statuses == [.buffering, .playing, .ended])
      #expect(events.times.allSatisfy { $0 >= 0.99 })
    }
  }

  @Test("A part of a source begins at its start and ends at its end", arguments: [Medium.video, .wav])
  func playsAPart(medium: Medium) async throws {
    let source = PlayerSource.file(try await medium.path(), start: 0.5, end: 1.1)
    try await Rig.run { rig in
      try await rig.perform(.load(source))
      try await rig.reach(.ended)
      #expect(rig.state.currentTime == 1.1)
      #expect(abs(try #require(rig.state.duration) - 2) < 0.1)
      let times = rig.log.events.times
      #expect(times.allSatisfy { (0.49...1.1).contains($0) })
      #expect(times.count { $0 == 1.1 } == 1)
      let position = rig.log.count
      try await rig.perform(.play)
      try await rig.log.wait(since: position) { $0 == .statusChanged(.ended, playWhenReady: false) }
      #expect(rig.log.events(since: position).times.allSatisfy { (0.49...1.1).contains($0) })
    }
  }

  @Test("A start beyond the end is the end", arguments: [Medium.video, .wav])
  func startBeyondDuration(medium: Medium) async throws {
    let source = PlayerSource.file(try await medium.path(), start: 100)
    try await Rig.run { rig in
      try await rig.perform(.load(source))
      let state = try await rig.log.waitForState { $0.status == .ended || $0.error != nil }
      #expect(state.error == nil && state.currentTime == state.duration)
      try await rig.perform(.cue(source))
      try await rig.reach(.queued)
      #expect(rig.state.currentTime == rig.state.duration)
      try await rig.seek(.to(1.5))
      try await rig.perform(.play)
      try await rig.reach(.ended)
    }
  }

  @Test("An end beyond the duration is the duration")
  func endBeyondDuration() async throws {
    let source = PlayerSource.file(try await TestMedia.audio(seconds: 0.5), end: 100)
    try await Rig.run { rig in
      try await rig.perform(.load(source))
      try await rig.reach(.ended)
      #expect(rig.state.currentTime == 0.5)
    }
  }

  @Test(
    "A looping source starts again without ending", arguments: [Medium.video, .wav], [LoopMode.one, .all])
  func loops(medium: Medium, loop: LoopMode) async throws {
    let source = PlayerSource.file(try await medium.path(), start: 1.2, end: 1.7)
    try await Rig.run { rig in
      try await rig.perform(.setLoop(loop))
      try await rig.play(source)
      var position = rig.log.count
      for _ in 0..<2 {
        position = try await rig.log.wait(since: position) { if case .seeked = $0 { true } else { false } }
        #expect(abs(rig.state.currentTime - 1.2) < 0.1)
      }
      #expect(rig.log.events.statuses == [.unstarted, .buffering, .playing])
      try await rig.perform(.setLoop(.off))
      try await rig.reach(.ended)
      #expect(rig.state.currentTime == 1.7)
      #expect(rig.state.loop == .off)
    }
  }

  @Test("Volume, mute, rate and loop are told only when they change, and live on across loads")
  func settings() async throws {
    let path = try await TestMedia.video()
    try await Rig.run { rig in
      try await rig.perform(.setVolume(40.5), .mute, .setRate(2), .setLoop(.one))
      try await rig.perform(.setVolume(40.5), .mute, .setRate(2), .setLoop(.one))
      #expect(
        rig.log.events.ofState == [
          .ready, .volumeChanged(40.5), .muteChanged(true), .rateChanged(2), .loopChanged(.one),
        ])
      try await rig.perform(.load(.file(path)), .load(.file(path)))
      try await rig.reach(.playing)
      let state = rig.state
      #expect(state.volume == 40.5 && state.isMuted && state.rate == 2 && state.loop == .one)
      let position = rig.log.count
      try await rig.perform(.unmute, .setRate(0.5))
      #expect(
        rig.log.events(since: position).ofState.filter { !$0.isTime } == [
          .muteChanged(false), .rateChanged(0.5),
        ])
      #expect(rig.state.volume == 40.5)
    }
  }

  @Test("The time and the duration are told when asked for, also without a source")
  func asksForTimes() async throws {
    let path = try await TestMedia.video()
    try await Rig.run { rig in
      try await rig.perform(.currentTime, .duration)
      #expect(
        rig.log.events.ofState == [
          .ready, .timeChanged(0), .durationChanged(nil, isLive: false, isSeekable: false),
        ])
      try await rig.play(.file(path))
      let position = rig.log.count
      try await rig.perform(.duration)
      #expect(rig.log.events(since: position).contains(.durationChanged(2, isLive: false, isSeekable: true)))
    }
  }

  @Test("Without its picture only the sound of a film is played")
  func withoutPicture() async throws {
    let path = try await TestMedia.video(seconds: 1)
    let silent = try await TestMedia.silentVideo()
    try await Rig.run([.init("ao", "null")], configure: { $0.showsVideo = false }) { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
      #expect(rig.state.videoSize == nil)
      #expect(rig.state.selectedTracks == [.audio: "1"])
      try await rig.perform(.load(.file(silent)))
      let error = try await rig.failure()
      #expect(error?.code == .playbackFailed)
      #expect(error?.message == "This source has no sound to play.")
    }
  }
}

extension PlayerEvent {
  var isTime: Bool { if case .timeChanged = self { true } else { false } }
}
