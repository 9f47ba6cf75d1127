import Foundation
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@testable import IFrameBackend

@Suite("Sessions that share a window", .serialized, .timeLimit(.minutes(5)))
struct SharedWindowTests {
  private struct Session {
    let backend: any PlayerBackend
    let log: EventLog
  }

  /// The program of the backend, on a display of its own.
  private func run(_ body: (BackendProvider, VirtualDisplay) async throws -> Void) async throws {
    try await VirtualDisplay.run { display in
      try await YouTubeStandIn.run { standIn in
        var options = PluginOptions()
        let own = ["DISPLAY": display.name].merging(standIn.environment()) { $1 }
        options.environment = TestEnvironment.variables.merging(own) { $1 }
        let program = PluginProgram(
          executable: BuiltProgram.path("ytplay-iframe"), descriptor: IFrameBackend.descriptor,
          options: options)
        try await body(program.provider, display)
        await program.stop()
      }
    }
  }

  private func make(
    _ provider: BackendProvider, page: Int, isFront: Bool = true
  ) async throws -> Session {
    var configuration = PlayerConfiguration()
    configuration.presentation = PlayerPresentation(page: page, isFront: isFront)
    let log = EventLog()
    return Session(backend: try await provider.make(configuration) { log.emit($0) }, log: log)
  }

  private func play(_ session: Session) async throws {
    try await session.backend.perform(.load(try PlayerSource(parsing: "dQw4w9WgXcQ")))
    try await session.log.wait { $0 == .statusChanged(.playing) }
  }

  @Test("One that has taken the page of another is seen on when that one ends")
  func samePage() async throws {
    try await run { provider, display in
      let first = try await make(provider, page: 0)
      let second = try await make(provider, page: 0)
      try await play(second)
      await first.backend.shutDown()
      let movement = try await display.pictures { $0 != $1 }
      #expect(movement.contains { $0 > 100 })
      await second.backend.shutDown()
    }
  }

  @Test("Two that change places are both seen there")
  func swap() async throws {
    try await run { provider, display in
      let first = try await make(provider, page: 0)
      let second = try await make(provider, page: 1)
      try await play(first)
      for (session, page) in [(first, 1), (second, 0), (first, 1)] {
        let presenting = try #require(session.backend as? any PresentingBackend)
        try await presenting.present(PlayerPresentation(page: page, isFront: true))
      }
      await second.backend.shutDown()
      let movement = try await display.pictures { $0 != $1 }
      #expect(movement.contains { $0 > 100 })
      await first.backend.shutDown()
    }
  }

  private func present(_ session: Session, page: Int, isFront: Bool) async throws {
    let backend = try #require(session.backend as? any PresentingBackend)
    try await backend.present(PlayerPresentation(page: page, isFront: isFront))
  }

  private func waitForWindow(_ isThere: Bool, _ display: VirtualDisplay) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try await display.hasWindow("ytplay") != isThere {
      try #require(ContinuousClock.now < deadline, "the window is\(isThere ? " not" : "") there")
    }
  }

  @Test("The window is there while a session is in front; one behind is loaded without it")
  func hidden() async throws {
    try await run { provider, display in
      let session = try await make(provider, page: 0, isFront: false)
      try await session.backend.perform(.load(try PlayerSource(parsing: "dQw4w9WgXcQ")))
      try await session.log.waitForState { $0.status == .queued && $0.loadedFraction > 0 }
      #expect(try await !display.hasWindow("ytplay"))
      for _ in 0..<2 {
        try await present(session, page: 0, isFront: true)
        try await session.backend.perform(.play)
        let time = session.log.state.currentTime
        try await session.log.waitForState { $0.status == .playing && $0.currentTime > time + 0.3 }
        let movement = try await display.pictures { $0 != $1 }
        #expect(movement.contains { $0 > 100 })
        try await present(session, page: 0, isFront: false)
        try await session.log.waitForState { $0.status == .paused }
        try await waitForWindow(false, display)
      }
      // What ends behind leaves nothing, and another in front has its window.
      let other = try await make(provider, page: 1)
      try await waitForWindow(true, display)
      await other.backend.shutDown()
      try await waitForWindow(false, display)
      await session.backend.shutDown()
    }
  }

  @Test("From page to page the window stays where it is, without a flicker")
  func steady() async throws {
    try await run { provider, display in
      let sessions = [
        try await make(provider, page: 0), try await make(provider, page: 1, isFront: false),
      ]
      let window = try await display.window("ytplay")
      let hasLooked = Lock(false)
      let looking = Task {
        defer { hasLooked.withLock { $0 = true } }
        for _ in 0..<10 {
          guard try await display.hasWindow("ytplay") else { return false }
        }
        return true
      }
      var step = 0
      while step < 20 || !hasLooked.withLock({ $0 }) {
        try await present(sessions[step % 2], page: step % 2, isFront: false)
        try await present(sessions[(step + 1) % 2], page: (step + 1) % 2, isFront: true)
        step += 1
      }
      #expect(try await looking.value, "it was gone")
      #expect(try await display.window("ytplay") == window)
      for session in sessions { await session.backend.shutDown() }
    }
  }

  @Test(
    "The window's title is one line in its own direction, whatever a video's is",
    arguments: [
      ("line\nbreak\r\tbell\u{7} \u{1B}[31mred", "line break  bell   [31mred"),
      ("\u{202E}desrever\u{202C} \u{2066}x\u{2069}\u{2028}", " desrever   x  "),
      ("Ein Käse 🧀 – 日本語", "Ein Käse 🧀 – 日本語"),
    ])
  func title(text: String, shown: String) async {
    #expect(await IFrameWindow.harmless(text) == shown)
  }
}
