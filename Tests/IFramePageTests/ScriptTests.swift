import Foundation
import IFramePage
import PlayerKit
import TestSupport
import Testing

@Suite("The page's script, in a web view", .serialized)
struct ScriptTests {
  @Test("Before the player is ready nothing can be called, and nothing is known")
  func before() async throws {
    try await PageRig.runFake { rig in
      let results = try await rig.perform(
        .call(.playVideo), .call(.getDuration), .read, .mark(3), .every(seconds: 1))
      #expect(results[0] == .missing && results[1] == .missing)
      var nothing = PlayerInfo()
      nothing.modules = []
      #expect(results[2].info == nothing)
      #expect(results[3] == .done && results[4] == .done)
    }
  }

  @Test("Without a player there is nothing to call, to read or to close")
  func without() async throws {
    try await PageRig.runFake { rig in
      let results = try await rig.perform(.close, .call(.playVideo), .read, .close)
      #expect(results == [.done, .missing, .missing, .done])
      #expect(try await rig.evaluate("return String(fakes[0].isDestroyed && !stage.firstChild);") == "true")
    }
  }

  @Test("Calls reach the player with their arguments, in their order, and their answers come back as data")
  func calls() async throws {
    try await PageRig.runFake { rig in
      try await rig.evaluate(
        """
        fakes[0].define("seekTo", "playVideo");
        fakes[0].says({ getVideoUrl: "https://youtu.be/x", getVideoData: { title: "T", list: [1, null, { a: NaN }] } });
        """)
      let results = try await rig.perform(
        .call(.seekTo, [.number(12.5), .bool(true)]), .call(.playVideo), .call(.getVideoUrl),
        .call(.getVideoData))
      #expect(results[0] == .done && results[1] == .done)
      #expect(results[2] == .value(.string("https://youtu.be/x")))
      let list = JSONValue.array([.integer(1), .null, .object(["a": .null])])
      #expect(results[3] == .value(.object(["title": .string("T"), "list": list])))
      #expect(
        try await rig.evaluate("return JSON.stringify(fakes[0].calls);")
          == #"[["seekTo",[12.5,true]],["playVideo",[]]]"#)
    }
  }

  @Test("A function that throws is told of, and the commands behind it are done")
  func throwing() async throws {
    try await PageRig.runFake { rig in
      try await rig.evaluate(
        #"fakes[0].stopVideo = () => { throw new Error("no\nway"); }; fakes[0].define("playVideo");"#)
      let results = try await rig.perform(.call(.stopVideo), .call(.playVideo))
      #expect(results == [.thrown("no\nway"), .done])
    }
  }

  @Test("Swift and the script agree on the functions, and no other can be called")
  func functions() async throws {
    try await PageRig.runFake { rig in
      let names = PlayerFunction.allCases.map(\.rawValue)
      try await rig.evaluate(
        "fakes[0].define(...JSON.parse(argument));",
        String(decoding: JSONEncoder().encode(names), as: UTF8.self))
      for function in PlayerFunction.allCases {
        #expect(try await rig.perform(.call(function)) == [.done], "\(function)")
      }
      let others = [
        "destroy", "constructor", "__proto__", "toString", "getIframe", "addEventListener", "fire", "",
        "nonsense",
      ]
      for name in others {
        let text = #"[{"do":"call","name":"\#(name)","args":[]}]"#
        #expect(try await rig.evaluate(IFramePage.perform, text) == #"[{"missing":true}]"#, "\(name)")
      }
      let known = try #require(IFramePage.script.firstMatch(of: /functions = new Set\(\[([^\]]*)\]/))
      #expect(Set(known.1.matches(of: /"(\w+)"/).map { String($0.1) }) == Set(names))
    }
  }

  @Test("What is no command is answered as missing, or thrown, and what is no JSON fails alone")
  func nonsense() async throws {
    try await PageRig.runFake { rig in
      let text = #"[{"do":"fly"},{},{"do":"call"},{"do":"mark","mark":1}]"#
      let answer = try await rig.evaluate(IFramePage.perform, text)
      #expect(answer == #"[{"missing":true},{"missing":true},{"missing":true},null]"#)
      await #expect(throws: (any Error).self) { try await rig.evaluate(IFramePage.perform, "[{") }
      #expect(try await rig.perform(.mark(2)) == [.done])
    }
  }

  @Test("Getters that say nothing, no number, or something of another type, are left out")
  func wrongTypes() async throws {
    try await PageRig.runFake { rig in
      try await rig.evaluate(
        """
        fakes[0].says({ getCurrentTime: undefined, getDuration: NaN, getVolume: "50", isMuted: 1,
          getPlaybackRate: 2, getAvailablePlaybackRates: "1,2", getPlaybackQuality: 5, getPlayerState: 3,
          getVideoData: null, getPlaylist: { 0: "x" }, getPlaylistIndex: -1 });
        fakes[0].getVideoLoadedFraction = () => { throw new Error("not yet"); };
        """)
      let info = try #require(try await rig.perform(.read).first?.info)
      var expected = PlayerInfo()
      (expected.rate, expected.state, expected.index, expected.modules) = (2, 3, -1, [])
      #expect(info == expected)
    }
  }

  @Test("Each event of the player's is reported with its value, the player's number and the mark")
  func events() async throws {
    try await PageRig.runFake { rig in
      try await rig.perform(.mark(9))
      try await rig.fire("onReady")
      try await rig.fire("onStateChange", "3")
      try await rig.fire("onPlaybackQualityChange", #""hd720""#)
      try await rig.fire("onPlaybackRateChange", "1.5")
      try await rig.fire("onApiChange")
      try await rig.fire("onAutoplayBlocked")
      try await rig.fire("onError", "150")
      // Some scripts have sent codes as texts.
      try await rig.fire("onError", #""153""#)
      try await rig.report { $0.kind == .error(153) }
      let reports = rig.reports.filter { $0.player == 1 }
      #expect(
        reports.map(\.kind) == [
          .ready, .state(3), .quality("hd720"), .rate(1.5), .apiChange, .autoplayBlocked, .error(150),
          .error(153),
        ])
      #expect(reports.allSatisfy { $0.mark == 9 })
    }
  }

  @Test("A player that another has taken the place of is not heard any more")
  func replaced() async throws {
    try await PageRig.runFake { rig in
      try await rig.perform(.open(FakePlayer.opening(2)))
      #expect(try await rig.evaluate("return String(fakes[0].isDestroyed);") == "true")
      try await rig.fire("onStateChange", "1", player: 0)
      try await rig.fire("onReady", player: 1)
      try await rig.report("ready")
      #expect(rig.reports.map(\.kind) == [.page, .ready])
      #expect(rig.reports.last?.player == 2)
    }
  }

  @Test("What the constructor throws is reported, and the next player opens")
  func refused() async throws {
    try await PageRig.runFake { rig in
      try await rig.perform(.open(FakePlayer.opening(2, videoID: "refused-one")))
      let report = try await rig.report("refused")
      #expect(report.kind == .refused("Invalid video id") && report.player == 2)
      #expect(try await rig.perform(.call(.playVideo)) == [.missing])
      try await rig.perform(.open(FakePlayer.opening(3)))
      try await rig.fire("onReady")
      #expect(try await rig.report("ready").player == 3)
    }
  }

  @Test("Ticks come while the video plays, and tell of lists only what is new")
  func ticks() async throws {
    try await PageRig.runFake { rig in
      try await rig.evaluate(#"fakes[0].says({ getCurrentTime: 1, getPlaylist: ["a", "b"] });"#)
      try await rig.perform(.every(seconds: 0.02))
      try await rig.fire("onStateChange", "1")
      #expect(try await rig.report("state").info.playlist == ["a", "b"])
      let tick = try await rig.report("tick")
      #expect(tick.info.time == 1 && tick.info.playlist == nil)
      try await rig.evaluate(#"fakes[0].says({ getPlaylist: ["a", "c"] });"#)
      try await rig.report { $0.kind == .tick && $0.info.playlist == ["a", "c"] }
      // One that was unknown meanwhile is told again.
      let known = rig.reports.count
      try await rig.evaluate("fakes[0].says({ getPlaylist: undefined, getCurrentTime: 2 });")
      try await rig.report(after: known) { $0.info.time == 2 }
      try await rig.evaluate(#"fakes[0].says({ getPlaylist: ["a", "c"] });"#)
      try await rig.report(after: known) { $0.info.playlist == ["a", "c"] }
      // A pause is the last that is heard.
      try await rig.fire("onStateChange", "2")
      let paused = try await rig.report { $0.kind == .state(2) }
      #expect(paused.info.playlist == ["a", "c"])
      try await rig.evaluate("await new Promise((done) => setTimeout(done, 200));")
      #expect(rig.reports.last?.kind == .state(2))
    }
  }

  @Test("What YouTube sends no event of is reported once, when its frame has sent a message")
  func change() async throws {
    try await PageRig.runFake { rig in
      let message = """
        const source = fakes[0].frame.contentWindow;
        window.dispatchEvent(new MessageEvent("message", { data: "{}", source }));
        await new Promise((done) => setTimeout(done, 50));
        """
      try await rig.fire("onReady")
      try await rig.evaluate("fakes[0].says({ getVolume: 40, getCurrentTime: 5 });" + message)
      let change = try await rig.report("change")
      #expect(change.info.volume == 40)
      // Time alone is no change, and neither is what a stranger sends.
      try await rig.evaluate("fakes[0].says({ getCurrentTime: 6 });" + message)
      try await rig.evaluate(
        """
        fakes[0].says({ getVolume: 50 });
        window.dispatchEvent(new MessageEvent("message", { data: "{}", source: window }));
        await new Promise((done) => setTimeout(done, 50));
        """)
      #expect(rig.reports.filter { $0.kind == .change }.count == 1)
    }
  }

  @Test("The frame gets its referrer policy from the element whose place it takes")
  func referrer() async throws {
    try await PageRig.runFake { rig in
      let policy = try await rig.evaluate("return fakes[0].frame.referrerPolicy;")
      #expect(policy == "strict-origin-when-cross-origin")
    }
  }

  @Test("The policy lets no other script, no text as a script, and no request out")
  func policy() async throws {
    try await PageRig.runFake { rig in
      let answer = try await rig.evaluate(
        """
        const refused = [];
        document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
        const inline = document.createElement("script");
        inline.textContent = "window.isBroken = true";
        document.head.append(inline);
        const picture = document.createElement("img");
        picture.setAttribute("onerror", "window.isBroken = true");
        picture.src = "https://example.org/x.png";
        document.body.append(picture);
        const frame = document.createElement("iframe");
        frame.src = "https://example.org/";
        document.body.append(frame);
        try { new Function("window.isBroken = true")(); } catch {}
        try { await fetch("https://example.org/"); } catch {}
        await new Promise((done) => setTimeout(done, 100));
        return JSON.stringify([window.isBroken === undefined, [...new Set(refused)].sort()]);
        """)
      #expect(
        answer
          == #"[true,["connect-src","frame-src","img-src","script-src","script-src-attr","script-src-elem"]]"#
      )
    }
  }
}
