import MockBackend
import PlayerKit
import TestSupport
import Testing

/// Lists, loops and shuffles.
@Suite struct ItemTests {
  private let list = MockMedia.list(
    ["a", "b", "c"].map { name in
      MockMedia.bare(1).with {
        $0.id = name
        $0.openLatency = 0.5
      }
    })
  private let items = ["a", "b", "c"].map { PlayerItem(id: $0) }

  /// What comes when an item has opened.
  private let opened: [PlayerEvent] = [.durationChanged(1, isLive: false, isSeekable: true)]
  private let times: [PlayerEvent] = [.timeChanged(0.25), .timeChanged(0.5), .timeChanged(0.75)]

  private func moved(to index: Int) -> [PlayerEvent] {
    [
      .statusChanged(.buffering), .itemsChanged(items, index: index),
      .durationChanged(nil, isLive: false, isSeekable: false), .timeChanged(0),
    ]
  }

  @Test("a list plays item after item and ends once, after its last")
  func plays() async throws {
    let stage = try await Stage(list)
    #expect(
      try await stage.perform(.load(.clip)) == [
        .sourceChanged(.clip), .statusChanged(.unstarted, playWhenReady: true), .statusChanged(.buffering),
        .itemsChanged(items, index: 0),
      ])
    #expect(await stage.advance(0.5) == opened + [.loadedFractionChanged(1), .statusChanged(.playing)])
    #expect(await stage.advance(1) == times + [.timeChanged(1)] + moved(to: 1))
    #expect(await stage.advance(0.5) == opened + [.statusChanged(.playing)])
    _ = await stage.advance(1)
    #expect(stage.state.itemIndex == 2)
    #expect(
      await stage.advance(60) == opened + [.statusChanged(.playing)] + times + [
        .timeChanged(1), .statusChanged(.ended, playWhenReady: false),
      ])
  }

  @Test("next, previous and playItem move, and keep playing")
  func moves() async throws {
    let stage = try await Stage(list)
    try await stage.perform(.load(.clip))
    _ = await stage.advance(0.75)
    #expect(try await stage.perform(.next) == moved(to: 1))
    #expect(await stage.advance(0.5) == opened + [.statusChanged(.playing)])
    #expect(try await stage.perform(.previous) == moved(to: 0).dropLast())
    #expect(
      try await stage.perform(.playItem(2)) == [
        .statusChanged(.buffering, playWhenReady: true), .itemsChanged(items, index: 2),
        .durationChanged(nil, isLive: false, isSeekable: false),
      ])
    #expect(await stage.advance(0.5).last == .statusChanged(.playing))
    await stage.refuses(.playItem(3), .invalidArgument)
    await stage.refuses(.playItem(-1), .invalidArgument)
  }

  @Test("next while paused stays paused, while queued queued, while stopped stopped")
  func movesWithoutPlaying() async throws {
    let stage = try await Stage(list)
    try await stage.perform(.cue(.clip))
    _ = await stage.advance(0.5)
    try await stage.perform(.next)
    #expect(await stage.advance(0.5).last == .statusChanged(.queued))
    try await stage.perform(.play, .pause, .next)
    #expect(await stage.advance(0.5).last == .statusChanged(.paused))
    try await stage.perform(.stop)
    #expect(
      try await stage.perform(.previous) == [
        .itemsChanged(items, index: 1), .durationChanged(nil, isLive: false, isSeekable: false),
      ])
    #expect(await stage.advance(60) == [])
    try await stage.perform(.play)
    #expect(await stage.advance(0.5) == opened + [.statusChanged(.playing)])
  }

  @Test("previous on the first item goes to its start, next on the last ends")
  func ends() async throws {
    let stage = try await Stage(list)
    try await stage.perform(.load(.clip))
    _ = await stage.advance(1)
    #expect(try await stage.perform(.previous) == [.seeking(to: 0), .seeked(at: 0), .timeChanged(0)])
    try await stage.perform(.playItem(2))
    _ = await stage.advance(0.75)
    #expect(
      try await stage.perform(.next) == [.timeChanged(1), .statusChanged(.ended, playWhenReady: false)])
    #expect(try await stage.perform(.next) == [])
  }

  @Test("after the end of a list play begins with its first item")
  func playAgain() async throws {
    let stage = try await Stage(list)
    try await stage.perform(.load(.clip))
    _ = await stage.advance(60)
    #expect(stage.state.status == .ended)
    #expect(
      try await stage.perform(.play) == [
        .statusChanged(.buffering, playWhenReady: true), .itemsChanged(items, index: 0),
        .durationChanged(nil, isLive: false, isSeekable: false), .timeChanged(0),
      ])
    #expect(await stage.advance(0.5).last == .statusChanged(.playing))
  }

  @Test("without a list the source is its own only item")
  func noItems() async throws {
    let stage = try await Stage(MockMedia.bare(2))
    try await stage.perform(.load(.clip(start: 0.5)))
    _ = await stage.advance(0.25)
    await stage.refuses(.playItem(1), .invalidArgument)
    #expect(
      try await stage.perform(.playItem(0)) == [.seeking(to: 0.5), .seeked(at: 0.5), .timeChanged(0.5)])
    #expect(try await stage.perform(.previous) == [.seeking(to: 0.5), .seeked(at: 0.5), .timeChanged(0.5)])
    #expect(
      try await stage.perform(.next) == [.timeChanged(2), .statusChanged(.ended, playWhenReady: false)])
  }

  @Test("a source that next has ended before it was open says nothing of seeking, and can be played")
  func nextWhileOpening() async throws {
    let stage = try await Stage(MockMedia.bare(2).with { $0.openLatency = 1 })
    try await stage.perform(.load(.clip))
    #expect(
      try await stage.perform(.next) == [.timeChanged(0), .statusChanged(.ended, playWhenReady: false)])
    #expect(await stage.advance(60) == [])
    await stage.refuses(.seek(.to(1)), .unsupported)
    #expect(try await stage.perform(.play) == [.statusChanged(.buffering, playWhenReady: true)])
    #expect(await stage.advance(1.25).suffix(2) == [.statusChanged(.playing), .timeChanged(0.25)])
  }

  @Test("the loop one starts the source again without ended")
  func loopOne() async throws {
    let stage = try await Stage(MockMedia.bare(1))
    try await stage.perform(.load(.clip(start: 0.5)), .setLoop(.one))
    #expect(
      await stage.advance(1.25) == [
        .timeChanged(0.75), .seeked(at: 0.5), .timeChanged(0.5),
        .timeChanged(0.75), .seeked(at: 0.5), .timeChanged(0.5), .timeChanged(0.75),
      ])
    try await stage.perform(.setLoop(.off))
    #expect(
      await stage.advance(5) == [.timeChanged(1), .statusChanged(.ended, playWhenReady: false)])
  }

  @Test("the loop one repeats the current item, and next still moves on")
  func loopOneItem() async throws {
    let stage = try await Stage(list)
    try await stage.perform(.load(.clip), .setLoop(.one), .next)
    #expect(
      await stage.advance(1.75) == opened + [.loadedFractionChanged(1), .statusChanged(.playing)] + times + [
        .seeked(at: 0), .timeChanged(0), .timeChanged(0.25),
      ])
    #expect(stage.state.itemIndex == 1)
  }

  @Test("the loop all starts the list again after its last item")
  func loopAll() async throws {
    let stage = try await Stage(list)
    try await stage.perform(.load(.clip), .setLoop(.all), .playItem(2))
    #expect(
      await stage.advance(1.5).suffix(5) == [.timeChanged(1)] + moved(to: 0))
    try await stage.perform(.playItem(2), .next)
    #expect(stage.state.itemIndex == 0)
    let single = try await Stage(MockMedia.bare(1))
    try await single.perform(.load(.clip), .setLoop(.all))
    #expect(await single.advance(1) == times + [.seeked(at: 0), .timeChanged(0)])
  }

  @Test("a loop over next to nothing takes time, and comes to no standstill")
  func shortLoop() async throws {
    let stage = try await Stage(MockMedia.list([.bare(0), .bare(0)]))
    try await stage.perform(.load(.clip(start: 5)), .setLoop(.all))
    #expect(await stage.advance(0.1).count < 2_000)
    try await stage.perform(.load(.clip(start: 5, end: 6)), .setLoop(.one))
    #expect(await stage.advance(0.1).count < 2_000)
  }

  @Test("shuffling follows from the seed, keeps the current item, and off restores the order")
  func shuffle() async throws {
    let media = MockMedia.list((0..<8).map { number in MockMedia.bare(1).with { $0.id = "\(number)" } })
    func shuffled(seed: UInt64) async throws -> [String] {
      var script = MockScript { _ in media }
      script.seed = seed
      let stage = try await Stage(script)
      try await stage.perform(.load(.clip), .playItem(3))
      let events = try await stage.perform(.setShuffle(true))
      #expect(events == [.shuffleChanged(true), .itemsChanged(stage.state.items, index: 0)])
      let order = stage.state.items.map(\.id)
      #expect(order.first == "3")
      #expect(Set(order) == Set((0..<8).map(String.init)))
      #expect(
        try await stage.perform(.setShuffle(false)) == [
          .shuffleChanged(false), .itemsChanged(media.items.map { PlayerItem(id: $0.id) }, index: 3),
        ])
      return order
    }
    #expect(try await shuffled(seed: 1) == shuffled(seed: 1))
    #expect(try await shuffled(seed: 1) != shuffled(seed: 2))
  }

  @Test("a shuffled list plays every item once")
  func shuffledPlay() async throws {
    let media = MockMedia.list((0..<8).map { number in MockMedia.bare(1).with { $0.id = "\(number)" } })
    let stage = try await Stage(media)
    try await stage.perform(.setShuffle(true), .load(.clip))
    let order = stage.state.items.map(\.id)
    var played: [String] = []
    for _ in 0..<8 {
      played.append(stage.state.items[stage.state.itemIndex ?? 0].id)
      _ = await stage.advance(1)
    }
    #expect(stage.state.status == .ended)
    #expect(played == order)
    #expect(order.first == "0")
    #expect(order.sorted() == (0..<8).map(String.init))
  }

  @Test("start and end belong to the item that a list begins with")
  func startOfList() async throws {
    let ids = ["aaaaaaaaaaa", "bbbbbbbbbbb", "ccccccccccc"].compactMap(YouTubeVideoID.init)
    let stage = try await Stage(MockScript(duration: 2))
    try await stage.perform(.load(PlayerSource(.videos(ids, index: 1), start: 0.5, end: 1)))
    #expect(stage.state.itemIndex == 1)
    #expect(stage.state.currentTime == 0.5)
    _ = await stage.advance(0.5)
    #expect(stage.state.itemIndex == 2)
    #expect(
      await stage.advance(2).suffix(2) == [.timeChanged(2), .statusChanged(.ended, playWhenReady: false)])
  }
}
