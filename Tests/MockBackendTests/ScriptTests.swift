import MockBackend
import PlayerKit
import TestSupport
import Testing

/// What the default script makes of each kind of source.
@Suite struct ScriptTests {
  private let id = YouTubeVideoID("dQw4w9WgXcQ")
  private let list = YouTubePlaylistID("PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf")

  private func media(_ content: PlayerSource.Content) -> MockMedia {
    MockScript.media(for: PlayerSource(content))
  }

  @Test("a video is one medium with its id, in a list the item at its index")
  func video() async throws {
    let id = try #require(id)
    let list = try #require(list)
    #expect(media(.video(id)).metadata.videoID == id.description)
    #expect(media(.video(id)).items == [])
    for index in [nil, 0, 4, 30] {
      let stage = try await Stage()
      try await stage.perform(.load(PlayerSource(.video(id, list: list, index: index))))
      #expect(stage.state.itemIndex == index ?? 0)
      #expect(stage.state.items.count == max(10, (index ?? 0) + 1))
      #expect(stage.state.items[index ?? 0].id == id.description)
      #expect(stage.state.metadata.videoID == id.description)
    }
  }

  @Test("a list of videos has its ids as items")
  func videos() throws {
    let ids = ["aaaaaaaaaaa", "bbbbbbbbbbb"].compactMap(YouTubeVideoID.init)
    #expect(media(.videos(ids)).items.map(\.id) == ids.map(\.description))
  }

  @Test("a playlist and a channel have items that are always the same, and another list has others")
  func playlists() throws {
    let list = try #require(list)
    let other = try #require(YouTubePlaylistID("PL0123456789"))
    let items = media(.playlist(list)).items.map(\.id)
    #expect(items.count == 10)
    #expect(Set(items).count == 10)
    #expect(items.allSatisfy { YouTubeVideoID($0) != nil })
    #expect(media(.playlist(list)).items.map(\.id) == items)
    #expect(media(.playlist(list, index: 20)).items.map(\.id).prefix(10) == items[...])
    #expect(media(.playlist(list, index: 20)).items.count == 21)
    #expect(media(.playlist(list, index: .max)).items.count == 5_000)
    #expect(media(.playlist(other)).items.map(\.id) != items)
    #expect(media(.channel(.handle("@a"))).items != media(.channel(.handle("@b"))).items)
    // Written down, so that a change of the generator does not go unseen.
    #expect(items.first == "Z1amkCayD0u")
  }

  @Test("an index beyond the list is its last item")
  func indexBeyond() async throws {
    let list = try #require(list)
    let stage = try await Stage()
    try await stage.perform(.load(PlayerSource(.playlist(list, index: 1_000_000))))
    #expect(stage.state.itemIndex == 4_999)
  }

  @Test("a channel's live stream is live")
  func live() async throws {
    let stage = try await Stage()
    try await stage.perform(.load(PlayerSource(.channel(.handle("@news"), live: true))))
    #expect(stage.state.isLive)
    #expect(stage.state.duration == nil)
    #expect(stage.state.status == .playing)
    #expect(await stage.advance(3600).last == .timeChanged(3600))
  }

  @Test("standard input can't be sought in")
  func standardInput() {
    #expect(!MockScript.media(for: .standardInput).isSeekable)
  }

  @Test("a file has to be there, and to be one")
  func files() async throws {
    let folder = try TestMedia.temporaryFolder()
    #expect(MockScript.media(for: .file(MediaPath(TestMedia.missing))).openFailure?.code == .notFound)
    #expect(MockScript.media(for: .file(MediaPath(folder))).openFailure?.code == .playbackFailed)
    #expect(MockScript.media(for: .file(MediaPath(try TestMedia.text()))).openFailure == nil)
    if let path = try TestMedia.unreadable() {
      #expect(MockScript.media(for: .file(MediaPath(path))).openFailure?.code == .notPermitted)
    }
  }

  @Test("a script of another duration changes nothing else")
  func duration() {
    let source = PlayerSource(.stream("https://example.org/a"))
    let media = MockScript(duration: 3).media(source)
    #expect(media.duration == 3)
    #expect(media.tracks == MockScript().media(source).tracks)
  }
}

/// Sources that say what they want to be.
@Suite struct MockURLTests {
  private func media(_ query: String) throws -> MockMedia {
    MockScript.media(for: PlayerSource(.stream("mock://clip?\(query)")))
  }

  @Test("each key says what it is for")
  func keys() throws {
    #expect(try media("").duration == 10)
    #expect(try media("duration=3").duration == 3)
    #expect(try media("duration=endless").duration == nil)
    #expect(try !media("announced=no").announcesDuration)
    #expect(try media("live").isLive)
    #expect(try !media("live=yes").isSeekable)
    #expect(try media("live=yes&seekable=yes").isSeekable)
    #expect(try !media("seekable=no").isSeekable)
    #expect(try media("video=no").videoSize == nil)
    #expect(try media("video=no").tracks.allSatisfy { $0.kind != .video })
    #expect(try media("latency=0.5").openLatency == 0.5)
    #expect(try media("seekLatency=0.5").seekLatency == 0.5)
    #expect(try media("fail=notFound").openFailure?.code == .notFound)
    #expect(try media("fail=network&failAt=2").failure?.time == 2)
    #expect(try media("fail=network&failAt=2").failure?.error.code == .network)
    #expect(try media("fail=network&failAt=2").openFailure == nil)
    #expect(try media("failAt=2").failure?.error.code == .playbackFailed)
    #expect(try media("stallAt=1&stallFor=3").stalls == [.init(at: 1, for: 3)])
    #expect(try media("stallAt=1").stalls == [.init(at: 1, for: 1)])
    #expect(try media("breaksOff=4").breaksOff == 4)
    #expect(try media("items=3&duration=2").items.map(\.duration) == [2, 2, 2])
    #expect(try media("items=3").items.map(\.id) == ["clip#1", "clip#2", "clip#3"])
    #expect(try media("color=red&duration=3").duration == 3)
  }

  @Test(
    "a value that can't be read fails as an invalid source, and is named",
    arguments: [
      "duration=long", "duration=-1", "duration=nan", "live=perhaps", "fail=badly", "items=0",
      "items=9999999",
      "stallAt=", "latency=inf",
    ])
  func unreadable(query: String) throws {
    let error = try media(query).openFailure
    #expect(error?.code == .invalidSource)
    #expect(error?.message.contains(query) == true)
  }

  @Test(
    "other URLs say nothing", arguments: ["https://x.org/?duration=3", "mocks://a?duration=3", "mock", ""])
  func others(url: String) {
    #expect(MockURL(url) == nil)
    #expect(MockScript.media(for: PlayerSource(.stream(url))).duration == 10)
  }
}
