import Foundation
import IFramePage
import PlayerKit
import Testing

/// A `YT.Player` within the page, which says and does nothing but what a test tells it: for the script's own logic.
enum FakePlayer {
  /// Defines `YT`, so that no script is fetched, and `fakes`: the players that the page has made.
  static let script = """
    window.fakes = [];
    window.YT = {
      Player: class {
        constructor(place, options) {
          if (options.videoId === "refused-one") throw new Error("Invalid video id");
          this.options = options;
          this.calls = [];
          this.frame = document.createElement("iframe");
          for (const { name, value } of place.attributes) this.frame.setAttribute(name, value);
          place.replaceWith(this.frame);
          fakes.push(this);
        }
        getIframe() { return this.frame; }
        getOptions() { return []; }
        getOption() { return undefined; }
        destroy() { this.isDestroyed = true; this.frame.remove(); }
        fire(name, data) { this.options.events[name]({ target: this, data }); }
        define(...names) {
          for (const name of names) this[name] = (...args) => { this.calls.push([name, args]); return this; };
        }
        says(values) { for (const name in values) this[name] = () => values[name]; }
      },
    };
    """

  static func opening(_ number: Int, videoID: String? = "dQw4w9WgXcQ") -> PageOpening {
    PageOpening(
      player: number, endpoints: .youTube, host: .youTube, videoID: videoID, vars: PlayerVars())
  }
}

extension PageRig {
  /// A page with fake players, of which number 1 is open.
  static func runFake(_ body: @escaping (PageRig) async throws -> Void) async throws {
    try await run { rig in
      try await rig.load(IFramePage.Configuration())
      try await rig.evaluate(FakePlayer.script)
      try await rig.perform(.open(FakePlayer.opening(1)))
      #expect(try await rig.evaluate("return String(fakes.length);") == "1")
      try await body(rig)
    }
  }

  /// Lets a fake player send an event; the last one unless said otherwise.
  func fire(_ event: String, _ data: String = "null", player: Int = -1) async throws {
    try await evaluate("fakes.at(\(player)).fire(argument, \(data));", event)
  }
}
