import MockBackend
import PlayerKit
import TestSupport
import Testing

/// Time, rate, volume and what lives on: rules 8 and 11.
@Suite struct TimeTests {
  @Test("time comes in the configured interval")
  func interval() async throws {
    let stage = try await Stage(MockMedia.bare(2)) { $0.timeInterval = 0.5 }
    try await stage.perform(.load(.clip))
    #expect(await stage.advance(1.75) == [.timeChanged(0.5), .timeChanged(1), .timeChanged(1.5)])
  }

  @Test("at another rate the media run faster, while time comes as often")
  func rate() async throws {
    let stage = try await Stage(MockMedia.bare(2))
    try await stage.perform(.load(.clip))
    _ = await stage.advance(0.25)
    #expect(try await stage.perform(.setRate(2)) == [.rateChanged(2)])
    #expect(try await stage.perform(.setRate(2)) == [])
    #expect(await stage.advance(0.5) == [.timeChanged(0.75), .timeChanged(1.25)])
    #expect(
      await stage.advance(1) == [
        .timeChanged(1.75), .timeChanged(2), .statusChanged(.ended, playWhenReady: false),
      ])
  }

  @Test("a change of rate between two times moves neither the position nor the rhythm")
  func rateBetweenTimes() async throws {
    let stage = try await Stage(MockMedia.bare(2))
    try await stage.perform(.load(.clip))
    _ = await stage.advance(0.125)
    try await stage.perform(.setRate(0.5))
    #expect(await stage.advance(0.125) == [.timeChanged(0.1875)])
  }

  @Test(
    "of listed rates the nearest is set",
    arguments: [(0.25, 0.5), (0.7, 0.5), (0.8, 1), (1.2, 1), (1.6, 2), (4, 2)])
  func nearestRate(asked: Double, expected: Double) async throws {
    var script = MockScript()
    script.availableRates = [0.5, 1, 2]
    let stage = try await Stage(script)
    #expect(try await stage.perform(.setRate(asked)) == (expected == 1 ? [] : [.rateChanged(expected)]))
    #expect(stage.state.rate == expected)
  }

  @Test("volume, mute, rate, loop and shuffle may be set first, and live on across loads")
  func livesOn() async throws {
    let stage = try await Stage(MockMedia.bare())
    #expect(
      try await stage.perform(
        .setVolume(40), .setVolume(40), .mute, .mute, .setRate(1.5), .setLoop(.one), .setLoop(.one),
        .setShuffle(true), .setShuffle(true), .setFullscreen(true), .setFullscreen(true))
        == [
          .volumeChanged(40), .muteChanged(true), .rateChanged(1.5), .loopChanged(.one),
          .shuffleChanged(true), .fullscreenChanged(true),
        ])
    try await stage.perform(.load(.clip), .load(.other), .clear, .cue(.clip))
    let state = stage.state
    #expect(state.volume == 40)
    #expect(state.isMuted)
    #expect(state.rate == 1.5)
    #expect(state.loop == .one)
    #expect(state.isShuffled)
    #expect(try await stage.perform(.unmute, .unmute) == [.muteChanged(false)])
    #expect(stage.state.volume == 40)
  }

  @Test("what is out of range is refused")
  func ranges() async throws {
    let stage = try await Stage(MockMedia.bare())
    for volume in [-0.1, 100.1, .nan, .infinity] { await stage.refuses(.setVolume(volume), .invalidArgument) }
    for rate in [0.24, 4.1, 0, -1, .nan] { await stage.refuses(.setRate(rate), .invalidArgument) }
  }

  @Test("time that passes in one go and in small steps leads to the same events")
  func steps() async throws {
    let media = MockMedia.bare(3).with {
      $0.openLatency = 0.3
      $0.stalls = [.init(at: 1.1, for: 0.7)]
    }
    let whole = try await Stage(media)
    try await whole.perform(.setRate(1.25), .load(.clip))
    _ = await whole.advance(8)
    let steps = try await Stage(media)
    try await steps.perform(.setRate(1.25), .load(.clip))
    for _ in 0..<512 { _ = await steps.advance(1 / 64) }
    #expect(whole.log.events == steps.log.events)
    #expect(whole.state.status == .ended)
  }

  @Test("two backends on one clock happen in the order of their moments")
  func sharedClock() async throws {
    let clock = MockClock.virtual()
    let log = EventLog()
    var backends: [any PlayerBackend] = []
    for duration in [0.2, 0.1] {
      let script = MockScript { _ in .bare(duration) }
      let provider = MockBackend.provider(clock: clock, script: script)
      backends.append(try await provider.make(PlayerConfiguration(), log.emit))
    }
    for backend in backends { try await backend.perform(.load(.clip)) }
    let count = log.count
    await clock.advance(by: 1)
    #expect(
      log.events(since: count) == [
        .timeChanged(0.1), .statusChanged(.ended, playWhenReady: false),
        .timeChanged(0.2), .statusChanged(.ended, playWhenReady: false),
      ])
    #expect(clock.now == 1)
    for backend in backends { await backend.shutDown() }
  }

  @Test("on the real clock it plays to its end by itself")
  func realClock() async throws {
    let stage = try await Stage(MockScript { _ in .bare(0.3) }, clock: .real)
    try await stage.perform(.load(.clip))
    try await stage.log.waitForState { $0.status == .ended }
    #expect(stage.state.currentTime == 0.3)
    let count = stage.log.count
    await stage.clock.advance(by: 0.05)
    #expect(stage.log.count == count)
    await stage.backend.shutDown()
  }
}
