import Foundation
import TestSupport
import Testing

/// The stand-in behaves as YouTube's own scripts were measured to: a test for each row of that table.
@Suite("The stand-in for YouTube", .serialized, SharedStandInHost(), .timeLimit(.minutes(10)))
struct StandInTests {
  func run<Value: Decodable>(_ script: String, as type: Value.Type = [String].self) async throws
    -> Value
  {
    try await #require(StandInHost.shared).evaluate(script)
  }

  @Test("has no functions before onReady, but for seven")
  func beforeReady() async throws {
    let kinds = try await run(
      """
      make("dQw4w9WgXcQ");
      const names = ["addEventListener", "getIframe", "setSize", "destroy", "getVideoEmbedCode", "getOptions",
        "getOption", "playVideo", "loadVideoById", "getPlayerState", "getCurrentTime", "removeEventListener"];
      const before = names.map(name => typeof p[name]);
      await until("ready");
      return [before.join(), names.map(name => typeof p[name]).join()];
      """)
    #expect(
      kinds == [
        (Array(repeating: "function", count: 7) + Array(repeating: "undefined", count: 5)).joined(
          separator: ","),
        Array(repeating: "function", count: 12).joined(separator: ","),
      ])
  }

  @Test("throws at a malformed id", arguments: ["short", "twelve-chars", "bad id here", "abc/../defg"])
  func malformed(id: String) async throws {
    let thrown = try await run(
      "try { make(\(quoted(id))); return ['nothing']; } catch (error) { return [error.message]; }")
    #expect(thrown == ["Invalid video id"])
  }

  @Test("is cued at onReady, with a duration in whole seconds and no quality")
  func ready() async throws {
    let values = try await run(
      """
      await open("dQw4w9WgXcQ");
      return [p.getPlayerState(), p.getDuration(), p.getPlaybackQuality(), p.getPlaylist(), p.getPlaylistIndex(),
        p.getVolume(), p.isMuted(), p.getCurrentTime()].map(value => JSON.stringify(value));
      """)
    #expect(values == ["5", "30", #""unknown""#, "null", "-1", "100", "false", "0"])
  }

  @Test("is buffering at onReady with autoplay, and then plays")
  func autoplay() async throws {
    let values = try await run(
      """
      const states = [];
      await open("dQw4w9WgXcQ", { playerVars: { autoplay: 1 }, onReady: () => states.push(`${p.getPlayerState()}`) });
      await until("state 1");
      return states;
      """)
    #expect(values == ["3"])
  }

  @Test("answers with what it last heard: the old value straight after a change")
  func cache() async throws {
    let values = try await run(
      """
      await open("dQw4w9WgXcQ");
      p.setVolume(30);
      const before = p.getVolume();
      await holds(() => p.getVolume() === 30);
      return [before];
      """, as: [Int].self)
    #expect(values == [100])
  }

  @Test(
    "answers with undefined straight after a load or a cue",
    arguments: [
      "loadVideoById('short-3s--a')", "cueVideoById('short-3s--a')",
      "loadPlaylist({list: 'PLstandin-three'})",
      "cuePlaylist(['short-3s--a', 'short-3s--b'])", "cueVideoByUrl('https://www.youtube.com/v/short-3s--a')",
    ])
  func forgetting(call: String) async throws {
    let values = try await run(
      """
      await playing("dQw4w9WgXcQ");
      p.\(call);
      const after = [p.getDuration(), p.getCurrentTime(), p.getPlayerState(), p.getVolume(), p.getVideoData(),
        p.isMuted(), p.getPlaybackRate()].map(value => typeof value);
      await holds(() => (p.getVideoData() || {}).video_id === "short-3s--a" && p.getVolume() === 100);
      return after;
      """)
    #expect(values == Array(repeating: "undefined", count: 7))
  }

  @Test("counts the time on by itself between messages, by a second at most")
  func extrapolation() async throws {
    let values = try await run(
      """
      await playing("dQw4w9WgXcQ");
      // No message arrives while the page itself is busy. Each value is read between two looks at the clock.
      const look = () => ({ before: Date.now(), time: p.getCurrentTime(), after: Date.now() });
      const first = look();
      while (Date.now() < first.before + 100);
      const second = look();
      while (Date.now() < first.before + 1800);
      const third = p.getCurrentTime();
      while (Date.now() < first.before + 2200);
      return [second.time - first.time, (second.after - first.before) / 1000, third - first.time,
        p.getCurrentTime() - third];
      """, as: [Double].self)
    #expect(values[0] > 0 && values[0] <= values[1] + 0.001)
    #expect(values[2] >= values[0] && values[2] <= 1.0)
    #expect(values[3] == 0)
  }

  @Test("knows the medium's own duration only once it plays")
  func duration() async throws {
    let values = try await run(
      """
      await open("dQw4w9WgXcQ");
      const before = p.getDuration();
      p.playVideo();
      await until("state 1");
      return [before, p.getDuration()];
      """, as: [Double].self)
    #expect(values[0] == 30)
    #expect(values[1] > 30 && values[1] < 30.1)
  }

  @Test("plays from cued by −1, 3, a change of quality, 1")
  func playFromCued() async throws {
    #expect(
      try await run(
        "await open('dQw4w9WgXcQ'); seen(); p.playVideo(); await until('state 1'); return seen();")
        == ["state -1", "state 3", "quality medium", "state 1"])
  }

  @Test("loads while playing by 2, −1, 3, 1, and with a start by −1 once more")
  func loadWhilePlaying() async throws {
    #expect(
      try await run(
        "await playing('dQw4w9WgXcQ'); p.loadVideoById('clip-vp9--a'); await until('state 1'); return seen();"
      )
        == ["state 2", "state -1", "state 3", "state 1"])
    #expect(
      try await run(
        "await playing('dQw4w9WgXcQ'); p.loadVideoById('clip-vp9--a', 5); await until('state 1'); return seen();"
      )
        == ["state 2", "state -1", "state 3", "state -1", "state 1"])
  }

  @Test("plays again after the end by 1, 3, 1")
  func playAfterEnd() async throws {
    let seen = try await run(
      """
      await playing("short-3s--a");
      await until("state 0");
      seen();
      p.playVideo();
      await until("state 3");
      await until("state 1");
      return [...seen(), `${p.getCurrentTime() < 1}`];
      """)
    #expect(seen == ["state 1", "state 3", "state 1", "true"])
  }

  @Test("stops by −1, 5, and has neither duration nor title then")
  func stop() async throws {
    let seen = try await run(
      """
      await playing("dQw4w9WgXcQ");
      p.stopVideo();
      await until("state 5");
      return [...seen(), `${p.getDuration()}`, p.getVideoData().title, p.getVideoData().video_id];
      """)
    #expect(seen == ["state -1", "state 5", "0", "", "dQw4w9WgXcQ"])
  }

  @Test("seeks while paused without an event, and past the end by 0")
  func seekPaused() async throws {
    let seen = try await run(
      """
      await playing("dQw4w9WgXcQ");
      p.pauseVideo();
      await until("state 2");
      seen();
      p.seekTo(12, true);
      await holds(() => Math.abs(p.getCurrentTime() - 12) < 0.1);
      const quiet = seen().length;
      p.seekTo(99, true);
      await until("state 0");
      return [`${quiet}`, ...seen(), `${p.getCurrentTime() === p.getDuration()}`];
      """)
    #expect(seen == ["0", "state 0", "true"])
  }

  @Test("seeks while playing by 3, 1")
  func seekPlaying() async throws {
    let seen = try await run(
      """
      await playing("dQw4w9WgXcQ");
      p.seekTo(12, true);
      await until("state 1");
      return [...seen(), `${p.getCurrentTime() >= 12 && p.getCurrentTime() < 14}`];
      """)
    #expect(seen == ["state 3", "state 1", "true"])
  }

  @Test("starts to play by a seek while cued or ended")
  func seekStarts() async throws {
    let seen = try await run(
      """
      await open("short-3s--a");
      p.seekTo(1.5, true);
      await until("state 1");
      const cued = seen();
      await until("state 0");
      seen();
      p.seekTo(1, true);
      await until("state 1");
      return [cued[cued.length - 1], ...seen()];
      """)
    #expect(seen == ["state 1", "state 3", "state 1"])
  }

  @Test("goes on in a list without a 0, and ends with one")
  func list() async throws {
    let seen = try await run(
      """
      await open(null, { playerVars: { listType: "playlist", list: "PLstandin-three" } });
      const begin = [p.getPlaylist().join(), p.getPlaylistIndex()];
      p.playVideo();
      await until("state 0");
      return [...begin.map(String), `${p.getPlaylistIndex()}`, ...seen().filter(words => words.startsWith("state"))];
      """)
    #expect(
      seen == [
        "short-3s--a,short-3s--b,short-3s--c", "0", "2", "state -1", "state 3", "state 1", "state -1",
        "state 3",
        "state 1", "state -1", "state 3", "state 1", "state 0",
      ])
  }

  @Test("starts a list's last item again by nextVideo")
  func nextOnLast() async throws {
    let values = try await run(
      """
      await playing(null, { playerVars: { list: "PLstandin-three", index: 2 } });
      const before = p.getVideoData().video_id;
      p.nextVideo();
      await until("state -1");
      await until("state 1");
      return [before, p.getVideoData().video_id, `${p.getPlaylistIndex()}`, `${p.getCurrentTime() < 1}`];
      """)
    #expect(values == ["short-3s--c", "short-3s--c", "2", "true"])
  }

  @Test("shows what setShuffle has done at the next change of state, and restores the order")
  func shuffle() async throws {
    let values = try await run(
      """
      await playing(null, { playerVars: { list: "PLstandin-hundred", index: 4 } });
      const original = p.getPlaylist().join();
      p.setShuffle(true);
      p.setVolume(50);
      await holds(() => p.getVolume() === 50);
      const hidden = p.getPlaylist().join() === original;
      p.pauseVideo();
      await until("state 2");
      const list = p.getPlaylist();
      const shuffled = list.join() !== original && list.slice().sort().join() === original;
      const place = p.getPlaylistIndex(), current = list[place];
      p.setShuffle(false);
      p.playVideo();
      await until("state 1");
      return [hidden, shuffled, place === 0, current === p.getVideoData().video_id,
        p.getPlaylist().join() === original, p.getPlaylistIndex() === 4];
      """, as: [Bool].self)
    #expect(values == Array(repeating: true, count: 6))
  }

  @Test("keeps the rate over loads and cues, and takes 1.3")
  func rate() async throws {
    let values = try await run(
      """
      await playing("dQw4w9WgXcQ");
      p.setPlaybackRate(1.3);
      await until("rate 1.3");
      p.loadVideoById("short-3s--a");
      await until("state 1");
      const loaded = p.getPlaybackRate();
      p.cueVideoById("short-3s--b");
      await until("state 5");
      return [loaded, p.getPlaybackRate()];
      """, as: [Double].self)
    #expect(values == [1.3, 1.3])
  }

  @Test("lifts a volume of 0 to 5 by unMute")
  func unmute() async throws {
    let values = try await run(
      """
      await open("dQw4w9WgXcQ");
      p.setVolume(0);
      p.mute();
      await holds(() => p.isMuted() && p.getVolume() === 0);
      p.unMute();
      await holds(() => p.isMuted() === false);
      return [p.getVolume()];
      """, as: [Int].self)
    #expect(values == [5])
  }

  @Test("still calls a listener that removeEventListener was to take away")
  func removeListener() async throws {
    let values = try await run(
      """
      await open("dQw4w9WgXcQ");
      const heard = [];
      const listener = event => heard.push(event.data);
      p.addEventListener("onStateChange", listener);
      p.removeEventListener("onStateChange", listener);
      p.playVideo();
      await until("state 1");
      return heard;
      """, as: [Int].self)
    #expect(values == [-1, 3, 1])
  }

  @Test("tells of an error at the load after onReady", arguments: [2, 5, 100, 101, 105, 150, 152, 999])
  func errorAtLoad(code: Int) async throws {
    let number = String(repeating: "0", count: 3 - "\(code)".count) + "\(code)"
    #expect(
      try await run("await open('err-\(number)-lod'); await until('error \(code)'); return seen();")
        == ["ready", "error \(code)"])
  }

  @Test("tells of an error amid playing by 3, the error, −1")
  func errorAtRun() async throws {
    #expect(
      try await run(
        "await open('err-100-run'); p.playVideo(); await until('state 1'); await until('state -1'); return seen();"
      )
      .suffix(3) == ["state 3", "error 100", "state -1"])
  }

  @Test("blocks playing that no person began, where it is to, unless it is muted")
  func autoplayBlocked() async throws {
    let seen = try await run(
      """
      await open("autoplayblk");
      p.playVideo();
      await until("autoplayBlocked");
      const blocked = seen();
      p.mute();
      p.playVideo();
      await until("state 1");
      return blocked;
      """)
    #expect(seen == ["ready", "state -1", "state 3", "state -1", "autoplayBlocked"])
  }

  @Test("does nothing by setPlaybackQuality")
  func setQuality() async throws {
    let values = try await run(
      """
      await playing("dQw4w9WgXcQ");
      p.setPlaybackQuality("hd1080");
      p.setVolume(40);
      await holds(() => p.getVolume() === 40);
      return [p.getPlaybackQuality(), ...seen()];
      """)
    #expect(values == ["medium"])
  }

  @Test("loops one video only where the list names it too")
  func loopOfOne() async throws {
    let seen = try await run(
      """
      await playing("short-3s--a", { playerVars: { loop: 1 } });
      await until("state 0");
      return seen();
      """)
    #expect(seen == ["state 0"])
    let looped = try await run(
      """
      await playing("short-3s--a", { playerVars: { loop: 1, playlist: "short-3s--a" } });
      await until("state -1");
      await until("state 1");
      return seen().filter(words => words === "state 0");
      """)
    #expect(looped.isEmpty)
  }

  @Test("knows lists and uploads; search is error 2")
  func listTypes() async throws {
    let uploads = try await run(
      """
      await open(null, { playerVars: { listType: "user_uploads", list: "someone" } });
      return p.getPlaylist();
      """)
    #expect(uploads.count == 2)
    #expect(
      try await run(
        """
        await open(null, { playerVars: { listType: "search", list: "cats" } });
        await until("error 2");
        p.loadPlaylist({ listType: "search", list: "cats" });
        await until("error 2");
        return seen();
        """) == ["ready", "error 2", "error 2"])
  }

  @Test("does not play in less than 200×200")
  func tooSmall() async throws {
    let seen = try await run(
      """
      await open("dQw4w9WgXcQ", { width: 190, height: 180 });
      p.playVideo();
      await until("state 3");
      p.setVolume(40);
      await holds(() => p.getVolume() === 40);
      await sleep(1000);
      const small = seen();
      p.setSize(320, 240);
      await until("state 1");
      return small;
      """)
    #expect(seen == ["ready", "state -1", "state 3"])
  }

  @Test("offers its captions through the module's options")
  func captions() async throws {
    let seen = try await run(
      """
      await open("captions--a");
      const before = p.getOptions().join();
      p.playVideo();
      await until("state 1");
      await holds(() => all.includes("apiChange"));
      const tracks = p.getOption("captions", "tracklist").map(track => track.languageCode).join();
      const none = JSON.stringify(p.getOption("captions", "track"));
      p.setOption("captions", "track", { languageCode: "de" });
      await holds(() => p.getOption("captions", "track").languageCode === "de");
      p.setOption("captions", "track", {});
      await holds(() => !p.getOption("captions", "track").languageCode);
      return [before, p.getOptions().join(), tracks, none];
      """)
    #expect(seen == ["", "captions", "en,de", "{}"])
  }

  private func quoted(_ text: String) -> String { "'\(text)'" }
}
