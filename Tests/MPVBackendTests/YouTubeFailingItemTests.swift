import PlayerKit
import TestSupport
import Testing

@Suite("Items of YouTube's lists that fail")
struct YouTubeFailingItemTests {
  private static let ids = YouTubeListTests.ids
  private static let address = YouTubeListTests.address

  @Test("One is left out, which is said, and the list goes on with the next; back, with the one before")
  func leftOut() async throws {
    try await Self.run(failing: [Self.ids[1]], seconds: 2) { rig, program in
      try await rig.play(.youTube(Self.address))
      try await rig.log.waitForState { $0.itemIndex == 2 && $0.status == .playing }
      #expect(rig.state.error == nil && rig.state.metadata.title == "Title 3")
      #expect(rig.log.leftOut.count == 1)
      let words = try #require(rig.log.leftOut.first)
      #expect(words.hasPrefix("item 2 of 3, “Title 2”, is left out: ") && words.contains("Private video"))
      try await rig.perform(.previous)
      try await rig.log.waitForState { $0.itemIndex == 0 && $0.status == .playing }
      let events = rig.log.events
      #expect(!events.contains { if case .failed = $0 { true } else { false } })
    }
  }

  @Test("It is left out also where nothing is to play yet")
  func cued() async throws {
    try await Self.run(failing: Array(Self.ids.prefix(2))) { rig, _ in
      try await rig.perform(.cue(.youTube(Self.address)))
      let state = try await rig.reach(.queued)
      #expect(state.itemIndex == 2 && !state.playWhenReady && rig.log.leftOut.count == 2)
    }
  }

  @Test("Behind the last item a list has ended, though that item failed")
  func last() async throws {
    try await Self.run(failing: [Self.ids[2]], seconds: 1) { rig, _ in
      try await rig.play(.youTube(Self.address))
      let state = try await rig.reach(.ended)
      #expect(state.itemIndex == 2 && state.error == nil && !state.playWhenReady)
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.itemIndex == 0 && $0.status == .playing }
    }
  }

  @Test("A list has failed of which no item can be played; an item can be tried again")
  func allFail() async throws {
    try await Self.run(failing: Self.ids) { rig, program in
      try await rig.perform(.load(.youTube(Self.address)))
      let error = try await rig.failure()
      #expect(error?.code == .notFound && rig.state.itemIndex == 2 && rig.log.leftOut.count == 2)
      try program.video(Self.ids[2], title: "Back")
      try await rig.perform(.play)
      let state = try await rig.log.waitForState { $0.status == .playing }
      #expect(state.itemIndex == 2 && state.error == nil && state.metadata.title == "Back")
    }
  }

  @Test(
    "What the other items would share fails the list at once",
    arguments: [
      ("Unable to download webpage: Connection refused", PlayerError.Code.network),
      ("something that nobody knows", .unknown),
    ])
  func shared(words: String, code: PlayerError.Code) async throws {
    try await Self.run(failing: [Self.ids[0]], words: words) { rig, _ in
      try await rig.perform(.load(.youTube(Self.address)))
      #expect(try await rig.failure()?.code == code)
      #expect(rig.state.itemIndex == 0 && rig.log.leftOut.isEmpty)
      try await rig.perform(.playItem(1))
      try await rig.log.waitForState { $0.itemIndex == 1 && $0.status == .playing }
    }
  }

  @Test("Of a long list ten failures in a row are enough")
  func limit() async throws {
    let ids = (10..<30).map { "AAAAAAAAA\($0)" }
    try await Self.run(ids, failing: ids) { rig, _ in
      try await rig.perform(.load(.youTube(Self.address)))
      #expect(try await rig.failure()?.code == .notFound)
      #expect(rig.state.itemIndex == 9)
    }
  }

  private static func run(
    _ ids: [String] = ids, failing: [String], words: String = "Private video", seconds: Double = 20,
    _ body: (Rig, YtDlpStandIn) async throws -> Void
  ) async throws {
    let program = try await YtDlpStandIn(seconds: seconds)
    try program.list(address, ids)
    for id in failing {
      try program.answer(
        "https://www.youtube.com/watch?v=\(id)", script: "echo 'ERROR: [youtube] x: \(words)' >&2; exit 1")
    }
    try await Rig.run(program.options) { try await body($0, program) }
  }
}

extension EventLog {
  /// What was said of items that were left out.
  fileprivate var leftOut: [String] {
    events.compactMap {
      if case .log(.warning, let text) = $0, text.contains("is left out") { text } else { nil }
    }
  }
}
