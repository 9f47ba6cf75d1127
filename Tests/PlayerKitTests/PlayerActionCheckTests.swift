import PlayerKit
import Testing

@Suite("An action that can't be taken is refused before an engine hears of it")
struct PlayerActionCheckTests {
  private static let able = descriptor(Set(Capability.allCases))

  private static func descriptor(_ capabilities: Set<Capability>) -> BackendDescriptor {
    BackendDescriptor(
      id: "able", name: "Able", version: "1", kinds: [.video: .init(priority: 1), .file: .init(priority: 1)],
      capabilities: capabilities)
  }

  /// A film that plays, with two audio tracks and a list of three.
  private static let film = state([
    .ready, .sourceChanged(.rick()), .durationChanged(100, isLive: false, isSeekable: true),
    .videoSizeChanged(VideoSize(width: 320, height: 240)),
    .tracksChanged([PlayerTrack(kind: .audio, id: "1"), PlayerTrack(kind: .audio, id: "2")], selected: [:]),
    .itemsChanged(["a", "b", "c"].map { PlayerItem(id: $0) }, index: 0), .statusChanged(.playing),
  ])

  /// What is known while a source is opening: nothing.
  private static let opening = state([.ready, .sourceChanged(.rick()), .statusChanged(.buffering)])

  /// Sound that comes from a pipe.
  private static let pipe = state([
    .ready, .sourceChanged(.standardInput), .durationChanged(nil, isLive: false, isSeekable: false),
    .statusChanged(.playing),
  ])

  private static func state(_ events: [PlayerEvent]) -> PlayerState {
    events.reduce(.empty) { $0.applying($1) }
  }

  @Test(
    "Numbers out of their ranges, NaN and infinities are invalid arguments",
    arguments: [
      .setVolume(-0.1), .setVolume(100.1), .setVolume(.nan), .setVolume(.infinity), .setRate(0.24),
      .setRate(4.1),
      .setRate(.nan), .setRate(-1), .seek(.to(.nan)), .seek(.to(.infinity)), .seek(.by(-.infinity)),
      .seek(.fraction(-0.1)), .seek(.fraction(1.1)), .seek(.fraction(.nan)), .playItem(-1), .playItem(3),
      .stepFrame(by: 0), .stepFrame(by: 2), .stepFrame(by: .min), .screenshot(to: MediaPath("")),
      .screenshot(to: MediaPath("a\0b")), .setTrack(.audio, id: "3"), .setTrack(.video, id: "1"),
      .load(.rick(start: -1)), .load(.rick(start: .nan)), .cue(PlayerSource(.file(MediaPath("a")), end: 0)),
      .load(PlayerSource(.file(MediaPath("a")), start: 5, end: 5)), .load(PlayerSource(.videos([]))),
    ] as [PlayerAction])
  func ranges(_ action: PlayerAction) {
    let error = #expect(throws: PlayerError.self) { try action.check(Self.film, Self.able) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.backend == "able")
  }

  @Test(
    "Values at the ends of their ranges are taken",
    arguments: [
      .setVolume(0), .setVolume(100), .setRate(0.25), .setRate(4), .seek(.to(-5)), .seek(.to(1e9)),
      .seek(.by(-1e9)),
      .seek(.fraction(0)), .seek(.fraction(1)), .playItem(0), .playItem(2), .stepFrame(by: 1),
      .stepFrame(by: -1),
      .screenshot(to: MediaPath(bytes: [0xff])), .setTrack(.audio, id: "2"), .setTrack(.subtitles, id: nil),
      .load(.rick(start: 0)), .cue(PlayerSource(.file(MediaPath("a")), start: 5, end: 5.1)),
      .setQuality(.unknown("tiny")),
    ] as [PlayerAction])
  func ends(_ action: PlayerAction) throws {
    try action.check(Self.film, Self.able)
  }

  @Test(
    "A path or a URL that can't be one is an invalid source",
    arguments: [
      .file(MediaPath("")), .file(MediaPath("a\0b")), .stream(""), .stream("https://a\0"),
      .stream("clip.mp4"),
      .stream("javascript:alert(1)"), .stream("data:text/html,x"), .stream(":"), .stream("--"),
    ] as [PlayerSource.Content])
  func places(_ content: PlayerSource.Content) {
    let error = #expect(throws: PlayerError.self) { try PlayerSource(content).validate() }
    #expect(error?.code == .invalidSource)
  }

  @Test(
    "Streams of any scheme, and standard input, are taken",
    arguments: [
      "-", "https://example.org/a.m3u8", "rtsp://h", "rtmp://h/a", "srt://h:1", "udp://@:1234", "HTTP://h",
      "smb://h/a",
    ])
  func streams(_ url: String) throws {
    try PlayerSource(.stream(url)).validate()
  }

  @Test("An action whose capability is not there is unsupported, and the capability is named")
  func capabilities() throws {
    for name in PlayerAction.names {
      var random = RandomVocabulary(seed: 3)
      let action = try random.action(named: name)
      guard let capability = action.requiredCapability else { continue }
      let lacking = Self.descriptor(Set(Capability.allCases).subtracting([capability]))
      let valid = Self.valid(action)
      try valid.check(Self.film, Self.able)
      let error = #expect(throws: PlayerError.self) { try valid.check(Self.film, lacking) }
      #expect(error?.code == .unsupported)
      #expect(error?.message.contains(capability.rawValue) == true)
    }
  }

  /// The action with values that the film allows.
  private static func valid(_ action: PlayerAction) -> PlayerAction {
    switch action {
    case .setRate: .setRate(1)
    case .playItem: .playItem(1)
    case .setTrack: .setTrack(.audio, id: "1")
    case .stepFrame: .stepFrame(by: 1)
    case .screenshot: .screenshot(to: MediaPath("a.png"))
    default: action
    }
  }

  @Test("A kind that the backend does not play is unsupported")
  func kinds() {
    let error = #expect(throws: PlayerError.self) {
      try PlayerAction.load(PlayerSource(.stream("https://h/a"))).check(.empty, Self.able)
    }
    #expect(error?.code == .unsupported)
    #expect(error?.message == "The backend able plays no source of the kind stream.")
  }

  @Test("Without a source there is nothing to act on, and the rest is taken")
  func nothingLoaded() throws {
    let needing = Set([
      "play", "pause", "seek", "next", "previous", "playItem", "setTrack", "setQuality", "stepFrame",
      "screenshot",
    ])
    for name in PlayerAction.names {
      var random = RandomVocabulary(seed: 3)
      let action: PlayerAction =
        switch name {
        case "load", "cue": .load(.rick())
        case "seek": .seek(.to(1))
        case "setVolume": .setVolume(1)
        default: Self.valid(try random.action(named: name))
        }
      if needing.contains(name) {
        let error = #expect(throws: PlayerError.self, "\(name)") { try action.check(.empty, Self.able) }
        #expect(error?.code == .nothingLoaded)
      } else {
        try action.check(.empty, Self.able)
      }
    }
  }

  @Test("A source that is open and can't be sought in refuses a seek, one that is opening holds it")
  func seekable() throws {
    for target in [SeekTarget.to(1), .by(1), .fraction(0.5)] {
      let error = #expect(throws: PlayerError.self) {
        try PlayerAction.seek(target).check(Self.pipe, Self.able)
      }
      #expect(error?.code == .unsupported)
      try PlayerAction.seek(target).check(Self.opening, Self.able)
    }
    let live = Self.opening.applying(.durationChanged(nil, isLive: true, isSeekable: false))
    #expect(throws: PlayerError.self) { try PlayerAction.seek(.to(1)).check(live, Self.able) }
    let stopped = Self.film.applying(.statusChanged(.unstarted))
    try PlayerAction.seek(.to(1)).check(stopped, Self.able)
  }

  @Test("Sound alone has no frames, and a source whose size is not known yet may have")
  func frames() throws {
    for action in [PlayerAction.stepFrame(by: 1), .screenshot(to: MediaPath("a.png"))] {
      let error = #expect(throws: PlayerError.self) { try action.check(Self.pipe, Self.able) }
      #expect(error?.code == .unsupported)
      try action.check(Self.opening, Self.able)
      try action.check(Self.film, Self.able)
    }
  }

  @Test("A source without a list is its own only item")
  func noList() throws {
    try PlayerAction.playItem(0).check(Self.pipe, Self.able)
    let error = #expect(throws: PlayerError.self) { try PlayerAction.playItem(1).check(Self.pipe, Self.able) }
    #expect(error?.code == .invalidArgument)
    try PlayerAction.playItem(7).check(Self.opening, Self.able)
  }

  @Test("A seek's time counts from here, from the start or by the duration")
  func seekTimes() {
    #expect(SeekTarget.to(5).time(from: 10, duration: 100) == 5)
    #expect(SeekTarget.by(-5).time(from: 10, duration: 100) == 5)
    #expect(SeekTarget.fraction(0.5).time(from: 10, duration: 100) == 50)
    #expect(SeekTarget.fraction(0.5).time(from: 10, duration: nil) == nil)
  }
}
