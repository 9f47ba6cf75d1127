import MockBackend
import PlayerKit
import PlayerMPRIS
import TestSupport
import Testing

@Suite("MPRIS by the clients of the desktop", .timeLimit(.minutes(5)))
struct ClientTests {
  @Test("playerctl finds the player, pauses it and plays it on")
  func playing() async throws {
    try await MPRISRig.run { rig in
      try await rig.player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
      try await rig.player.waitFor { $0.status == .playing }
      #expect(try await rig.bus.playerctl("--list-all").lines == ["rig"])
      #expect(try await rig.bus.playerctl("status").lines == ["Playing"])
      #expect(try await rig.bus.playerctl("pause").isSuccess)
      try await rig.player.waitFor { $0.status == .paused }
      #expect(try await rig.bus.playerctl("status").lines == ["Paused"])
      #expect(try await rig.bus.playerctl("play-pause").isSuccess)
      try await rig.player.waitFor { $0.status == .playing }
    }
  }
}
