import PlayerKit
import Testing

/// The samples of the vocabulary's JSON form, and what each stands for.
@Suite("The JSON form")
struct JSONSampleTests {
  @Test("Each action of the vocabulary is read from its sample and written as it", arguments: Sample.actions)
  func action(_ sample: Sample<PlayerAction>) throws {
    let received = JSONLine.decodeAction(Array(sample.json.utf8))
    #expect(try received.result.get() == sample.value)
    #expect(text(JSONLine.encode(sample.value)) == sample.written)
    #expect(try decode(PlayerAction.self, sample.written) == sample.value)
  }

  @Test("Each event of the vocabulary is read from its sample and written as it", arguments: Sample.events)
  func event(_ sample: Sample<PlayerEvent>) throws {
    #expect(try decode(PlayerEvent.self, sample.json) == sample.value)
    #expect(text(JSONLine.encode(sample.value)) == sample.written)
    #expect(try decode(PlayerEvent.self, sample.written) == sample.value)
  }

  @Test(
    "Each source of the vocabulary is read from its sample and written as it", arguments: try Sample.sources)
  func source(_ sample: Sample<PlayerSource>) throws {
    let line = #"{"event":"sourceChanged","source":\#(sample.json)}"#
    #expect(try decode(PlayerEvent.self, line) == .sourceChanged(sample.value))
    #expect(
      text(JSONLine.encode(.sourceChanged(sample.value)))
        == #"{"event":"sourceChanged","source":\#(sample.written)}"#)
  }

  @Test("Every action has a sample")
  func completeness() {
    #expect(Set(Sample.actions.map(\.value.name)) == Set(PlayerAction.names))
    #expect(PlayerAction.names.count == 24)
  }

  @Test("A state is written as one object without the fields that are absent")
  func state() throws {
    var state = PlayerState.empty
    for event in [PlayerEvent.backendChanged("mpv", .asked), .ready, .statusChanged(.playing)] {
      state.apply(event)
    }
    let line = text(JSONLine.encode(state))
    #expect(
      line == """
        {"state":{"availableQualities":[],"availableRates":[],"backend":"mpv","currentTime":0,"isFullscreen":false,\
        "isLive":false,"isMuted":false,"isSeekable":false,"isSeeking":false,"isShuffled":false,"items":[],\
        "loadedFraction":0,"loop":"off","metadata":{"chapters":[]},"playWhenReady":false,"rate":1,"ready":true,\
        "selectedTracks":{},"status":"playing","tracks":[],"volume":100}}
        """)
    #expect(try decode([String: PlayerState].self, line) == ["state": state])
    #expect(try decode(PlayerState.self, "{}") == .empty)
  }

  @Test("A reply carries the id of any type and the error where there is one")
  func reply() {
    #expect(text(JSONLine.encode(replyTo: .integer(7))) == #"{"reply":7}"#)
    #expect(text(JSONLine.encode(replyTo: .null)) == #"{"reply":null}"#)
    #expect(
      text(JSONLine.encode(replyTo: .object(["b": .bool(true), "a": .array([])])))
        == #"{"reply":{"a":[],"b":true}}"#)
    #expect(
      text(
        JSONLine.encode(replyTo: .string("a/b"), error: PlayerError(.closed, "It is closed.", backend: "mpv"))
      )
        == #"{"reply":"a/b","error":{"backend":"mpv","code":"closed","message":"It is closed."}}"#)
  }
}

/// A line, what it means, and how that is written.
struct Sample<Value: Sendable>: Sendable, CustomTestStringConvertible {
  let json: String
  let value: Value
  let written: String

  init(_ json: String, _ value: Value, written: String? = nil) {
    self.json = json
    self.value = value
    self.written = written ?? json
  }

  var testDescription: String { json }
}

extension Sample<PlayerAction> {
  static var actions: [Sample] {
    [
      Sample(
        #"{"action":"load","source":"https://youtu.be/dQw4w9WgXcQ?t=90"}"#, .load(.rick(start: 90)),
        written: #"{"action":"load","source":{"id":"dQw4w9WgXcQ","kind":"video","start":90}}"#),
      Sample(
        #"{"action":"cue","source":{"kind":"file","path":"/a/b.mp4"}}"#, .cue(.file(MediaPath("/a/b.mp4")))),
      Sample(
        #"{"action":"seek","to":12.5,"precise":true}"#, .seek(.to(12.5)),
        written: #"{"action":"seek","precise":true,"to":12.5}"#),
      Sample(
        #"{"action":"seek","by":-5}"#, .seek(.by(-5)), written: #"{"action":"seek","by":-5,"precise":true}"#),
      Sample(#"{"action":"seek","fraction":0.5,"precise":false}"#, .seek(.fraction(0.5), precise: false)),
      Sample(#"{"action":"setVolume","volume":40}"#, .setVolume(40)),
      Sample(#"{"action":"setRate","rate":1.5}"#, .setRate(1.5)),
      Sample(#"{"action":"stepFrame","by":-1}"#, .stepFrame(by: -1)),
      Sample(#"{"action":"playItem","index":2}"#, .playItem(2)),
      Sample(#"{"action":"setLoop","loop":"one"}"#, .setLoop(.one)),
      Sample(#"{"action":"setShuffle","shuffled":true}"#, .setShuffle(true)),
      Sample(#"{"action":"setFullscreen","fullscreen":true}"#, .setFullscreen(true)),
      Sample(
        #"{"action":"setTrack","kind":"subtitles","id":"2"}"#, .setTrack(.subtitles, id: "2"),
        written: #"{"action":"setTrack","id":"2","kind":"subtitles"}"#),
      Sample(#"{"action":"setTrack","id":null,"kind":"subtitles"}"#, .setTrack(.subtitles, id: nil)),
      Sample(#"{"action":"screenshot","path":"shot.png"}"#, .screenshot(to: MediaPath("shot.png"))),
      Sample(#"{"action":"screenshot","pathBase64":"/w=="}"#, .screenshot(to: MediaPath(bytes: [0xff]))),
      Sample(#"{"action":"setQuality","quality":"hd720"}"#, .setQuality(.hd720)),
      Sample(#"{"action":"setQuality","quality":"tiny"}"#, .setQuality(.unknown("tiny"))),
      Sample(#"{"action":"idle"}"#, .idle), Sample(#"{"action":"play"}"#, .play),
      Sample(#"{"action":"pause"}"#, .pause), Sample(#"{"action":"stop"}"#, .stop),
      Sample(#"{"action":"clear"}"#, .clear), Sample(#"{"action":"duration"}"#, .duration),
      Sample(#"{"action":"currentTime"}"#, .currentTime), Sample(#"{"action":"mute"}"#, .mute),
      Sample(#"{"action":"unmute"}"#, .unmute), Sample(#"{"action":"next"}"#, .next),
      Sample(#"{"action":"previous"}"#, .previous),
      // Unknown keys, spaces and nulls in place of what may be absent.
      Sample(#" { "extra" : [1, {"a": 2}], "action" : "play" } "#, .play, written: #"{"action":"play"}"#),
      Sample(
        #"{"action":"seek","to":1,"by":null,"fraction":null,"precise":null}"#, .seek(.to(1)),
        written: #"{"action":"seek","precise":true,"to":1}"#),
    ]
  }
}

extension Sample<PlayerEvent> {
  static var events: [Sample] {
    [
      Sample(#"{"event":"ready","ready":true}"#, .ready),
      Sample(
        #"{"event":"backendChanged","backend":"mpv","reason":"fallback"}"#, .backendChanged("mpv", .fallback)),
      Sample(#"{"event":"sourceChanged","source":null}"#, .sourceChanged(nil)),
      Sample(#"{"event":"statusChanged","status":"playing"}"#, .statusChanged(.playing)),
      Sample(
        #"{"event":"statusChanged","playWhenReady":false,"status":"ended"}"#,
        .statusChanged(.ended, playWhenReady: false)),
      Sample(#"{"event":"timeChanged","currentTime":1.25}"#, .timeChanged(1.25)),
      Sample(#"{"event":"seeking","currentTime":3,"isSeeking":true}"#, .seeking(to: 3)),
      Sample(#"{"event":"seeked","currentTime":3.04,"isSeeking":false}"#, .seeked(at: 3.04)),
      Sample(
        #"{"event":"durationChanged","duration":213.5,"isLive":false,"isSeekable":true}"#,
        .durationChanged(213.5, isLive: false, isSeekable: true)),
      Sample(
        #"{"event":"durationChanged","duration":null,"isLive":true,"isSeekable":false}"#,
        .durationChanged(nil, isLive: true, isSeekable: false)),
      Sample(
        #"{"event":"seekableRangeChanged","seekableRange":{"end":73,"start":12.5}}"#,
        .seekableRangeChanged(12.5...73)),
      Sample(#"{"event":"seekableRangeChanged","seekableRange":null}"#, .seekableRangeChanged(nil)),
      Sample(#"{"event":"loadedFractionChanged","loadedFraction":0.5}"#, .loadedFractionChanged(0.5)),
      Sample(#"{"event":"volumeChanged","volume":40}"#, .volumeChanged(40)),
      Sample(#"{"event":"muteChanged","isMuted":true}"#, .muteChanged(true)),
      Sample(#"{"event":"rateChanged","rate":0.25}"#, .rateChanged(0.25)),
      Sample(
        #"{"event":"availableRatesChanged","availableRates":[0.5,1,2]}"#, .availableRatesChanged([0.5, 1, 2])),
      Sample(#"{"event":"qualityChanged","quality":"hd1080"}"#, .qualityChanged(.hd1080)),
      Sample(#"{"event":"qualityChanged","quality":null}"#, .qualityChanged(nil)),
      Sample(
        #"{"event":"availableQualitiesChanged","availableQualities":["small","tiny"]}"#,
        .availableQualitiesChanged([.small, .unknown("tiny")])),
      Sample(
        #"{"event":"videoSizeChanged","videoSize":{"height":1080,"width":1920}}"#,
        .videoSizeChanged(VideoSize(width: 1920, height: 1080))),
      Sample(#"{"event":"videoSizeChanged","videoSize":null}"#, .videoSizeChanged(nil)),
      Sample(
        #"{"event":"metadataChanged","metadata":{"title":"…","author":"…","album":"…","videoID":"…","thumbnail":"https://…","chapters":[{"start":0,"title":"…"}]}}"#,
        .metadataChanged(
          PlayerMetadata(
            title: "…", author: "…", album: "…", videoID: "…", thumbnail: "https://…",
            chapters: [Chapter(start: 0, title: "…")])),
        written:
          #"{"event":"metadataChanged","metadata":{"album":"…","author":"…","chapters":[{"start":0,"title":"…"}],"thumbnail":"https://…","title":"…","videoID":"…"}}"#
      ),
      Sample(
        #"{"event":"itemsChanged","items":[{"id":"…","title":"…"}],"itemIndex":0}"#,
        .itemsChanged([PlayerItem(id: "…", title: "…")], index: 0),
        written: #"{"event":"itemsChanged","itemIndex":0,"items":[{"id":"…","title":"…"}]}"#),
      Sample(#"{"event":"itemsChanged","itemIndex":null,"items":[]}"#, .itemsChanged([], index: nil)),
      Sample(#"{"event":"loopChanged","loop":"all"}"#, .loopChanged(.all)),
      Sample(#"{"event":"shuffleChanged","isShuffled":true}"#, .shuffleChanged(true)),
      Sample(
        #"{"event":"tracksChanged","tracks":[{"kind":"audio","id":"1","language":"en","title":"…","isExternal":false}],"selectedTracks":{"audio":"1"}}"#,
        .tracksChanged(
          [PlayerTrack(kind: .audio, id: "1", language: "en", title: "…")], selected: [.audio: "1"]),
        written:
          #"{"event":"tracksChanged","selectedTracks":{"audio":"1"},"tracks":[{"id":"1","isExternal":false,"kind":"audio","language":"en","title":"…"}]}"#
      ),
      Sample(#"{"event":"fullscreenChanged","isFullscreen":true}"#, .fullscreenChanged(true)),
      Sample(#"{"event":"pageRequested","by":-1}"#, .pageRequested(by: -1)),
      Sample(
        #"{"event":"failed","error":{"code":"embeddingNotAllowed","message":"…","remedy":"…","backend":"iframe","backendCode":"150"}}"#,
        .failed(
          PlayerError(.embeddingNotAllowed, "…", remedy: "…", backend: "iframe", backendCode: "150")),
        written:
          #"{"event":"failed","error":{"backend":"iframe","backendCode":"150","code":"embeddingNotAllowed","message":"…","remedy":"…"}}"#
      ),
      Sample(
        #"{"event":"failed","error":{"code":"backendFailed","message":"It died."},"willRestart":true}"#,
        .failed(PlayerError(.backendFailed, "It died."), willRestart: true)),
      Sample(
        #"{"event":"rejected","action":{"action":"fly"},"error":{"code":"invalidArgument","message":"No."}}"#,
        .rejected(
          .unreadable(.object(["action": .string("fly")])), PlayerError(.invalidArgument, "No."))),
      Sample(
        #"{"event":"rejected","action":{"action":"setVolume","volume":400},"error":{"code":"invalidArgument","message":"No."}}"#,
        .rejected(.action(.setVolume(400)), PlayerError(.invalidArgument, "No."))),
      Sample(
        #"{"event":"rejected","error":{"code":"invalidArgument","message":"No."}}"#,
        .rejected(nil, PlayerError(.invalidArgument, "No."))),
      Sample(
        #"{"event":"rejected","action":null,"error":{"code":"invalidArgument","message":"No."}}"#,
        .rejected(.unreadable(.null), PlayerError(.invalidArgument, "No."))),
      Sample(#"{"event":"log","level":"warning","text":"…"}"#, .log(.warning, "…")),
      Sample(#"{"event":"dropped","count":7}"#, .dropped(7)),
      Sample(#"{"event":"closed"}"#, .closed),
    ]
  }
}

extension Sample<PlayerSource> {
  static var sources: [Sample] {
    get throws {
      let video = try #require(YouTubeVideoID("dQw4w9WgXcQ"))
      let other = try #require(YouTubeVideoID("-QfRAwg3gkM"))
      let list = try #require(YouTubePlaylistID("PLabcdefghijklmnop"))
      let channel = try #require(YouTubeChannelID("UCabcdefghijklmnopqrstuv"))
      return [
        Sample(
          #"{"kind":"video","id":"dQw4w9WgXcQ","list":"PLabcdefghijklmnop","index":7,"start":90,"end":120}"#,
          PlayerSource(.video(video, list: list, index: 7), start: 90, end: 120),
          written:
            #"{"end":120,"id":"dQw4w9WgXcQ","index":7,"kind":"video","list":"PLabcdefghijklmnop","start":90}"#
        ),
        Sample(
          #"{"kind":"video","id":"dQw4w9WgXcQ"}"#, PlayerSource(.video(video)),
          written: #"{"id":"dQw4w9WgXcQ","kind":"video"}"#),
        Sample(
          #"{"ids":["dQw4w9WgXcQ","-QfRAwg3gkM"],"index":1,"kind":"videos"}"#,
          PlayerSource(.videos([video, other], index: 1))),
        Sample(
          #"{"ids":["dQw4w9WgXcQ"],"kind":"videos"}"#, PlayerSource(.videos([video])),
          written: #"{"ids":["dQw4w9WgXcQ"],"index":0,"kind":"videos"}"#),
        Sample(
          #"{"id":"PLabcdefghijklmnop","index":2,"kind":"playlist"}"#, PlayerSource(.playlist(list, index: 2))
        ),
        Sample(#"{"id":"UCabcdefghijklmnopqrstuv","kind":"channel"}"#, PlayerSource(.channel(.id(channel)))),
        Sample(
          #"{"handle":"@name","kind":"channel","live":true}"#,
          PlayerSource(.channel(.handle("@name"), live: true))),
        Sample(#"{"kind":"channel","user":"name"}"#, PlayerSource(.channel(.user("name")))),
        Sample(#"{"custom":"name","kind":"channel"}"#, PlayerSource(.channel(.custom("name")))),
        Sample(#"{"kind":"file","path":"/home/me/clip.mp4"}"#, .file(MediaPath("/home/me/clip.mp4"))),
        Sample(
          #"{"kind":"file","pathBase64":"L2EvgC5tcDQ="}"#,
          .file(MediaPath(bytes: Array("/a/".utf8) + [0x80] + Array(".mp4".utf8)))),
        Sample(
          #"{"kind":"stream","url":"https://example.org/a.m3u8"}"#,
          PlayerSource(.stream("https://example.org/a.m3u8"))),
        Sample(#"{"kind":"stream","url":"-"}"#, .standardInput),
        Sample(
          #""https://youtu.be/dQw4w9WgXcQ?t=90""#, .rick(start: 90),
          written: #"{"id":"dQw4w9WgXcQ","kind":"video","start":90}"#),
      ]
    }
  }
}

extension PlayerSource {
  /// A well-known video.
  static func rick(start: Double? = nil) -> PlayerSource {
    guard let id = YouTubeVideoID("dQw4w9WgXcQ") else { preconditionFailure("A valid id was refused.") }
    return PlayerSource(.video(id), start: start)
  }
}

/// A line's text.
func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

/// The value of a line.
func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws(PlayerError) -> Value {
  try JSONLine.decode(type, from: Array(json.utf8))
}
