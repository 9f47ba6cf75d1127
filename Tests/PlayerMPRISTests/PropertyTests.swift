import PlayerKit
import Testing

@testable import PlayerMPRIS

@Suite("The properties of MPRIS")
struct PropertyTests {
  private func properties(
    _ events: [PlayerEvent], capabilities: Set<Capability> = Set(Capability.allCases), title: String? = nil,
    _ options: MPRISOptions = MPRISOptions(name: "ytplay", identity: "ytplay")
  ) -> MPRISProperties {
    let state = events.reduce(PlayerState.empty) { $0.applying($1) }
    return MPRISProperties(
      options: options, outlook: MPRISOutlook(state: state, capabilities: capabilities, title: title),
      follower: PlaybackFollower(state, at: .now))
  }

  private func metadata(
    _ source: PlayerSource, _ metadata: PlayerMetadata = PlayerMetadata(), duration: Double? = nil,
    title: String? = nil
  ) -> [String: BusValue] {
    let values = properties(
      [
        .sourceChanged(source), .metadataChanged(metadata),
        .durationChanged(duration, isLive: false, isSeekable: true),
      ], title: title
    ).player["Metadata"]
    guard case .members(let members) = values else { return [:] }
    return members
  }

  @Test(
    "What opens or waits for data counts as what was asked for",
    arguments: [
      (.unstarted, false, "Stopped"), (.unstarted, true, "Playing"), (.queued, false, "Paused"),
      (.buffering, true, "Playing"), (.buffering, false, "Paused"), (.playing, true, "Playing"),
      (.paused, false, "Paused"), (.ended, false, "Stopped"),
    ] as [(PlayerStatus, Bool, String)])
  func status(status: PlayerStatus, playWhenReady: Bool, word: String) {
    let events: [PlayerEvent] = [
      .sourceChanged(.file("/a")), .statusChanged(status, playWhenReady: playWhenReady),
    ]
    #expect(properties(events).player["PlaybackStatus"] == .string(word))
  }

  @Test("Without a source there is nothing to play, to hold or to seek in, and no track")
  func nothing() {
    let player = properties([]).player
    for name in ["CanPlay", "CanPause", "CanSeek", "CanGoNext", "CanGoPrevious"] {
      #expect(player[name] == .bool(false), "\(name)")
    }
    #expect(player["CanControl"] == .bool(true))
    #expect(player["PlaybackStatus"] == .string("Stopped"))
    #expect(
      player["Metadata"] == .members(["mpris:trackid": .path("/org/mpris/MediaPlayer2/TrackList/NoTrack")]))
  }

  @Test("The metadata are what the source says, and only what it says")
  func metadataOfAll() {
    let all = metadata(
      .file("/music/song.flac"),
      PlayerMetadata(title: "Song", author: "Band", album: "Best", thumbnail: "https://example.org/a.jpg"),
      duration: 213.5)
    #expect(
      all == [
        "mpris:trackid": .path("/ytplay/track/1"), "mpris:length": .integer(213_500_000),
        "xesam:title": .string("Song"), "xesam:artist": .strings(["Band"]), "xesam:album": .string("Best"),
        "xesam:url": .string("file:///music/song.flac"), "mpris:artUrl": .string("https://example.org/a.jpg"),
      ])
    #expect(
      metadata(.file("/music/song.flac")) == [
        "mpris:trackid": .path("/ytplay/track/1"), "xesam:title": .string("song.flac"),
        "xesam:url": .string("file:///music/song.flac"),
      ])
  }

  @Test("A title is the source's own, else its list's, else its file's name")
  func titles() {
    #expect(
      metadata(.file("/a"), PlayerMetadata(title: "Own"), title: "Listed")["xesam:title"] == .string("Own"))
    #expect(metadata(.file("/a"), title: "Listed")["xesam:title"] == .string("Listed"))
    #expect(metadata(.standardInput)["xesam:title"] == nil)
  }

  @Test(
    "A file's name of any bytes has a URL",
    arguments: [
      ("/a b/ü#?%.mkv", "file:///a%20b/%C3%BC%23%3F%25.mkv"), ("/x/../y", "file:///y"),
    ])
  func urls(path: String, url: String) {
    #expect(metadata(.file(MediaPath(path)))["xesam:url"] == .string(url))
  }

  @Test("A file's name that is not UTF-8 has a URL, and a title that can be read")
  func bytes() {
    let all = metadata(.file(MediaPath(bytes: Array("/".utf8) + [0xff, 0x2e, 0x61])))
    #expect(all["xesam:url"] == .string("file:///%FF.a"))
    #expect(all["xesam:title"] == .string("\u{fffd}.a"))
  }

  @Test(
    "YouTube's video that is playing is the URL, also out of a playlist; a stream's own is kept; input has none"
  )
  func sourceURLs() throws {
    let list = try PlayerSource(parsing: "https://www.youtube.com/playlist?list=PLabcdefghijkl")
    #expect(
      metadata(list, PlayerMetadata(videoID: "dQw4w9WgXcQ"))["xesam:url"]
        == .string("https://www.youtube.com/watch?v=dQw4w9WgXcQ"))
    #expect(metadata(list)["xesam:url"] == .string("https://www.youtube.com/playlist?list=PLabcdefghijkl"))
    #expect(metadata(PlayerSource(.stream("rtsp://x/y")))["xesam:url"] == .string("rtsp://x/y"))
    #expect(metadata(.standardInput)["xesam:url"] == nil)
  }

  @Test("Hostile metadata reach nobody: no NUL, nothing endless, no picture in the text")
  func hostile() {
    let all = metadata(
      .file("/a"),
      PlayerMetadata(
        title: "a\0b", author: String(repeating: "x", count: 1 << 20),
        thumbnail: "data:image/png;base64," + String(repeating: "A", count: 1 << 20)), duration: .infinity)
    #expect(all["xesam:title"] == .string("ab"))
    #expect(all["xesam:artist"] == .strings([String(repeating: "x", count: 4096)]))
    #expect(all["mpris:artUrl"] == nil)
    #expect(all["mpris:length"] == nil)
  }

  @Test("The rates hold 1 between them, and are what can be set")
  func rates() {
    let open = PlayerEvent.sourceChanged(.file("/a"))
    #expect(properties([open]).rates == 0.25...4)
    #expect(properties([open], capabilities: []).rates == 1...1)
    #expect(properties([open, .availableRatesChanged([0.5, 1, 2])]).rates == 0.5...2)
    #expect(properties([open, .availableRatesChanged([2, 3])]).rates == 1...3)
  }

  @Test("The volume is what is heard: silence while muted")
  func volume() {
    #expect(properties([.volumeChanged(40)]).player["Volume"] == .double(0.4))
    #expect(properties([.volumeChanged(40), .muteChanged(true)]).player["Volume"] == .double(0))
  }

  @Test(
    "A name on the bus, and a track's path, are made of what they may hold",
    arguments: [
      ("ytplay", "ytplay", "ytplay"), ("my-player", "my-player", "my_player"), ("9 Ä.x", "_9___x", "_9___x"),
      ("", "_", "_"),
    ])
  func names(name: String, onBus: String, inPath: String) {
    let options = MPRISOptions(name: name, identity: name)
    #expect(options.busName() == "org.mpris.MediaPlayer2.\(onBus)")
    #expect(options.busName("instance7") == "org.mpris.MediaPlayer2.\(onBus).instance7")
    #expect(options.trackPath(3) == "/\(inPath)/track/3")
  }

  @Test(
    "Seconds become microseconds, whatever they are",
    arguments: [
      (1.5, 1_500_000), (0.0000004, 0), (-2, -2_000_000), (.nan, 0), (.infinity, 0), (1e300, .max),
      (-1e300, .min),
    ] as [(Double, Int64)])
  func microseconds(seconds: Double, expected: Int64) {
    #expect(seconds.microseconds == expected)
  }
}
