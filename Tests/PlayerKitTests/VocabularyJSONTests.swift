import Foundation
import PlayerKit
import Testing

@Suite("Configurations, errors and qualities as JSON")
struct VocabularyJSONTests {
  @Test("What a configuration leaves out is as by default, and unknown keys are ignored")
  func defaults() throws {
    #expect(try decode(PlayerConfiguration.self, "{}") == PlayerConfiguration())
    var expected = PlayerConfiguration()
    expected.timeouts.open = 3
    expected.youTube.captionsOn = true
    let json = #"{"timeouts":{"open":3},"youTube":{"cc_load_policy":1,"modestbranding":1},"later":[1]}"#
    #expect(try decode(PlayerConfiguration.self, json) == expected)
  }

  @Test("A configuration is written with all its fields, YouTube's by their own names")
  func configuration() throws {
    var configuration = PlayerConfiguration()
    configuration.autoPlay = false
    configuration.mpvOptions = [.init("vf", "hflip"), .init("vf", "vflip")]
    configuration.audioLanguages = ["de", "en"]
    configuration.presentation = PlayerPresentation(page: 3, isFront: false, axis: .horizontal)
    configuration.windowClosing = .session
    configuration.subtitleFiles = [MediaPath("/a.srt"), MediaPath(bytes: [0xff])]
    configuration.audioDevice = "alsa/default"
    configuration.youTube.captionsOn = true
    configuration.youTube.captionLanguage = "de"
    configuration.youTube.interfaceLanguage = "fr"
    configuration.youTube.annotations = false
    configuration.youTube.disablesKeyboard = true
    configuration.youTube.fullscreenButton = false
    configuration.youTube.listType = .userUploads
    configuration.youTube.playlist = [
      try #require(YouTubeVideoID("dQw4w9WgXcQ")), try #require(YouTubeVideoID("-QfRAwg3gkM")),
    ]
    configuration.youTube.host = .noCookie
    #expect(
      try encoded(configuration) == """
        {"audioDevice":"alsa/default","audioLanguages":["de","en"],"autoPlay":false,"fallback":true,\
        "isFullscreen":false,"mpvOptions":[{"name":"vf","value":"hflip"},{"name":"vf","value":"vflip"}],\
        "presentation":{"axis":"horizontal","isAnimated":true,"isFront":false,"page":3,"turnsPages":true},\
        "restart":true,"showsVideo":true,"subtitleFiles":[{"path":"/a.srt"},{"pathBase64":"/w=="}],"subtitleLanguages":[],\
        "timeInterval":0.25,"timeouts":{"open":15,"perform":10,"shutDown":5,"start":10},"windowClosing":"session",\
        "youTube":{"cc_lang_pref":"de","cc_load_policy":1,"disablekb":1,"fs":0,"hl":"fr",\
        "host":"www.youtube-nocookie.com","iv_load_policy":3,"listType":"user_uploads",\
        "playlist":"dQw4w9WgXcQ,-QfRAwg3gkM"}}
        """)
  }

  @Test(
    "YouTube's switches are read from 0, 1, true and false",
    arguments: [
      ("0", false), ("1", true), ("true", true), ("false", false), ("1.0", true), ("null", nil),
    ] as [(String, Bool?)])
  func switches(_ json: String, _ expected: Bool?) throws {
    let parameters = try decode(
      YouTubeParameters.self, #"{"cc_load_policy":\#(json),"rel":\#(json),"iv_load_policy":\#(json)}"#)
    #expect(parameters.captionsOn == expected)
    #expect(parameters.related == expected)
    #expect(parameters.annotations == expected)
  }

  @Test("Annotations are turned off by 3")
  func annotations() throws {
    #expect(try decode(YouTubeParameters.self, #"{"iv_load_policy":3}"#).annotations == false)
  }

  @Test("A playlist's ids may be text or a list")
  func playlist() throws {
    let ids = [try #require(YouTubeVideoID("dQw4w9WgXcQ")), try #require(YouTubeVideoID("-QfRAwg3gkM"))]
    for json in [#""dQw4w9WgXcQ,-QfRAwg3gkM""#, #"["dQw4w9WgXcQ","-QfRAwg3gkM"]"#] {
      #expect(try decode(YouTubeParameters.self, #"{"playlist":\#(json)}"#).playlist == ids)
    }
  }

  @Test(
    "A malformed configuration is told by its field",
    arguments: [
      (#"{"autoPlay":1}"#, "The configuration needs autoPlay, true or false, and was given 1."),
      (#"{"timeInterval":"1"}"#, "The configuration needs timeInterval, seconds, and was given “1”."),
      (
        #"{"timeouts":{"open":true}}"#,
        "The configuration's timeouts needs open, seconds, and was given true."
      ),
      (#"{"youTube":{"rel":2}}"#, "The configuration's youTube needs rel, 0 or 1, and was given 2."),
      (
        #"{"youTube":{"iv_load_policy":2}}"#,
        "The configuration's youTube needs iv_load_policy, 3 or 1, and was given 2."
      ),
      (
        #"{"youTube":{"playlist":"short"}}"#,
        "The configuration's youTube needs playlist, videos' ids, and was given “short”."
      ),
      (
        #"{"youTube":{"color":"blue"}}"#,
        "The configuration's youTube needs color, red or white, and was given “blue”."
      ),
      (
        #"{"presentation":{"page":1}}"#,
        "The presentation needs isFront, true or false."
      ),
      (
        #"{"presentation":{"page":1,"isFront":true,"axis":"deep"}}"#,
        "The presentation needs axis, vertical or horizontal, and was given “deep”."
      ),
      (
        #"{"windowClosing":"never"}"#,
        "The configuration needs windowClosing, quit or session, and was given “never”."
      ),
      (
        #"{"mpvOptions":[{"name":"a","value":"b"},{"name":"c"}]}"#,
        "The configuration needs mpvOptions, a list of objects of name and value, and was given a list with a fault at mpvOptions.1.value."
      ),
      (
        #"{"mpvOptions":{"a":"b"}}"#,
        "The configuration needs mpvOptions, a list of objects of name and value, and was given an object."
      ),
    ])
  func malformed(_ json: String, _ message: String) {
    let error = #expect(throws: PlayerError.self) { try decode(PlayerConfiguration.self, json) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message == message)
  }

  @Test(
    "An event with a fault deep inside is told by the place",
    arguments: [
      (
        #"{"event":"tracksChanged","tracks":[{"kind":"audio","id":"1"},{"kind":"smell","id":"2"}]}"#,
        "The event tracksChanged needs tracks, a list of tracks, and was given a list with a fault at tracks.1.kind."
      ),
      (
        #"{"event":"timeChanged","currentTime":null}"#,
        "The event timeChanged needs currentTime, seconds, and was given null."
      ),
      (#"{"event":"timeChanged"}"#, "The event timeChanged needs currentTime, seconds."),
      (#"{"event":"exploded"}"#, "There is no event called “exploded”."),
      (#"{"action":"play"}"#, "An event needs event, the event's name."),
      ("[]", "An event is an object, and here is none."),
      (
        #"{"event":"sourceChanged","source":{"kind":"video","id":"short"}}"#,
        "“short” is not the id of a YouTube video."
      ),
    ])
  func malformedEvent(_ json: String, _ message: String) {
    let error = #expect(throws: PlayerError.self) { try decode(PlayerEvent.self, json) }
    #expect(error?.message == message)
  }

  @Test("An error is written without what it lacks, and an unknown code is kept as the backend's")
  func errors() throws {
    #expect(
      try encoded(PlayerError(.notFound, "There is no such file."))
        == #"{"code":"notFound","message":"There is no such file."}"#)
    let later = try decode(
      PlayerError.self, #"{"code":"outOfPopcorn","message":"It is gone.","remedy":"Buy some."}"#)
    #expect(later == PlayerError(.unknown, "It is gone.", remedy: "Buy some.", backendCode: "outOfPopcorn"))
    let own = try decode(
      PlayerError.self, #"{"code":"outOfPopcorn","message":"It is gone.","backendCode":"7"}"#)
    #expect(own.backendCode == "7")
    #expect(try decode(PlayerError.self, #"{"code":"closed"}"#) == PlayerError(.closed, ""))
    #expect(throws: PlayerError.self) { try decode(PlayerError.self, #"{"message":"No code."}"#) }
  }

  @Test("Every code is written by its name", arguments: PlayerError.Code.allCases)
  func codes(_ code: PlayerError.Code) throws {
    #expect(try decode(PlayerError.self, #"{"code":"\#(code)","message":"M."}"#) == PlayerError(code, "M."))
  }

  @Test("An error says its message and its remedy, and keeps the backend that it names")
  func descriptions() {
    let error = PlayerError(.closed, "It is closed.", remedy: "Open it.")
    #expect("\(error)" == "It is closed. Open it.")
    #expect("\(PlayerError(.closed, "It is closed."))" == "It is closed.")
    #expect(error.attributed(to: "mpv").backend == "mpv")
    #expect(error.attributed(to: "mpv").attributed(to: "mock").backend == "mpv")
  }

  @Test("A quality is known by its name and by its height")
  func qualities() {
    for quality in PlaybackQuality.known {
      #expect(PlaybackQuality(name: quality.name) == quality)
      if let height = quality.height { #expect(PlaybackQuality(height: height) == quality) }
    }
    #expect(PlaybackQuality(name: "tiny") == .unknown("tiny"))
    #expect(PlaybackQuality(name: "HD720") == .unknown("HD720"))
    #expect(PlaybackQuality.unknown("tiny").height == nil)
    #expect(PlaybackQuality.highres.height == nil)
  }

  @Test(
    "A height between two classes belongs to the smaller one",
    arguments: [
      (-5, .small), (0, .small), (144, .small), (239, .small), (240, .small), (359, .small), (360, .medium),
      (480, .large),
      (719, .large), (720, .hd720), (1079, .hd720), (1080, .hd1080), (1440, .hd1440), (2159, .hd1440),
      (2160, .hd2160),
      (2161, .highres), (4320, .highres), (.max, .highres),
    ] as [(Int, PlaybackQuality)])
  func heights(_ height: Int, _ quality: PlaybackQuality) {
    #expect(PlaybackQuality(height: height) == quality)
  }
}

/// A value's JSON with its keys in order.
func encoded(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
