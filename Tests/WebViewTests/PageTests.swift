import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("A page in a web view", .serialized) struct PageTests {
  @Test("What the page says arrives in order; what its frames say does not, and they see no bridge")
  func messages() async throws {
    let frame = """
      <script>
        document.dispatchEvent(new CustomEvent("ytplay", {detail: "from the frame"}));
        parent.postMessage(`${typeof window.webkit} ${typeof window.ytplay}`, "*");
      </script>
      """
    let server = try await FrameServer(["/frame": frame])
    try await WebViewRig.run { rig in
      try await rig.open(
        server: server,
        """
        <script>
          addEventListener("message", event => { \(WebViewRig.say("'frame: ' + event.data")) });
          for (let i = 0; i < 100; i++) { \(WebViewRig.say("'' + i")) }
          \(WebViewRig.say("{not: 'a text'}"))
        </script><iframe src="\(server.origin)/frame"></iframe>
        """)
      try await rig.event("message") { $0.text?.hasPrefix("frame: ") == true }
      try await rig.settle()
      #expect(
        rig.messages().filter { !["loaded", "frame: undefined undefined"].contains($0) }
          == (0..<100).map(String.init))
      #expect(rig.messages().contains("frame: undefined undefined"))
      #expect(try await rig.call("return typeof window.webkit") == "undefined")
    }
    await server.stop()
  }

  @Test("A call returns what its promise comes to; its argument is data; what is thrown is told")
  func calls() async throws {
    try await WebViewRig.run { rig in
      try await rig.open("")
      #expect(try await rig.call("return await new Promise(done => setTimeout(() => done(42), 50))") == "42")
      for hostile in [#""});alert(1)//"#, "</script><script>x=1</script>", "`${1+1}`", "é\u{1F600}\n\\", ""] {
        #expect(try await rig.call("return argument", hostile) == hostile)
      }
      #expect(try await rig.call(#"return "a\0b""#) == "a\0b")
      #expect(
        try await rig.call("return argument.length", String(repeating: "x", count: 1_000_000)) == "1000000")
      for (body, message) in [
        ("throw new Error('bad')", "bad"), ("return Promise.reject('no')", "no"), ("return (", "SyntaxError"),
      ] {
        let error = await #expect(throws: RigFailure.self) { try await rig.call(body) }
        #expect(
          error?.description.hasPrefix("callFailed") == true && error?.description.contains(message) == true)
      }
      for number in 1...500 {
        _ = rig.post(
          "send", ["body": .string("(window.seen ??= []).push(argument)"), "argument": .string("\(number)")])
      }
      let seen = try await rig.call("return window.seen.join()")
      #expect(seen == (1...500).map(String.init).joined(separator: ","))
    }
  }

  @Test("A frame's request says whose page it is on, and only trusted certificates are believed")
  func identity() async throws {
    let server = try await FrameServer([:])
    try await WebViewRig.run { rig in
      try await rig.open(server: server, #"<iframe src="\#(server.origin)/trusted"></iframe>"#)
      try await rig.wait("\(server.requests)") {
        server.requests.contains(.init(path: "/trusted", referer: WebViewRig.base)) ? true : nil
      }
      #expect(
        try await rig.call("return location.href + ' ' + origin + ' ' + isSecureContext")
          == "https://io.github.ytplay/ https://io.github.ytplay true")
    }
    // Another program, since a certificate is trusted by the session that pages share.
    try await WebViewRig.run { rig in
      try await rig.open(
        #"<iframe src="\#(server.origin)/untrusted"></iframe>"#,
        ["hosts": .array([.string("127.0.0.1:\(server.port)")])])
      try await rig.settle()
      #expect(!server.paths.contains("/untrusted"))
      await #expect(throws: RigFailure.self) {
        try await rig.open(page: 1, nil, ["certificate": .string("/nonexistent.pem")])
      }
    }
    await server.stop()
  }

  @Test("Media with sound begin without a gesture")
  func autoplay() async throws {
    let sound = Data(TestMedia.silence(seconds: 20)).base64EncodedString()
    try await WebViewRig.run { rig in
      try await rig.open(
        """
        <audio id="sound" src="data:audio/wav;base64,\(sound)"></audio><script>
          sound.play().then(() => { \(WebViewRig.say("'plays'")) }, error => { \(WebViewRig.say("'' + error")) });
        </script>
        """)
      let said = try await rig.event("message") { $0.text != "loaded" }
      #expect(said.text == "plays")
    }
  }

  @Test("When the web process dies, calls under way fail, it is told, and a page can be loaded again")
  func death() async throws {
    try await WebViewRig.run { rig in
      try await rig.open("")
      try await rig.command("mute", ["on": .bool(true)])
      let waiting = rig.post("call", ["body": .string("await new Promise(() => {})")])
      let working = rig.post("call", ["body": .string("while (true) {}")])
      let process = try #require(pid_t(try await rig.command("process")))
      #expect(try rig.webProcesses() == [process])
      kill(process, SIGKILL)
      for call in [waiting, working] {
        await #expect(throws: RigFailure.self) { try await rig.answer(call).get() }
      }
      try await rig.event("processEnd")
      let error = await #expect(throws: RigFailure.self) { try await rig.call("return 1") }
      #expect(error?.description == "processEnded")
      try await rig.load("<p>again")
      #expect(try await rig.call("return document.body.innerText.trim()") == "again")
      #expect(try await rig.command("muted") == "true")
      #expect(rig.events("processEnd").count == 1)
      #expect(try rig.webProcesses().count == 1)
    }
  }

  @Test("A call under way fails when another page is loaded, and when the page is closed")
  func endOfCalls() async throws {
    try await WebViewRig.run { rig in
      try await rig.open("")
      let body: [String: JSONValue] = ["body": .string("await new Promise(() => {})")]
      let first = rig.post("call", body)
      try await rig.call("return 1")
      try await rig.load("")
      await #expect(throws: RigFailure.self) { try await rig.answer(first).get() }
      let second = rig.post("call", body)
      try await rig.call("return 1")
      try await rig.command("close")
      guard case .failure(let failure) = try await rig.answer(second) else {
        Issue.record("The call succeeded.")
        return
      }
      #expect(failure.description == "closed")
    }
  }

  @Test("A page lives in a window of someone else's too")
  func embedding() async throws {
    try await WebViewRig.run { rig in
      try await rig.open(axis: nil)
      try await rig.command("embed", ["title": .string("theirs")])
      try await rig.load(#"<body style="background: #800000">"#)
      try await rig.display.window("theirs")
      _ = try await rig.display.pictures { _, picture in Array(picture.prefix(3)) == [128, 0, 0] }
      #expect(try await rig.call("return innerWidth + 'x' + innerHeight") == "400x300")
      try await rig.click(200, 150)
      try await rig.xdotool("key", "Left")
      #expect(try await rig.event("pageKey").key == "left")
      try await rig.command("close")
      try await rig.wait("web processes are left") { try rig.webProcesses().isEmpty ? true : nil }
      try await rig.wait("their window stays") { try await rig.display.hasWindow("theirs") ? true : nil }
    }
  }

  @Test("With a profile folder the page's data outlive the program; without, they do not")
  func profile() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (options, expected) in [
      (["profile": JSONValue.string(folder)], "kept"), ([:], "null"),
    ] {
      var seen: [String] = []
      for _ in 0..<2 {
        try await WebViewRig.run { rig in
          try await rig.open("", options)
          seen.append(try await rig.call("return localStorage.getItem('a')"))
          try await rig.call("localStorage.setItem('a', 'kept')")
          // It is written to the disk a little later.
          try await rig.call("await new Promise(done => setTimeout(done, 1500))")
          try await rig.command("close")
        }
      }
      #expect(seen == ["null", expected])
    }
  }
}
