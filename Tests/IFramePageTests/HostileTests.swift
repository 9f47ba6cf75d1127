import Foundation
import IFramePage
import PlayerKit
import TestSupport
import Testing

@Suite("Hostile texts", .serialized)
struct HostileTests {
  private static let texts: [String] = {
    var hostile = HostileText(seed: 42)
    return (0..<10_000).map { _ in hostile.next() }
  }()

  /// As text of JSON, for JavaScript to compare with.
  private static func json(_ texts: [String]) throws -> String {
    String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
  }

  /// How many elements the page has, and whether something ran that should not have.
  private static func harm(_ rig: PageRig) async throws -> String {
    try await rig.evaluate("return document.querySelectorAll('*').length + ' ' + typeof window.isBroken;")
  }

  @Test("Ten thousand of them stand in a page's data, and in its title, and are nothing but text there")
  func data() async throws {
    try await PageRig.run { rig in
      try await rig.load(IFramePage.Configuration())
      let usual = try await Self.harm(rig)
      var configuration = IFramePage.Configuration()
      configuration.title = Self.texts[..<1000].joined().filter { $0 != "\0" }
      configuration.commands = Self.texts.map { .overlay(PageOverlay(.error, title: $0, text: $0)) }
      configuration.commandsWhenReady = [.call(.setOption, Self.texts.map(JSONValue.string))]
      try await rig.load(configuration)
      #expect(try await Self.harm(rig) == usual)
      let same = try await rig.evaluate(
        """
        const texts = JSON.parse(argument);
        const { commands, whenReady } = JSON.parse(document.getElementById("ytplay-data").textContent);
        const isSame = (left, right) => JSON.stringify(left) === JSON.stringify(right);
        return JSON.stringify([
          isSame(commands.map(({ title }) => title), texts), isSame(whenReady[0].args, texts),
          document.getElementById("overlay-title").textContent === texts.at(-1),
        ]);
        """, Self.json(Self.texts))
      #expect(same == "[true,true,true]")
      #expect(try await rig.evaluate("return document.title;").contains("<script>"))
    }
  }

  @Test("Ten thousand of them are arguments, titles and names of lists, and come back as they went")
  func titles() async throws {
    try await PageRig.runFake { rig in
      let usual = try await Self.harm(rig)
      try await rig.evaluate("fakes[0].define('loadPlaylist'); fakes[0].loadPlaylist = (list) => list;")
      for start in stride(from: 0, to: Self.texts.count, by: 1000) {
        let texts = Array(Self.texts[start..<start + 1000])
        let echoes = try await rig.evaluate(
          IFramePage.perform, PageCommand.text(texts.map { .call(.loadPlaylist, [.string($0)]) }))
        #expect(PageResult.read(echoes) == texts.map { .value(.string($0)) })
        // As titles and as ids of a list, in reports.
        let known = rig.reports.count
        try await rig.evaluate(
          """
          const texts = JSON.parse(argument);
          for (let index = 0; index < texts.length; index += 10) {
            const some = texts.slice(index, index + 10);
            fakes[0].says({ getPlaylist: some, getVideoData: { title: some[0], author: some[1], video_id: some[2] } });
            fakes[0].fire("onApiChange");
          }
          """, Self.json(texts))
        let reports = rig.reports.dropFirst(known)
        #expect(reports.flatMap { $0.info.playlist ?? [] } == texts)
        #expect(reports.compactMap(\.info.title) == stride(from: 0, to: 1000, by: 10).map { texts[$0] })
      }
      #expect(try await Self.harm(rig) == usual)
    }
  }

  @Test("Half a character, and too much of anything, is not passed on")
  func bounds() async throws {
    try await PageRig.runFake { rig in
      try await rig.evaluate(
        #"""
        let deep = "bottom";
        for (let depth = 0; depth < 100; depth += 1) deep = [deep];
        fakes[0].says({
          getVideoData: { title: "a\uD800b", author: "x".repeat(10000), video_id: "\uDC00" },
          getPlaylist: Array(20000).fill("id"), getVideoUrl: deep, getVideoEmbedCode: document.body, getPlaylistId: () => 1,
        });
        """#)
      let results = try await rig.perform(
        .read, .call(.getVideoUrl), .call(.getVideoEmbedCode), .call(.getPlaylistId))
      let info = try #require(results[0].info)
      #expect(info.title == "a\u{FFFD}b" && info.videoID == "\u{FFFD}")
      #expect(info.author?.count == 4096 && info.playlist?.count == 10_000)
      guard case .value(.array) = results[1] else { throw PageRig.Failure(description: "\(results[1])") }
      #expect(results[2] == .value(.null) && results[3] == .value(.null))
    }
  }

  @Test("Ten thousand of them are refused as parameters, or are data in them")
  func parameters() throws {
    let source = PlayerSource(.video(try #require(YouTubeVideoID("dQw4w9WgXcQ"))))
    var refused = 0
    var configuration = IFramePage.Configuration()
    for text in Self.texts {
      var parameters = YouTubeParameters()
      parameters.list = text
      parameters.listType = text.count % 2 == 0 ? .userUploads : .playlist
      parameters.interfaceLanguage = text
      parameters.origin = text
      do throws(PlayerError) {
        _ = try PlayerVars(parameters, source: source, autoPlay: true)
      } catch {
        #expect(error.code == .invalidArgument)
        refused += 1
      }
      // The referrer may be any URL: it is data.
      parameters = YouTubeParameters()
      parameters.widgetReferrer = "https://\(text)"
      configuration.commands.append(
        .open(try PageOpening(player: 1, source: source, parameters: parameters, autoPlay: true)))
    }
    #expect(refused == Self.texts.count)
    let page = IFramePage.html(configuration)
    let start = try #require(page.range(of: "id=\"ytplay-data\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    let data = page[start..<end]
    #expect(!data.unicodeScalars.contains { "<>&\u{2028}\u{2029}\0".unicodeScalars.contains($0) })
    let read = try JSONDecoder().decode(JSONValue.self, from: Data(data.utf8))
    let sent = try JSONDecoder().decode(
      JSONValue.self, from: Data(PageCommand.text(configuration.commands).utf8))
    #expect(read == .object(["commands": sent, "whenReady": .array([])]))
  }
}
