import Foundation
import TestSupport
import Testing

/// What else the stand-in is and does: its frame, who it listens to, and the ids that stand for something.
extension StandInTests {
  @Test("adopts a frame that is there")
  func adoption() async throws {
    let values = try await run(
      """
      const frame = document.createElement("iframe");
      frame.id = "mine";
      frame.allow = "autoplay";
      frame.referrerPolicy = "strict-origin-when-cross-origin";
      frame.width = frame.height = "300";
      frame.src = `${YTConfig.host}/embed/short-3s--b?start=1`;
      document.body.append(frame);
      await open(null, { element: "mine" });
      p.playVideo();
      await until("state 1");
      return [`${p.getIframe() === frame}`, `${YT.get("mine") === p}`, p.getVideoData().video_id,
        `${p.getCurrentTime() >= 1}`];
      """)
    #expect(values == ["true", "true", "short-3s--b", "true"])
  }

  @Test("puts the element back that a frame took the place of")
  func destroy() async throws {
    let values = try await run(
      """
      const element = document.getElementById("player");
      await open("dQw4w9WgXcQ");
      const before = document.getElementById("player").tagName;
      p.destroy();
      return [before, `${document.getElementById("player") === element}`, `${document.querySelectorAll("iframe").length}`];
      """)
    #expect(values == ["IFRAME", "true", "0"])
  }

  @Test("is asked for by a request that says who embeds it")
  func request() async throws {
    _ = try await run("await open('referer---a'); return [];")
    let standIn = try #require(StandInHost.shared).standIn
    let request = try await standIn.request { $0.path.hasPrefix("/embed/referer---a?") }
    #expect(request.referer == "https://io.github.ytplay/")
    #expect(request.destination == "iframe")
    #expect(request.path.contains("origin=https%3A%2F%2Fio.github.ytplay&"))
  }

  @Test("is error 153 for a page that is not the one it says, or that does not say which it is")
  func identity() async throws {
    let host = try #require(StandInHost.shared)
    let script = "await open('dQw4w9WgXcQ', { playerVars: VARS }); await until('error 153'); return seen();"
    let lying = script.replacing("VARS", with: "{ origin: 'https://elsewhere.example' }")
    #expect(try await host.evaluate(lying) == ["ready", "error 153"])
    #expect(
      try await host.evaluate(script.replacing("VARS", with: "{}"), base: "about:blank")
        == ["ready", "error 153"])
  }

  @Test("hears nobody but its own frame")
  func foreignMessages() async throws {
    let seen = try await run(
      """
      await open("dQw4w9WgXcQ");
      seen();
      const number = Number(new URL(p.getIframe().src).searchParams.get("widgetid"));
      const words = JSON.stringify({ event: "onStateChange", info: 1, id: number, channel: "widget" });
      const other = document.createElement("iframe");
      other.srcdoc = `<script>parent.postMessage(${JSON.stringify(words)}, "*")</${"script"}>`;
      const arrived = new Promise(resolve => addEventListener("message", event => {
        if (event.source === other.contentWindow) resolve();
      }));
      document.body.append(other);
      await arrived;
      window.postMessage(words, "*");
      p.setVolume(40);
      await holds(() => p.getVolume() === 40);
      return seen();
      """)
    #expect(seen.isEmpty)
  }

  @Test("says the titles that it is to, whatever they are", arguments: 1...9)
  func hostileTitles(number: Int) async throws {
    let values = try await run(
      """
      await playing("title-evil\(number)");
      const title = p.getVideoData().title;
      return [typeof title, `${title.length > 0}`, typeof window.hacked, document.title];
      """)
    #expect(values == ["string", "true", "undefined", ""])
  }

  @Test("lacks data at 3 s, where it is to, and goes on")
  func stall() async throws {
    let seen = try await run(
      """
      await open("stall-at-3s");
      p.playVideo();
      await until("state 1");
      await until("state 3");
      const place = p.getCurrentTime();
      await until("state 1");
      return [`${place >= 3 && place < 6}`];
      """)
    #expect(seen == ["true"])
  }

  @Test("is live, where it is to: the duration grows")
  func live() async throws {
    let seen = try await run(
      """
      await playing("live-stream");
      const first = p.getDuration();
      await holds(() => p.getDuration() > first + 0.5);
      return [p.getVideoData().isLive, first > 3600];
      """, as: [Bool].self)
    #expect(seen == [true, true])
  }

  @Test("never becomes ready, where it is not to")
  func neverReady() async throws {
    let kinds = try await run(
      """
      make("never-ready");
      await new Promise(resolve => p.getIframe().addEventListener("load", resolve));
      await sleep(1000);
      return [typeof p.playVideo, ...seen()];
      """)
    #expect(kinds == ["undefined"])
  }

  @Test("begins and ends where it is told to, until it is told to seek")
  func startAndEnd() async throws {
    let seen = try await run(
      """
      await open("dQw4w9WgXcQ");
      p.loadVideoById({ videoId: "clip-vp9--a", startSeconds: 10, endSeconds: 11 });
      await until("state 1");
      const begin = p.getCurrentTime();
      await until("state 0");
      const end = p.getCurrentTime();
      p.loadVideoById({ videoId: "clip-vp9--a", startSeconds: 10, endSeconds: 11 });
      await until("state 1");
      p.seekTo(10.5, true);
      await until("state 1");
      await holds(() => p.getCurrentTime() > 12);
      return [`${begin >= 10 && begin < 11}`, `${end >= 11}`, `${p.getPlayerState()}`];
      """)
    #expect(seen == ["true", "true", "1"])
  }

  @Test("says to the server what its frame sees of a bridge: nothing")
  func bridge() async throws {
    _ = try await run("await open('bridgeprobe'); return [];")
    let report = try await #require(StandInHost.shared).standIn.request { $0.path == "/report" }
    let body = try #require(report.body)
    #expect(body.contains(#""handlers":[]"#) && body.contains(#""ytplay":"undefined""#), "\(body)")
  }

  @Test("plays and pauses by a click on the picture, also where nothing may play unasked")
  func click() async throws {
    let seen: [String] = try await #require(StandInHost.shared).evaluate(
      """
      await open("autoplayblk", { width: innerWidth, height: innerHeight });
      seen();
      ask();
      await until("state 1");
      return seen();
      """
    ) { try await $0.click() }
    #expect(seen == ["state -1", "state 3", "quality medium", "state 1"])
  }

  @Test("takes YouTube's keys when it has the focus")
  func keys() async throws {
    let values: [Double] = try await #require(StandInHost.shared).evaluate(
      """
      await playing("dQw4w9WgXcQ", { width: innerWidth, height: innerHeight });
      p.getIframe().focus();
      ask();
      await holds(() => p.isMuted());
      await holds(() => p.getCurrentTime() > 10);
      await holds(() => p.getVolume() < 100);
      await until("state 2");
      return [p.getVolume()];
      """
    ) { display in
      for key in ["m", "l", "Down", "k"] { try await display.press(key) }
    }
    #expect(values == [95])
  }
}
