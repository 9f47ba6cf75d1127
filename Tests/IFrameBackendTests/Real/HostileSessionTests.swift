import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("Hostile words and YouTube's player", .serialized, .sharedRig, .timeLimit(.minutes(5)))
struct HostileSessionTests {
  private func rig() throws -> RealRig { try #require(RealRig.shared) }

  private static let pieces = [
    "</script>", "<script>fetch('/hacked')</script>", "<!--", "]]>", "<img src=/hacked>",
    "<svg onload=alert(1)>",
    "javascript:alert(1)", "\"});alert(1)//", "');alert(1)//", "`${alert(1)}`", "\\", "\\\"", "\\u003c",
    "\u{2028}", "\u{0}", "\r\n", "\u{1B}[2J", "\u{202E}", "&lt;", "&", "'", "\"", "<", ">", "%3C", "..", "/",
    "{",
    "}", "__proto__", "constructor", "\u{1F3B5}", "PL", "dQw4w9WgXcQ", "ä", "中", "&autoplay=1", "#", "?",
  ]

  private static let harmless = ["dQw4w9WgXcQ", "constructor", "__proto__PL"]

  private static let texts: [String] = {
    // Knuth's linear congruential generator: the same texts each time.
    var state: UInt64 = 42
    func number(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    return (0..<10_000).map { _ in
      (0...number(below: 5)).map { _ in pieces[number(below: pieces.count)] }.joined()
    }
  }()

  /// Expects that the session plays, that nothing of what was said has been run, and that no window was opened.
  private func expectNoHarm(_ rig: RealRig, _ session: RealSession) async throws {
    try await session.play(.id("dQw4w9WgXcQ"))
    try await rig.display.window("Stand-in dQw4w9WgXcQ")
    #expect(try !rig.standIn.requests().contains { $0.path.hasPrefix("/hacked") || $0.path == "/x" })
    for title in ["hacked", "JavaScript", "Alert"] {
      #expect(try await !rig.display.hasWindow(title))
    }
  }

  @Test("Ten thousand of them as sources, names of users and tracks are refused, or inert, and then it plays")
  func sources() async throws {
    let rig = try rig()
    try await rig.session { session in
      try await session.play(.id("dQw4w9WgXcQ"))
      var (refused, taken) = (0, 0)
      for (number, text) in Self.texts.enumerated() {
        // Words of JavaScript may be ids too.
        #expect(YouTubeVideoID(text) == nil || Self.harmless.contains(text), "\(text)")
        let actions: [PlayerAction] =
          switch number % 3 {
          case 0: [.load(PlayerSource(.channel(.user(text))))]
          case 1: [.cue(PlayerSource(.channel(.custom(text)))), .setTrack(.subtitles, id: text)]
          // A text that names nothing has been refused already.
          default: (try? PlayerSource(parsing: text)).map { [.load($0)] } ?? []
          }
        for action in actions {
          do throws(PlayerError) {
            try await session.perform(action)
            taken += 1
          } catch {
            let expected: [PlayerError.Code] = [
              .unsupported, .invalidSource, .invalidArgument, .nothingLoaded,
            ]
            #expect(expected.contains(error.code), "\(error)")
            refused += 1
          }
        }
      }
      #expect(refused > 3000 && refused + taken > 6666)
      try await expectNoHarm(rig, session)
    }
  }

  @Test("A thousand of them as options, and some as each parameter, are refused or inert, and then it plays")
  func options() async throws {
    let rig = try rig()
    var configuration = PlayerConfiguration()
    configuration.youTube.options = Self.texts[..<1000].enumerated().map { number, text in
      YouTubeParameters.ModuleOption(number % 2 == 0 ? "captions" : text, text, .string(text))
    }
    configuration.youTube.widgetReferrer = "https://example.org/\(Self.texts[1])"
    try await rig.session(configuration) { session in try await expectNoHarm(rig, session) }
    for text in Self.texts[1000..<1010] {
      var configuration = PlayerConfiguration()
      configuration.youTube.list = "<script>" + text
      configuration.youTube.captionLanguage = "<script>" + text
      try await rig.session(configuration) { session in
        let error = await #expect(throws: PlayerError.self) {
          try await session.perform(.load(.id("dQw4w9WgXcQ")))
        }
        #expect(error?.code == .invalidArgument)
      }
    }
  }

  @Test("Hostile titles and names are text in the state and in the window's title, and then it plays")
  func titles() async throws {
    let rig = try rig()
    try await rig.session { session in
      for number in 1...9 {
        let state = try await session.play(.id("title-evil\(number)"), beyond: 0.1)
        #expect(state.metadata.videoID == "title-evil\(number)")
        #expect((state.metadata.title?.utf8.count ?? 0) <= 16384)
      }
      try await expectNoHarm(rig, session)
    }
  }
}
