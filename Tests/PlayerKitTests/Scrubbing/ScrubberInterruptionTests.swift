import MockBackend
import PlayerKit
import Testing

@Suite("What happens to the player while its slider is held", .timeLimit(.minutes(2)))
struct ScrubberInterruptionTests {
  // MARK: Playing and pausing by other means

  @Test("Whoever pauses meanwhile finds it paused, though the pause changes nothing at that moment")
  func pausedElsewhere() async throws {
    try await ScrubberStage.run { stage in
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      try await stage.player.pause()
      stage.scrubber.end()
      try await drive(stage) { !$0.isSeeking && $0.currentTime == 50 }
      try await stage.settles()
      #expect(stage.state.status == .paused)
      #expect(!stage.actions.contains(.play))
    }
  }

  @Test("Whoever pauses while it settles finds it paused")
  func pausedWhileSettling() async throws {
    try await ScrubberStage.run { stage in
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      stage.scrubber.end()
      try await stage.reaches { $0.isSeeking }
      try await stage.player.pause()
      try await drive(stage) { !$0.isSeeking && $0.currentTime == 50 }
      try await stage.settles()
      #expect(stage.state.status == .paused)
    }
  }

  @Test("Whoever plays meanwhile hears it, also after the release, though it was paused before")
  func playedElsewhere() async throws {
    try await ScrubberStage.run { stage in
      try await stage.player.pause()
      try await stage.hold()
      try await stage.player.play()
      try await stage.reaches { $0.status == .playing }
      stage.scrubber.move(to: 0.5)
      stage.scrubber.end()
      try await drive(stage) { !$0.isSeeking && $0.currentTime > 50.5 }
      try await stage.settles()
      #expect(stage.state.status == .playing)
    }
  }

  @Test("The last of those who play and pause meanwhile is right", arguments: [true, false])
  func lastOneIsRight(playsAtLast: Bool) async throws {
    try await ScrubberStage.run { stage in
      try await stage.hold()
      try await stage.player.play()
      try await stage.reaches { $0.playWhenReady }
      try await stage.player.pause()
      if playsAtLast { try await stage.player.play() }
      stage.scrubber.move(to: 0.5)
      stage.scrubber.end()
      try await drive(stage) { !$0.isSeeking && $0.currentTime >= 50 }
      try await stage.settles()
      try await stage.reaches { $0.status == (playsAtLast ? .playing : .paused) }
    }
  }

  @Test("A window's own keys, of which nobody is told but by their effect, are heeded too")
  func keysOfAWindow() async throws {
    let puppets = Puppets()
    let player = Player(registry: BackendRegistry([puppets.provider("a")]))
    let scrubber = Scrubber(player)
    try await player.load(.film)
    let puppet = try #require(puppets.named("a"))
    scrubber.begin()
    try await player.waitFor { $0.status == .paused }
    // Once it has been sent elsewhere the scrubber is done with pausing it.
    scrubber.move(to: 0.3)
    try await player.waitFor { $0.currentTime == 30 }
    puppet.emit(.statusChanged(.playing, playWhenReady: true))
    // Each gesture looks at the player, so that no state in between is skipped.
    scrubber.move(to: 0.4)
    puppet.emit(.statusChanged(.paused, playWhenReady: false))
    scrubber.move(to: 0.5)
    scrubber.end()
    try await Self.settles(scrubber)
    #expect(player.state.status == .paused && player.state.currentTime == 50)
    #expect(!puppet.actions.contains(.play))

    scrubber.begin()
    puppet.emit(.statusChanged(.playing, playWhenReady: true))
    scrubber.move(to: 0.6)
    scrubber.end()
    try await Self.settles(scrubber)
    #expect(player.state.status == .playing && player.state.currentTime == 60)
    await player.shutDown()
  }

  @Test("A seek by somebody else while it settles is the one that counts")
  func soughtElsewhere() async throws {
    try await ScrubberStage.run { stage in
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      stage.scrubber.end()
      try await stage.reaches { $0.isSeeking }
      try await stage.player.seek(to: 20)
      try await drive(stage) { $0.status == .playing }
      try await stage.settles()
      try await stage.shows { (20..<30).contains($0.time) }
    }
  }

  // MARK: Other sources

  @Test("Another source ends the hold, and is left as it is", arguments: [true, false])
  func otherSource(isSame: Bool) async throws {
    try await ScrubberStage.run { stage in
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      try await stage.reaches { $0.isSeeking }
      let next = isSame ? PlayerSource.film : .file(MediaPath("/other.mp4"))
      try await stage.player.load(next)
      try await stage.shows { !$0.isHeld && !$0.isSettling && $0.time < 1 }
      stage.scrubber.move(to: 0.7)
      stage.scrubber.end()
      await stage.clock.advance(by: 2)
      #expect(stage.state.status == .playing && stage.state.currentTime == 2)
      #expect(stage.actions.filter { $0.name == "seek" }.count == 1)
    }
  }

  @Test("Stopped, or cleared, it is held no more and nothing starts", arguments: [PlayerAction.stop, .clear])
  func stopped(action: PlayerAction) async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10)
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      try await stage.reaches { $0.isSeeking }
      try await stage.player.send(action)
      try await stage.shows { !$0.isHeld && $0.time == 0 }
      stage.scrubber.end()
      await stage.clock.advance(by: 2)
      try await stage.settles()
      #expect(stage.state.status == .unstarted && !stage.state.playWhenReady)
      #expect(stage.actions.last == action)
    }
  }

  @Test("The next item of a list ends the hold, and plays where the one before was playing")
  func nextItem() async throws {
    let stage = ScrubberStage(MockScript { _ in .list([.reel(), .reel(), .reel()]) })
    try await ScrubberStage.run(stage) { stage in
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      try await stage.reaches { $0.isSeeking }
      try await stage.player.next()
      try await stage.shows { !$0.isHeld }
      try await drive(stage) { $0.status == .playing && $0.itemIndex == 1 }
      try await stage.settles()
      #expect(stage.value.time < 20)
    }
  }

  @Test("Let go of at the end of a queue's item, the next one plays, once")
  func endOfAnItem() async throws {
    try await ScrubberStage.run(loading: nil) { stage in
      let other = PlayerSource.file(MediaPath("/other.mp4"))
      try await stage.player.play(PlayQueue([.film, other]))
      try await stage.hold()
      stage.scrubber.move(to: 1)
      stage.scrubber.end()
      try await drive(stage) { $0.source == other && $0.status == .playing }
      try await stage.settles()
      #expect(stage.value.time < 20 && !stage.value.isHeld)
    }
  }

  @Test(
    "A queue's next item ends the hold and plays, also where it is the same source again",
    arguments: [true, false])
  func nextOfAQueue(isSame: Bool) async throws {
    try await ScrubberStage.run(loading: nil) { stage in
      let next = isSame ? PlayerSource.film : .file(MediaPath("/other.mp4"))
      try await stage.player.play(PlayQueue([.film, next]))
      await stage.clock.advance(by: 10)
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      try await stage.reaches { $0.isSeeking }
      try await stage.player.next()
      try await stage.shows { !$0.isHeld && $0.time < 1 }
      stage.scrubber.end()
      try await drive(stage) { $0.status == .playing && $0.currentTime > 1 }
      try await stage.settles()
      #expect(stage.value.time < 10)
    }
  }

  @Test("Nothing can be held where nothing is loaded, or where it can't be sought in")
  func nothingToHold() async throws {
    try await ScrubberStage.run(.reel { $0.isSeekable = false }, loading: nil) { stage in
      #expect(!stage.scrubber.begin())
      stage.scrubber.step(by: 5)
      stage.scrubber.jump(to: 0.5)
      try await stage.player.load(.film)
      await stage.clock.advance(by: 25)
      let value = try await stage.shows { $0.time == 25 }
      // It shows how far it is, but can't be moved.
      #expect(value.progress == 0.25 && value.range == nil)
      #expect(!stage.scrubber.begin())
      stage.scrubber.step(by: 5)
      stage.scrubber.jump(to: 0.5)
      #expect(stage.state.status == .playing && stage.actions.isEmpty)
    }
  }

  // MARK: Opening

  @Test("While the source is opening it can be held, and the source begins where it was let go of")
  func opening() async throws {
    try await ScrubberStage.run(.reel { $0.openLatency = 3 }) { stage in
      #expect(stage.state.status == .buffering)
      #expect(stage.scrubber.begin())
      stage.scrubber.move(toTime: 30)
      try await stage.reaches { $0.currentTime == 30 }
      stage.scrubber.move(toTime: 50)
      stage.scrubber.end()
      try await drive(stage) { $0.status == .playing }
      try await stage.settles()
      #expect(stage.state.currentTime >= 50 && stage.state.currentTime < 55)
    }
  }

  @Test(
    "While the duration is not known yet, 0…1 moves the knob, and the picture follows when it is",
    arguments: [true, false])
  func fractionWhileOpening(isLetGoBefore: Bool) async throws {
    try await ScrubberStage.run(.reel { $0.openLatency = 3 }) { stage in
      #expect(stage.scrubber.begin())
      #expect(stage.value.progress == nil || stage.value.progress == 0)
      stage.scrubber.move(to: 0.5)
      #expect(stage.value.progress == 0.5)
      if isLetGoBefore {
        stage.scrubber.end()
        try await stage.shows { !$0.isSettling }
      } else {
        try await drive(stage) { $0.duration == 100 }
        try await drive(stage) { !$0.isSeeking && $0.currentTime == 50 }
        stage.scrubber.end()
      }
      try await drive(stage) { $0.status == .playing && $0.currentTime >= 50 }
      try await stage.settles()
      #expect(stage.state.currentTime < 55)
    }
  }

  @Test("Where the source turns out to be one that can't be sought in, the hold ends and it plays on")
  func turnsOutUnseekable() async throws {
    let media = MockMedia.reel {
      $0.openLatency = 3
      $0.isSeekable = false
    }
    try await ScrubberStage.run(media) { stage in
      #expect(stage.scrubber.begin())
      stage.scrubber.move(toTime: 30)
      try await stage.reaches { $0.isSeeking }
      try await drive(stage) { $0.status == .playing }
      try await stage.settles()
      try await stage.shows { $0.time < 5 && $0.range == nil }
    }
  }

  @Test("With an unknown duration it is moved by time alone")
  func unknownDuration() async throws {
    try await ScrubberStage.run(.reel { $0.announcesDuration = false }) { stage in
      await stage.clock.advance(by: 10)
      let value = try await stage.shows { $0.time == 10 }
      #expect(value.progress == nil && value.duration == nil)
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      stage.scrubber.jump(to: 0.5)
      stage.scrubber.end()
      try await stage.reaches { $0.status == .playing }
      try await stage.settles()
      #expect(stage.actions == [.pause, .play])
      try await stage.hold()
      stage.scrubber.move(toTime: 41.5)
      stage.scrubber.end()
      try await drive(stage) { $0.status == .playing }
      try await stage.settles()
      #expect(stage.state.currentTime >= 41.5)
      // Beyond the end, which nobody knows, it ends.
      stage.scrubber.step(by: 1000)
      try await drive(stage) { $0.status == .ended }
    }
  }

  // MARK: Live streams

  @Test(
    "In a live stream 0…1 is where it can be sought in, and the knob stays under the finger as that grows")
  func live() async throws {
    let media = MockMedia.reel {
      $0.isLive = true
      $0.duration = nil
    }
    try await ScrubberStage.run(media) { stage in
      await stage.clock.advance(by: 40)
      let value = try await stage.shows { $0.range == 0...40 }
      #expect(value.isLive && value.duration == nil && value.progress == 1)
      try await stage.hold()
      stage.scrubber.move(to: 0.25)
      try await stage.reaches { $0.isSeeking && $0.currentTime == 10 }
      await stage.clock.advance(by: 0.5)
      try await stage.player.play()
      await stage.clock.advance(by: 10)
      try await stage.shows { $0.range?.upperBound ?? 0 >= 49 }
      #expect(stage.value.progress == 0.25 && stage.value.isHeld)
      stage.scrubber.move(to: 1)
      stage.scrubber.end()
      // At the edge there is no end: it goes there, and plays on.
      try await drive(stage) { !$0.isSeeking && $0.status == .playing && $0.currentTime >= 49 }
      try await stage.settles()
    }
  }

  @Test("In a live stream without a past there is no progress, and nothing to hold")
  func liveWithoutPast() async throws {
    let media = MockMedia.reel {
      $0.isLive = true
      $0.isSeekable = false
      $0.duration = nil
    }
    try await ScrubberStage.run(media) { stage in
      await stage.clock.advance(by: 40)
      let value = try await stage.shows { $0.time == 40 }
      #expect(value.isLive && value.progress == nil && value.range == nil)
      #expect(!stage.scrubber.begin())
    }
  }

  // MARK: Failures

  @Test("A failure ends the hold, and letting go starts nothing")
  func failure() async throws {
    let puppets = Puppets()
    let player = Player(registry: BackendRegistry([puppets.provider("a")]))
    let scrubber = Scrubber(player)
    try await player.load(.film)
    let puppet = try #require(puppets.named("a"))
    scrubber.begin()
    try await player.waitFor { $0.status == .paused }
    scrubber.move(to: 0.5)
    try await player.waitFor { $0.currentTime == 50 }
    puppet.emit(.failed(PlayerError(.playbackFailed, "The film is broken.")))
    for await value in scrubber.values where !value.isHeld { break }
    scrubber.move(to: 0.7)
    scrubber.end()
    #expect(!scrubber.begin())
    try await Self.settles(scrubber)
    #expect(puppet.actions == [.load(.film), .pause, .seek(.to(50), precise: false)])
    #expect(player.state.error?.code == .playbackFailed)
    await player.shutDown()
  }

  @Test("A backend that dies is started again under the finger, and plays on where it is let go of")
  func restart() async throws {
    let puppets = Puppets()
    let player = Player(registry: BackendRegistry([puppets.provider("a")]))
    let scrubber = Scrubber(player)
    try await player.load(.film)
    let first = try #require(puppets.named("a"))
    scrubber.begin()
    try await player.waitFor { $0.status == .paused }
    scrubber.move(to: 0.5)
    try await player.waitFor { $0.currentTime == 50 }
    first.emit(.failed(PlayerError(.backendFailed, "It died.")))
    scrubber.move(to: 0.6)
    #expect(scrubber.value.isHeld && scrubber.value.progress == 0.6)
    try await player.waitFor { $0.error == nil && $0.currentTime == 60 }
    scrubber.end()
    try await player.waitFor { $0.status == .playing }
    try await Self.settles(scrubber)
    let second = try #require(puppets.named("a"))
    #expect(second !== first)
    #expect(
      second.actions.suffix(3) == [
        .seek(.to(60), precise: false), .seek(.to(60), precise: true), .play,
      ])
    await player.shutDown()
  }

  @Test("Another backend may take over while it is held")
  func swapped() async throws {
    try await ScrubberStage.run { stage in
      await stage.clock.advance(by: 10)
      try await stage.hold()
      stage.scrubber.move(to: 0.5)
      try await drive(stage) { !$0.isSeeking && $0.currentTime == 50 }
      try await stage.player.use("other")
      try await stage.reaches { $0.backend == "other" }
      #expect(stage.value.isHeld && stage.value.progress == 0.5)
      stage.scrubber.move(to: 0.6)
      stage.scrubber.end()
      try await drive(stage) { $0.status == .playing && $0.currentTime >= 60 }
      try await stage.settles()
      #expect(stage.state.backend == "other" && stage.state.currentTime < 65)
    }
  }

  @Test("A seek that is refused ends the hold, and it plays on")
  func refusedSeek() async throws {
    let puppets = Puppets()
    var script = PuppetScript()
    script.refusal = { $0.name == "seek" ? PlayerError(.unsupported, "Not now.") : nil }
    let player = Player(registry: BackendRegistry([puppets.provider("a", script)]))
    let scrubber = Scrubber(player)
    try await player.load(.film)
    let puppet = try #require(puppets.named("a"))
    scrubber.begin()
    scrubber.move(to: 0.5)
    try await player.waitFor { $0.status == .playing && puppet.actions.last == .play }
    #expect(!scrubber.value.isHeld)
    try await Self.settles(scrubber)
    await player.shutDown()
  }

  @Test("The player's end ends it, amid whatever it was doing")
  func shutDown() async throws {
    let stage = ScrubberStage(.reel())
    try await stage.player.load(.film)
    try await stage.hold()
    stage.scrubber.move(to: 0.5)
    try await stage.reaches { $0.isSeeking }
    stage.scrubber.end()
    await stage.end()
    stage.scrubber.step(by: 5)
    stage.scrubber.begin()
    stage.scrubber.end()
    try await limited { for await _ in stage.scrubber.values {} }
    #expect(!stage.state.ready)
  }

  /// Waits until a scrubber has nothing left to do.
  static func settles(_ scrubber: Scrubber) async throws {
    try await limited {
      for await value in scrubber.values where value.isAtRest { return }
      throw NotInTime()
    }
  }
}
