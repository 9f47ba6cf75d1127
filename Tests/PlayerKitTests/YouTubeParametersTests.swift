import PlayerKit
import Testing

@Suite("Parameters of YouTube's player, by name and text")
struct YouTubeParametersTests {
  @Test("Each is set by YouTube's own name, and keeps the others")
  func set() throws {
    var parameters = YouTubeParameters()
    for (name, text) in [
      ("cc_load_policy", "1"), ("controls", "false"), ("iv_load_policy", "3"), ("start", "90"), ("hl", "de"),
      ("color", "white"), ("list", "12345"), ("listType", "user_uploads"),
      ("playlist", "dQw4w9WgXcQ,-QfRAwg3gkM"), ("host", "www.youtube-nocookie.com"),
      ("widget_referrer", "true"),
    ] {
      try parameters.set(name, to: text)
    }
    var expected = YouTubeParameters()
    expected.captionsOn = true
    expected.controls = false
    expected.annotations = false
    expected.start = 90
    expected.interfaceLanguage = "de"
    expected.color = .white
    expected.list = "12345"
    expected.listType = .userUploads
    expected.playlist = [
      try #require(YouTubeVideoID("dQw4w9WgXcQ")), try #require(YouTubeVideoID("-QfRAwg3gkM")),
    ]
    expected.host = .noCookie
    expected.widgetReferrer = "true"
    #expect(parameters == expected)
  }

  @Test("The later value wins")
  func again() throws {
    var parameters = YouTubeParameters()
    try parameters.set("hl", to: "de")
    try parameters.set("hl", to: "fr")
    #expect(parameters.interfaceLanguage == "fr")
  }

  @Test(
    "What can't be is said, with the nearest name, and changes nothing",
    arguments: [
      ("h1", "de", "YouTube's player has no parameter called “h1”.", "Did you mean hl?"),
      ("nonsense", "1", "YouTube's player has no parameter called “nonsense”.", nil),
      ("start", "soon", "YouTube's player needs start, whole seconds, and was given “soon”.", nil),
      ("rel", "2", "YouTube's player needs rel, 0 or 1, and was given 2.", nil),
      ("rel", "", "YouTube's player needs rel, 0 or 1, and was given “”.", nil),
      ("color", "blue", "YouTube's player needs color, red or white, and was given “blue”.", nil),
      ("start", "99999999999999999999999", "YouTube's player needs start, whole seconds, and was given", nil),
    ])
  func refused(_ name: String, _ text: String, _ message: String, _ remedy: String?) {
    var parameters = YouTubeParameters()
    parameters.interfaceLanguage = "de"
    let before = parameters
    let error = #expect(throws: PlayerError.self) { try parameters.set(name, to: text) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(error?.remedy == remedy)
    #expect(parameters == before)
  }

  @Test("Each name that there is takes some value", arguments: YouTubeParameters.names)
  func names(_ name: String) {
    let texts = ["1", "en", "red", "playlist", "dQw4w9WgXcQ", "www.youtube.com", "captions.fontSize=2"]
    #expect(
      texts.contains { text in
        var parameters = YouTubeParameters()
        // One that it can't be is what the others are for.
        return (try? parameters.set(name, to: text)) != nil
      })
  }
}
