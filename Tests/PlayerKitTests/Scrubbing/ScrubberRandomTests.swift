import MockBackend
import PlayerKit
import TestSupport
import Testing

@Suite("Random gestures at the slider", .timeLimit(.minutes(3)))
struct ScrubberRandomTests {
  @Test(
    "Whatever is done, at most one seek is under way, the knob is under the finger, and playing is as wished",
    arguments: 0..<40)
  func random(seed: UInt64) async throws {
    var random = SplitMix64(state: seed)
    let media = MockMedia.reel {
      $0.duration = 10_000
      $0.seekLatency = 0.3
      $0.openLatency = seed % 3 == 0 ? 2 : 0
    }
    try await ScrubberStage.run(media) { stage in
      var wantsPlaying = true
      var finger: Double?
      for _ in 0..<300 {
        switch random.next(below: 12) {
        case 0, 1:
          let isHeld = stage.value.isHeld
          #expect(stage.scrubber.begin())
          if !isHeld { finger = nil }
        case 2, 3, 4, 5:
          // Far from the end, where playing would be over.
          let place = Double(random.next(below: 500)) / 1000
          if stage.value.isHeld { finger = place }
          stage.scrubber.move(to: place)
        case 6:
          stage.scrubber.end()
          finger = nil
        case 7:
          stage.scrubber.cancel()
          finger = nil
        case 8:
          stage.scrubber.step(by: Double(random.next(below: 20)) - 10)
          finger = nil
        case 9:
          wantsPlaying = random.next(below: 2) == 0
          try await stage.player.send(wantsPlaying ? .play : .pause)
        default:
          await stage.clock.advance(by: Double(random.next(below: 6)) / 10)
        }
        if random.next(below: 3) == 0 { await Task.yield() }
        if let finger { #expect(stage.value.isHeld && stage.value.progress == finger) }
      }
      stage.scrubber.end()
      try await drive(stage) { [scrubber = stage.scrubber, wantsPlaying] state in
        let value = scrubber.value
        return !value.isSettling && !value.isSeeking && state.playWhenReady == wantsPlaying
      }
      try await stage.settles()
      try await drive(stage) { $0.status != .buffering }
      #expect(stage.state.status == .playing || !wantsPlaying)
      let value = stage.value
      #expect(abs(value.time - stage.state.currentTime) < 0.5)
      await stage.end()
      #expect(stage.seeksNeverOverlap())
      let refusals = stage.log.events.filter { if case .rejected = $0 { true } else { false } }
      #expect(refusals == [])
    }
  }

  @Test("Any number of fingers and readers at once do no harm")
  func manyAtOnce() async throws {
    let stage = ScrubberStage(.reel { $0.duration = 10_000 })
    try await stage.player.load(.film)
    let scrubber = stage.scrubber
    let readers = (0..<8).map { _ in
      Task {
        var isSound = true
        for await value in scrubber.values {
          isSound = isSound && (0...1).contains(value.progress ?? 0) && !(value.isHeld && value.isSettling)
        }
        return isSound
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for finger in 0..<8 {
        group.addTask {
          var random = SplitMix64(state: UInt64(finger))
          for _ in 0..<300 {
            scrubber.begin()
            scrubber.move(to: Double(random.next(below: 500)) / 1000)
            scrubber.step(by: 1)
            if random.next(below: 2) == 0 { scrubber.end() } else { scrubber.cancel() }
            await Task.yield()
          }
        }
      }
      group.addTask {
        for _ in 0..<200 {
          await stage.clock.advance(by: 0.1)
          await Task.yield()
        }
      }
    }
    scrubber.end()
    try await drive(stage) {
      !scrubber.value.isSettling && !scrubber.value.isSeeking && $0.status == .playing
    }
    await stage.end()
    for reader in readers { #expect(await reader.value) }
    #expect(stage.seeksNeverOverlap())
  }
}
