import Foundation
import IFramePage
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("ytplay html")
struct HTMLTests {
  /// What the page does by itself, and when its player is ready.
  private static func commands(_ page: String) throws -> (now: [JSONValue], whenReady: [JSONValue]) {
    let start = try #require(page.range(of: #"<script type="application/json" id="ytplay-data">"#))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let data = try JSONDecoder().decode(
      JSONValue.self, from: Data(page[start.upperBound..<end.lowerBound].utf8))
    return (
      try #require(data["commands"]?.elements), try #require(data["whenReady"]?.elements)
    )
  }

  private static func opening(_ arguments: String...) async throws -> JSONValue {
    let result = try await CommandUnderTest.run(["html"] + arguments)
    try #require(result.isSuccess, "\(result)")
    return try #require(try commands(result.output).now.first { $0["do"]?.text == "open" })
  }

  @Test("It prints a page that opens the video by itself, and nothing else")
  func video() async throws {
    let result = try await CommandUnderTest.run(["html", "dQw4w9WgXcQ"])
    #expect(result.isSuccess && result.errors.isEmpty, "\(result)")
    #expect(result.output.hasPrefix("<!DOCTYPE html>\n") && result.output.hasSuffix("</html>\n"))
    let opening = try #require(try Self.commands(result.output).now.last)
    #expect(opening["videoId"]?.text == "dQw4w9WgXcQ")
    #expect(opening["script"]?.text == "https://www.youtube.com/iframe_api")
    #expect(opening["host"]?.text == "https://www.youtube.com")
    #expect(opening["playerVars"] == .object(["enablejsapi": .integer(1), "autoplay": .integer(1)]))
  }

  @Test("The same source makes the same page")
  func stable() async throws {
    let pages = try await [
      CommandUnderTest.run(["html", "dQw4w9WgXcQ"]), CommandUnderTest.run(["html", "dQw4w9WgXcQ"]),
    ]
    #expect(pages[0].output == pages[1].output)
  }

  @Test("Options and parameters reach the player")
  func options() async throws {
    let opening = try await Self.opening(
      "--start", "1:30.5", "--end=2:00.5", "--no-autoplay", "--mute", "--loop", "one",
      "--youtube", "hl=de", "--youtube", "controls=0", "--youtube", "host=www.youtube-nocookie.com",
      "dQw4w9WgXcQ")
    let vars = try #require(opening["playerVars"])
    #expect(vars["start"] == .integer(90) && vars["end"] == .integer(121))
    #expect(vars["autoplay"] == .integer(0) && vars["mute"] == .integer(1))
    #expect(vars["loop"] == .integer(1) && vars["playlist"]?.text == "dQw4w9WgXcQ")
    #expect(vars["hl"]?.text == "de" && vars["controls"] == .integer(0))
    #expect(opening["host"]?.text == "https://www.youtube-nocookie.com")
  }

  @Test("What no parameter can say is done when the player is ready")
  func whenReady() async throws {
    let result = try await CommandUnderTest.run(
      ["html", "--volume", "40", "--rate", "1.5", "dQw4w9WgXcQ"])
    let calls = try Self.commands(result.output).whenReady
    #expect(calls.map { $0["name"]?.text } == ["setVolume", "setPlaybackRate"])
    #expect(calls.map { $0["args"] } == [.array([.integer(40)]), .array([.number(1.5)])])
  }

  @Test(
    "Lists and channels open as lists",
    arguments: [
      ("PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf", "PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf", "playlist"),
      ("UC_x5XG1OV2P6uZZ5FSM9Ttw", "UU_x5XG1OV2P6uZZ5FSM9Ttw", "playlist"),
      ("https://www.youtube.com/user/GoogleDevelopers", "GoogleDevelopers", "user_uploads"),
    ])
  func lists(source: String, list: String, type: String) async throws {
    let opening = try await Self.opening(source)
    #expect(opening["videoId"] == nil)
    #expect(opening["playerVars"]?["list"]?.text == list)
    #expect(opening["playerVars"]?["listType"]?.text == type)
  }

  @Test("A video within a list opens there, and several videos one after another")
  func videos() async throws {
    let within = try await Self.opening(
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf&index=3")
    #expect(within["videoId"]?.text == "dQw4w9WgXcQ")
    #expect(within["playerVars"]?["list"]?.text == "PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf")
    #expect(within["playerVars"]?["index"] == .integer(2))
    let several = try await Self.opening(
      "https://www.youtube.com/watch_videos?video_ids=dQw4w9WgXcQ,9bZkp7q19f0,jNQXAC9IVRw")
    #expect(several["videoId"]?.text == "dQw4w9WgXcQ")
    #expect(several["playerVars"]?["playlist"]?.text == "9bZkp7q19f0,jNQXAC9IVRw")
  }

  @Test(
    "A source that the player can't play is refused in one sentence, with status 2",
    arguments: [
      "clip.mp4", "https://example.org/a.m3u8", "/", "-", "@google", "https://www.youtube.com/c/Google",
      "https://www.youtube.com/feed/trending",
    ])
  func refused(source: String) async throws {
    let result = try await CommandUnderTest.run(["html", source])
    #expect(result.exitStatus == 2, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("ytplay: ") && result.errors.filter { $0 == "\n" }.count == 1)
    #expect(result.errors.hasSuffix(".\n") && !result.errors.contains(". "), "\(result.errors)")
  }

  @Test(
    "What is typed wrong ends with status 1",
    arguments: [
      [], ["dQw4w9WgXcQ", "9bZkp7q19f0"], ["--json", "dQw4w9WgXcQ"],
      ["--youtube", #"list="});alert(1)//"#, "dQw4w9WgXcQ"],
      ["--youtube", "origin=http://example.org", "dQw4w9WgXcQ"],
      ["--youtube", "controls=x", "dQw4w9WgXcQ"],
    ])
  func usage(arguments: [String]) async throws {
    let result = try await CommandUnderTest.run(["html"] + arguments)
    #expect(result.exitStatus == 1, "\(result)")
    #expect(result.output.isEmpty && result.errors.hasPrefix("ytplay: "))
  }
}
