import Foundation
import IFramePage
import PlayerKit
import TestSupport
import Testing

@Suite("The page with a player", .serialized)
struct StandInTests {
  /// A stand-in, and a page that lets it in.
  private static func run(
    script: String = "/iframe_api",
    _ body: @escaping (PageRig, YouTubeStandIn, YouTubeEndpoints) async throws -> Void
  ) async throws {
    try await YouTubeStandIn.run { standIn in
      let endpoints = YouTubeEndpoints.fromEnvironment(standIn.environment(script: script))
      try await PageRig.run(standIn) { rig in
        var configuration = IFramePage.Configuration()
        configuration.endpoints = endpoints
        try await rig.load(configuration)
        try await body(rig, standIn, endpoints)
      }
    }
  }

  private static func opening(
    _ text: String, number: Int = 1, autoPlay: Bool = true,
    origin: String? = "https://io.github.ytplay", _ endpoints: YouTubeEndpoints,
    timeLimit: Double? = nil
  ) throws -> PageOpening {
    try PageOpening(
      player: number, source: PlayerSource(parsing: text), parameters: YouTubeParameters(),
      autoPlay: autoPlay,
      origin: origin, endpoints: endpoints, timeLimit: timeLimit)
  }

  @Test("A video opens and plays, with ticks as often as asked for, and the frame's request says who asks")
  func plays() async throws {
    try await Self.run { rig, standIn, endpoints in
      try await rig.perform(
        .every(seconds: 0.1), .mark(5), .open(Self.opening("dQw4w9WgXcQ", number: 7, endpoints)))
      try await rig.report("ready")
      let playing = try await rig.report { $0.kind == .state(1) }
      #expect(playing.player == 7)
      #expect(playing.mark == 5)
      let tick = try await rig.report { $0.kind == .tick && ($0.info.time ?? 0) > 0.5 }
      #expect(tick.info.duration ?? 0 > 0)
      let frame = try await standIn.request { $0.path.hasPrefix("/embed/dQw4w9WgXcQ") }
      #expect(frame.referer == "https://io.github.ytplay/")
      #expect(frame.path.contains("origin=https%3A%2F%2Fio.github.ytplay"), "\(frame.path)")
      #expect(frame.path.contains("enablejsapi=1"), "\(frame.path)")
    }
  }

  @Test(
    "A script that does not come, or does not work, is reported, and the next try succeeds",
    arguments: ["/missing/", "/broken/", "/half/", "/inert/", "/hang/"])
  func scripts(path: String) async throws {
    try await Self.run { rig, standIn, good in
      var bad = good
      bad.script = standIn.origin + path + "iframe_api"
      let isHanging = path.hasPrefix("/hang")
      try await rig.perform(
        .open(try Self.opening("dQw4w9WgXcQ", bad, timeLimit: isHanging ? 0.5 : nil)))
      let failure = try await rig.report("scriptFailed")
      guard case .scriptFailed(let message) = failure.kind else { return }
      if isHanging {
        #expect(message == "It did not come within 0.5 s.")
      } else {
        #expect(
          message.hasPrefix(standIn.origin + path)
            && message.hasSuffix(
              ["/broken/", "/inert/"].contains(path) ? "did not work." : "could not be loaded."),
          "\(message)")
      }
      #expect(failure.player == 1)
      let known = rig.reports.count
      try await rig.perform(.open(try Self.opening("dQw4w9WgXcQ", number: 2, autoPlay: false, good)))
      #expect(try await rig.report("ready", after: known).player == 2)
      #expect(rig.reports.dropFirst(known).map(\.kind).prefix(2) == [.api, .ready])
    }
  }

  @Test("A script that failed is fetched again from the same address")
  func again() async throws {
    try await Self.run(script: "/missing/iframe_api") { rig, standIn, endpoints in
      for count in 1...2 {
        let known = rig.reports.count
        try await rig.perform(.script(url: endpoints.script))
        try await rig.report("scriptFailed", after: known)
        let fetches = try standIn.requests().filter { $0.path.hasPrefix("/missing/iframe_api") }
        #expect(fetches.count == count)
      }
    }
  }

  @Test("A script that is fetched ahead is fetched once, and then the player makes no other request for it")
  func ahead() async throws {
    try await Self.run { rig, standIn, endpoints in
      try await rig.perform(.script(url: endpoints.script), .script(url: endpoints.script, timeLimit: 20))
      try await rig.report("api")
      try await rig.perform(
        .script(url: endpoints.script), .open(try Self.opening("dQw4w9WgXcQ", endpoints)))
      try await rig.report("ready")
      #expect(try standIn.requests().filter { $0.path.hasPrefix("/iframe_api") }.count == 1)
      #expect(rig.reports.filter { $0.kind == .api }.count == 1)
    }
  }

  @Test("A script that comes too late opens nothing that has been closed meanwhile")
  func closed() async throws {
    try await Self.run { rig, _, endpoints in
      try await rig.perform(.open(try Self.opening("dQw4w9WgXcQ", endpoints)), .close)
      try await rig.report("api")
      #expect(try await rig.evaluate("return String(document.querySelectorAll('iframe').length);") == "0")
      #expect(try await rig.perform(.read) == [.missing])
    }
  }

  @Test("An id that is none is refused by the API, and reported with its words")
  func refused() async throws {
    try await Self.run { rig, _, endpoints in
      var opening = try Self.opening("dQw4w9WgXcQ", endpoints)
      opening.videoID = "no-id"
      try await rig.perform(.open(opening))
      #expect(try await rig.report("refused").kind == .refused("Invalid video id"))
    }
  }

  @Test("A list opens at its item, and its ids and its place are told")
  func list() async throws {
    try await Self.run { rig, _, endpoints in
      let source = PlayerSource(.playlist(try #require(YouTubePlaylistID("PLstandin-three")), index: 1))
      let opening = try PageOpening(
        player: 1, source: source, parameters: YouTubeParameters(), autoPlay: true, endpoints: endpoints)
      try await rig.perform(.every(seconds: 0.1), .open(opening))
      let report = try await rig.report { $0.info.index == 1 && $0.info.videoID == "short-3s--b" }
      #expect(report.info.playlist == ["short-3s--a", "short-3s--b", "short-3s--c"] || report.kind == .tick)
      let info = try #require(try await rig.perform(.read).first?.info)
      #expect(info.playlist == ["short-3s--a", "short-3s--b", "short-3s--c"])
      #expect(info.title == "Stand-in short-3s--b" && info.author == "The stand-in's channel")
    }
  }

  @Test("Captions are told as tracks, shown when they are asked for, and taken away again")
  func captions() async throws {
    try await Self.run { rig, _, endpoints in
      try await rig.perform(
        .every(seconds: 0.1), .open(try Self.opening("captions--a", endpoints)))
      try await rig.report { $0.kind == .state(1) }
      try await rig.perform(.call(.loadModule, [.string("captions")]))
      let report = try await rig.report { ($0.info.tracks?.count ?? 0) == 2 }
      #expect(report.info.modules?.contains("captions") == true)
      let german = try #require(report.info.tracks?.first { $0.languageCode == "de" })
      try await rig.perform(.call(.setOption, [.string("captions"), .string("track"), german.option]))
      try await rig.report {
        guard case .track(let track)? = $0.info.track else { return false }
        return track.languageCode == "de"
      }
      let known = rig.reports.count
      try await rig.perform(.call(.setOption, [.string("captions"), .string("track"), .object([:])]))
      try await rig.report(after: known) { $0.info.track == .off }
    }
  }

  @Test("Hostile titles come as they are, cut where they are too long, and make no element")
  func titles() async throws {
    try await Self.run { rig, _, endpoints in
      let usual = try await rig.evaluate("return String(document.querySelectorAll('*').length);")
      for number in 1...9 {
        try await rig.perform(
          .every(seconds: 0.1), .open(try Self.opening("title-evil\(number)", number: number, endpoints)))
        let report = try await rig.report { $0.player == number && $0.info.title?.isEmpty == false }
        #expect(report.info.title == report.info.author)
        #expect(report.info.title?.utf16.count ?? .max <= 4096)
        // A frame, and the API's two scripts.
        let elements = try await rig.evaluate("return String(document.querySelectorAll('*').length);")
        #expect(try #require(Int(elements)) == #require(Int(usual)) + 3)
        #expect(
          try await rig.evaluate("return typeof window.hacked + document.title;") == "undefinedytplay")
      }
    }
  }

  @Test("The page that a person hosts plays by itself, and says who it is by its own address")
  func alone() async throws {
    try await YouTubeStandIn.run { standIn in
      try await PageRig.run(standIn) { rig in
        var configuration = IFramePage.Configuration()
        configuration.endpoints = .fromEnvironment(standIn.environment())
        configuration.commands = [
          .overlay(PageOverlay(.loading, title: "Loading…")),
          .open(try Self.opening("dQw4w9WgXcQ", origin: nil, configuration.endpoints)),
        ]
        configuration.commandsWhenReady = [.call(.setVolume, [.integer(30)])]
        try await rig.load(configuration, base: "https://player.example.org/")
        try await rig.report { $0.kind == .state(1) }
        try await rig.report { $0.info.volume == 30 }
        #expect(try await rig.evaluate("return String(overlay.hidden);") == "true")
        let frame = try await standIn.request { $0.path.hasPrefix("/embed/") }
        #expect(frame.referer == "https://player.example.org/")
        #expect(frame.path.contains("origin=https%3A%2F%2Fplayer.example.org"), "\(frame.path)")
      }
    }
  }

  @Test("A page without an address of its own is refused by YouTube, and says what to do")
  func nobody() async throws {
    try await YouTubeStandIn.run { standIn in
      try await PageRig.run(standIn) { rig in
        var configuration = IFramePage.Configuration()
        configuration.endpoints = .fromEnvironment(standIn.environment())
        configuration.commands = [
          .open(try Self.opening("dQw4w9WgXcQ", origin: nil, configuration.endpoints))
        ]
        try await rig.load(configuration, base: "about:blank")
        try await rig.report { $0.kind == .error(153) }
        let words = try await rig.evaluate("return overlay.className + overlay.textContent;")
        #expect(words.contains("error 153") && words.contains("https base URL"), "\(words)")
      }
    }
  }
}
