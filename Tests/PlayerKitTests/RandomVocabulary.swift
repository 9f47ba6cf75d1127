import PlayerKit
import TestSupport

/// Random values of the vocabulary, of every case and with every field now set, now not.
struct RandomVocabulary {
  var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(state: seed) }

  mutating func flag() -> Bool { Bool.random(using: &generator) }

  mutating func integer(_ range: ClosedRange<Int> = 0...1_000_000) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func number() -> Double {
    switch integer(0...4) {
    case 0: 0
    case 1: Double(integer())
    case 2: Double(integer(-10_000...10_000)) / 16
    // Any finite bit pattern.
    case 3:
      {
        let value = Double(bitPattern: generator.next())
        return value.isFinite ? value : 0.1
      }()
    default: Double.random(in: 0...100, using: &generator)
    }
  }

  mutating func range() -> ClosedRange<Double> {
    let (one, other) = (number(), number())
    return min(one, other)...max(one, other)
  }

  mutating func text() -> String {
    let alphabet = Array(
      "aZ09 _-/\\\"'{}[]:,.\n\t\r\u{0}\u{1f}\u{7f}é\u{301}ß日本👩‍👩‍👧🇩🇪\u{2028}\u{feff}\u{fffd}".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<integer(0...12) { text.append(pick(alphabet)) }
    return String(text)
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[integer(0...(values.count - 1))]
  }

  mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    flag() ? make(&self) : nil
  }

  mutating func list<Value>(_ make: (inout Self) -> Value) -> [Value] {
    (0..<integer(0...3)).map { _ in make(&self) }
  }

  mutating func id(_ prefix: String, _ count: Int) -> String {
    let alphabet = Array("ABCXYZabcxyz0189_-")
    return prefix + String((0..<count).map { _ in pick(alphabet) })
  }

  mutating func videoID() throws -> YouTubeVideoID { try required(YouTubeVideoID(id("", 11))) }

  mutating func playlistID() throws -> YouTubePlaylistID {
    let prefix = pick(["PL", "UU", "RD", "OLAK5uy_"])
    return try required(YouTubePlaylistID(id(prefix, integer(10...32))))
  }

  mutating func path() -> MediaPath {
    if flag() { return MediaPath("/media/\(id("", 8)) ✓.mkv") }
    return MediaPath(bytes: (0...integer(0...20)).map { _ in UInt8(integer(1...255)) })
  }

  mutating func channel() throws -> YouTubeChannel {
    switch integer(0...3) {
    case 0: .id(try required(YouTubeChannelID(id("UC", 22))))
    case 1: .handle("@" + id("", integer(3...20)))
    case 2: .user(id("", integer(1...20)))
    default: .custom(id("", integer(1...20)))
    }
  }

  mutating func content() throws -> PlayerSource.Content {
    switch pick(PlayerSource.Kind.allCases) {
    case .video:
      return .video(try videoID(), list: flag() ? try playlistID() : nil, index: maybe { $0.integer() })
    case .videos:
      let ids = try (0...integer(0...4)).map { _ in try videoID() }
      return .videos(ids, index: integer(0...4))
    case .playlist: return .playlist(try playlistID(), index: maybe { $0.integer() })
    case .channel: return .channel(try channel(), live: flag())
    case .file: return .file(path())
    case .stream:
      return .stream(pick(["-", "https://example.org/\(id("", 9)).m3u8?a=b&c=%20", "rtsp://h/ü"]))
    }
  }

  mutating func source() throws -> PlayerSource {
    PlayerSource(try content(), start: maybe { $0.number() }, end: maybe { $0.number() })
  }

  mutating func quality() -> PlaybackQuality {
    pick(PlaybackQuality.known + [.unknown("tiny"), .unknown("")])
  }

  mutating func track() -> PlayerTrack {
    PlayerTrack(
      kind: pick(TrackKind.allCases), id: text(), language: maybe { $0.text() }, title: maybe { $0.text() },
      isExternal: flag())
  }

  mutating func selectedTracks() -> [TrackKind: String] {
    var selected: [TrackKind: String] = [:]
    for kind in TrackKind.allCases { selected[kind] = maybe { $0.text() } }
    return selected
  }

  mutating func metadata() -> PlayerMetadata {
    PlayerMetadata(
      title: maybe { $0.text() }, author: maybe { $0.text() }, album: maybe { $0.text() },
      videoID: maybe { $0.text() }, thumbnail: maybe { $0.text() },
      chapters: list { random in Chapter(start: random.number(), title: random.maybe { $0.text() }) })
  }

  mutating func item() -> PlayerItem { PlayerItem(id: text(), title: maybe { $0.text() }) }

  mutating func error() -> PlayerError {
    PlayerError(
      pick(PlayerError.Code.allCases), text(), remedy: maybe { $0.text() }, backend: maybe { $0.text() },
      backendCode: maybe { $0.text() })
  }

  /// A value that no action can be read from.
  mutating func value(depth: Int = 3) -> JSONValue {
    switch integer(0...(depth > 0 ? 7 : 5)) {
    case 0: .null
    case 1: .bool(flag())
    case 2: .integer(Int128(integer(-1000...1000)))
    case 3: .integer(pick([.max, .min, Int128(Int64.min), Int128(UInt64.max), 1 << 53 + 1]))
    case 4: .number(Double(integer()) + 0.5)
    case 5: .string(text())
    case 6: .array(list { $0.value(depth: depth - 1) })
    default:
      .object(
        Dictionary(
          list { ($0.id("k", 4), $0.value(depth: depth - 1)) }, uniquingKeysWith: { first, _ in first }))
    }
  }

  mutating func seekTarget() -> SeekTarget {
    switch integer(0...2) {
    case 0: .to(number())
    case 1: .by(number())
    default: .fraction(number())
    }
  }

  mutating func action(named name: String) throws -> PlayerAction {
    switch name {
    case "idle": .idle
    case "load": .load(try source())
    case "cue": .cue(try source())
    case "play": .play
    case "pause": .pause
    case "stop": .stop
    case "clear": .clear
    case "seek": .seek(seekTarget(), precise: flag())
    case "duration": .duration
    case "currentTime": .currentTime
    case "mute": .mute
    case "unmute": .unmute
    case "setVolume": .setVolume(number())
    case "setRate": .setRate(number())
    case "setQuality": .setQuality(quality())
    case "next": .next
    case "previous": .previous
    case "playItem": .playItem(integer())
    case "setLoop": .setLoop(pick(LoopMode.allCases))
    case "setShuffle": .setShuffle(flag())
    case "setTrack": .setTrack(pick(TrackKind.allCases), id: maybe { $0.text() })
    case "setFullscreen": .setFullscreen(flag())
    case "stepFrame": .stepFrame(by: pick([1, -1]))
    case "screenshot": .screenshot(to: path())
    default: throw Unexpected(what: "an action called \(name)")
    }
  }

  mutating func action() throws -> PlayerAction { try action(named: pick(PlayerAction.names)) }

  /// How many kinds of event `event(_:)` knows.
  static let eventKinds = 31

  mutating func event(_ kind: Int) throws -> PlayerEvent {
    switch kind {
    case 0: .ready
    case 1: .backendChanged(text(), pick(BackendChangeReason.allCases))
    case 2: .sourceChanged(flag() ? try source() : nil)
    case 3: .statusChanged(pick(PlayerStatus.allCases), playWhenReady: maybe { $0.flag() })
    case 4: .timeChanged(number())
    case 5: .seeking(to: number())
    case 6: .seeked(at: number())
    case 7: .durationChanged(maybe { $0.number() }, isLive: flag(), isSeekable: flag())
    case 8: .loadedFractionChanged(number())
    case 9: .volumeChanged(number())
    case 10: .muteChanged(flag())
    case 11: .rateChanged(number())
    case 12: .availableRatesChanged(list { $0.number() })
    case 13: .qualityChanged(maybe { $0.quality() })
    case 14: .availableQualitiesChanged(list { $0.quality() })
    case 15: .videoSizeChanged(maybe { VideoSize(width: $0.integer(), height: $0.integer()) })
    case 16: .metadataChanged(metadata())
    case 17: .itemsChanged(list { $0.item() }, index: maybe { $0.integer() })
    case 18: .loopChanged(pick(LoopMode.allCases))
    case 19: .shuffleChanged(flag())
    case 20: .tracksChanged(list { $0.track() }, selected: selectedTracks())
    case 21: .fullscreenChanged(flag())
    case 22: .failed(error(), willRestart: flag())
    case 23: .rejected(nil, error())
    case 24: .rejected(.action(try action()), error())
    case 25: .rejected(.unreadable(value()), error())
    case 26: .log(pick(LogLevel.allCases), text())
    case 27: .dropped(integer())
    case 28: .closed
    case 29: .seekableRangeChanged(maybe { $0.range() })
    case 30: .pageRequested(by: integer(-3...3))
    default: throw Unexpected(what: "an event of the kind \(kind)")
    }
  }

  mutating func event() throws -> PlayerEvent { try event(integer(0...(Self.eventKinds - 1))) }

  mutating func configuration() throws -> PlayerConfiguration {
    var configuration = PlayerConfiguration()
    configuration.autoPlay = flag()
    configuration.timeInterval = number()
    configuration.showsVideo = flag()
    configuration.isFullscreen = flag()
    configuration.presentation = maybe { random in
      PlayerPresentation(
        page: random.integer(-9...9), isFront: random.flag(),
        axis: random.pick(PlayerPresentation.Axis.allCases), isAnimated: random.flag(),
        turnsPages: random.flag())
    }
    configuration.windowClosing = pick(PlayerConfiguration.WindowClosing.allCases)
    configuration.audioLanguages = list { $0.text() }
    configuration.subtitleLanguages = list { $0.text() }
    configuration.subtitleFiles = list { $0.path() }
    configuration.audioDevice = maybe { $0.text() }
    configuration.timeouts.start = number()
    configuration.timeouts.open = number()
    configuration.timeouts.perform = number()
    configuration.timeouts.shutDown = number()
    configuration.fallback = flag()
    configuration.restart = flag()
    configuration.youTube = try youTubeParameters()
    configuration.mpvOptions = list { .init($0.text(), $0.text()) }
    return configuration
  }

  mutating func youTubeParameters() throws -> YouTubeParameters {
    var parameters = YouTubeParameters()
    let flags: [WritableKeyPath<YouTubeParameters, Bool?>] = [
      \.autoplay, \.controls, \.loop, \.mute, \.captionsOn, \.disablesKeyboard, \.fullscreenButton,
      \.annotations,
      \.related, \.playsInline, \.showInfo, \.mutedAutoplayRetry, \.statsForNerds, \.opensLinks,
    ]
    for path in flags { parameters[keyPath: path] = maybe { $0.flag() } }
    let texts: [WritableKeyPath<YouTubeParameters, String?>] = [
      \.list, \.captionLanguage, \.interfaceLanguage, \.origin, \.widgetReferrer, \.applicationID,
      \.profileDirectory,
    ]
    for path in texts { parameters[keyPath: path] = maybe { $0.text() } }
    let numbers: [WritableKeyPath<YouTubeParameters, Int?>] = [\.start, \.end, \.index]
    for path in numbers { parameters[keyPath: path] = maybe { $0.integer() } }
    if flag() { parameters.playlist = try (0...integer(0...3)).map { _ in try videoID() } }
    parameters.listType = maybe { $0.pick(YouTubeParameters.ListType.allCases) }
    parameters.color = maybe { $0.pick(YouTubeParameters.Color.allCases) }
    parameters.host = pick(YouTubeParameters.Host.allCases)
    parameters.options = list { .init($0.text(), $0.text(), .string($0.text())) }
    return parameters
  }

  private func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Unexpected(what: "a random id that is none") }
    return value
  }
}

/// A test's own mistake.
struct Unexpected: Error, CustomStringConvertible {
  let what: String
  var description: String { "This is unexpected: \(what)" }
}
