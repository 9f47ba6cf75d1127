import PlayerKit
import Testing

@Suite("Events become state")
struct PlayerStateTests {
  /// A state that differs from the start in every field.
  private static let full = states(after: [
    .backendChanged("mpv", .asked), .ready, .volumeChanged(40), .muteChanged(true), .rateChanged(1.5),
    .loopChanged(.one), .shuffleChanged(true), .fullscreenChanged(true), .availableRatesChanged([1, 1.5]),
    .sourceChanged(.rick(start: 3)),
    .failed(PlayerError(.network, "The network is down."), willRestart: true),
    .statusChanged(.playing, playWhenReady: true), .durationChanged(213, isLive: true, isSeekable: true),
    .seekableRangeChanged(3...9), .loadedFractionChanged(0.5), .qualityChanged(.hd720),
    .availableQualitiesChanged([.hd720]),
    .videoSizeChanged(VideoSize(width: 1280, height: 720)), .metadataChanged(PlayerMetadata(title: "Song")),
    .itemsChanged([PlayerItem(id: "a")], index: 0),
    .tracksChanged([PlayerTrack(kind: .audio, id: "1")], selected: [.audio: "1"]), .seeking(to: 9),
  ])

  @Test("Every event sets the fields that it names and no other", arguments: Change.all)
  func changes(_ change: Change) {
    let before = Self.full
    let after = before.applying(change.event)
    var fields = Self.fields(before)
    for (name, value) in change.fields { fields[name] = value }
    #expect(Self.fields(after) == fields)
    #expect(change.event.changesState == !change.fields.isEmpty)
  }

  @Test("Every kind of event has been tried")
  func completeness() throws {
    var random = RandomVocabulary(seed: 1)
    let all = try (0..<RandomVocabulary.eventKinds).map { try random.event($0).name }
    // A changed source has tests of its own.
    #expect(Set(Change.all.map(\.event.name) + ["sourceChanged"]) == Set(all))
  }

  @Test("A new source forgets the earlier one and keeps what lives on across loads")
  func sourceChanged() {
    let state = Self.full.applying(.sourceChanged(.rick(start: 7)))
    let kept = Self.fields(Self.full)
    var expected = Self.fields(.empty)
    for name in [
      "backend", "ready", "volume", "isMuted", "rate", "availableRates", "loop", "isShuffled", "isFullscreen",
      "playWhenReady",
    ] {
      expected[name] = kept[name]
    }
    expected["source"] = "\(Optional(PlayerSource.rick(start: 7)) as Any)"
    expected["currentTime"] = "7.0"
    #expect(Self.fields(state) == expected)
  }

  @Test("Without a source nothing is asked for and time is 0")
  func cleared() {
    let state = Self.full.applying(.sourceChanged(nil))
    #expect(state.source == nil)
    #expect(!state.playWhenReady)
    #expect(state.currentTime == 0)
    #expect(state.error == nil)
    #expect(state.volume == 40)
    #expect(state.isMuted)
  }

  @Test("From a seek's acceptance until its landing the time is the target")
  func seeking() {
    var state = states(after: [.sourceChanged(.rick()), .timeChanged(1)])
    #expect(state.currentTime == 1)
    state.apply(.seeking(to: 60))
    #expect(state.isSeeking)
    #expect(state.currentTime == 60)
    state.apply(.timeChanged(1.25))
    #expect(state.currentTime == 60)
    state.apply(.seeking(to: 90))
    state.apply(.timeChanged(60))
    #expect(state.currentTime == 90)
    state.apply(.seeked(at: 89.9))
    #expect(!state.isSeeking)
    #expect(state.currentTime == 89.9)
    state.apply(.timeChanged(90.1))
    #expect(state.currentTime == 90.1)
  }

  @Test("A failure with a restart to come keeps what was asked for, one without drops it")
  func failed() {
    let error = PlayerError(.network, "The network is down.")
    let playing = states(after: [.sourceChanged(.rick()), .statusChanged(.playing, playWhenReady: true)])
    let ended = playing.applying(.failed(error))
    #expect(ended.status == .unstarted)
    #expect(!ended.playWhenReady)
    #expect(ended.source == .rick())
    let restarting = playing.applying(.failed(error, willRestart: true))
    #expect(restarting.status == .unstarted)
    #expect(restarting.playWhenReady)
    #expect(restarting.error == error)
    #expect(restarting.applying(.sourceChanged(.rick())).error == nil)
  }

  @Test("The same events give the same state, and applying leaves the first state as it was")
  func purity() throws {
    var random = RandomVocabulary(seed: 9)
    for _ in 0..<50 {
      let events = try (0..<40).map { _ in try random.event() }
      #expect(states(after: events) == states(after: events))
      let before = states(after: events)
      let copy = before
      let after = before.applying(.statusChanged(.ended)).applying(.sourceChanged(nil))
      #expect(before == copy)
      #expect(after.source == nil)
    }
  }

  @Test("Progress is the time's part of the duration, held in 0…1")
  func progress() {
    func progress(_ time: Double, of duration: Double?) -> Double? {
      PlayerState.empty.applying(.timeChanged(time))
        .applying(.durationChanged(duration, isLive: false, isSeekable: true)).progress
    }
    #expect(progress(50, of: 200) == 0.25)
    #expect(progress(300, of: 200) == 1)
    #expect(progress(-1, of: 200) == 0)
    #expect(progress(1, of: nil) == nil)
    #expect(progress(0, of: 0) == nil)
  }

  @Test("The start has nothing loaded, full volume and the source's own rate")
  func empty() {
    let state = PlayerState.empty
    #expect(state.status == .unstarted)
    #expect(state.source == nil)
    #expect(state.volume == 100)
    #expect(state.rate == 1)
    #expect(state.loop == .off)
    #expect(!state.ready)
  }

  /// A state's fields by their names.
  private static func fields(_ state: PlayerState) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: state).children.map { ($0.label ?? "", describe($0.value)) })
  }

  private static func describe(_ value: Any) -> String {
    // A dictionary's description has no order.
    if let selected = value as? [TrackKind: String] {
      return "\(selected.sorted { $0.key.rawValue < $1.key.rawValue })"
    }
    return "\(value)"
  }
}

/// An event, and what the fields that it changes become.
struct Change: Sendable, CustomTestStringConvertible {
  let event: PlayerEvent
  let fields: [String: String]
  var testDescription: String { event.name }

  init(_ event: PlayerEvent, _ fields: [String: String] = [:]) {
    self.event = event
    self.fields = fields
  }
}

private func states(after events: [PlayerEvent]) -> PlayerState {
  events.reduce(.empty) { $0.applying($1) }
}

extension Change {
  static var all: [Change] {
    let error = PlayerError(.playbackFailed, "It is broken.")
    let metadata = PlayerMetadata(title: "Other", chapters: [Chapter(start: 1)])
    let items = [PlayerItem(id: "b"), PlayerItem(id: "c")]
    let tracks = [PlayerTrack(kind: .video, id: "4")]
    func some(_ value: Any) -> String { "Optional(\(value))" }
    return [
      Change(.ready, ["ready": "true"]),
      Change(
        .backendChanged("iframe", .fallback),
        [
          "backend": "Optional(\"iframe\")", "ready": "false", "availableRates": "[]",
          "isFullscreen": "false",
        ]),
      Change(.statusChanged(.paused), ["status": "paused"]),
      Change(.statusChanged(.ended, playWhenReady: false), ["status": "ended", "playWhenReady": "false"]),
      // The time stands at a seek's target until it lands.
      Change(.timeChanged(4), ["currentTime": "9.0"]),
      Change(.seeking(to: 5), ["currentTime": "5.0"]),
      Change(.seeked(at: 6), ["currentTime": "6.0", "isSeeking": "false"]),
      Change(
        .durationChanged(nil, isLive: false, isSeekable: false),
        ["duration": "nil", "isLive": "false", "isSeekable": "false"]),
      Change(.seekableRangeChanged(4...8.5), ["seekableRange": "Optional(ClosedRange(4.0...8.5))"]),
      Change(.loadedFractionChanged(1), ["loadedFraction": "1.0"]),
      Change(.volumeChanged(7), ["volume": "7.0"]),
      Change(.muteChanged(false), ["isMuted": "false"]),
      Change(.rateChanged(2), ["rate": "2.0"]),
      Change(.availableRatesChanged([0.5]), ["availableRates": "[0.5]"]),
      Change(.qualityChanged(nil), ["quality": "nil"]),
      Change(.availableQualitiesChanged([]), ["availableQualities": "[]"]),
      Change(.videoSizeChanged(nil), ["videoSize": "nil"]),
      Change(.metadataChanged(metadata), ["metadata": "\(metadata)"]),
      Change(.itemsChanged(items, index: 1), ["items": "\(items)", "itemIndex": "Optional(1)"]),
      Change(.loopChanged(.all), ["loop": "all"]),
      Change(.shuffleChanged(false), ["isShuffled": "false"]),
      Change(
        .tracksChanged(tracks, selected: [.video: "4"]),
        ["tracks": "\(tracks)", "selectedTracks": "\([(key: TrackKind.video, value: "4")])"]),
      Change(.fullscreenChanged(false), ["isFullscreen": "false"]),
      Change(
        .failed(error),
        ["error": some(error), "status": "unstarted", "isSeeking": "false", "playWhenReady": "false"]),
      Change(
        .failed(error, willRestart: true),
        ["error": some(error), "status": "unstarted", "isSeeking": "false"]),
      Change(.pageRequested(by: 1)),
      Change(.rejected(.action(.play), error)),
      Change(.log(.info, "Something.")),
      Change(.dropped(7)),
      Change(
        .closed, ["ready": "false", "status": "unstarted", "playWhenReady": "false", "isSeeking": "false"]),
    ]
  }
}
