import MockBackend
import PlayerKit
import TestSupport
import Testing

/// Failures, waits and blocks: rules 1, 9, 13 and 18.
@Suite struct FailureTests {
  private let cause = PlayerError(.embeddingNotAllowed, "Its owner forbids it.", backendCode: "150")
  private var told: PlayerError { cause.attributed(to: "mock") }

  @Test("a source that can't be opened fails with its cause, and the next load clears it")
  func openFailure() async throws {
    let cause = cause
    let stage = try await Stage(
      MockScript { source in
        MockMedia.bare().with {
          $0.openLatency = 0.5
          $0.openFailure = source == .clip ? cause : nil
        }
      })
    try await stage.perform(.load(.clip))
    #expect(await stage.advance(5) == [.failed(told)])
    let state = stage.state
    #expect(state.error == told)
    #expect(state.status == .unstarted)
    #expect(!state.playWhenReady)
    #expect(state.source == .clip)
    #expect(try await stage.perform(.pause, .setVolume(5)) == [.volumeChanged(5)])
    try await stage.perform(.load(.other))
    #expect(stage.state.error == nil)
    #expect(await stage.advance(0.5).last == .statusChanged(.playing))
  }

  @Test("play after a failure opens the same source again")
  func playAgain() async throws {
    let stage = try await Stage(MockMedia.bare().with { $0.failure = .init(at: 0.5, cause) })
    try await stage.perform(.load(.clip))
    #expect(await stage.advance(5) == [.timeChanged(0.25), .timeChanged(0.5), .failed(told)])
    #expect(
      try await stage.perform(.play) == [
        .sourceChanged(.clip), .statusChanged(.unstarted, playWhenReady: true), .statusChanged(.buffering),
        .durationChanged(2, isLive: false, isSeekable: true), .loadedFractionChanged(1),
        .statusChanged(.playing),
      ])
    #expect(await stage.advance(5) == [.timeChanged(0.25), .timeChanged(0.5), .failed(told)])
  }

  @Test("a seek after a failure moves where the source then begins")
  func seekAfterFailure() async throws {
    let stage = try await Stage(MockMedia.bare().with { $0.failure = .init(at: 0.5, cause) })
    try await stage.perform(.load(.clip))
    _ = await stage.advance(0.5)
    #expect(try await stage.perform(.seek(.to(1))) == [.seeking(to: 1), .seeked(at: 1), .timeChanged(1)])
    try await stage.perform(.play)
    #expect(stage.state.currentTime == 1)
    #expect(await stage.advance(0.5) == [.timeChanged(1.25), .timeChanged(1.5)])
  }

  @Test("an item that fails can be tried again, or passed over")
  func failingItem() async throws {
    let media = MockMedia.list([
      MockMedia.bare(1).with { $0.id = "a" }, MockMedia.failing(cause).with { $0.id = "b" },
      MockMedia.bare(1).with { $0.id = "c" },
    ])
    let stage = try await Stage(media)
    try await stage.perform(.load(.clip), .next)
    #expect(stage.state.error == told)
    #expect(stage.state.itemIndex == 1)
    try await stage.perform(.play)
    #expect(stage.state.error == told)
    #expect(stage.state.itemIndex == 1)
    try await stage.perform(.next, .play)
    #expect(stage.state.error == nil)
    #expect(stage.state.itemIndex == 2)
    #expect(stage.state.status == .playing)
  }

  @Test("a list that can't be opened tells of no items")
  func failingList() async throws {
    let stage = try await Stage(
      MockMedia.list([.bare(), .bare()]).with {
        $0.openFailure = cause
        $0.openLatency = 1
      })
    try await stage.perform(.load(.clip))
    #expect(await stage.advance(1) == [.failed(told)])
    #expect(stage.state.items == [])
  }

  @Test("a source that breaks off more than 1 s short has failed, with less it ends")
  func breaksOff() async throws {
    let short = try await Stage(MockMedia.bare(2).with { $0.breaksOff = 0.5 })
    try await short.perform(.load(.clip))
    let events = await short.advance(60)
    #expect(events.prefix(2) == [.timeChanged(0.25), .timeChanged(0.5)])
    #expect(events.count == 3)
    #expect(short.state.error?.code == .network)

    let nearly = try await Stage(MockMedia.bare(2).with { $0.breaksOff = 1.125 })
    try await nearly.perform(.load(.clip))
    #expect(
      await nearly.advance(60).suffix(3) == [
        .timeChanged(1), .timeChanged(2), .statusChanged(.ended, playWhenReady: false),
      ])
  }

  @Test("a stall buffers and plays on from its place, once each time that playing comes there")
  func stall() async throws {
    let stage = try await Stage(MockMedia.bare(2).with { $0.stalls = [.init(at: 0.5, for: 1)] })
    try await stage.perform(.load(.clip))
    #expect(
      await stage.advance(1.25) == [.timeChanged(0.25), .timeChanged(0.5), .statusChanged(.buffering)])
    #expect(stage.state.playWhenReady)
    #expect(await stage.advance(0.5) == [.statusChanged(.playing), .timeChanged(0.75)])
    try await stage.perform(.seek(.to(0.375)))
    #expect(await stage.advance(0.125) == [.timeChanged(0.5), .statusChanged(.buffering)])
    #expect(
      try await stage.perform(.seek(.to(1))) == [
        .seeking(to: 1), .seeked(at: 1), .timeChanged(1), .statusChanged(.playing),
      ])
  }

  @Test("pause amid a stall is paused, and play waits for the rest of it")
  func pauseAmidStall() async throws {
    let stage = try await Stage(MockMedia.bare(2).with { $0.stalls = [.init(at: 0.5, for: 1)] })
    try await stage.perform(.load(.clip))
    _ = await stage.advance(0.75)
    #expect(try await stage.perform(.pause) == [.statusChanged(.paused, playWhenReady: false)])
    #expect(await stage.advance(0.25) == [])
    #expect(try await stage.perform(.play) == [.statusChanged(.buffering, playWhenReady: true)])
    #expect(await stage.advance(0.75) == [.statusChanged(.playing), .timeChanged(0.75)])
    #expect(try await stage.perform(.pause, .play).count == 2)
  }

  @Test("what takes longer than the time allowed has timed out")
  func timeouts() async throws {
    let slow = try await Stage(MockMedia.bare().with { $0.openLatency = 60 }) { $0.timeouts.open = 2 }
    try await slow.perform(.load(.clip))
    #expect(await slow.advance(1.75) == [])
    #expect(await slow.advance(0.25).count == 1)
    #expect(slow.state.error?.code == .timedOut)

    let stalled = try await Stage(MockMedia.bare().with { $0.stalls = [.init(at: 1, for: 60)] }) {
      $0.timeouts.open = 2
    }
    try await stalled.perform(.load(.clip))
    _ = await stalled.advance(3)
    #expect(stalled.state.error?.code == .timedOut)
  }

  @Test("playing that the platform blocks fails as autoplayBlocked, from a load and from play")
  func autoplayBlocked() async throws {
    var script = MockScript { _ in .bare() }
    script.autoplayBlocked = true
    let stage = try await Stage(script)
    try await stage.perform(.load(.clip))
    #expect(stage.state.error?.code == .autoplayBlocked)
    try await stage.perform(.cue(.clip))
    #expect(stage.state.status == .queued)
    #expect(try await stage.perform(.play).count == 1)
    #expect(stage.state.error?.code == .autoplayBlocked)
    #expect(await stage.advance(60) == [])
  }

  @Test("a backend that can't be made throws the scripted cause, or that it took too long")
  func startFailure() async throws {
    var script = MockScript()
    script.startFailure = PlayerError(.backendUnavailable, "It is not there.")
    await #expect(throws: PlayerError(.backendUnavailable, "It is not there.", backend: "mock")) {
      _ = try await Stage(script)
    }
    script.startFailure = nil
    script.startLatency = 60
    let slow = script
    let clock = MockClock.virtual()
    let made = Task { try await Stage(slow, clock: clock) }
    // The clock can only be moved once somebody waits for it: until then each call finds nothing to do.
    let error = await until(clock, made)
    #expect(error?.code == .timedOut)
  }

  @Test("a backend that takes its time to be ready is ready then")
  func startLatency() async throws {
    var script = MockScript()
    script.startLatency = 0.05
    #expect(try await Stage(script, clock: .real).log.events == [.ready])
  }

  /// Lets time pass until the task has thrown.
  private func until(_ clock: MockClock, _ task: Task<Stage, any Error>) async -> PlayerError? {
    let moving = Task {
      while !Task.isCancelled {
        await clock.advance(by: 1)
        await Task.yield()
      }
    }
    defer { moving.cancel() }
    do {
      _ = try await task.value
      return nil
    } catch {
      return error as? PlayerError
    }
  }
}
