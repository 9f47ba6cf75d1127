import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay feed over real programs and real windows", .serialized, .timeLimit(.minutes(5)))
struct FeedWindowTests {
  private static let ids = ["dQw4w9WgXcQ", "9bZkp7q19f0", "jNQXAC9IVRw"]

  /// A running `ytplay feed --json`.
  private struct Feed {
    let child: Subprocess
    let rig: IFrameRig

    init(_ rig: IFrameRig, _ arguments: [String]) throws {
      self.rig = rig
      child = try CommandUnderTest.start(["feed", "--json"] + arguments, environment: rig.environment())
    }

    /// What has been told since the page in front came.
    struct Front {
      let page: Int
      let state: PlayerState
      /// Whether time has been told while it played.
      let moves: Bool
    }

    func front() throws -> Front? {
      let text = child.outputSoFar
      let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
      guard let start = whole.lastIndex(where: { $0.hasPrefix(#"{"event":"pageChanged""#) }) else {
        return nil
      }
      let change = try JSONLine.decode(JSONValue.self, from: Array(whole[start].utf8))
      guard let page = change["page"]?.double else { return nil }
      var state = PlayerState.empty
      var moves = false
      for line in whole[(start + 1)...] {
        // What is the feed's own is no event of a player's.
        guard
          let event = try? JSONLine.decode(PlayerEvent.self, from: Array(line.utf8), maximumLength: 1 << 20)
        else { continue }
        state.apply(event)
        if case .timeChanged = event, state.status == .playing { moves = true }
      }
      return Front(page: Int(page), state: state, moves: moves)
    }

    /// Waits until this page is in front and is as it should be.
    func wait(for page: Int, _ what: String = "plays", _ isMet: (Front) -> Bool = { $0.moves }) async throws {
      let deadline = ContinuousClock.now + .seconds(40)
      while ContinuousClock.now < deadline {
        if let front = try front(), front.page == page, isMet(front) { return }
        try await Task.sleep(for: .milliseconds(20))
      }
      struct Missing: Error, CustomStringConvertible { let description: String }
      throw Missing(description: "It did not come that page \(page) \(what):\n\(child.outputSoFar)")
    }

    /// Waits until so many pages live.
    func waitForPages(_ count: Int) async throws {
      let isMet = await child.waitForOutput { output in
        let last = output.split(separator: "\n").last { $0.hasPrefix(#"{"event":"pagesChanged""#) }
        let live = last?.split(separator: "[").last?.split(separator: ",").count
        return live == count
      }
      try #require(isMet, "there are never \(count) pages:\n\(child.outputSoFar)")
    }

    /// Waits until one window is there, and nothing in it moves any more.
    func waitForStillWindow() async throws {
      while try await rig.display.titles().count != 1 { try await Task.sleep(for: .milliseconds(50)) }
      _ = try await rig.display.pictures { $0 == $1 && Set($0).count > 1 }
      try await rig.display.window("ytplay")
    }

    func send(_ line: String) { child.write(line + "\n") }

    func end() async throws {
      child.signal(SIGTERM)
      let result = await child.result()
      #expect(result.exitStatus == 4, "\(result)")
    }
  }

  @Test(
    "The wheel, the arrow keys and a press at an edge turn the pages", arguments: ["vertical", "horizontal"])
  func turning(axis: String) async throws {
    try await IFrameRig.run { rig in
      let feed = try Feed(rig, ["--\(axis)"] + Self.ids)
      try await feed.wait(for: 0)
      let window = try await rig.display.window("ytplay")
      let (next, previous) = axis == "vertical" ? ("Down", "Up") : ("Right", "Left")
      try await rig.display.turnWheel(by: 1)
      try await feed.wait(for: 1)
      try await rig.display.press(next)
      try await feed.wait(for: 2)
      // Behind the last page there is none.
      try await rig.display.press(next)
      try await rig.display.press(previous)
      try await feed.wait(for: 1)
      let size = try await rig.display.size(of: window).split(separator: "x").compactMap { Int($0) }
      let (width, height) = (try #require(size.first), try #require(size.last))
      let edges =
        axis == "vertical"
        ? [(width / 2, 4), (width / 2, height - 5)] : [(4, height / 2), (width - 5, height / 2)]
      for (edge, page) in zip(edges, [0, 1]) {
        try await rig.display.movePointer(to: edge, in: window)
        try await rig.display.click()
        try await feed.wait(for: page)
      }
      try await feed.end()
    }
  }

  @Test("Over many swipes there are no more processes than pages that live, and memory does not grow")
  func flat() async throws {
    try await IFrameRig.run { rig in
      // Seven, so that pages go and come again; three of them are near at any time.
      let feed = try Feed(rig, ["--loop", "all"] + Self.ids + Self.ids + ["M7lc1UVf-VE"])
      try await feed.wait(for: 0)
      var page = 0
      var measured: [(processes: Int, memory: Double)] = []
      for swipe in 1...42 {
        let step = swipe % 3 == 0 ? -1 : 1
        page = (page + step + 7) % 7
        feed.send(#"{"action":"settle","by":\#(step)}"#)
        try await feed.wait(for: page)
        if swipe == 14 || swipe == 42 {
          try await feed.waitForPages(5)
          try await Self.waitForWebProcesses(5, of: feed.child.processID)
          measured.append(try Self.usage(of: feed.child.processID))
        }
      }
      let first = try #require(measured.first)
      // One a page, those of the sandboxes around them, one for the network, the plugin's. One that is just going may
      // be there a little longer.
      let deadline = ContinuousClock.now + .seconds(20)
      while let last = measured.last, last.processes > first.processes, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(200))
        measured.append(try Self.usage(of: feed.child.processID))
      }
      let last = try #require(measured.last)
      // What every swipe left behind would be tens.
      #expect(last.processes <= first.processes + 2, "\(measured)")
      #expect(last.memory <= first.memory * 1.25 + 30, "\(measured)")
      try await feed.end()
    }
  }

  /// Waits until so many pages have their process, with those of the sandbox around it, and no page that is gone has one.
  private static func waitForWebProcesses(_ count: Int, of ancestor: pid_t) async throws {
    let deadline = ContinuousClock.now + .seconds(20) * TestEnvironment.patience
    while true {
      let names = try ProcessTable.descendants(of: ancestor).map(ProcessTable.name(of:))
      let found = names.count { $0 == "WebKitWebProcess" }
      if found == count { return }
      try #require(ContinuousClock.now < deadline, "there are \(found) and not \(count) in \(names)")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// The processes beneath one, and the memory in megabytes that they have for themselves: that of libraries is divided
  /// among all programs of the machine that have them loaded, and so goes up and down with those.
  private static func usage(of process: pid_t) throws -> (processes: Int, memory: Double) {
    let processes = try ProcessTable.descendants(of: process)
    let sizes = processes.compactMap { process -> Double? in
      // One that has just ended has none.
      let text = try? String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
      let lines = text?.split(separator: "\n").filter {
        $0.hasPrefix("Pss_Anon:") || $0.hasPrefix("Pss_Shmem:")
      }
      let kilobytes = lines?.compactMap { Double($0.split(separator: " ").dropFirst().first ?? "") }
      return kilobytes.map { $0.reduce(0, +) / 1024 }
    }
    return (processes.count, sizes.reduce(0, +))
  }

  @Test("Pages of YouTube's, of mpv's and a broken one follow each other, each in its window")
  func mixed() async throws {
    let clip = try await TestMedia.video(seconds: 60)
    let name = "A test picture - ytplay"
    try await IFrameRig.run { rig in
      let feed = try Feed(
        rig, ["--mpv", "ao=null", Self.ids[0], clip, "/nonexistent/film.mkv", "err-150-lod", Self.ids[1]])
      try await feed.wait(for: 0)
      try await rig.display.window("Stand-in")
      try await rig.display.turnWheel(by: 1)
      try await feed.wait(for: 1)
      // mpv's, and YouTube's is gone, a little later.
      try await rig.display.window(name)
      while try await rig.display.titles() != [name] { try await Task.sleep(for: .milliseconds(50)) }
      // Each shows why it can't be played, and is left by the same wheel.
      for page in [2, 3] {
        try await rig.display.turnWheel(by: 1)
        try await feed.wait(for: page, "fails") { $0.state.error != nil }
        try await feed.waitForStillWindow()
      }
      try await rig.display.turnWheel(by: 1)
      try await feed.wait(for: 4)
      for page in [3, 2] {
        feed.send(#"{"action":"settle","by":-1}"#)
        try await feed.wait(for: page, "fails") { $0.state.error != nil }
        try await feed.waitForStillWindow()
      }
      try await rig.display.turnWheel(by: -1)
      try await feed.wait(for: 1)
      // Closing the window ends it all.
      try await rig.display.window(name)
      try await rig.display.press("q")
      let result = await feed.child.result()
      #expect(result.exitStatus == 3, "\(result)")
      #expect(result.lines.last == #"{"event":"closed"}"#)
    }
  }
}
