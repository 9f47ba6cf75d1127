import Foundation
import MPVBackend
import PlayerConformance
import PlayerKit
import TestSupport
import Testing

@Suite("YouTube's lists by yt-dlp")
struct YouTubeListTests {
  static let ids = ["AAAAAAAAAAA", "BBBBBBBBBBB", "CCCCCCCCCCC"]
  static let list = "PLaaaaaaaaaaaaaaaa"
  static let address = "https://www.youtube.com/playlist?list=\(list)"

  @Test("A playlist is the source's items with their titles, and begins at its index")
  func playlist() async throws {
    let program = try await YtDlpStandIn(seconds: 2)
    try program.list(Self.address, Self.ids)
    try await Rig.run(program.options) { rig in
      let source = try PlayerSource.youTube("\(Self.address)&index=2")
      try await rig.play(source)
      #expect(rig.state.source == source)
      #expect(rig.state.items.map(\.id) == Self.ids)
      #expect(rig.state.items.map(\.title) == ["Title 1", "Title 2", "Title 3"])
      #expect(rig.state.itemIndex == 1)
      #expect(rig.state.metadata.title == "Title 2")
      #expect(program.calls.count == 2)
      try await rig.reach(.ended)
      #expect(rig.state.itemIndex == 2)
      #expect(rig.state.metadata.videoID == Self.ids[2])
      #expect(rig.state.currentTime == 2)
      #expect(rig.log.events.statuses == [.unstarted, .buffering, .playing, .buffering, .playing, .ended])
    }
  }

  @Test("A video of a list plays in that list, wherever it stands there")
  func videoOfList() async throws {
    let program = try await YtDlpStandIn()
    try program.list(Self.address, Self.ids)
    try program.video("ZZZZZZZZZZZ", title: "Alone")
    try await Rig.run(program.options) { rig in
      try await rig.play(.youTube("https://youtu.be/CCCCCCCCCCC?list=\(Self.list)&index=1&t=4"))
      #expect(rig.state.items.map(\.id) == Self.ids)
      #expect(rig.state.itemIndex == 2)
      #expect(rig.state.currentTime >= 4)
      try await rig.perform(.previous)
      try await rig.log.waitForState { $0.itemIndex == 1 && $0.status == .playing }
      // The start was the first item's.
      #expect(rig.state.currentTime < 4)

      try await rig.play(.youTube("https://youtu.be/ZZZZZZZZZZZ?list=\(Self.list)"))
      #expect(rig.state.items.map(\.id) == ["ZZZZZZZZZZZ"] + Self.ids)
      #expect(rig.state.itemIndex == 0)

      try await rig.play(.youTube("https://youtu.be/ZZZZZZZZZZZ?list=PLnothingofthatname"))
      #expect(rig.state.items.isEmpty)
      #expect(rig.state.metadata.title == "Alone")
    }
  }

  @Test("Videos are items at once, and get their titles when they are opened")
  func videos() async throws {
    let program = try await YtDlpStandIn()
    for id in Self.ids { try program.video(id, title: "Of \(id)") }
    try await Rig.run(program.options) { rig in
      try await rig.perform(.cue(PlayerSource(.videos(Self.ids.compactMap(YouTubeVideoID.init), index: 1))))
      #expect(rig.state.items == Self.ids.map { PlayerItem(id: $0) })
      #expect(rig.state.itemIndex == 1)
      try await rig.reach(.queued)
      #expect(rig.state.items.map(\.title) == [nil, "Of BBBBBBBBBBB", nil])
      try await rig.perform(.next)
      try await rig.log.waitForState { $0.itemIndex == 2 && $0.status == .queued }
      #expect(rig.state.items.map(\.title) == [nil, "Of BBBBBBBBBBB", "Of CCCCCCCCCCC"])
    }
  }

  @Test(
    "A channel is the list of its uploads, by id, handle, user and custom name",
    arguments: [
      ("https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw", "playlist?list=UUuAXFkgsw1L7xaCfnd5JJOw"),
      ("@name", "@name/videos"), ("https://www.youtube.com/user/Some", "user/Some/videos"),
      ("https://www.youtube.com/c/Some", "c/Some/videos"),
    ])
  func channel(text: String, address: String) async throws {
    let program = try await YtDlpStandIn()
    try program.list("https://www.youtube.com/\(address)", Self.ids)
    try await Rig.run(program.options) { rig in
      try await rig.play(.youTube(text))
      #expect(rig.state.items.map(\.id) == Self.ids)
      #expect(rig.state.itemIndex == 0)
    }
  }

  @Test("What is asked of a list before it is there is done when it is; a missing item is rejected")
  func early() async throws {
    let program = try await YtDlpStandIn()
    let gate = try TestMedia.temporaryFolder() + "/go"
    try program.list(Self.address, Self.ids, behind: gate)
    try await Rig.run(program.options) { rig in
      try await rig.perform(
        .cue(.youTube(Self.address)), .next, .next, .previous, .playItem(7), .setShuffle(false))
      try Data().write(to: URL(fileURLWithPath: gate))
      try await rig.reach(.playing)
      #expect(rig.state.itemIndex == 1)
      let rejected = rig.log.events.compactMap { event -> PlayerError.Code? in
        if case .rejected(.action(.playItem(7)), let error) = event { error.code } else { nil }
      }
      #expect(rejected == [.invalidArgument])
    }
  }

  @Test("Shuffled, the current item comes first; unshuffled, all are in their own order again")
  func shuffle() async throws {
    let program = try await YtDlpStandIn()
    let ids = (0..<10).map { "AAAAAAAAAA\($0)" }
    try program.list(Self.address, ids)
    try await Rig.run(program.options) { rig in
      try await rig.perform(.setShuffle(true))
      try await rig.play(.youTube("\(Self.address)&index=4"))
      #expect(rig.state.itemIndex == 0)
      #expect(rig.state.items.first?.id == ids[3])
      #expect(Set(rig.state.items.map(\.id)) == Set(ids))
      try await rig.perform(.next)
      let second = try #require(rig.state.items.dropFirst().first?.id)
      try await rig.log.waitForState { $0.itemIndex == 1 && $0.status == .playing }
      let position = rig.log.count
      try await rig.perform(.setShuffle(false))
      #expect(rig.state.items.map(\.id) == ids)
      #expect(rig.state.itemIndex == ids.firstIndex(of: second))
      #expect(rig.log.events(since: position).statuses.isEmpty)
    }
  }

  @Test("The loops repeat an item or the whole list, and mpv repeats only what is all there is")
  func loops() async throws {
    let program = try await YtDlpStandIn(seconds: 1)
    try program.list(Self.address, Array(Self.ids.prefix(2)))
    try await Rig.run(program.options) { rig in
      try await rig.perform(.setLoop(.one))
      try await rig.play(.youTube(Self.address))
      try await rig.log.wait { if case .seeked = $0 { true } else { false } }
      #expect(rig.state.itemIndex == 0)
      try await rig.perform(.setLoop(.all))
      try await rig.log.waitForState { $0.itemIndex == 1 }
      let position = rig.log.count
      try await rig.log.wait(since: position) { if case .itemsChanged(_, 0) = $0 { true } else { false } }
      #expect(!rig.log.events.statuses.contains(.ended))
      // A file has no list, so that it is the whole.
      try await rig.perform(.load(.file(TestMedia.audio(seconds: 0.3))))
      let load = rig.log.count
      try await rig.log.wait(since: load) { if case .seeked = $0 { true } else { false } }
      try await rig.perform(.setLoop(.off))
      try await rig.reach(.ended)
    }
  }

  @Test("Keys of mpv's go through the items, and end no list")
  func keys() async throws {
    let program = try await YtDlpStandIn()
    try program.list(Self.address, Self.ids)
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let probe = MPVProbe("\(folder)/mpv")
    func press(_ key: String) { probe.send(#"{"command":["keypress","\#(key)"]}"#) }
    try await Rig.run(program.options + [.init("input-ipc-server", "\(folder)/mpv")]) { rig in
      try await rig.play(.youTube("\(Self.address)&index=2"))
      press(">")
      try await rig.log.waitForState { $0.itemIndex == 2 && $0.status == .playing }
      press("NEXT")
      press("<")
      try await rig.log.waitForState { $0.itemIndex == 1 && $0.status == .playing }
      #expect(!rig.log.events.statuses.contains(.ended))
    }
  }

  @Test("A list that is empty, or not to be had, has failed")
  func noList() async throws {
    let program = try await YtDlpStandIn()
    try program.answer(Self.address, json: #"{"_type":"playlist","entries":[null,{"id":"x"}]}"#)
    try await Rig.run(program.options) { rig in
      try await rig.perform(.load(.youTube(Self.address)))
      #expect(try await rig.failure()?.message == "The list is empty.")
      try await rig.perform(.load(.youTube("PLbbbbbbbbbbbbbbbbbb")))
      let error = try await rig.log.waitForState { $0.error?.message.contains("list:") == true }.error
      #expect(error?.code == .notFound)
      #expect(error?.message.contains("yt-dlp \(YtDlpStandIn.version) could not open the list") == true)
    }
  }

  @Test("A stopped list starts at its current item again, and after its end at the first")
  func stopped() async throws {
    let program = try await YtDlpStandIn()
    try program.list(Self.address, Self.ids)
    try await Rig.run(program.options) { rig in
      try await rig.play(.youTube(Self.address))
      try await rig.perform(.stop, .next)
      #expect(rig.state.status == .unstarted)
      #expect(rig.state.itemIndex == 1)
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.itemIndex == 1 && $0.status == .playing }
      try await rig.perform(.playItem(2), .next)
      try await rig.reach(.ended)
      #expect(rig.state.itemIndex == 2)
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.itemIndex == 0 && $0.status == .playing }
    }
  }

  @Test("A file is its own only item: next ends it, previous goes to its start")
  func file() async throws {
    let path = try await TestMedia.video(seconds: 20)
    try await Rig.run { rig in
      try await rig.play(.file(path, start: 3))
      try await rig.seek(.to(10))
      let position = rig.log.count
      try await rig.perform(.previous)
      try await rig.log.wait(since: position) { if case .seeked = $0 { true } else { false } }
      #expect(rig.state.currentTime < 5)
      #expect(rig.state.status == .playing)
      try await rig.perform(.next)
      #expect(rig.state.status == .ended)
      #expect(rig.state.currentTime == 20)
      try await rig.perform(.playItem(0))
      try await rig.reach(.playing)
      let error = await #expect(throws: PlayerError.self) { try await rig.perform(.playItem(1)) }
      #expect(error?.code == .invalidArgument)
    }
  }
}
