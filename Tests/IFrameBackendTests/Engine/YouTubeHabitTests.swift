import IFramePage
import PlayerKit
import Testing

@testable import IFrameBackend

/// What YouTube's player does, and what becomes of it.
@Suite("The contract over YouTube's habits")
struct YouTubeHabitTests {
  private func playing(_ text: String = "aaaaaaaaaaa", start: Double? = nil, end: Double? = nil) throws
    -> Bench
  {
    let bench = Bench()
    try bench.perform(.load(.youTube(text, start: start, end: end)))
    #expect(bench.run { $0.status == .playing })
    return bench
  }

  @Test("Nothing of the player is called before it is ready")
  func ready() throws {
    let bench = Bench()
    try bench.perform(.setVolume(30))
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    try bench.perform(.setRate(2))
    #expect(bench.youTube.calls.isEmpty)
    #expect(bench.run { $0.status == .playing })
    #expect(bench.youTube.player?.volume == 30)
    #expect(bench.youTube.player?.rate == 2)
  }

  @Test("A load goes from unstarted through buffering to playing")
  func load() throws {
    let bench = try playing()
    #expect(bench.statuses == [.unstarted, .buffering, .playing])
    #expect(bench.engine.state.playWhenReady)
  }

  @Test("A load over a playing source says nothing of the pause with which YouTube begins it")
  func loadOver() throws {
    let bench = try playing()
    bench.run(for: 1)
    bench.forgetEvents()
    try bench.perform(.load(.youTube("bbbbbbbbbbb", start: 3.5)))
    #expect(bench.run { $0.status == .playing })
    bench.run(for: 1)
    #expect(bench.statuses == [.unstarted, .buffering, .playing])
    #expect(bench.times.allSatisfy { $0 >= 3.5 && $0 < 5.5 })
  }

  @Test("The duration is in whole seconds first, then the medium's")
  func duration() throws {
    let bench = Bench()
    try bench.perform(.cue(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .queued })
    #expect(bench.engine.state.duration == 30)
    try bench.perform(.play)
    #expect(bench.run { $0.status == .playing })
    #expect(bench.engine.state.duration == 30.023)
  }

  @Test("A seek while cued moves the start and plays nothing")
  func seekWhileCued() throws {
    let bench = Bench()
    try bench.perform(.cue(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .queued })
    bench.youTube.forgetCalls()
    try bench.perform(.seek(.to(12)))
    bench.run(for: 2)
    #expect(bench.youTube.calls.isEmpty)
    #expect(bench.engine.state.status == .queued && bench.engine.state.currentTime == 12)
    try bench.perform(.play)
    #expect(bench.run { $0.status == .playing })
    #expect(abs((bench.youTube.player?.position ?? 0) - 12) < 0.2)
  }

  @Test("A seek after the end holds at its target, without a moment of sound")
  func seekAfterEnd() throws {
    let bench = try playing(start: 29.5)
    #expect(bench.run { $0.status == .ended })
    bench.forgetEvents()
    try bench.perform(.seek(.to(10)))
    for _ in 0..<100 {
      bench.run(for: 0.02)
      #expect(bench.youTube.player?.isAudible != true)
    }
    #expect(bench.statuses == [.paused])
    #expect(bench.landings == [10])
    #expect(abs((bench.youTube.player?.position ?? 0) - 10) < 0.05)
    #expect(!bench.youTube.isSilenced)
  }

  @Test("A seek before the source is open is held, and the last one wins")
  func earlySeek() throws {
    let bench = Bench()
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    try bench.perform(.seek(.to(20)))
    try bench.perform(.seek(.to(7)))
    #expect(bench.run { $0.status == .playing })
    #expect(bench.landings == [7])
    #expect(abs((bench.youTube.player?.position ?? 0) - 7) < 0.2)
  }

  @Test("A seek to the end while paused stays paused, and play starts again")
  func seekToEnd() throws {
    let bench = try playing()
    try bench.perform(.pause)
    bench.run(for: 1)
    try bench.perform(.seek(.fraction(1)))
    bench.run(for: 1)
    #expect(bench.engine.state.status == .paused && bench.engine.state.currentTime == 30.023)
    try bench.perform(.play)
    #expect(bench.run { $0.status == .playing })
    #expect((bench.youTube.player?.position ?? 99) < 1)
  }

  @Test("It ends once, at the duration")
  func end() throws {
    let bench = try playing(start: 28)
    #expect(bench.run { $0.status == .ended })
    bench.run(for: 3)
    #expect(bench.times.last == 30.023)
    #expect(bench.statuses.filter { $0 == .ended }.count == 1)
  }

  @Test("The source's own end is kept to, which YouTube's player is not told")
  func ownEnd() throws {
    let bench = try playing(start: 5, end: 6.2)
    #expect(bench.run { $0.status == .ended })
    bench.run(for: 1)
    #expect(bench.times.last == 6.2)
    #expect(abs((bench.youTube.player?.position ?? 0) - 6.2) < 0.15)
    #expect(bench.youTube.player?.isRunning == false)
  }

  @Test("A video that breaks off has failed")
  func brokenOff() throws {
    let bench = Bench()
    bench.youTube.videos["aaaaaaaaaaa"] = FakeYouTube.Video(id: "aaaaaaaaaaa", breaksOff: 3)
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.error != nil })
    #expect(bench.failure?.code == .network)
  }

  @Test("stopVideo forgets title and duration; the state does not")
  func stop() throws {
    let bench = try playing()
    bench.run(for: 1)
    try bench.perform(.stop)
    bench.run(for: 1)
    let state = bench.engine.state
    #expect(state.status == .unstarted && state.currentTime == 0)
    #expect(state.duration == 30.023 && state.metadata.title == "Title of aaaaaaaaaaa")
    try bench.perform(.play)
    #expect(bench.run { $0.status == .playing })
  }

  @Test("unMute lifts no volume of 0")
  func unmute() throws {
    let bench = try playing()
    try bench.perform(.setVolume(0))
    try bench.perform(.mute)
    bench.run(for: 1)
    try bench.perform(.unmute)
    bench.run(for: 3)
    #expect(bench.youTube.player?.volume == 0)
    #expect(bench.engine.state.volume == 0)
  }

  @Test("What a person does by the player's own controls shows in the state")
  func person() throws {
    let bench = try playing()
    bench.run(for: 3)
    bench.youTube.player?.person(.setVolume, .integer(20))
    bench.youTube.player?.person(.setPlaybackRate, .number(1.5))
    bench.run(for: 1)
    #expect(bench.engine.state.volume == 20 && bench.engine.state.rate == 1.5)
    bench.youTube.player?.person(.pauseVideo)
    #expect(bench.run(upTo: 1) { $0.status == .paused && !$0.playWhenReady })
    bench.youTube.player?.person(.playVideo)
    #expect(bench.run(upTo: 1) { $0.status == .playing && $0.playWhenReady })
    bench.youTube.player?.person(.seekTo, .number(20), .bool(true))
    #expect(bench.run(upTo: 2) { $0.currentTime > 19.9 })
  }

  @Test("play and pause in a row end as the last one says", arguments: [19, 20])
  func flutter(_ count: Int) throws {
    let bench = try playing()
    for index in 0..<count {
      try bench.perform(index.isMultiple(of: 2) ? .pause : .play)
      bench.run(for: 0.004)
    }
    bench.run(for: 3)
    let plays = count.isMultiple(of: 2)
    #expect(bench.engine.state.status == (plays ? .playing : .paused))
    #expect(bench.youTube.player?.isRunning == plays)
  }

  @Test("The time runs by the engine's clock, 0.25 s apart")
  func pace() throws {
    let bench = try playing()
    bench.run(for: 1)
    bench.forgetEvents()
    bench.run(for: 5)
    let steps = zip(bench.times.dropFirst(), bench.times).map { $0 - $1 }
    #expect((19...21).contains(bench.times.count))
    #expect(steps.allSatisfy { abs($0 - 0.25) < 0.05 })
  }

  @Test("Captions are tracks, off until somebody wants them")
  func captions() throws {
    let bench = Bench()
    bench.youTube.videos["aaaaaaaaaaa"] = FakeYouTube.Video(id: "aaaaaaaaaaa", captions: ["en", "de"])
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.tracks.count == 2 })
    #expect(bench.engine.state.selectedTracks.isEmpty)
    try bench.perform(.setTrack(.subtitles, id: "de"))
    bench.run(for: 3)
    #expect(bench.engine.state.selectedTracks == [.subtitles: "de"])
    try bench.perform(.setTrack(.subtitles, id: nil))
    bench.run(for: 3)
    #expect(bench.engine.state.selectedTracks.isEmpty)
  }

  @Test("A live stream has no duration, and can be sought in as far as it has come")
  func live() throws {
    let bench = Bench()
    bench.youTube.videos["aaaaaaaaaaa"] = FakeYouTube.Video(id: "aaaaaaaaaaa", isLive: true)
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .playing })
    bench.run(for: 3)
    let state = bench.engine.state
    #expect(state.isLive && state.isSeekable && state.duration == nil)
    #expect((state.seekableRange?.upperBound ?? 0) > 3600)
  }

  @Test("Raw options are set once their module is there, and the statistics are shown")
  func options() throws {
    let bench = Bench {
      $0.youTube.options = [.init("captions", "fontSize", .integer(2)), .init("nothing", "is", .bool(true))]
      $0.youTube.statsForNerds = true
    }
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .playing })
    bench.run(for: 2)
    #expect(
      bench.youTube.calls.filter { $0.hasPrefix("setOption(") } == [#"setOption("captions","fontSize",2)"#])
    #expect(bench.youTube.calls.contains("showVideoInfo()"))
  }

  @Test("Held, queued, ended, stopped and failed it waits for nothing")
  func rest() throws {
    let bench = try playing(start: 25)
    try bench.perform(.pause)
    bench.run(for: 5)
    #expect(bench.engine.due == nil)
    try bench.perform(.seek(.to(27)))
    bench.run(for: 5)
    #expect(bench.engine.due == nil)
    try bench.perform(.play)
    #expect(bench.run { $0.status == .ended })
    bench.run(for: 5)
    #expect(bench.engine.due == nil)
    try bench.perform(.stop)
    bench.run(for: 5)
    #expect(bench.engine.due == nil)
    try bench.perform(.cue(.youTube("bbbbbbbbbbb")))
    bench.run(for: 5)
    #expect(bench.engine.state.status == .queued && bench.engine.due == nil)
    bench.youTube.videos["ccccccccccc"] = FakeYouTube.Video(id: "ccccccccccc", error: 150)
    try bench.perform(.load(.youTube("ccccccccccc")))
    bench.run(for: 5)
    #expect(bench.engine.state.error != nil && bench.engine.due == nil)
  }

  @Test("What a channel sends now is asked for by the channel")
  func liveChannel() throws {
    let bench = Bench()
    try bench.perform(.load(.youTube("https://youtube.com/channel/UCabcdefghijklmnopqrstuv/live")))
    bench.run(for: 0.05)
    #expect(bench.youTube.opened.last?.videoID == "live_stream")
    #expect(bench.youTube.opened.last?.vars[text: "channel"] == "UCabcdefghijklmnopqrstuv")
  }
}
