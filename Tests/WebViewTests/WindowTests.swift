import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("The window", .serialized) struct WindowTests {
  private static let size = "return innerWidth + 'x' + innerHeight"

  @Test("It is 16:9 at first where the screen is not, dark, and has the title that it is given")
  func first() async throws {
    try await WebViewRig.run(size: nil) { rig in
      try await rig.open("", ["title": .string("first")])
      #expect(try await rig.call(Self.size) == "640x360")
      #expect(try await rig.call("return '' + matchMedia('(prefers-color-scheme: dark)').matches") == "true")
      let window = try await rig.display.window("first")
      for title in ["A video – its title", #"<b>&amp;"\#u{1F600}"#] {
        try await rig.command("title", ["title": .string(title)])
        try await rig.wait("no title") { try await rig.display.title(of: window) == title ? true : nil }
      }
    }
  }

  @Test("Pages of one that is not shown have its size and lie where they will be seen")
  func unseen() async throws {
    try await WebViewRig.run { rig in
      try await rig.open("<p>", ["hidden": .bool(true), "title": .string("unseen")])
      try await rig.wait("not laid out") { try await rig.call(Self.size) == "600x400" ? true : nil }
      #expect(try await !rig.display.hasWindow("unseen"))
    }
  }

  @Test("It keeps its size for the next time, and is never under 200×200")
  func remembering() async throws {
    try await WebViewRig.run(size: nil) { rig in
      try await rig.open("", ["title": .string("sized")])
      let window = try await rig.display.window("sized")
      let path = "\(rig.home)/state/ytplay/window.json"
      for (size, expected) in [("500", "500x300"), ("100", "200x300")] {
        try await rig.xdotool("windowsize", window, size, "300")
        try await rig.wait("not \(expected)") { try await rig.call(Self.size) == expected ? true : nil }
      }
      try await rig.wait("nothing kept") {
        (try? String(contentsOfFile: path, encoding: .utf8)) == "{\"width\":200,\"height\":300}\n"
          ? true : nil
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: "\(rig.home)/state/ytplay") == ["window.json"])
      // Closing it keeps it too, at once.
      try await rig.xdotool("windowsize", window, "400", "350")
      try await rig.wait("not resized") { try await rig.call(Self.size) == "400x350" ? true : nil }
      try await rig.command("closeWindow")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"width\":400,\"height\":350}\n")
    }
  }

  @Test(
    "A size from last time is taken up, and rubbish in its place is not",
    arguments: [
      (#"{"width":500,"height":250}"#, "500x250"), (#"{"width":-5,"height":9e99}"#, "640x360"),
      (#"{"width":199,"height":300}"#, "640x360"), ("{", "640x360"), ("", "640x360"),
    ])
  func remembered(text: String, expected: String) async throws {
    try await WebViewRig.run(size: text) { rig in
      try await rig.open("")
      #expect(try await rig.call(Self.size) == expected)
    }
  }

  @Test("Keys that the page does not use are told by name, arrows among them; those it uses are not")
  func keys() async throws {
    let frame = """
      <p>frame<script>
        addEventListener("keydown", event => {
          if ("kjm".includes(event.key) || event.key.startsWith("Arrow")) event.preventDefault();
          parent.postMessage(event.key, "*");
        });
        addEventListener("pointerdown", () => parent.postMessage("down", "*"));
      </script>
      """
    let server = try await FrameServer(["/frame": frame])
    try await WebViewRig.run { rig in
      try await rig.open(
        server: server,
        """
        <body style="margin: 0"><iframe src="\(server.origin)/frame" style="width: 300px; height: 300px"></iframe>
        <script>addEventListener("message", event => { \(WebViewRig.say("event.data")) });</script>
        """)
      try await rig.command("front")
      try await rig.display.window("WebViewUnderTest")
      #expect(
        try await rig.told([
          "p", "space", "Left", "Right", "Up", "Down", "bracketleft", "BackSpace", "less", "shift+l",
          "numbersign",
          "ctrl+q", "F11", "Escape", "KP_5", "Return", "question", "9", "shift+Left", "k",
        ]) == [
          "p", "space", "left", "right", "up", "down", "[", "backspace", "<", "L", "#", "ctrl+q", "f11",
          "escape",
          "5", "return", "?", "9", "shift+left", "k",
        ])
      try await rig.click(100, 100)
      try await rig.event("message") { $0.text == "down" }
      for key in ["k", "Left", "Up"] { try await rig.xdotool("key", key) }
      // What is told of is the next that the frame does not use.
      #expect(try await rig.told(["f"]) == ["f"])
      #expect(rig.messages().suffix(4) == ["k", "ArrowLeft", "ArrowUp", "f"])
    }
    await server.stop()
  }

  // As a page fills the screen WebKitGTK 2.50.6 reads memory that it has freed, by Valgrind also in a program of C with
  // a web view and nothing else. Where its own allocator is in place that still has what it had.
  @Test(
    "It fills the screen when told to, and when the page wants to",
    .disabled(if: TestEnvironment.isThreadSanitized, "WebKit reads what it has freed"))
  func fullscreen() async throws {
    try await WebViewRig.run { rig in
      try await rig.open(
        #"<body style="margin: 0"><div onclick="this.requestFullscreen()" style="height: 400px">fill"#)
      try await rig.display.window("WebViewUnderTest")
      for isOn in [true, false] {
        let known = rig.events("fullscreen").count
        try await rig.command("fullscreen", ["on": .bool(isOn)])
        #expect(try await rig.event("fullscreen", after: known).on == isOn)
        let expected = isOn ? "640x480" : "600x400"
        try await rig.wait("not \(expected)") { try await rig.call(Self.size) == expected ? true : nil }
      }
      try await rig.click(300, 200)
      #expect(try await rig.event("pageFullscreen").on == true)
      try await rig.wait("not filled") {
        try await rig.call("return innerWidth + document.fullscreenElement?.innerText") == "640fill"
          ? true : nil
      }
      #expect(rig.events("fullscreen").last?.on == true)
      try await rig.xdotool("key", "Escape")
      #expect(try await rig.event("pageFullscreen", after: 1).on == false)
      try await rig.wait("not back") { try await rig.call(Self.size) == "600x400" ? true : nil }
    }
  }

  @Test("It says when it can't be seen, and when it can again")
  func background() async throws {
    try await WebViewRig.run { rig in
      try await rig.open("")
      let window = try await rig.display.window("WebViewUnderTest")
      try await rig.event("background") { $0.on == false }
      var count = rig.events("background").count
      func expect(_ isOn: Bool) async throws {
        #expect(try await rig.event("background", after: count).on == isOn)
        count += 1
      }
      try await rig.command("visible", ["on": .bool(false)])
      try await expect(true)
      // Shown before it is off the screen, it would be minimised for a moment, as GTK sees it.
      try await rig.wait("still there") { try await rig.display.hasWindow("WebViewUnderTest") ? nil : true }
      try await rig.command("visible", ["on": .bool(true)])
      try await expect(false)
      // On the screen too: GTK says so before the display has been told.
      try await rig.display.window("WebViewUnderTest")
      try await rig.settle()
      // As a window manager does that minimises it.
      try await rig.run(
        "xprop",
        ["-id", window, "-f", "_NET_WM_STATE", "32a", "-set", "_NET_WM_STATE", "_NET_WM_STATE_HIDDEN"])
      try await expect(true)
      try await rig.run("xprop", ["-id", window, "-remove", "_NET_WM_STATE"])
      try await expect(false)
      #expect(rig.events("background").count == count)
    }
  }

  @Test("A person's wish to close it is told of, and it stays until it is closed")
  func closing() async throws {
    try await WebViewRig.run { rig in
      try await rig.open("")
      try await rig.display.window("WebViewUnderTest")
      try await rig.command("pressClose")
      try await rig.event("close")
      #expect(try await rig.display.hasWindow("WebViewUnderTest"))
      #expect(try await rig.call("return 1") == "1")
      try await rig.command("closeWindow")
      try await rig.wait("still there") { try await rig.display.hasWindow("WebViewUnderTest") ? nil : true }
    }
  }
}
