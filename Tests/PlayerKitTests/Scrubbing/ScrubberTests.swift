import MockBackend
import PlayerKit
import Testing

@Suite("The scrubber", .timeLimit(.minutes(2)))
struct ScrubberTests {
  // MARK: Following

  @Test("It follows the time, as seconds and as 0…1")
  func follows() async throws {
    try await ScrubberStage.run { stage in
      try await stage.shows { $0.range == 0...100 }
      await stage.clock.advance(by: 25)
      let value = try await stage.shows { $0.time == 25 }
      #expect(value.progress == 0.25 && value.duration == 100 && !value.isHeld && !value.isLive)
      try await stage.player.seek(to: 60)
      // The target, from the seek's acceptance on.
      try await stage.shows { $0.time == 60 && $0.isSeeking }
      await stage.clock.advance(by: 0.5)
      try await stage.shows { $0.progress == 0.6 && !$0.isSeeking }
    }
  }

  @Test("Times are told at its own interval, and whatever else changes at once")
  func interval() async throws {
    try await ScrubberStage.run(interval: 1) { stage in
      try await stage.shows { $0.range != nil }
      for tick in 1...20 {
        await stage.clock.advance(by: 0.25)
        #expect(stage.state.currentTime == Double(tick) / 4)
        // Reading it looks at the player, so that no beat is skipped.
        #expect(stage.value.time == Double(tick / 4))
      }
      await stage.clock.advance(by: 0.25)
      try await stage.player.setVolume(10)
      #expect(stage.value.time == 5)
      try await stage.player.pause()
      try await stage.shows { $0.time == 5.25 }
      let times = stage.values.map(\.time).filter { (1...5).contains($0) }
      #expect(times.allSatisfy { $0 == $0.rounded() }, "\(times)")
    }
  }

  @Test("Every reader gets the newest value, and the end of the player ends them all")
  func readers() async throws {
    let stage = ScrubberStage(.reel())
    try await stage.player.load(.film)
    let last = await withTaskGroup(of: Scrubber.Value?.self) { group in
      for _ in 0..<20 {
        group.addTask { [values = stage.scrubber.values] in
          var last: Scrubber.Value?
          for await value in values { last = value }
          return last
        }
      }
      await stage.clock.advance(by: 10)
      await stage.end()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(last.count == 20 && last.allSatisfy { $0?.time == 10 })
    #expect(!stage.scrubber.begin() || stage.state.source != nil)
  }

  // MARK: Holding

  @Test("Taken hold of it pauses, and let go of it plays on, exactly there")
  func holdAndPlayOn() async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10)
      try await stage.hold()
      #expect(stage.value.isHeld && stage.value.time == 10)
      stage.scrubber.move(to: 0.413)
      try await stage.reaches { $0.isSeeking && $0.currentTime == 41.3 }
      #expect(stage.value.progress == 0.413 && stage.value.isSeeking)
      await stage.clock.advance(by: 0.5)
      // The fast seek has landed on a key frame; the knob stays under the finger.
      try await stage.reaches { !$0.isSeeking && $0.currentTime == 40 }
      try await stage.shows { !$0.isSeeking && $0.progress == 0.413 }
      stage.scrubber.end()
      try await stage.reaches { $0.isSeeking }
      #expect(stage.value.isSettling && !stage.value.isHeld && stage.value.progress == 0.413)
      try await stage.settles()
      try await stage.reaches { $0.status == .playing }
      #expect(
        stage.actions == [
          .pause, .seek(.to(41.3), precise: false), .seek(.to(41.3), precise: true), .play,
        ])
      await stage.clock.advance(by: 1)
      try await stage.shows { $0.time == 42.3 }
    }
  }

  @Test("What was paused stays paused")
  func staysPaused() async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10)
      try await stage.player.pause()
      stage.scrubber.begin()
      stage.scrubber.move(toTime: 33)
      stage.scrubber.end()
      try await stage.settles()
      #expect(stage.state.status == .paused && stage.state.currentTime == 33)
      #expect(stage.actions.last == .seek(.to(33), precise: true) && !stage.actions.contains(.play))
    }
  }

  @Test("What is only cued stays so, and begins where it was let go of")
  func cued() async throws {
    try await ScrubberStage.run(loading: nil) { stage in
      try await stage.player.cue(.film)
      stage.scrubber.begin()
      stage.scrubber.move(to: 0.5)
      stage.scrubber.end()
      try await stage.settles()
      #expect(stage.state.status == .queued && stage.state.currentTime == 50)
    }
  }

  @Test("Time passes it by while it is held, even where the player plays")
  func ignoresTime() async throws {
    try await ScrubberStage.run { stage in
      try await stage.hold()
      stage.scrubber.move(to: 0.7)
      try await stage.reaches { $0.isSeeking }
      await stage.clock.advance(by: 0.5)
      try await stage.player.play()
      await stage.clock.advance(by: 5)
      try await stage.reaches { $0.currentTime >= 74 }
      #expect(stage.value.progress == 0.7 && stage.value.isHeld)
    }
  }

  @Test("At most one seek is under way, and the newest place wins")
  func oneSeekAtATime() async throws {
    try await ScrubberStage.run { stage in
      try await stage.hold()
      for step in 1...50 { stage.scrubber.move(to: Double(step) / 100) }
      try await stage.reaches { $0.isSeeking }
      for step in 51...90 { stage.scrubber.move(to: Double(step) / 100) }
      #expect(stage.value.progress == 0.9)
      await stage.clock.advance(by: 0.5)
      try await stage.reaches { $0.isSeeking && $0.currentTime == 90 }
      stage.scrubber.move(to: 0.2)
      stage.scrubber.move(to: 0.3)
      stage.scrubber.end()
      await stage.clock.advance(by: 0.5)
      try await stage.reaches { $0.isSeeking && $0.currentTime == 30 }
      try await stage.settles()
      try await stage.reaches { $0.status == .playing }
      let seeks = stage.actions.compactMap { action -> SeekTarget? in
        if case .seek(let target, _) = action { target } else { nil }
      }
      // The first may be any of those that came before it was sent.
      #expect(seeks.count == 3 && seeks.dropFirst() == [.to(90), .to(30)], "\(seeks)")
      #expect(stage.actions.last == .play)
      await stage.end()
      #expect(stage.seeksNeverOverlap())
    }
  }

  @Test("It never jumps back after the release", arguments: [41.3, 7.77, 99.999, 60])
  func noJumpBack(target: Double) async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 50)
      try await stage.hold()
      stage.scrubber.move(toTime: target)
      try await stage.reaches { $0.isSeeking }
      stage.scrubber.end()
      let seen = Lock([stage.value.time])
      try await drive(stage, by: 0.05) { [scrubber = stage.scrubber] state in
        seen.withLock { $0.append(scrubber.value.time) }
        return state.status == .ended || state.currentTime > target + 0.3 && !state.isSeeking
      }
      await stage.end()
      // What was read as it went, and what was told.
      for times in [seen.withLock { $0 }, stage.values.drop { !$0.isSettling }.map(\.time)] {
        #expect(times.allSatisfy { $0 >= target } && times == times.sorted(), "\(times)")
      }
    }
  }

  @Test("Cancelled it goes back to where it was, and plays on if it was playing", arguments: [true, false])
  func cancelled(isPlaying: Bool) async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10.1)
      if !isPlaying { try await stage.player.pause() }
      try await stage.hold()
      stage.scrubber.move(to: 0.9)
      try await stage.reaches { $0.isSeeking }
      stage.scrubber.cancel()
      #expect(stage.value.time == 10.1)
      try await stage.settles()
      try await stage.reaches { $0.status == (isPlaying ? .playing : .paused) }
      #expect(stage.state.currentTime == 10.1)
    }
  }

  @Test(
    "Held and let go of, or cancelled, without a move it only pauses meanwhile", arguments: [true, false])
  func noMove(isCancelled: Bool) async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10)
      try await stage.hold()
      isCancelled ? stage.scrubber.cancel() : stage.scrubber.end()
      try await stage.reaches { $0.status == .playing }
      try await stage.settles()
      #expect(stage.actions == [.pause, .play])
    }
  }

  @Test("Taken hold of again while it settles, it is held where it was let go of, and still plays on at last")
  func heldAgain() async throws {
    try await ScrubberStage.run { stage in
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      try await stage.reaches { $0.isSeeking }
      stage.scrubber.end()
      stage.scrubber.begin()
      #expect(stage.value.isHeld && stage.value.progress == 0.5)
      stage.scrubber.move(to: 0.6)
      stage.scrubber.cancel()
      try await drive(stage) { $0.status == .playing }
      try await stage.settles()
      #expect(stage.state.currentTime >= 50 && stage.state.currentTime < 55)
    }
  }

  @Test("A gesture that makes no sense does nothing: no hold, two ends, no number")
  func nonsense() async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10)
      stage.scrubber.move(to: 0.5)
      stage.scrubber.move(toTime: 50)
      stage.scrubber.end()
      stage.scrubber.cancel()
      for number in [Double.nan, .infinity, -.infinity] {
        stage.scrubber.step(by: number)
        stage.scrubber.jump(to: number)
      }
      #expect(stage.value.time == 10 && !stage.value.isHeld && !stage.value.isSettling)
      try await stage.hold()
      #expect(stage.scrubber.begin())
      for number in [Double.nan, .infinity, -.infinity] {
        stage.scrubber.move(to: number)
        stage.scrubber.move(toTime: number)
      }
      #expect(stage.value.time == 10 && stage.value.isHeld)
      stage.scrubber.end()
      stage.scrubber.end()
      stage.scrubber.cancel()
      try await stage.reaches { $0.status == .playing }
      try await stage.settles()
      #expect(stage.actions == [.pause, .play])
    }
  }

  @Test("Places outside are brought to the nearer end", arguments: [(-3.0, 0.0), (7, 1)])
  func clamped(given: Double, progress: Double) async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10)
      try await stage.player.pause()
      stage.scrubber.begin()
      stage.scrubber.move(to: given)
      #expect(stage.value.progress == progress)
      stage.scrubber.move(toTime: given * 100)
      stage.scrubber.end()
      try await drive(stage) { !$0.isSeeking && $0.currentTime == progress * 100 }
      try await stage.settles()
      #expect(stage.state.status == .paused)
    }
  }

  @Test("Dropped while it is held, all is as before")
  func dropped() async throws {
    let clock = MockClock.virtual()
    let player = Player(
      registry: BackendRegistry([
        MockBackend.provider(clock: clock, script: MockScript { _ in MockMedia(duration: 100) })
      ]), backend: "mock")
    try await player.load(.film)
    await clock.advance(by: 10)
    weak var remembered: Scrubber?
    do {
      let scrubber = Scrubber(player)
      remembered = scrubber
      scrubber.begin()
      try await player.waitFor { $0.status == .paused }
      scrubber.move(to: 0.8)
      try await player.waitFor { $0.currentTime == 80 }
    }
    #expect(remembered == nil)
    try await player.waitFor { $0.status == .playing && $0.currentTime == 10 }
    await player.shutDown()
  }

  // MARK: Keys and clicks

  @Test("Steps add up while a seek is under way, and playing is not interrupted")
  func steps() async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10)
      stage.scrubber.step(by: 5)
      try await stage.reaches { $0.isSeeking }
      for _ in 0..<9 { stage.scrubber.step(by: 5) }
      stage.scrubber.step(by: -10)
      #expect(stage.value.time == 50)
      await stage.clock.advance(by: 0.5)
      try await stage.reaches { $0.isSeeking && $0.currentTime == 50 }
      try await stage.settles()
      #expect(stage.state.status == .playing)
      #expect(stage.actions == [.seek(.to(15), precise: true), .seek(.to(50), precise: true)])
    }
  }

  @Test("A click beside the knob goes there, and playing is not interrupted")
  func jump() async throws {
    try await ScrubberStage.run { stage in
      stage.scrubber.jump(to: 0.25)
      #expect(stage.value.progress == 0.25)
      try await drive(stage) { !$0.isSeeking && $0.currentTime >= 25 }
      try await stage.settles()
      #expect(stage.actions == [.seek(.to(25), precise: true)])
      #expect(stage.state.status == .playing)
    }
  }

  @Test("A step while it is held moves it, and is shown by a fast seek")
  func stepWhileHeld() async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10)
      try await stage.hold()
      stage.scrubber.step(by: 5)
      #expect(stage.value.time == 15 && stage.value.isHeld)
      try await stage.reaches { $0.isSeeking }
      #expect(stage.actions == [.pause, .seek(.to(15), precise: false)])
    }
  }

  @Test("A step beyond the end while playing ends the source, and one before the beginning goes there")
  func stepsOverTheEnds() async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 3)
      stage.scrubber.step(by: -5)
      #expect(stage.value.time == 0)
      try await drive(stage) { !$0.isSeeking && $0.currentTime < 2 }
      try await stage.settles()
      stage.scrubber.step(by: 1000)
      try await drive(stage) { $0.status == .ended }
      #expect(stage.state.currentTime == 100)
    }
  }

  // MARK: The end

  @Test("Let go of at the end while it was playing, the source ends once and does not start again")
  func releasedAtTheEnd() async throws {
    try await ScrubberStage.run { stage in
      try await stage.hold()
      stage.scrubber.move(to: 1)
      stage.scrubber.end()
      try await drive(stage) { $0.status == .ended }
      try await stage.settles()
      await stage.clock.advance(by: 5)
      await stage.end()
      let ends = stage.log.events.filter { $0 == .statusChanged(.ended, playWhenReady: false) }
      #expect(ends.count == 1)
      #expect(stage.actions.filter { $0 == .play }.count == 1)
      let times = stage.values.drop { $0.progress != 1 }.map(\.time)
      #expect(times.allSatisfy { $0 == 100 }, "\(times)")
    }
  }

  @Test("Let go of at the end while it was paused, it stays paused there")
  func pausedAtTheEnd() async throws {
    try await ScrubberStage.run { stage in
      try await stage.player.pause()
      stage.scrubber.begin()
      stage.scrubber.move(to: 1)
      stage.scrubber.end()
      try await drive(stage) { !$0.isSeeking && $0.currentTime == 100 }
      try await stage.settles()
      #expect(stage.state.status == .paused)
    }
  }

  @Test("Where the source ends at the moment of taking hold, it is not started again by letting go")
  func endedWhileTakenHoldOf() async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 99.99)
      // The pause comes too late.
      let isHeld = stage.scrubber.begin()
      await stage.clock.advance(by: 1)
      #expect(isHeld)
      stage.scrubber.move(to: 1)
      stage.scrubber.end()
      try await drive(stage) { $0.status == .ended }
      try await stage.settles()
      await stage.clock.advance(by: 5)
      #expect(stage.state.status == .ended)
    }
  }

  @Test("From the end it leads back into the source, which stays paused there")
  func fromTheEnd() async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 101)
      try await stage.reaches { $0.status == .ended }
      stage.scrubber.begin()
      stage.scrubber.move(to: 0.5)
      stage.scrubber.end()
      try await drive(stage) { !$0.isSeeking && $0.currentTime == 50 }
      try await stage.settles()
      #expect(stage.state.status == .paused)
    }
  }

  @Test("A source's own end is as far as it goes")
  func ownEnd() async throws {
    try await ScrubberStage.run(loading: .file(MediaPath("/film.mp4"), start: 5, end: 40)) { stage in
      try await stage.player.pause()
      stage.scrubber.begin()
      stage.scrubber.move(to: 0.9)
      stage.scrubber.end()
      try await drive(stage) { !$0.isSeeking && $0.currentTime == 40 }
      try await stage.shows { $0.time == 40 && $0.progress == 0.4 }
    }
  }
}

/// Lets time pass until the state is so: whatever is done between one tick and the next is given its time.
///
/// - Parameter seeksAlone: whether time stands still but for a seek that is under way.
func drive(
  _ stage: ScrubberStage, by tick: Double = 0.1, sourceLocation: SourceLocation = #_sourceLocation,
  seeksAlone: Bool = false, until isMet: @escaping @Sendable (PlayerState) -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(20)
  while !isMet(stage.state) {
    guard ContinuousClock.now < deadline else {
      Issue.record("It shows \(stage.value), and the state is \(stage.state)", sourceLocation: sourceLocation)
      throw NotInTime()
    }
    // Only what waits for the time is pushed on by it.
    let state = stage.state
    if state.isSeeking || !seeksAlone && (state.status == .playing || state.status == .buffering) {
      await stage.clock.advance(by: tick)
    }
    try await Task.sleep(for: .milliseconds(1))
  }
}
