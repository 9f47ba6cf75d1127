import IFramePage
import PlayerKit
import Testing

@testable import IFrameBackend

@Suite("What can fail with YouTube's player")
struct FailureTests {
  @Test(
    "YouTube's codes are told in the vocabulary's, and kept",
    arguments: [
      (2, PlayerError.Code.playbackFailed), (5, .playbackFailed), (100, .notFound), (105, .notFound),
      (101, .embeddingNotAllowed), (150, .embeddingNotAllowed), (152, .missingIdentity),
      (153, .missingIdentity), (777, .unknown),
    ])
  func codes(_ number: Int, _ code: PlayerError.Code) throws {
    let bench = Bench()
    bench.youTube.videos["aaaaaaaaaaa"] = FakeYouTube.Video(id: "aaaaaaaaaaa", error: number)
    bench.youTube.videos["bbbbbbbbbbb"] = FakeYouTube.Video(id: "bbbbbbbbbbb", failure: (1, number))
    for id in ["aaaaaaaaaaa", "bbbbbbbbbbb"] {
      bench.forgetEvents()
      try bench.perform(.load(.youTube(id)))
      #expect(bench.run { $0.error != nil })
      let error = try #require(bench.failure)
      #expect(error.code == code && error.backendCode == "\(number)" && error.backend == "iframe")
      #expect(error.message.hasSuffix(".") && error.remedy != nil)
      #expect(bench.engine.state.status == .unstarted)
      #expect(bench.youTube.overlay.title == error.message)
    }
    try bench.perform(.load(.youTube("ccccccccccc")))
    #expect(bench.run { $0.status == .playing && $0.error == nil })
  }

  @Test("A script that does not come is the network's, and the next play tries again")
  func script() throws {
    for script in [FakeYouTube.Script.fails, .hangs] {
      let bench = Bench({ $0.timeouts.open = 4 }, script: script)
      try bench.perform(.load(.youTube("aaaaaaaaaaa")))
      #expect(bench.run(upTo: 5) { $0.error?.code == .network })
      bench.youTube.script = .comes
      try bench.perform(.play)
      #expect(bench.run { $0.status == .playing })
    }
  }

  @Test("A player that never becomes ready is timedOut, and the next load makes another")
  func neverReady() throws {
    let bench = Bench { $0.timeouts.open = 4 }
    bench.youTube.becomesReady = false
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run(upTo: 5) { $0.error?.code == .timedOut })
    bench.youTube.becomesReady = true
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .playing })
  }

  @Test("Data that do not come for too long are timedOut")
  func stall() throws {
    let bench = Bench { $0.timeouts.open = 4 }
    bench.youTube.videos["aaaaaaaaaaa"] = FakeYouTube.Video(id: "aaaaaaaaaaa", stall: (1, 60))
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .playing })
    #expect(bench.run { $0.status == .buffering })
    #expect(bench.run(upTo: 6) { $0.error?.code == .timedOut })
  }

  @Test("Blocked autoplay is told, of a load and of a play")
  func blocked() throws {
    let bench = Bench()
    bench.youTube.videos["aaaaaaaaaaa"] = FakeYouTube.Video(id: "aaaaaaaaaaa", isBlocked: true)
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.error?.code == .autoplayBlocked })
    try bench.perform(.cue(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .queued })
    try bench.perform(.play)
    #expect(bench.run { $0.error?.code == .autoplayBlocked })
  }

  @Test("Where it may, it starts without sound what is blocked with it")
  func mutedRetry() throws {
    let bench = Bench { $0.youTube.mutedAutoplayRetry = true }
    bench.youTube.videos["aaaaaaaaaaa"] = FakeYouTube.Video(id: "aaaaaaaaaaa", isBlocked: true)
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .playing })
    #expect(bench.engine.state.isMuted && bench.failure == nil)
  }

  @Test(
    "A page whose process dies comes back where it was, playing or held, whatever played before",
    arguments: [true, false], [true, false])
  func death(_ plays: Bool, _ isSecond: Bool) throws {
    let bench = Bench()
    try bench.perform(.setVolume(40))
    if isSecond {
      try bench.perform(.load(.youTube("bbbbbbbbbbb")))
      #expect(bench.run { $0.status == .playing })
    }
    try bench.perform(.load(.youTube("aaaaaaaaaaa", start: 10)))
    #expect(bench.run { $0.status == .playing })
    bench.run(for: 2)
    if !plays { try bench.perform(.pause) }
    bench.run(for: 1)
    let place = bench.engine.state.currentTime
    bench.forgetEvents()
    bench.kill()
    bench.run(for: 3)
    #expect(bench.reloads == 1 && bench.failure == nil)
    #expect(bench.engine.state.status == (plays ? .playing : .paused))
    #expect(bench.engine.state.playWhenReady == plays)
    #expect(bench.times.allSatisfy { $0 >= place - 0.001 })
    if !plays { try bench.perform(.play) }
    #expect(bench.run { $0.status == .playing })
    #expect((bench.youTube.player?.position ?? 0) > place - 0.3)
    #expect(bench.youTube.player?.volume == 40)
  }

  @Test("A list whose page dies between two items goes on with the one that was asked for")
  func deathBetweenItems() throws {
    let bench = Bench()
    bench.youTube.lists["PLrandom-list-of-three"] = ["listitem--1", "listitem--2", "listitem--3"]
    try bench.perform(.load(.youTube("https://youtube.com/playlist?list=PLrandom-list-of-three")))
    #expect(bench.run { $0.status == .playing && $0.items.count == 3 })
    for index in [1, 0, 2] {
      try bench.perform(.playItem(index))
      bench.run(for: 0.05)
      bench.kill()
      #expect(bench.run(upTo: 5) { $0.status == .playing && $0.itemIndex == index })
      #expect(bench.youTube.player?.video?.id == "listitem--\(index + 1)")
      bench.run(for: 30)
      try bench.perform(.playItem(index))
      #expect(bench.run { $0.status == .playing })
      bench.run(for: 31)
    }
    #expect(bench.failure == nil && bench.reloads == 3)
  }

  @Test("A shuffled list whose page dies goes on with the item that played")
  func deathOfShuffled() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let bench = Bench(seed: seed)
      bench.youTube.lists["PLrandom-list-of-three"] = ["listitem--1", "listitem--2", "listitem--3"]
      try bench.perform(.load(.youTube("https://youtube.com/playlist?list=PLrandom-list-of-three")))
      #expect(bench.run { $0.status == .playing && $0.items.count == 3 })
      try bench.perform(.setShuffle(true))
      for action in [PlayerAction.next, .playItem(1)] {
        try bench.perform(action)
        bench.run(for: 1)
      }
      let state = bench.engine.state
      let current = try state.items[#require(state.itemIndex)].id
      bench.kill()
      bench.run(for: 2)
      let back = bench.engine.state
      #expect(back.status == .playing && bench.youTube.player?.video?.id == current, "seed \(seed)")
      #expect(try back.items[#require(back.itemIndex)].id == current, "seed \(seed)")
      #expect(back.items.map(\.id).sorted() == state.items.map(\.id).sorted())
    }
  }

  @Test("The captions that were chosen are shown again by a page that comes back", arguments: [true, false])
  func deathWithCaptions(_ areChosen: Bool) throws {
    let bench = Bench { if !areChosen { $0.subtitleLanguages = ["de"] } }
    bench.youTube.videos["aaaaaaaaaaa"] = FakeYouTube.Video(id: "aaaaaaaaaaa", captions: ["en", "de"])
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .playing && $0.tracks.count == 2 })
    if areChosen { try bench.perform(.setTrack(.subtitles, id: bench.engine.state.tracks[1].id)) }
    bench.run(for: 1)
    let selected = bench.engine.state.selectedTracks
    #expect(selected.count == 1)
    bench.youTube.forgetCalls()
    bench.kill()
    bench.run(for: 6)
    #expect(bench.engine.state.selectedTracks == selected && bench.engine.state.tracks.count == 2)
    #expect(bench.youTube.calls.count { $0.hasPrefix("setOption(\"captions\",\"track\"") } == 1)
  }

  @Test("A page that dies over and over has failed")
  func deaths() throws {
    let bench = Bench()
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    for _ in 0..<3 {
      #expect(bench.run { $0.status == .playing })
      bench.kill()
      #expect(bench.failure == nil)
    }
    #expect(bench.run { $0.status == .playing })
    bench.kill()
    #expect(bench.failure?.code == .backendFailed)
    bench.run(for: 1)
    try bench.perform(.play)
    #expect(bench.run { $0.status == .playing })
  }

  @Test("What YouTube's player lacks is unsupported")
  func unsupported() throws {
    let bench = Bench()
    try bench.perform(.load(.youTube("aaaaaaaaaaa")))
    #expect(bench.run { $0.status == .playing })
    for action in [PlayerAction.setQuality(.hd720), .stepFrame(by: 1), .screenshot(to: "x.png")] {
      let error = #expect(throws: PlayerError.self) { try bench.perform(action) }
      #expect(error?.code == .unsupported)
    }
  }

  @Test("A session behind the one in front loads without a sound, and starts at once")
  func preload() throws {
    let bench = Bench { $0.presentation = PlayerPresentation(page: 1, isFront: false) }
    try bench.perform(.load(.youTube("aaaaaaaaaaa", start: 3)))
    for _ in 0..<100 {
      bench.run(for: 0.02)
      #expect(bench.youTube.player?.isAudible != true)
    }
    #expect(bench.statuses == [.unstarted, .buffering, .queued])
    #expect(abs((bench.youTube.player?.position ?? 0) - 3) < 0.05)
    bench.engine.isInFront = true
    try bench.perform(.play)
    #expect(bench.run(upTo: 0.3) { $0.status == .playing })
  }

  @Test(
    "Brought to the front amid its silent loading, it is heard from its start", arguments: [0, 3] as [Double])
  func broughtToFrontEarly(start: Double) throws {
    for hundredth in stride(from: 0, to: 300, by: 5) {
      let bench = Bench(seed: UInt64(hundredth + 1))
      bench.engine.isInFront = false
      bench.youTube.lateness = 0.7
      try bench.perform(.load(.youTube("aaaaaaaaaaa", start: start)))
      bench.run(for: Double(hundredth) / 100)
      if bench.engine.state.status != .buffering { break }
      bench.engine.isInFront = true
      bench.youTube.lateness = 0
      try bench.perform(.play)
      var heard: [Double] = []
      for _ in 0..<200 {
        bench.run(for: 0.01)
        if let player = bench.youTube.player, player.isAudible { heard.append(player.position) }
      }
      #expect(heard.min().map { abs($0 - start) < 0.2 } == true, "after \(hundredth) hundredths")
      #expect(bench.engine.state.status == .playing)
      #expect(bench.times == bench.times.sorted())
    }
  }
}
