import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("Pages that slide", .serialized) struct PagerTests {
  private static let colours: [(name: String, bytes: [UInt8])] = [
    ("#800000", [128, 0, 0]), ("#008000", [0, 128, 0]), ("#000080", [0, 0, 128]),
  ]

  /// Opens three pages, each of a colour of its own, that say what is done to them.
  private func openThree(_ rig: WebViewRig, axis: String) async throws {
    for page in 0..<3 {
      try await rig.open(
        page: page, axis: axis,
        """
        <body style="background: \(Self.colours[page].name)"><script>
          for (const type of ["wheel", "pointerdown", "pointerup", "keydown"])
            addEventListener(type, event => { \(WebViewRig.say("event.type")) });
        </script>
        """)
    }
    try await rig.display.window("WebViewUnderTest")
  }

  /// The colour of a pixel of the window, which is 600×400; nil where it is none of the pages'.
  private func colour(_ picture: Data, _ x: Int, _ y: Int) -> Int? {
    let start = (y * 640 + x) * 3
    return Self.colours.firstIndex { $0.bytes == Array(picture[start..<start + 3]) }
  }

  private func waitForColours(
    _ rig: WebViewRig, _ places: [(x: Int, y: Int, page: Int?)]
  ) async throws {
    _ = try await rig.display.pictures { _, picture in
      places.allSatisfy { colour(picture, $0.x, $0.y) == $0.page }
    }
  }

  @Test("Vertically one page fills the window; horizontally its neighbours peek in")
  func places() async throws {
    try await WebViewRig.run { rig in
      try await openThree(rig, axis: "vertical")
      try await waitForColours(rig, [(2, 2, 0), (597, 2, 0), (2, 397, 0), (597, 397, 0)])
      try await rig.command("front", page: 1)
      try await waitForColours(rig, [(2, 2, 1), (597, 397, 1)])
      #expect(try await rig.call(page: 1, "return innerWidth + 'x' + innerHeight") == "600x400")
    }
    try await WebViewRig.run { rig in
      try await openThree(rig, axis: "horizontal")
      try await rig.command("front", page: 1, ["animated": .bool(true)])
      // A gap, black, beside each neighbour.
      try await waitForColours(
        rig, [(5, 200, 0), (31, 200, nil), (300, 200, 1), (568, 200, nil), (595, 200, 2)])
      // Those off the screen live on.
      try await rig.command("front", page: 0)
      try await waitForColours(rig, [(5, 200, nil), (300, 200, 0), (595, 200, 1)])
      #expect(try await rig.call(page: 2, "return document.visibilityState") == "visible")
      // A neighbour peeks in where there is room beside 200 pixels.
      let window = try await rig.display.window("WebViewUnderTest")
      for (width, expected) in [("210", "200"), ("600", "528")] {
        try await rig.xdotool("windowsize", window, width, "400")
        try await rig.wait("not \(expected)") {
          try await rig.call("return innerWidth") == expected ? true : nil
        }
      }
      // Another place, and gone.
      try await rig.command("move", page: 2, ["to": .integer(0)])
      try await waitForColours(rig, [(300, 200, 2), (595, 200, 1)])
      try await rig.command("close", page: 1)
      // Alone it fills the window again.
      try await waitForColours(rig, [(5, 200, 2), (595, 200, 2)])
    }
  }

  @Test("The wheel asks for one page at a time, however far it is turned, and the page sees none of it")
  func wheel() async throws {
    try await WebViewRig.run { rig in
      try await openThree(rig, axis: "vertical")
      try await rig.xdotool("mousemove", "300", "200", "click", "--repeat", "5", "--delay", "5", "5")
      #expect(try await rig.event("pageRequested").by == 1)
      try await rig.settle()
      try await rig.settle()
      let known = rig.events("pageRequested").count
      try await rig.xdotool("click", "4")
      #expect(try await rig.event("pageRequested", after: known).by == -1)
      #expect(known == 1)
      #expect(!rig.messages().contains("wheel"))
    }
  }

  @Test(
    "The arrow keys of its axis ask for pages; other keys stay the page's",
    arguments: [
      ("vertical", "Down", "Up", "left"), ("horizontal", "Right", "Left", "up"),
    ])
  func arrows(axis: String, next: String, previous: String, other: String) async throws {
    try await WebViewRig.run { rig in
      try await openThree(rig, axis: axis)
      try await rig.command("front", page: 0)
      for key in [next, previous] { try await rig.xdotool("key", key) }
      try await rig.event("pageRequested", after: 1)
      #expect(try await rig.told([other.capitalized, "p"]) == [other, "p"])
      #expect(rig.events("pageRequested").compactMap(\.by) == [1, -1])
      #expect(rig.messages().filter { $0 == "keydown" }.count == 2)
    }
  }

  @Test(
    "A press at an edge asks for a page; elsewhere it is the page's",
    arguments: [
      ("horizontal", [(595, 200, 1), (5, 200, -1)]), ("vertical", [(300, 397, 1), (300, 2, -1)]),
    ])
  func presses(axis: String, edges: [(x: Int, y: Int, by: Int)]) async throws {
    try await WebViewRig.run { rig in
      try await openThree(rig, axis: axis)
      try await rig.command("front", page: 1)
      for (count, edge) in edges.enumerated() {
        try await rig.click(edge.x, edge.y)
        #expect(try await rig.event("pageRequested", after: count).by == edge.by)
      }
      try await rig.click(300, 200)
      try await rig.event("message") { $0.page == 1 && $0.text == "pointerup" }
      #expect(rig.events("pageRequested").count == 2)
      for page in [0, 2] { #expect(!rig.messages(page: page).contains("pointerdown")) }
    }
  }

  @Test(
    "Pages follow a drag from an edge, go on to the page that it leads to, and back where nobody brings that")
  func drags() async throws {
    try await WebViewRig.run { rig in
      try await openThree(rig, axis: "horizontal")
      try await rig.command("front", page: 1)
      let atRest: [(x: Int, y: Int, page: Int?)] = [(5, 200, 0), (300, 200, 1), (595, 200, 2)]
      try await waitForColours(rig, atRest)
      try await rig.xdotool("mousemove", "595", "200", "mousedown", "1", "mousemove", "500", "205")
      try await rig.xdotool("mousemove", "300", "200")
      try await waitForColours(rig, [(100, 200, 1), (273, 200, nil), (400, 200, 2)])
      #expect(rig.events("pageRequested").isEmpty)
      try await rig.xdotool("mouseup", "1")
      #expect(try await rig.event("pageRequested").by == 1)
      try await waitForColours(rig, [(5, 200, 1), (300, 200, 2), (595, 200, nil)])
      try await waitForColours(rig, atRest)
      // Brought to the front it stays.
      try await rig.xdotool("mousemove", "5", "200", "mousedown", "1", "mousemove", "150", "200")
      try await rig.xdotool("mousemove", "300", "200", "mouseup", "1")
      #expect(try await rig.event("pageRequested", after: 1).by == -1)
      try await rig.command("front", page: 0)
      try await waitForColours(rig, [(5, 200, nil), (300, 200, 0), (595, 200, 1)])
      // Where there is no page, and on a short way, it goes back and asks for nothing further.
      try await rig.xdotool("mousemove", "595", "200", "mousedown", "1", "mousemove", "560", "200")
      try await waitForColours(rig, [(545, 200, 1)])
      try await rig.xdotool("mouseup", "1")
      try await waitForColours(rig, [(545, 200, 0), (300, 200, 0), (595, 200, 1)])
      #expect(rig.events("pageRequested").count == 2)
      // The middle is the page's.
      try await rig.xdotool(
        "mousemove", "300", "200", "mousedown", "1", "mousemove", "100", "200", "mouseup", "1")
      try await rig.event("message") { $0.page == 0 && $0.text == "pointerup" }
      #expect(rig.events("pageRequested").count == 2)
    }
  }

  @Test("A single page has the wheel, the arrows and the edges for itself")
  func single() async throws {
    try await WebViewRig.run { rig in
      try await openThree(rig, axis: "horizontal")
      for page in [1, 2] { try await rig.command("close", page: page) }
      try await rig.command("front", page: 0)
      #expect(try await rig.told(["Right"]) == ["right"])
      try await rig.click(597, 200)
      try await rig.event("message") { $0.text == "pointerdown" }
      try await rig.click(300, 200, button: 5)
      try await rig.event("message") { $0.text == "wheel" }
      #expect(rig.events("pageRequested").isEmpty)
    }
  }
}
