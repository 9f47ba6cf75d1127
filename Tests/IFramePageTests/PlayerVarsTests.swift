import IFramePage
import PlayerKit
import Testing

@Suite("Player parameters")
struct PlayerVarsTests {
  private static func vars(
    _ text: String, autoPlay: Bool = true, origin: String? = nil, start: Double? = nil, end: Double? = nil,
    _ set: (inout YouTubeParameters) -> Void = { _ in }
  ) throws -> [String: JSONValue] {
    var parameters = YouTubeParameters()
    set(&parameters)
    var source = try PlayerSource(parsing: text)
    source.start = start ?? source.start
    source.end = end ?? source.end
    return try PlayerVars(parameters, source: source, autoPlay: autoPlay, origin: origin).values
  }

  private static let list = "PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf"
  private static let usual: [String: JSONValue] = ["enablejsapi": .integer(1), "autoplay": .integer(1)]

  private static func usually(_ others: [String: JSONValue]) -> [String: JSONValue] {
    usual.merging(others) { $1 }
  }

  @Test("A video needs no parameters but what lets it be spoken to")
  func video() throws {
    #expect(try Self.vars("dQw4w9WgXcQ") == Self.usual)
    #expect(try Self.vars("dQw4w9WgXcQ", autoPlay: false)["autoplay"] == .integer(0))
    #expect(try Self.vars("dQw4w9WgXcQ", autoPlay: false) { $0.autoplay = true } == Self.usual)
    #expect(try PlayerSource(parsing: "dQw4w9WgXcQ").youTubeVideoID == "dQw4w9WgXcQ")
  }

  @Test("Every parameter has YouTube's name and value")
  func all() throws {
    let vars = try Self.vars("dQw4w9WgXcQ", origin: "https://a.example") {
      $0.controls = false
      $0.start = 5
      $0.end = 9
      $0.loop = true
      $0.mute = true
      $0.captionsOn = true
      $0.captionLanguage = "de"
      $0.interfaceLanguage = "pt-BR"
      $0.color = .white
      $0.disablesKeyboard = true
      $0.fullscreenButton = false
      $0.annotations = false
      $0.related = false
      $0.playsInline = true
      $0.widgetReferrer = "https://b.example/page"
      $0.showInfo = false
    }
    #expect(
      vars
        == Self.usually([
          "origin": .string("https://a.example"), "controls": .integer(0), "start": .integer(5),
          "end": .integer(9), "loop": .integer(1), "playlist": .string("dQw4w9WgXcQ"), "mute": .integer(1),
          "cc_load_policy": .integer(1), "cc_lang_pref": .string("de"), "hl": .string("pt-BR"),
          "color": .string("white"), "disablekb": .integer(1), "fs": .integer(0),
          "iv_load_policy": .integer(3), "rel": .integer(0), "playsinline": .integer(1),
          "widget_referrer": .string("https://b.example/page"), "showinfo": .integer(0),
        ]))
  }

  @Test("The source's own start and end win, in whole seconds that hold all of it, however great they are")
  func times() throws {
    let vars = try Self.vars("dQw4w9WgXcQ", start: 1.9, end: 3.1) { $0.start = 60 }
    #expect(vars["start"] == .integer(1) && vars["end"] == .integer(4))
    let great = try Self.vars("dQw4w9WgXcQ", start: 1e200, end: 1e300)
    #expect(great["start"] == .integer(2_147_483_647) && great["end"] == .integer(2_147_483_647))
  }

  @Test("Lists, users and channels are lists")
  func lists() throws {
    let list = Self.usually(["list": .string(Self.list), "listType": .string("playlist")])
    #expect(try Self.vars(Self.list) == list)
    #expect(try PlayerSource(parsing: Self.list).youTubeVideoID == nil)
    let inside = "https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=\(Self.list)&index=3"
    #expect(try Self.vars(inside) == list.merging(["index": .integer(2)]) { $1 })
    #expect(try PlayerSource(parsing: inside).youTubeVideoID == "dQw4w9WgXcQ")
    let user = try Self.vars("https://www.youtube.com/user/GoogleDevelopers") { $0.index = 4 }
    #expect(
      user
        == Self.usually([
          "list": .string("GoogleDevelopers"), "listType": .string("user_uploads"), "index": .integer(4),
        ]))
    let channel = "https://www.youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw"
    #expect(try Self.vars(channel)["list"] == .string("UU_x5XG1OV2P6uZZ5FSM9Ttw"))
    #expect(
      try Self.vars("\(channel)/live") == Self.usually(["channel": .string("UC_x5XG1OV2P6uZZ5FSM9Ttw")]))
    #expect(try PlayerSource(parsing: "\(channel)/live").youTubeVideoID == "live_stream")
  }

  @Test("A list of the parameters counts beside a single video alone")
  func parametersLists() throws {
    func set(_ parameters: inout YouTubeParameters) {
      parameters.list = "UU_x5XG1OV2P6uZZ5FSM9Ttw"
      parameters.index = 1
    }
    let beside = try Self.vars("dQw4w9WgXcQ", set)
    #expect(beside["list"] == .string("UU_x5XG1OV2P6uZZ5FSM9Ttw") && beside["index"] == .integer(1))
    #expect(beside["listType"] == .string("playlist"))
    #expect(try Self.vars(Self.list, set)["list"] == .string(Self.list))
    let following = try Self.vars("dQw4w9WgXcQ") {
      $0.playlist = [YouTubeVideoID("9bZkp7q19f0"), YouTubeVideoID("jNQXAC9IVRw")].compactMap { $0 }
    }
    #expect(following["playlist"] == .string("9bZkp7q19f0,jNQXAC9IVRw"))
  }

  @Test("Several videos are the first, and a list of the rest")
  func videos() throws {
    let source = "https://www.youtube.com/watch_videos?video_ids=dQw4w9WgXcQ,9bZkp7q19f0,jNQXAC9IVRw"
    #expect(try Self.vars(source) == Self.usually(["playlist": .string("9bZkp7q19f0,jNQXAC9IVRw")]))
    #expect(try PlayerSource(parsing: source).youTubeVideoID == "dQw4w9WgXcQ")
    let one = try #require(YouTubeVideoID("dQw4w9WgXcQ"))
    var parameters = YouTubeParameters()
    parameters.loop = true
    let vars = try PlayerVars(parameters, source: PlayerSource(.videos([one])), autoPlay: true)
    #expect(vars[text: "playlist"] == "dQw4w9WgXcQ")
    #expect(throws: PlayerError.self) {
      try PlayerVars(parameters, source: PlayerSource(.videos([])), autoPlay: true)
    }
  }

  @Test(
    "What YouTube's player can't find or play is unsupported, with what could",
    arguments: [
      "@google", "https://www.youtube.com/c/Google", "https://www.youtube.com/user/x/live", "clip.mp4",
      "https://example.org/a.m3u8", "https://www.youtube.com/@google/live",
    ])
  func unsupported(text: String) throws {
    let error = try #require(throws: PlayerError.self) { try Self.vars(text) }
    #expect(error.code == .unsupported && error.remedy?.contains("mpv") == true)
  }

  @Test("Values that mean nothing are refused by name")
  func refused() throws {
    let mistakes: [(String, (inout YouTubeParameters) -> Void)] = [
      ("list", { $0.list = #""});alert(1)//"# }), ("list", { $0.list = "PL" }),
      (
        "list",
        {
          $0.listType = .userUploads
          $0.list = "a b"
        }
      ),
      ("start", { $0.start = -1 }), ("end", { $0.end = -1 }), ("index", { $0.index = -1 }),
      ("hl", { $0.interfaceLanguage = "<b>" }), ("cc_lang_pref", { $0.captionLanguage = "" }),
      ("origin", { $0.origin = "https://a.example/page" }), ("origin", { $0.origin = "http://a.example" }),
      ("widget_referrer", { $0.widgetReferrer = "javascript:1" }),
    ]
    for (name, set) in mistakes {
      let error = try #require(throws: PlayerError.self) { try Self.vars("dQw4w9WgXcQ", set) }
      #expect(error.code == .invalidArgument && error.message.contains("parameter \(name) "), "\(error)")
    }
  }
}

@Suite("Where YouTube's parts come from")
struct YouTubeEndpointsTests {
  @Test("They are YouTube's, unless the environment names others")
  func environment() {
    #expect(YouTubeEndpoints.fromEnvironment([:]) == .youTube)
    #expect(YouTubeEndpoints.youTube.origin(of: .noCookie) == "https://www.youtube-nocookie.com")
    let other = YouTubeEndpoints.fromEnvironment([
      "YTPLAY_IFRAME_SCRIPT": "https://127.0.0.1:8443/iframe_api",
      "YTPLAY_IFRAME_HOST": "https://127.0.0.1:8443", "YTPLAY_IFRAME_CERTIFICATE": "/tmp/cert.pem",
    ])
    #expect(other.script == "https://127.0.0.1:8443/iframe_api")
    #expect(other.origin(of: .youTube) == "https://127.0.0.1:8443")
    #expect(other.trustedCertificate == "/tmp/cert.pem")
  }

  @Test("What is no https URL, or would end a policy, is not taken")
  func wrong() {
    for text in ["", "http://127.0.0.1", "https://", "https://a; script-src *", "https://a\" x", "ftp://a"] {
      let endpoints = YouTubeEndpoints.fromEnvironment([
        "YTPLAY_IFRAME_SCRIPT": text, "YTPLAY_IFRAME_HOST": text, "YTPLAY_IFRAME_CERTIFICATE": "",
      ])
      #expect(endpoints == .youTube, "\(text)")
    }
  }

  @Test("The page lets in these, and nothing else")
  func policy() throws {
    func policy(_ endpoints: YouTubeEndpoints) throws -> Substring {
      var configuration = IFramePage.Configuration()
      configuration.endpoints = endpoints
      let page = IFramePage.html(configuration)
      return try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
    }
    let youTube = try policy(.youTube).replacing(/sha256-[A-Za-z0-9+\/]{43}=/, with: "HASH")
    #expect(
      youTube == """
        default-src 'none'; script-src 'HASH' https://www.youtube.com https://s.ytimg.com; style-src 'HASH'; \
        frame-src https://www.youtube.com https://www.youtube-nocookie.com; base-uri 'none'; form-action 'none'
        """)
    let test = try policy(YouTubeEndpoints(script: "https://a.example/x", host: "https://a.example"))
    #expect(test.contains("script-src") && !test.contains("youtube"))
    #expect(test.contains("frame-src https://a.example;"))
    // What is set by hand and is no origin is left out, so that it can't end the policy.
    let hostile = try policy(YouTubeEndpoints(script: "https://b; x", host: #""><script>"#))
    #expect(hostile.contains("script-src 'sha256-") && hostile.contains("; frame-src ; base-uri 'none'"))
  }
}
