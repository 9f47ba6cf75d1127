import IFramePage
import PlayerKit
import Testing

@testable import IFrameBackend

@Suite("A list that goes on, as the engine takes it") struct ListGoesOnTests {
  private static let ids = ["short-3s--a", "short-3s--b"]

  private func info(_ index: Int, time: Double) -> PlayerInfo {
    var info = PlayerInfo()
    (info.playlist, info.index, info.videoID) = (Self.ids, index, Self.ids[index])
    (info.time, info.duration) = (time, 3.02)
    return info
  }

  /// An engine that plays the first item, and is near its end.
  private func makePlaying() throws -> (engine: IFrameEngine, player: Int) {
    var engine = IFrameEngine(
      descriptor: IFrameBackend.descriptor, configuration: PlayerConfiguration(), endpoints: .youTube,
      origin: "https://example.org")
    engine.start()
    try engine.perform(.load(PlayerSource(parsing: "PLstandin-three")), at: 0)
    let player = try #require(engine.player?.number)
    engine.take(PageReport(.ready, player: player), at: 0.5)
    let mark = engine.lastMark
    for state in [-1, 3] {
      engine.take(PageReport(.state(state), player: player, mark: mark, info: info(0, time: 0)), at: 0.8)
    }
    engine.take(PageReport(.state(1), player: player, mark: mark, info: info(0, time: 0)), at: 1)
    for step in 1...11 {
      let time = Double(step) * 0.25
      engine.take(PageReport(.tick, player: player, mark: mark, info: info(0, time: time)), at: 1 + time)
    }
    try #require(engine.state.status == .playing && engine.state.itemIndex == 0)
    engine.drainEvents { _ in }
    return (engine, player)
  }

  private func statuses(_ engine: inout IFrameEngine) -> [PlayerStatus] {
    var statuses: [PlayerStatus] = []
    engine.drainEvents { event in
      if case .statusChanged(let status, _) = event { statuses.append(status) }
    }
    return statuses
  }

  @Test("The next item does not play before the player says so of it")
  func staleState() throws {
    var (engine, player) = try makePlaying()
    let mark = engine.lastMark
    engine.take(PageReport(.tick, player: player, mark: mark, info: info(1, time: 3)), at: 4.02)
    #expect(engine.state.itemIndex == 1)
    #expect(statuses(&engine) == [.buffering])
    for (state, moment) in [(-1, 4.05), (3, 4.1), (1, 4.5)] {
      engine.take(PageReport(.state(state), player: player, mark: mark, info: info(1, time: 0)), at: moment)
    }
    #expect(statuses(&engine) == [.playing])
  }

  @Test("It plays where the player had said so before the item was known")
  func earlyState() throws {
    var (engine, player) = try makePlaying()
    let mark = engine.lastMark
    engine.take(PageReport(.tick, player: player, mark: mark, info: info(1, time: 0)), at: 4.02)
    #expect(statuses(&engine) == [.buffering])
    engine.take(PageReport(.tick, player: player, mark: mark, info: info(1, time: 0.2)), at: 4.25)
    #expect(statuses(&engine) == [.playing])
  }

  @Test("A list that was loaded shuffled is shuffled once, and has its own order back")
  func shuffle() throws {
    var engine = IFrameEngine(
      descriptor: IFrameBackend.descriptor, configuration: PlayerConfiguration(), endpoints: .youTube,
      origin: "https://example.org")
    engine.start()
    try engine.perform(.setShuffle(true), at: 0)
    try engine.perform(.load(PlayerSource(parsing: "PLstandin-three")), at: 0)
    let player = try #require(engine.player?.number)
    engine.take(PageReport(.ready, player: player), at: 0.5)
    func play(_ ids: [String], _ index: Int, at moment: Double) {
      var info = PlayerInfo()
      (info.playlist, info.index, info.videoID) = (ids, index, ids[index])
      (info.time, info.duration) = (0, 3.02)
      for state in [-1, 3, 1] {
        engine.take(
          PageReport(.state(state), player: player, mark: engine.lastMark, info: info), at: moment)
      }
    }
    play(["a", "b", "c"].map { "short-3s--\($0)" }, 0, at: 1)
    play(["c", "a", "b"].map { "short-3s--\($0)" }, 1, at: 2)
    try engine.perform(.next, at: 3)
    play(["c", "a", "b"].map { "short-3s--\($0)" }, 2, at: 4)
    #expect(engine.state.items.map(\.id.last) == ["c", "a", "b"] && engine.state.itemIndex == 2)
    let shuffles = engine.drainOrders().count { $0 == .page(.call(.setShuffle, [.bool(true)])) }
    #expect(shuffles == 1)
    try engine.perform(.setShuffle(false), at: 5)
    #expect(engine.state.items.map(\.id.last) == ["a", "b", "c"] && engine.state.itemIndex == 1)
  }

  @Test("It plays wherever it is, once the player has gone on saying so")
  func elsewhere() throws {
    var (engine, player) = try makePlaying()
    let mark = engine.lastMark
    for (time, moment) in [(2.0, 4.02), (2.5, 4.5), (2.9, 6.5)] {
      engine.take(PageReport(.tick, player: player, mark: mark, info: info(1, time: time)), at: moment)
    }
    #expect(statuses(&engine) == [.buffering, .playing])
  }
}
