import Foundation
import PlayerKit
import TestSupport
import Testing

/// A page that embeds the stand-in's player, in a real web view; what a test says is run as JavaScript within it.
///
/// There: `open(id, options)` makes a player and waits until it is ready, `p` is the player, `until(words)` waits for
/// an event that has not been waited for yet, `holds(condition)` waits for a condition, `seen()` is what has happened
/// since it was last asked (`ready`, `state 1`, `quality medium`, `error 150`, …).
struct StandInHost: Sendable {
  @TaskLocal static var shared: StandInHost?

  let standIn: YouTubeStandIn
  let display: VirtualDisplay
  private let view: DrivenWebView
  private let pages = Numbers()

  private final class Numbers: Sendable {
    private let last = Lock(0)
    func next() -> Int {
      last.withLock { last in
        last += 1
        return last
      }
    }
  }

  private init(_ standIn: YouTubeStandIn, _ display: VirtualDisplay, _ view: DrivenWebView) {
    self.standIn = standIn
    self.display = display
    self.view = view
  }

  /// Runs `body` with a display, a server and a web view of its own.
  static func run(_ body: (StandInHost) async throws -> Void) async throws {
    try await VirtualDisplay.run { display in
      try await YouTubeStandIn.run { standIn in
        try await DrivenWebView.run(on: display) { view in
          try await body(StandInHost(standIn, display, view))
        }
      }
    }
  }

  /// Runs an async function's body in a new page; what it returns is decoded from JSON. Where it calls `ask()`, a
  /// person is to do something, with the pointer over the player.
  func evaluate<Value: Decodable>(
    _ script: String, as type: Value.Type = Value.self, base: String = "https://io.github.ytplay/",
    whenAsked act: @Sendable (VirtualDisplay) async throws -> Void = { _ in }
  ) async throws -> Value {
    let page = pages.next()
    try await view.perform(
      "open",
      [
        "page": page, "axis": "vertical", "hosts": ["127.0.0.1:\(standIn.port)"],
        "certificate": standIn.certificate,
        "certificateHost": "127.0.0.1",
      ])
    try await view.perform("front", ["page": page])
    try await view.perform("load", ["page": page, "html": html, "base": base])
    // Until then the page that calls reach may be the empty one.
    try await view.waitForMessage(of: page) { $0 == "api" }
    async let call = view.perform(
      "call",
      [
        "page": page, "argument": script,
        "body": """
        try { return JSON.stringify(await window.runScript(argument)); }
        catch (error) { return JSON.stringify({ failed: `${error}`, seen: window.all }); }
        """,
      ])
    if script.contains("ask()") {
      try await view.waitForMessage(of: page) { $0 == "asked" }
      try await display.window("WebViewUnderTest")
      try await act(display)
    }
    let answer = try await call
    try await view.perform("remove", ["page": page])
    try await view.perform("close", ["page": page])
    do {
      return try JSONDecoder().decode(Value.self, from: Data(answer.utf8))
    } catch {
      throw Mistake(description: answer)
    }
  }

  /// What the page answered instead of what it was to.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  private var html: String {
    """
    <!doctype html><html><head><meta charset="utf-8"></head>
    <body style="margin:0;background:#000"><div id="player"></div><script>
    const all = window.all = [];
    let told = 0, waitedFor = 0;
    const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
    const ask = () => document.dispatchEvent(new CustomEvent("ytplay", { detail: "asked" }));
    function seen() {
      const news = all.slice(told);
      told = all.length;
      waitedFor = Math.max(waitedFor, told);
      return news;
    }
    async function until(words) {
      await holds(() => all.slice(waitedFor).includes(words), words);
      waitedFor = all.indexOf(words, waitedFor) + 1;
    }
    async function holds(condition, what) {
      for (let i = 0; !condition(); i += 1) {
        if (i > 1500) throw new Error(`never: ${what || condition}`);
        await sleep(10);
      }
    }
    let p;
    const note = (words, then) => event => {
      all.push(event.data === null ? words : `${words} ${event.data}`);
      if (then) then(event);
    };
    function make(videoId, options = {}) {
      const element = options.element || "player";
      delete options.element;
      window.p = p = new YT.Player(element, {
        width: 640, height: 360, videoId: videoId || undefined, ...options,
        events: {
          onReady: note("ready", options.onReady), onStateChange: note("state", options.onStateChange),
          onError: note("error"), onPlaybackQualityChange: note("quality"), onPlaybackRateChange: note("rate"),
          onAutoplayBlocked: note("autoplayBlocked"), onApiChange: note("apiChange"),
        },
      });
      return p;
    }
    async function open(videoId, options) {
      make(videoId, options);
      await until("ready");
      return p;
    }
    async function playing(videoId, options) {
      await open(videoId, options);
      p.playVideo();
      await until("state 1");
      told = waitedFor;
      await holds(() => p.getCurrentTime() > 0.3);
    }
    window.runScript = text => eval(`(async () => { ${text} })()`);
    window.onYouTubeIframeAPIReady = () => {
      document.dispatchEvent(new CustomEvent("ytplay", { detail: "api" }));
    };
    </script><script src="\(standIn.origin)/iframe_api"></script></body></html>
    """
  }
}

/// One host for all tests of a suite.
struct SharedStandInHost: SuiteTrait, TestScoping {
  var isRecursive: Bool { false }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await StandInHost.run { host in
      try await StandInHost.$shared.withValue(host) { try await function() }
    }
  }
}
