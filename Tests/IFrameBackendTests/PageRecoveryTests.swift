import IFramePage
import PlayerKit
import Testing

@testable import IFrameBackend

@Suite("The page's process, as the engine takes its end") struct PageRecoveryTests {
  private func makeEngine() -> IFrameEngine {
    var engine = IFrameEngine(
      descriptor: IFrameBackend.descriptor, configuration: PlayerConfiguration(), endpoints: .youTube,
      origin: "https://example.org")
    engine.start()
    _ = engine.drainOrders()
    return engine
  }

  private func reloads(_ engine: inout IFrameEngine) -> Int {
    engine.drainOrders().count { $0 == .reload }
  }

  @Test("One that dies again and again with nothing loaded is made again only when something is loaded")
  func idle() throws {
    var engine = makeEngine()
    for death in 0..<3 {
      engine.processEnded(at: Double(death))
      #expect(reloads(&engine) == 1)
      engine.take(PageReport(.page), at: Double(death) + 0.5)
    }
    engine.processEnded(at: 4)
    #expect(reloads(&engine) == 0)
    try engine.perform(.load(PlayerSource(parsing: "dQw4w9WgXcQ")), at: 11)
    #expect(reloads(&engine) == 1)
    engine.take(PageReport(.page), at: 12)
    let hasOpened = engine.drainOrders().contains { order in
      if case .page(.open) = order { true } else { false }
    }
    #expect(hasOpened)
  }

  @Test("One that did not come back in time is tried again by the next load")
  func late() throws {
    var engine = makeEngine()
    let source = try PlayerSource(parsing: "dQw4w9WgXcQ")
    try engine.perform(.load(source), at: 1)
    engine.processEnded(at: 2)
    #expect(reloads(&engine) == 1)
    engine.advance(to: 60)
    #expect(engine.state.error != nil)
    try engine.perform(.load(source), at: 61)
    #expect(reloads(&engine) == 1)
  }

  @Test("The page that comes back after a failure says what it was")
  func overlay() throws {
    var engine = makeEngine()
    try engine.perform(.load(PlayerSource(parsing: "dQw4w9WgXcQ")), at: 0)
    for death in 0..<4 { engine.processEnded(at: Double(death)) }
    let failure = try #require(engine.state.error)
    _ = engine.drainOrders()
    engine.take(PageReport(.page), at: 5)
    #expect(engine.drainOrders().contains(.page(.overlay(PageOverlay(failure)))))
  }

  @Test("What is known exactly of a duration stays when the page comes back and knows whole seconds")
  func duration() throws {
    var engine = makeEngine()
    try engine.perform(.load(PlayerSource(parsing: "dQw4w9WgXcQ")), at: 0)
    var durations: [Double?] = []
    for (duration, moment) in [(30.0, 1.0), (30.023, 2), (30, 5), (30.023, 6), (40, 7)] {
      if moment == 5 {
        engine.processEnded(at: 4)
        engine.take(PageReport(.page), at: 4.5)
      }
      let player = try #require(engine.player?.number)
      var info = PlayerInfo()
      info.duration = duration
      engine.take(PageReport(.ready, player: player, info: info), at: moment)
      engine.take(PageReport(.tick, player: player, mark: engine.lastMark, info: info), at: moment + 0.1)
      engine.drainEvents { if case .durationChanged(let duration, _, _) = $0 { durations.append(duration) } }
    }
    #expect(durations == [30, 30.023, 40])
  }

  @Test("Rates that no player can have are not taken over from the page")
  func rates() throws {
    var engine = makeEngine()
    try engine.perform(.load(PlayerSource(parsing: "dQw4w9WgXcQ")), at: 0)
    let player = try #require(engine.player?.number)
    engine.take(PageReport(.ready, player: player), at: 1)
    var info = PlayerInfo()
    info.rates = [-1, 0, 1e300, 0.5, 2]
    engine.take(PageReport(.state(3), player: player), at: 1.1)
    engine.take(PageReport(.state(1), player: player, info: info), at: 1.2)
    #expect(engine.state.availableRates == [0.5, 2])
    #expect([0.5, 2].contains(engine.state.rate))
  }
}
