import MockBackend
import PlayerKit
import PlayerMPRIS
import TestSupport
import Testing

/// What `docs/desktop.md` shows, so that it is compiled, and runs.
@Suite("The desktop's samples")
struct DesktopSamples {
  @Test("A player of one's own is on the bus, and can be ended from there", .timeLimit(.minutes(1)))
  func service() async throws {
    let (lines, printing) = AsyncStream.makeStream(of: String.self)
    @Sendable func print(_ report: MPRISService.Report) { printing.yield(report.description) }
    let (asking, asked) = AsyncStream.makeStream(of: Void.self)
    try await PrivateBus.run { bus async throws in
      let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
      var options = MPRISOptions(
        name: "example", identity: "Example Player", desktopEntry: "org.example.Player")
      options.quit = { asked.finish() }
      options.address = bus.address
      let service = MPRISService(player, options) { report in
        print(report)  // The desktop controls the player as org.mpris.MediaPlayer2.example.
      }
      service.start()
      var line = lines.makeAsyncIterator()
      let first = await line.next()
      #expect(first == "The desktop controls the player as org.mpris.MediaPlayer2.example.")
      #expect(try await bus.call("org.mpris.MediaPlayer2.example", "Quit").isSuccess)
      for await _ in asking {}
      await service.stop()
      await player.shutDown()
    }
  }
}
