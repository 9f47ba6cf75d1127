import MockBackend
import PlayerKit
import PlayerMPRIS
import TestSupport
import Testing

@Suite("What MPRIS tells by itself", .timeLimit(.minutes(5)))
struct SignalTests {
  private func load(_ rig: MPRISRig, _ signals: PrivateBus.Signals) async throws -> Int {
    try await rig.player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
    try await rig.player.waitFor { $0.status == .playing }
    // The last that an opening tells.
    await signals.wait(for: "PlaybackStatus", .string("Playing"))
    return await signals.wait(for: "CanSeek", .bool(true))
  }

  @Test("PropertiesChanged says what has changed and nothing else, and never the position")
  func changes() async throws {
    try await MPRISRig.run { rig in
      let signals = try await rig.bus.watch()
      _ = try await load(rig, signals)
      let names = signals.all.flatMap(\.values.keys)
      for name in ["CanPlay", "CanPause", "CanSeek", "Metadata", "MinimumRate", "CanSetFullscreen"] {
        #expect(names.contains(name), "\(name)")
      }
      // None of these changes anything.
      try await rig.player.setVolume(100)
      try await rig.player.unmute()
      try await rig.player.play()
      try await rig.player.send(.currentTime)
      try await rig.player.send(.duration)
      try await rig.player.setVolume(30)
      let first = await signals.wait(for: "Volume", .number(0.3))
      try await rig.player.setLoop(.one)
      await signals.wait(for: "LoopStatus", .string("Track"))
      try await rig.player.setShuffle(true)
      await signals.wait(for: "Shuffle", .bool(true))
      try await rig.player.setFullscreen(true)
      await signals.wait(for: "Fullscreen", .bool(true))
      try await rig.player.pause()
      await signals.wait(for: "PlaybackStatus", .string("Paused"))
      #expect(
        signals.all.dropFirst(first).map(\.values) == [
          ["LoopStatus": .string("Track")], ["Shuffle": .bool(true)], ["Fullscreen": .bool(true)],
          ["PlaybackStatus": .string("Paused")],
        ])
      #expect(signals.all.allSatisfy { $0.name == "PropertiesChanged" && $0.values["Position"] == nil })
      await signals.stop()
    }
  }

  @Test(
    "Seeked says each jump, with the true position, and nothing while the player plays, is held and plays on")
  func jumps() async throws {
    try await MPRISRig.run { rig in
      let signals = try await rig.bus.watch()
      _ = try await load(rig, signals)
      try await rig.player.waitFor { $0.currentTime >= 1 }
      try await rig.player.pause()
      try await rig.player.play()
      try await rig.player.pause()
      try await rig.player.setVolume(7)
      await signals.wait(for: "Volume", .number(0.07))
      #expect(signals.jumps == [])
      try await rig.player.seek(to: 42)
      await signals.wait(for: "Position", .integer(42_000_000))
      try await rig.player.seek(by: -2)
      await signals.wait(for: "Position", .integer(40_000_000))
      // A track that begins off its beginning.
      try await rig.player.load(PlayerSource.file("/dev/null", start: 30))
      await signals.wait(for: "Position", .integer(30_000_000))
      #expect(signals.jumps == [.integer(42_000_000), .integer(40_000_000), .integer(30_000_000)])
      await signals.stop()
    }
  }

  @Test("What is set by a client is told to all of them once")
  func once() async throws {
    try await MPRISRig.run { rig in
      let signals = try await rig.bus.watch()
      for volume in ["0.5", "0.5", "0.75"] {
        #expect(try await rig.bus.playerctl("volume", volume).isSuccess)
      }
      await signals.wait(for: "Volume", .number(0.75))
      #expect(signals.all.map(\.values) == [["Volume": .number(0.5)], ["Volume": .number(0.75)]])
      await signals.stop()
    }
  }

  @Test("From one track to the next nothing stops; behind the last it does")
  func interlude() async throws {
    let player = MPRISRig.player(MockScript(duration: 0.4))
    let queue = PlayQueue(try ["aaaaaaaaaaa", "bbbbbbbbbbb"].map { try PlayerSource(parsing: $0) })
    try await MPRISRig.run(player) { rig in
      let signals = try await rig.bus.watch()
      try await player.play(queue)
      try await player.waitForQueue()
      await signals.wait(for: "PlaybackStatus", .string("Stopped"))
      #expect(
        signals.all.compactMap { $0.values["PlaybackStatus"] } == [.string("Playing"), .string("Stopped")])
      #expect(signals.all.count { $0.values["CanGoPrevious"] != nil } == 1)
      await signals.stop()
    }
  }

  @Test("What comes next is told when it comes, or goes")
  func next() async throws {
    let player = MPRISRig.player()
    let queue = PlayQueue([try PlayerSource(parsing: "aaaaaaaaaaa")])
    try await MPRISRig.run(player) { rig in
      let signals = try await rig.bus.watch()
      try await player.play(queue)
      await signals.wait(for: "PlaybackStatus", .string("Playing"))
      queue.append(try PlayerSource(parsing: "bbbbbbbbbbb"))
      await signals.wait(for: "CanGoNext", .bool(true))
      queue.next()
      await signals.wait(for: "CanGoPrevious", .bool(true))
      await signals.wait(for: "CanGoNext", .bool(false))
      await signals.stop()
    }
  }
}
