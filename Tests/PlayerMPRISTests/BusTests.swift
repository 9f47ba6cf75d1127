import Foundation
import MockBackend
import PlayerKit
import PlayerMPRIS
import TestSupport
import Testing

@Suite("MPRIS and its bus", .timeLimit(.minutes(5)))
struct BusTests {
  @Test("A second player of the same name is there beside the first, and both are controlled")
  func second() async throws {
    try await MPRISRig.run { rig async throws in
      let other = MPRISRig.player()
      let reports = MPRISRig.Reports()
      let service = MPRISService(other, MPRISRig.options(rig.bus)) { reports.add($0) }
      service.start()
      let name = "org.mpris.MediaPlayer2.rig.instance\(getpid())"
      #expect(await reports.wait() == .named(name))
      #expect(try await rig.bus.players() == ["org.mpris.MediaPlayer2.rig", name])
      #expect(try await rig.bus.playerctl("--player", "rig.instance\(getpid())", "volume", "0.5").isSuccess)
      #expect(other.state.volume == 50)
      #expect(rig.player.state.volume == 100)
      await service.stop()
      #expect(try await rig.bus.players() == ["org.mpris.MediaPlayer2.rig"])
      await other.shutDown()
    }
  }

  @Test("Quit is answered before anything ends")
  func quit() async throws {
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    try await MPRISRig.run(quitting: asking) { rig async throws in
      #expect(try await rig.data("CanQuit", root: true) == .bool(true))
      #expect(try await rig.bus.call(rig.name, "Quit").output == "()\n")
      for await _ in asked {}
    }
  }

  @Test("Where it can't be ended or raised, nothing happens")
  func noQuit() async throws {
    try await MPRISRig.run { rig async throws in
      #expect(try await rig.bus.call(rig.name, "Quit").isSuccess)
      #expect(try await rig.bus.call(rig.name, "Raise").isSuccess)
      #expect(try await rig.data("PlaybackStatus") == .string("Stopped"))
    }
  }

  @Test("A bus that dies takes nothing with it, and is told once")
  func death() async throws {
    try await MPRISRig.run { rig in
      try await rig.player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
      try await rig.player.waitFor { $0.status == .playing }
      await rig.bus.crash()
      #expect(await rig.reports.wait(behind: 1) == .lost)
      let time = rig.player.state.currentTime
      try await rig.player.waitFor { $0.currentTime > time }
      try await rig.player.seek(to: 50)
      try await rig.player.waitFor { $0.currentTime >= 50 && !$0.isSeeking }
      #expect(rig.reports.all.count == 2)
    }
  }

  @Test(
    "A bus that answers nothing holds up neither the player nor its end, and learns the newest once it lives again"
  )
  func hang() async throws {
    try await MPRISRig.run { rig in
      let signals = try await rig.bus.watch()
      rig.bus.freeze()
      for volume in 0..<2000 { try await rig.player.setVolume(Double(volume % 100)) }
      try await rig.player.setVolume(12)
      rig.bus.thaw()
      await signals.wait(for: "Volume", .number(0.12))
      await signals.stop()
      rig.bus.freeze()
      for volume in 0..<2000 { try await rig.player.setVolume(Double(volume % 100)) }
      let isInTime = await withTimeLimit(15) { await rig.service.stop() } != nil
      #expect(isInTime)
    }
  }

  @Test("A bus that does not even let anybody in is waited for by nobody")
  func mute() async throws {
    try await PrivateBus.run { bus in
      bus.freeze()
      let player = MPRISRig.player()
      let reports = MPRISRig.Reports()
      let service = MPRISService(player, MPRISRig.options(bus)) { reports.add($0) }
      service.start()
      try await player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
      try await player.waitFor { $0.status == .playing }
      let isInTime = await withTimeLimit(15) { await service.stop() } != nil
      #expect(isInTime)
      // What waited for the bus has been told to end.
      #expect(await reports.wait() == .unavailable("The session bus does not answer."))
      await player.shutDown()
    }
  }

  @Test(
    "Without a bus the reason is told, and nothing else",
    arguments: ["unix:path=/nonexistent/bus", "nonsense", "", "unix:", TestEnvironment.noSessionBus])
  func noBus(address: String) async throws {
    let player = MPRISRig.player()
    let reports = MPRISRig.Reports()
    var options = MPRISOptions(name: "rig", identity: "The Rig")
    options.address = address
    let service = MPRISService(player, options) { reports.add($0) }
    service.start()
    guard case .unavailable(let reason) = await reports.wait() else {
      Issue.record("\(reports.all)")
      return
    }
    #expect(!reason.isEmpty)
    try await player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
    await service.stop()
    #expect(reports.all.count == 1)
    await player.shutDown()
  }

  @Test("A service that is dropped is off the bus; one that has stopped does not start again")
  func dropping() async throws {
    try await PrivateBus.run { bus async throws in
      let player = MPRISRig.player()
      var dropped: MPRISService?
      let reports = MPRISRig.Reports()
      dropped = MPRISService(player, MPRISRig.options(bus)) { reports.add($0) }
      dropped?.start()
      dropped?.start()
      #expect(await reports.wait() == .named("org.mpris.MediaPlayer2.rig"))
      dropped = nil
      let isGone = await withTimeLimit(20) {
        while (try? await bus.players())?.isEmpty != true {}
        return true
      }
      #expect(isGone == true)
      let stopped = MPRISService(player, MPRISRig.options(bus)) { reports.add($0) }
      stopped.start()
      #expect(await reports.wait(behind: 1) == .named("org.mpris.MediaPlayer2.rig"))
      await stopped.stop()
      await stopped.stop()
      stopped.start()
      #expect(try await bus.players() == [])
      #expect(reports.all.count == 2)
      await player.shutDown()
    }
  }

  @Test("Started and stopped again and again it leaves no descriptor behind")
  func leaks() async throws {
    try await PrivateBus.run { bus in
      let player = MPRISRig.player()
      func cycle() async {
        let reports = MPRISRig.Reports()
        let service = MPRISService(player, MPRISRig.options(bus)) { reports.add($0) }
        service.start()
        _ = await reports.wait()
        await service.stop()
      }
      @Sendable func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }
      for _ in 0..<5 { await cycle() }
      let descriptors = try descriptorCount()
      for _ in 0..<30 { await cycle() }
      let isClean = await withTimeLimit(20) {
        while ((try? descriptorCount()) ?? .max) > descriptors { await Task.yield() }
        return true
      }
      #expect(isClean == true, "More than \(descriptors) descriptors are open.")
      await player.shutDown()
    }
  }
}
