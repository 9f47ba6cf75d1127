import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("What YouTube's player plays", .serialized, .sharedRig, .timeLimit(.minutes(5)))
struct SourceTests {
  private func rig() throws -> RealRig { try #require(RealRig.shared) }

  private static let three = ["short-3s--a", "short-3s--b", "short-3s--c"]

  private static func videos(_ texts: [String], index: Int = 0) -> PlayerSource {
    PlayerSource(.videos(texts.compactMap(YouTubeVideoID.init), index: index))
  }

  @Test("Several videos play one after another to one end, and each tells its title")
  func videos() async throws {
    try await rig().session { session in
      try await session.play(Self.videos(["short-3s--b", "short-3s--a"]))
      try await session.wait { $0.metadata.title == "Stand-in short-3s--b" }
      try await session.wait { $0.itemIndex == 1 && $0.metadata.title == "Stand-in short-3s--a" }
      let state = try await session.wait { $0.status == .ended }
      #expect(state.items.map(\.id) == ["short-3s--b", "short-3s--a"])
      #expect(state.currentTime == state.duration)
      #expect(session.log.events.statuses.filter { $0 == .ended }.count == 1)
    }
  }

  @Test("A playlist begins at its index, and at the source's start within that item")
  func playlist() async throws {
    try await rig().session { session in
      var source = try PlayerSource.text("https://youtube.com/playlist?list=PLstandin-hundred&index=4")
      source.start = 5
      let state = try await session.play(source, beyond: 5.2)
      #expect(state.itemIndex == 3 && state.items.count == 100 && state.currentTime < 8)
      #expect(state.metadata.videoID == "hundred-004")
      let thumbnail = try #require(state.metadata.thumbnail)
      #expect(thumbnail.hasPrefix("https://") && thumbnail.contains("hundred-004"))
    }
  }

  @Test("A channel by its id is the list of its uploads, and a user is the user's")
  func channels() async throws {
    let rig = try rig()
    try await rig.session { session in
      let channel = try PlayerSource.text("https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv")
      let state = try await session.play(channel)
      #expect(state.items.map(\.id) == ["uploads--01", "uploads--02"])
      try await session.play(.text("https://www.youtube.com/user/somebody"))
      #expect(session.state.items.map(\.id) == ["uploads--01", "uploads--02"])
    }
    let requests = try rig.standIn.requests().map(\.path)
    #expect(requests.contains { $0.hasPrefix("/embed/") && $0.contains("list=UUabcdefghijklmnopqrstuv") })
  }

  @Test(
    "A handle and a custom name are unsupported, which names what could look them up",
    arguments: ["@somebody", "https://www.youtube.com/c/somebody"])
  func handles(_ text: String) async throws {
    try await rig().session { session in
      let source = try PlayerSource.text(text)
      let error = await #expect(throws: PlayerError.self) { try await session.perform(.load(source)) }
      #expect(error?.code == .unsupported)
      let words = "\(error?.message ?? "") \(error?.remedy ?? "")"
      #expect(words.contains("mpv") && words.contains("yt-dlp"), "\(words)")
      #expect(session.state.source == nil)
    }
  }

  @Test("A video within a list plays that video, and the list's next after it")
  func withinList() async throws {
    try await rig().session { session in
      try await session.play(
        .text("https://www.youtube.com/watch?v=short-3s--b&list=PLstandin-three"))
      let state = try await session.wait { $0.items.map(\.id) == Self.three }
      #expect(state.itemIndex == 1 && state.metadata.videoID == "short-3s--b")
      try await session.wait { $0.itemIndex == 2 && $0.metadata.videoID == "short-3s--c" }
    }
  }

  private static func plays(_ session: RealSession, _ index: Int, _ video: String) async throws {
    try await session.wait { $0.itemIndex == index && $0.status == .playing && $0.metadata.videoID == video }
  }

  @Test("Next, previous and an item by its number go there; next on the last ends the list")
  func items() async throws {
    try await rig().session { session in
      try await session.play(.text("PLstandin-hundred"))
      try await session.perform(.next)
      try await Self.plays(session, 1, "hundred-002")
      try await session.perform(.playItem(99))
      try await Self.plays(session, 99, "hundred-100")
      try await session.perform(.previous)
      try await Self.plays(session, 98, "hundred-099")
      try await session.perform(.playItem(99))
      try await Self.plays(session, 99, "hundred-100")
      try await session.perform(.next)
      let state = try await session.wait { $0.status == .ended }
      #expect(state.itemIndex == 99)
    }
  }

  @Test("A shuffled list has the same items, keeps the one that plays, and has its order back afterwards")
  func shuffle() async throws {
    try await rig().session { session in
      try await session.play(.text("PLstandin-hundred"))
      let order = session.state.items
      try await session.perform(.setShuffle(true))
      let shuffled = try await session.wait { $0.isShuffled && $0.items != order }
      #expect(Set(shuffled.items) == Set(order))
      try await session.perform(.next)
      try await session.wait { state in
        state.status == .playing && state.itemIndex.map { state.items[$0].id } == state.metadata.videoID
          && state.metadata.videoID != shuffled.metadata.videoID
      }
      try await session.perform(.setShuffle(false))
      let restored = try await session.wait { !$0.isShuffled && $0.items == order }
      #expect(restored.itemIndex.map { order[$0].id } == restored.metadata.videoID)
    }
  }

  @Test(
    "Next straight after shuffling goes to the next item of the new order, playing and paused",
    arguments: [true, false])
  func nextShuffled(plays: Bool) async throws {
    try await rig().session { session in
      try await session.play(.text("PLstandin-hundred"))
      let before = session.state
      if !plays {
        try await session.perform(.pause)
        try await session.wait { $0.status == .paused }
      }
      try await session.perform(.setShuffle(true))
      try await session.perform(.next)
      let status = plays ? PlayerStatus.playing : .paused
      let state = try await session.wait { state in
        state.status == status && state.items != before.items
          && state.metadata.videoID != before.metadata.videoID
          && state.itemIndex.map { state.items[$0].id } == state.metadata.videoID
      }
      // The stand-in, as YouTube does, puts the one that played first.
      #expect(state.itemIndex == 1 && state.items.first?.id == before.metadata.videoID)
    }
  }

  @Test("With loop one a video starts again without an end, and with loop all a list does")
  func loops() async throws {
    try await rig().session { session in
      try await session.perform(.setLoop(.one))
      try await session.play(.id("short-3s--a"), beyond: 2)
      try await session.wait { $0.currentTime < 1 && $0.status == .playing }
      try await session.perform(.setLoop(.all))
      try await session.play(Self.videos(["short-3s--a", "short-3s--b"], index: 1), beyond: 2)
      try await session.wait { $0.itemIndex == 0 && $0.status == .playing }
      #expect(!session.log.events.statuses.contains(.ended))
    }
  }

  @Test("Captions are subtitles that can be chosen and left out")
  func captions() async throws {
    try await rig().session { session in
      try await session.play(.id("captions--a"))
      let state = try await session.wait { $0.tracks.count == 2 }
      #expect(state.tracks.allSatisfy { $0.kind == .subtitles } && state.selectedTracks[.subtitles] == nil)
      let german = try #require(state.tracks.first { $0.language == "de" })
      try await session.perform(.setTrack(.subtitles, id: german.id))
      try await session.wait { $0.selectedTracks[.subtitles] == german.id }
      try await session.perform(.setTrack(.subtitles, id: nil))
      try await session.wait { $0.selectedTracks[.subtitles] == nil }
    }
  }

  @Test("A part of a video ends where it is to")
  func part() async throws {
    try await rig().session { session in
      let position = session.log.count
      try await session.play(.id("dQw4w9WgXcQ", start: 10, end: 12), beyond: 10.2)
      let state = try await session.wait { $0.status == .ended }
      #expect(state.currentTime == 12)
      let times = session.log.events(since: position).compactMap {
        if case .timeChanged(let time) = $0 { time } else { nil }
      }
      #expect(times.allSatisfy { (10...12).contains($0) }, "\(times)")
    }
  }

  @Test("A live stream is live, and has no duration")
  func live() async throws {
    try await rig().session { session in
      let state = try await session.play(.id("live-stream"))
      #expect(state.isLive && state.duration == nil)
    }
  }

  @Test("An item that can't be played is passed over, which the log says")
  func failingItem() async throws {
    try await rig().session { session in
      try await session.play(.text("PLstandin-fails"))
      let state = try await session.wait { $0.status == .ended }
      #expect(state.itemIndex == 2 && state.metadata.videoID == "short-3s--c")
      let warnings = session.log.events.filter {
        if case .log(.warning, let text) = $0 { text.contains("150") } else { false }
      }
      #expect(warnings.count == 1)
    }
  }
}
