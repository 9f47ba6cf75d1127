import Foundation
import IFramePage
import PlayerKit
import TestSupport
import Testing

@Suite("The guide for hosts", .serialized)
struct HostingTests {
  /// The lines of the guide's blocks of code that begin with these words.
  private static func lines(_ words: String) throws -> [String] {
    let guide = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../docs/iframe.md")
    let blocks = try String(contentsOf: guide.standardizedFileURL, encoding: .utf8)
      .split(separator: "```\(words)\n").dropFirst()
    try #require(!blocks.isEmpty)
    return blocks.flatMap { block in
      block.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0 != "```" }.map(String.init)
    }
  }

  private static func value(_ text: String) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// What the guide's commands are in Swift, in its order.
  private static func commands() throws -> [PageCommand] {
    let script = "https://www.youtube.com/iframe_api"
    var parameters = YouTubeParameters()
    parameters.interfaceLanguage = "de"
    let video = try PlayerSource(parsing: "dQw4w9WgXcQ")
    let first = try PageOpening(
      player: 1, source: video, parameters: parameters, autoPlay: true, timeLimit: 15)
    parameters = YouTubeParameters()
    let list = PlayerSource(
      .playlist(try #require(YouTubePlaylistID("PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf")), index: 2))
    let second = try PageOpening(player: 2, source: list, parameters: parameters, autoPlay: false)
    let start: JSONValue = .object(["videoId": .string("dQw4w9WgXcQ"), "startSeconds": .integer(90)])
    let german = PlayerInfo.CaptionTrack(languageCode: "de").option
    return [
      .open(first), .open(second), .script(url: script), .script(url: script, timeLimit: 15),
      .call(.playVideo), .call(.seekTo, [.number(12.5), .bool(true)]), .call(.loadVideoById, [start]),
      .call(.setOption, [.string("captions"), .string("track"), german]),
      .call(.getOption, [.string("captions"), .string("tracklist")]), .call(.showVideoInfo), .read,
      .every(seconds: 0.25), .mark(12), .close,
      .overlay(
        PageOverlay(.error, title: "There is no connection.", text: "Check the network, and try again.")),
      .overlay(PageOverlay(.none)),
    ]
  }

  @Test("Each command of the guide is one that Swift writes, and the page knows it")
  func commands() async throws {
    let lines = try Self.lines("json command")
    let written = PageCommand.text(try Self.commands())
    #expect(try Self.value("[\(lines.joined(separator: ","))]") == Self.value(written))
    try await PageRig.runFake { rig in
      // All that need a player come before the one that takes it away.
      try await rig.evaluate(
        "YT.Player = class extends YT.Player { constructor(...all) { super(...all); this.define(...JSON.parse('"
          + #"["playVideo","seekTo","loadVideoById","setOption","showVideoInfo"]"# + "')); } };")
      try await rig.perform(.open(FakePlayer.opening(3)))
      for line in lines {
        let answer = try await rig.evaluate(IFramePage.perform, "[\(line)]")
        #expect(!answer.contains("missing") && !answer.contains("thrown"), "\(line): \(answer)")
      }
    }
  }

  @Test("Each result of the guide is read")
  func results() throws {
    let text = "[\(try Self.lines("json result").joined(separator: ","))]"
    #expect(
      PageResult.read(text) == [.done, .value(.integer(40)), .missing, .thrown("Invalid video id")])
  }

  @Test("Each report of the guide is read, and the guide has them all")
  func reports() throws {
    let reports = try Self.lines("json report").map { try #require(PageReport($0), "\($0)") }
    #expect(
      reports.map(\.kind) == [
        .page, .api, .scriptFailed("https://www.youtube.com/iframe_api could not be loaded."),
        .refused("Invalid video id"), .ready, .state(1), .error(150), .quality("hd720"), .rate(1.5),
        .autoplayBlocked, .apiChange, .tick, .change,
      ])
    #expect(reports[5].mark == 12 && reports[10].info.track == .off)
    let names = IFramePage.script.matches(of: /report\("(\w+)"/).map { String($0.1) }
    #expect(Set(names) == Set(reports.map(\.kind.name)))
  }

  @Test("What a host's script is shown to do, works")
  func script() async throws {
    try await PageRig.runFake { rig in
      try await rig.evaluate("fakes[0].define('setVolume');")
      try await rig.evaluate(try Self.lines("js host").joined(separator: "\n"))
      #expect(try await rig.evaluate("return JSON.stringify(fakes[0].calls);") == #"[["setVolume",[40]]]"#)
      try await rig.fire("onStateChange", "2")
      #expect(try await rig.evaluate("return document.title;") == "state 2")
    }
  }

  @Test("The page of the Swift sample opens what it is asked to")
  func swift() throws {
    #expect(try HostingSample.page(for: "dQw4w9WgXcQ").contains(#""videoId":"dQw4w9WgXcQ""#))
    #expect(throws: PlayerError.self) { try HostingSample.page(for: "clip.mp4") }
  }
}
