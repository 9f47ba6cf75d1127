import IFramePage
import PlayerKit
import Testing

@testable import IFrameBackend

@Suite("YouTube's lists")
struct ItemTests {
  private static let list = "https://youtube.com/playlist?list=PLlist-of-three-items"

  private func playing(_ text: String = list) throws -> Bench {
    let bench = Bench()
    let ids = ["listitem--1", "listitem--2", "listitem--3"]
    bench.youTube.lists["PLlist-of-three-items"] = ids
    for id in ids { bench.youTube.videos[id] = FakeYouTube.Video(id: id, length: 4) }
    try bench.perform(.load(.youTube(text)))
    #expect(bench.run { $0.status == .playing && $0.items.count == 3 })
    return bench
  }

  @Test("A list goes on by itself, and ends once after its last item")
  func goesOn() throws {
    let bench = try playing()
    #expect(bench.run { $0.itemIndex == 1 && $0.status == .playing })
    #expect(bench.run { $0.itemIndex == 2 && $0.status == .playing })
    #expect(bench.run { $0.status == .ended })
    bench.run(for: 3)
    #expect(bench.statuses.filter { $0 == .ended }.count == 1)
    #expect(bench.engine.state.metadata.videoID == "listitem--3")
  }

  @Test("next on the last item ends, where YouTube's player would start it again")
  func nextAtEnd() throws {
    let bench = try playing()
    try bench.perform(.playItem(2))
    #expect(bench.run { $0.itemIndex == 2 && $0.status == .playing })
    try bench.perform(.next)
    bench.run(for: 3)
    #expect(bench.engine.state.status == .ended)
    #expect(bench.youTube.player?.isRunning == false)
  }

  @Test("previous on the first item goes to its start")
  func previousAtStart() throws {
    let bench = try playing()
    bench.run(for: 2)
    try bench.perform(.previous)
    bench.run(for: 0.5)
    #expect(bench.engine.state.itemIndex == 0 && bench.engine.state.currentTime < 0.6)
  }

  @Test("next while paused shows the next item, without a moment of sound")
  func nextWhilePaused() throws {
    let bench = try playing()
    try bench.perform(.pause)
    bench.run(for: 1)
    bench.forgetEvents()
    try bench.perform(.next)
    for _ in 0..<100 {
      bench.run(for: 0.02)
      #expect(bench.youTube.player?.isAudible != true)
    }
    #expect(bench.statuses == [.buffering, .paused])
    #expect(bench.engine.state.itemIndex == 1 && bench.engine.state.currentTime == 0)
    #expect(bench.youTube.player?.video?.id == "listitem--2")
  }

  @Test("With the loop one an item starts again, though the list would go on")
  func loopOne() throws {
    let bench = try playing()
    try bench.perform(.setLoop(.one))
    bench.run(for: 9)
    #expect(bench.engine.state.itemIndex == 0)
    #expect(bench.landings.count >= 2)
    #expect(!bench.statuses.contains(.ended))
  }

  @Test("With the loop all the list starts again")
  func loopAll() throws {
    let bench = try playing()
    try bench.perform(.setLoop(.all))
    try bench.perform(.playItem(2))
    #expect(bench.run { $0.itemIndex == 2 && $0.status == .playing })
    #expect(bench.run { $0.itemIndex == 0 && $0.status == .playing })
    #expect(!bench.statuses.contains(.ended))
  }

  @Test("Shuffling shows the player's order once it is seen, and off restores the own one")
  func shuffle() throws {
    let bench = try playing()
    let before = bench.engine.state.items
    try bench.perform(.setShuffle(true))
    #expect(bench.engine.state.isShuffled)
    #expect(bench.run { $0.items != before })
    #expect(Set(bench.engine.state.items) == Set(before))
    try bench.perform(.setShuffle(false))
    bench.run(for: 1)
    #expect(bench.engine.state.items == before && !bench.engine.state.isShuffled)
  }

  @Test("next straight after shuffling goes on in the player's order, and ends where that is over")
  func nextShuffled() throws {
    let bench = try playing()
    try bench.perform(.playItem(1))
    #expect(bench.run { $0.itemIndex == 1 && $0.status == .playing })
    // This player's order is the list's, turned round.
    try bench.perform(.setShuffle(true))
    bench.forgetEvents()
    try bench.perform(.next)
    #expect(bench.run { $0.status == .playing && $0.metadata.videoID == "listitem--1" })
    #expect(bench.engine.state.items.map(\.id) == ["listitem--3", "listitem--2", "listitem--1"])
    #expect(bench.engine.state.itemIndex == 2 && bench.statuses == [.buffering, .playing])

    let other = try playing()
    try other.perform(.setShuffle(true))
    try other.perform(.next)
    #expect(other.run { $0.status == .ended })
    #expect(other.engine.state.itemIndex == 2 && other.engine.state.metadata.videoID == "listitem--1")
    other.run(for: 1)
    #expect(other.youTube.player?.isRunning == false)
  }

  @Test("A single bad item is passed over; a list of bad ones has failed")
  func badItems() throws {
    let bench = try playing()
    bench.youTube.videos["listitem--2"] = FakeYouTube.Video(id: "listitem--2", error: 150)
    try bench.perform(.next)
    #expect(bench.run { $0.itemIndex == 2 && $0.status == .playing })
    #expect(bench.failure == nil)
    for id in ["listitem--1", "listitem--3"] {
      bench.youTube.videos[id] = FakeYouTube.Video(id: id, error: 150)
    }
    try bench.perform(
      .load(.youTube("https://youtube.com/watch_videos?video_ids=listitem--1,listitem--2,listitem--3")))
    #expect(bench.run { $0.error != nil || $0.status == .ended })
  }

  @Test("A list begins at its index, and at its start")
  func index() throws {
    let bench = try playing(Self.list + "&index=3&t=2")
    #expect(bench.engine.state.itemIndex == 2)
    #expect(abs((bench.youTube.player?.position ?? 0) - 2) < 0.3)
  }

  @Test("A video is played inside its list")
  func videoInList() throws {
    let bench = try playing("https://youtube.com/watch?v=listitem--2&list=PLlist-of-three-items")
    #expect(bench.engine.state.itemIndex == 1)
    #expect(bench.youTube.opened.last?.videoID == "listitem--2")
    try bench.perform(.next)
    #expect(bench.run { $0.itemIndex == 2 && $0.status == .playing })
  }

  @Test("A channel plays its uploads; a handle says what could look it up")
  func channels() throws {
    let bench = Bench()
    bench.youTube.lists["UUabcdefghijklmnopqrstuv"] = ["listitem--1", "listitem--2"]
    try bench.perform(.load(.youTube("https://youtube.com/channel/UCabcdefghijklmnopqrstuv")))
    #expect(bench.run { $0.status == .playing && $0.items.count == 2 })
    let error = #expect(throws: PlayerError.self) { try bench.perform(.load(.youTube("@somebody"))) }
    #expect(error?.code == .unsupported)
    #expect(error?.remedy?.contains("mpv") == true)
    #expect(bench.engine.state.status == .playing)
  }
}
