import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("A page is locked in", .serialized) struct ConfinementTests {
  /// A frame of bars, 40 pixels high each.
  static let bars = """
    <body style="margin: 0"><style>a, div { display: block; height: 40px; background: teal; }</style>
    <a href="/top" target="_top">top</a>
    <a href="/blank" target="_blank">blank</a>
    <a href="/self">self</a>
    <div onclick="window.open('/opened')">open</div>
    <a href="mailto:someone@example.org" target="_blank">mail</a>
    <a href="file:///etc/passwd" target="_blank">file</a>
    <a href="/file-saved" download>download</a>
    <div onclick="top.location = '/top-location'">top location</div>
    <script>window.open("/unasked")</script>
    """

  @Test("A link is not followed, but told of, and only one that a browser may open")
  func links() async throws {
    let server = try await FrameServer(["/bars": Self.bars])
    try await WebViewRig.run { rig in
      try await rig.open(
        server: server,
        """
        <body style="margin: 0"><iframe src="\(server.origin)/bars"
          style="width: 400px; height: 400px; border: 0" onload="\(WebViewRig.say("'framed'"))"></iframe>
        """)
      try await rig.event("message") { $0.text == "framed" }
      for bar in 0..<8 {
        try await rig.click(100, 20 + 40 * bar)
        try await rig.settle()
      }
      #expect(
        rig.events("link").compactMap(\.url)
          == ["/top", "/blank", "/self", "/opened", "/file-saved"].map { server.origin + $0 })
      #expect(try await rig.call("return location.href + frames.length") == WebViewRig.base + "1")
      // WebKit asks at the answer, whether it is for the page itself; so the request is made, and the page stays.
      #expect(Set(server.paths).subtracting(["/top-location"]) == ["/bars"])
    }
    await server.stop()
  }

  @Test("Nothing that a script does takes the page away")
  func scripts() async throws {
    let server = try await FrameServer([:])
    try await WebViewRig.run { rig in
      try await rig.open(server: server, "<p>here")
      for script in [
        "location = '\(server.origin)/away'", "location = '\(server.origin)/file-away'",
        "location = 'about:blank'",
        "location = 'file:///etc/passwd'", "location = 'data:text/html,away'", "location.reload()",
        "history.back()",
        "location = 'https://io.github.ytplay/away'",
        "location = URL.createObjectURL(new Blob(['away'], {type: 'text/html'}))",
        """
        const form = document.createElement('form');
        form.action = '\(server.origin)/form'; document.body.append(form); form.submit();
        """,
        """
        const meta = document.createElement('meta');
        meta.httpEquiv = 'refresh'; meta.content = '0;url=\(server.origin)/refresh'; document.head.append(meta);
        """,
      ] {
        try await rig.call(script)
        try await rig.settle()
        #expect(
          try await rig.call("return location.href + document.body.innerText.trim()") == WebViewRig.base
            + "here",
          "\(script)")
      }
      #expect(rig.events("processEnd").isEmpty)
      // Not even twice the same page at once leaves a way open.
      let page: [String: JSONValue] = ["html": .string("<p>twice"), "base": .string(WebViewRig.base)]
      _ = rig.post("load", page)
      try await rig.command("load", page)
      try await rig.wait("no page") {
        try? await rig.call("return document.querySelector('p')?.innerText || null")
      }
      try await rig.call("location.reload()")
      try await rig.settle()
      #expect(try await rig.call("return document.body.innerText.trim()") == "twice")
    }
    await server.stop()
  }

  @Test("A frame shows allowed hosts alone, and saves nothing")
  func frames() async throws {
    let server = try await FrameServer([:])
    try await WebViewRig.run { rig in
      try await rig.open(server: server, "<iframe></iframe>")
      for address in [
        "https://localhost:\(server.port)/other-host", "http://127.0.0.1:\(server.port)/no-tls",
        "data:text/html,hi",
        "file:///etc/passwd", "\(server.origin)/file-a", "\(server.origin)/allowed",
      ] {
        try await rig.call("document.querySelector('iframe').src = argument", address)
        try await rig.settle()
      }
      try await rig.wait("\(server.paths)") { server.paths.contains("/allowed") ? true : nil }
      #expect(server.paths.filter { $0 != "/file-a" } == ["/allowed"])
      let kept = try FileManager.default.subpathsOfDirectory(atPath: rig.home).filter { $0.contains("file") }
      #expect(kept.isEmpty)
      // Frames that show nothing of anyone's work as everywhere.
      let words = try await rig.call(
        """
        const empty = document.createElement("iframe");
        document.body.append(empty);
        empty.contentDocument.body.textContent = "empty";
        const inline = document.createElement("iframe");
        const isLoaded = new Promise(done => inline.onload = done);
        inline.srcdoc = "inline";
        document.body.append(inline);
        await isLoaded;
        return empty.contentDocument.body.textContent + " " + inline.contentDocument.body.textContent;
        """)
      #expect(words == "empty inline")
    }
    await server.stop()
  }

  @Test("What a page asks a person for is refused, without a question")
  func refusals() async throws {
    try await WebViewRig.run { rig in
      try await rig.open("")
      for (body, answer) in [
        (
          "return await new Promise(done => navigator.geolocation.getCurrentPosition("
            + "() => done('found'), error => done('code ' + error.code)))", "code 1"
        ),
        ("return (await navigator.permissions.query({name: 'geolocation'})).state", "denied"),
        ("return await Notification.requestPermission()", "denied"),
        ("return '' + alert('a')", "undefined"),
        ("return '' + confirm('a')", "false"),
        ("return '' + prompt('a')", "null"),
        ("print(); return 'printed'", "printed"),
        ("return '' + navigator.mediaDevices?.getUserMedia", "undefined"),
        ("return '' + window.RTCPeerConnection", "undefined"),
        ("return await fetch('file:///etc/passwd').then(() => 'read', () => 'refused')", "refused"),
      ] {
        #expect(try await rig.call(body) == answer, "\(body)")
      }
    }
  }

  @Test("A page has no menu by which to leave it")
  func contextMenu() async throws {
    try await WebViewRig.run { rig in
      try await rig.open(#"<body style="background: #246">"#)
      let plain = try await rig.display.pictures { $0 == $1 && $1[0] != 0 }
      try await rig.click(300, 200, button: 3)
      try await rig.settle()
      #expect(try await rig.display.picture() == plain)
    }
  }

  @Test("The page's process is in a sandbox of its own")
  func sandbox() async throws {
    try await WebViewRig.run { rig in
      try await rig.open("")
      let process = try #require(try rig.webProcesses().first)
      for kind in ["pid", "mnt"] {
        let own = try FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(rig.processID)/ns/\(kind)")
        let page = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/\(kind)")
        #expect(own != page)
      }
    }
  }
}
