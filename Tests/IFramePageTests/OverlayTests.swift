import Foundation
import IFramePage
import PlayerKit
import TestSupport
import Testing

@Suite("The page's overlay, in a web view", .serialized)
struct OverlayTests {
  /// What is shown: the kind, the title and the text; and whether anything in it is more than text.
  private struct Shown: Decodable, Equatable {
    var kind: String
    var isSeen: Bool
    var title: String
    var text: String
    var elements: Int

    static func now(_ rig: PageRig) async throws -> Shown {
      let answer = try await rig.evaluate(
        """
        const box = document.getElementById("overlay").getBoundingClientRect();
        return JSON.stringify({
          kind: overlay.className, isSeen: box.width > 0 && box.height > 0,
          title: document.getElementById("overlay-title").textContent,
          text: document.getElementById("overlay-text").textContent,
          elements: document.querySelectorAll("#overlay p *").length,
        });
        """)
      return try JSONDecoder().decode(Shown.self, from: Data(answer.utf8))
    }
  }

  @Test("It says what it is told to, as text, and goes when it is told to")
  func words() async throws {
    try await PageRig.runFake { rig in
      #expect(try await !Shown.now(rig).isSeen)
      let error = PlayerError(.network, "<b>No</b> & no.", remedy: "</p><script>window.isBroken = 1</script>")
      try await rig.perform(.overlay(PageOverlay(error)))
      #expect(
        try await Shown.now(rig)
          == Shown(kind: "error", isSeen: true, title: error.message, text: error.remedy ?? "", elements: 0))
      #expect(
        try await rig.evaluate("return overlay.getAttribute('role') + overlay.ariaLive;") == "alertpolite")
      try await rig.perform(.overlay(PageOverlay(.idle, title: "ytplay")))
      #expect(try await rig.evaluate("return overlay.getAttribute('role');") == "status")
      try await rig.perform(.overlay(PageOverlay(.none)))
      #expect(try await !Shown.now(rig).isSeen)
    }
  }

  @Test("It never lies over a player that plays")
  func playing() async throws {
    try await PageRig.runFake { rig in
      for kind in PageOverlay.Kind.allCases {
        try await rig.perform(.overlay(PageOverlay(kind, title: "x")))
        try await rig.fire("onStateChange", "1")
        #expect(try await !Shown.now(rig).isSeen, "\(kind)")
      }
    }
  }

  @Test("While something loads it lets clicks through, and goes when the player is ready")
  func loading() async throws {
    try await PageRig.runFake { rig in
      try await rig.perform(.overlay(PageOverlay(.loading, title: "Loading…")))
      let style = try await rig.evaluate(
        "const style = getComputedStyle(overlay); return style.pointerEvents + style.backgroundColor;")
      #expect(style == "nonergba(0, 0, 0, 0)")
      try await rig.fire("onReady")
      #expect(try await !Shown.now(rig).isSeen)
      try await rig.perform(.overlay(PageOverlay(.error, title: "x")))
      try await rig.fire("onReady")
      #expect(try await Shown.now(rig).isSeen)
    }
  }

  @Test("The page is dark, and the player never smaller than YouTube allows")
  func look() async throws {
    try await PageRig.runFake { rig in
      let colour = try await rig.evaluate("return getComputedStyle(document.body).backgroundColor;")
      #expect(colour == "rgb(15, 15, 15)")
      let style = try await rig.evaluate(
        "const style = getComputedStyle(fakes[0].frame); return style.minWidth + ' ' + style.minHeight;")
      #expect(style == "200px 200px")
    }
  }

  @Test("A page of its own says what is wrong, and tries again when it is asked to")
  func alone() async throws {
    try await PageRig.run { rig in
      var configuration = IFramePage.Configuration()
      // Nobody listens there.
      configuration.endpoints = YouTubeEndpoints(
        script: "https://127.0.0.1:1/iframe_api", host: "https://127.0.0.1:1")
      configuration.commands = [
        .overlay(PageOverlay(.loading, title: "Loading…")),
        .open(
          PageOpening(
            player: 1, endpoints: configuration.endpoints, host: .youTube, videoID: "dQw4w9WgXcQ",
            vars: PlayerVars())),
      ]
      configuration.commandsWhenReady = [.call(.setVolume, [.integer(40)])]
      try await rig.load(configuration)
      let failure = try await rig.report("scriptFailed")
      #expect(failure.kind == .scriptFailed("https://127.0.0.1:1/iframe_api could not be loaded."))
      let shown = try await Shown.now(rig)
      #expect(shown.kind == "error" && shown.isSeen)
      #expect(shown.title == "YouTube's player could not be loaded.")
      #expect(shown.text.contains("https://127.0.0.1:1/iframe_api"))
      try await rig.evaluate(FakePlayer.script + "document.getElementById('overlay-retry').click();")
      try await rig.evaluate("fakes[0].define('setVolume');")
      try await rig.fire("onReady")
      #expect(try await !Shown.now(rig).isSeen)
      #expect(try await rig.evaluate("return JSON.stringify(fakes[0].calls);") == #"[["setVolume",[40]]]"#)
      try await rig.fire("onError", "153")
      #expect(try await Shown.now(rig).text.contains("Referer"))
    }
  }
}
