import Foundation
import PlayerKit
import TestSupport
import Testing

/// The real plugin in a real web view; a stand-in takes YouTube's place.
@Suite("ytplay and YouTube's player")
struct IFrameTests {
  @Test("A video plays to its end in the order of the contract, and the status is 0")
  func plays() async throws {
    try await IFrameRig.run { rig in
      let result = try await rig.play("--json", "--backend", "iframe", "short-3s--a")
      #expect(result.exitStatus == 0, "\(result)")
      let events = try result.events()
      #expect(events.statuses.first == .unstarted && events.statuses.last == .ended)
      #expect(events.statuses.contains(.playing))
      #expect(events.statuses.filter { $0 == .ended }.count == 1)
      let state = events.dropLast().reduce(PlayerState.empty) { $0.applying($1) }
      #expect(state.status == .ended && state.currentTime == state.duration && state.backend == "iframe")
      #expect(state.metadata.videoID == "short-3s--a" && state.metadata.title?.isEmpty == false)
      #expect(events.last == .closed && events.filter { $0 == .closed }.count == 1)
    }
  }

  @Test("Where there is a display a video goes to it by itself, and a file after it to mpv")
  func chosen() async throws {
    let clip = try await TestMedia.audio(seconds: 0.5)
    try await IFrameRig.run { rig in
      let result = try await rig.play("--json", "--mpv", "ao=null", "short-3s--a", clip)
      #expect(result.exitStatus == 0, "\(result)")
      let events = try result.events()
      #expect(events.backends == ["iframe asked", "mpv asked"])
      #expect(events.statuses.filter { $0 == .ended }.count == 2)
    }
  }

  @Test("The video is seen in the window: it moves while it plays, and stands still while it is paused")
  func picture() async throws {
    try await IFrameRig.run { rig in
      let empty = try await rig.display.picture()
      let child = try rig.start("--backend", "iframe", "dQw4w9WgXcQ")
      try await child.wait(until: "two seconds of playing") { $0.status == .playing && $0.currentTime > 2 }
      let moving = try await rig.display.pictures { Self.differ($0, $1) && Self.differ($0, empty) }
      #expect(Set(moving).count > 20)
      child.write(#"{"action":"pause"}"# + "\n")
      try await child.wait(until: "the pause") { $0.status == .paused }
      let still = try await rig.display.pictures { !Self.differ($0, $1) }
      #expect(Self.differ(still, empty))
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  /// Whether two pictures of 640×480 differ in their middle, in a hundred pixels or more.
  private static func differ(_ one: Data, _ other: Data) -> Bool {
    let count = (180..<300).reduce(0) { count, row in
      count
        + (220..<420).count { column in
          let place = (row * 640 + column) * 3
          return (0..<3).contains { abs(Int(one[place + $0]) - Int(other[place + $0])) > 24 }
        }
    }
    return count >= 100
  }

  @Test("Actions are obeyed by YouTube's player, and what they led to is told")
  func actions() async throws {
    try await IFrameRig.run { rig in
      let child = try rig.start("--backend", "iframe", "--volume", "40", "dQw4w9WgXcQ")
      try await child.wait(until: "playing") { $0.status == .playing && $0.volume == 40 }
      child.write(
        #"{"action":"seek","to":20}"# + "\n" + #"{"action":"setRate","rate":1.5}"# + "\n"
          + #"{"action":"mute"}"# + "\n")
      try await child.wait(until: "what was asked for") {
        $0.status == .playing && !$0.isSeeking && $0.currentTime >= 20 && $0.rate == 1.5 && $0.isMuted
      }
      child.write(#"{"action":"stepFrame","by":1,"id":1}"# + "\n")
      try await child.wait(for: #"{"reply":1,"error":{"#)
      #expect(
        try child.eventsSoFar.contains { event in
          if case .rejected(.action(.stepFrame), let error) = event {
            error.code == .unsupported
          } else {
            false
          }
        })
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  @Test("Parameters of YouTube's player reach it, and the page says who it is")
  func parameters() async throws {
    try await IFrameRig.run { rig in
      let result = try await rig.play(
        "--backend", "iframe", "--youtube", "hl=de", "--youtube", "cc_load_policy=1", "short-3s--a")
      #expect(result.exitStatus == 0, "\(result)")
      let embed = try #require(try rig.standIn.requests().first { $0.path.hasPrefix("/embed/") })
      #expect(embed.path.contains("hl=de") && embed.path.contains("cc_load_policy=1"))
      #expect(embed.referer?.hasPrefix("https://") == true)
      #expect(embed.referer?.contains("127.0.0.1") == false)
    }
  }

  @Test("With --fullscreen the window fills the screen from the start, and its title is the video's")
  func fullscreen() async throws {
    try await IFrameRig.run { rig in
      let child = try rig.start("--backend", "iframe", "--fullscreen", "dQw4w9WgXcQ")
      try await child.wait(until: "a full screen") { $0.status == .playing && $0.isFullscreen }
      let window = try await rig.display.window("Stand-in dQw4w9WgXcQ")
      #expect(try await rig.display.size(of: window) == "640x480")
      child.write(#"{"action":"setFullscreen","fullscreen":false}"# + "\n")
      try await child.wait(until: "a window") { !$0.isFullscreen }
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  @Test("Keys in the window do what they do in mpv's, and q ends the program with status 0")
  func keys() async throws {
    try await IFrameRig.run { rig in
      let child = try rig.start("--backend", "iframe", "dQw4w9WgXcQ", "short-3s--a")
      try await child.wait(until: "playing") { $0.status == .playing }
      try await rig.display.window("ytplay")
      try await rig.display.press("p")
      try await child.wait(until: "the pause") { $0.status == .paused }
      try await rig.display.press("9")
      try await child.wait(until: "a lower volume") { $0.volume < 100 }
      try await rig.display.press("q")
      let result = await child.result()
      #expect(result.exitStatus == 0, "\(result)")
      #expect(try result.events().filter { $0 == .closed }.count == 1)
    }
  }

  @Test("With --no-video it is said that YouTube's player needs its picture")
  func withoutPicture() async throws {
    try await IFrameRig.run { rig in
      let result = try await rig.play("--backend", "iframe", "--no-video", "short-3s--a")
      #expect(result.exitStatus == 0)
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines.first?.contains("picture") == true, "\(result)")
    }
  }

  @Test(
    "What YouTube refuses is one sentence with a remedy, and the status is 2",
    arguments: [
      ("err-002-lod", "code 2"), ("err-100-lod", "code 100"), ("err-150-lod", "code 150"),
      ("err-153-lod", "code 153"), ("err-777-lod", "code 777"),
    ])
  func errors(_ id: String, _ code: String) async throws {
    try await IFrameRig.run { rig in
      let result = try await rig.play("--backend", "iframe", id)
      #expect(result.exitStatus == 2, "\(result)")
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 1, "\(result)")
      #expect(lines.first?.hasPrefix("ytplay: ") == true && lines.first?.contains(code) == true, "\(result)")
    }
  }

  @Test("Of several sources those that can be played are, and the status is 3")
  func partly() async throws {
    try await IFrameRig.run { rig in
      let result = try await rig.play("--json", "--backend", "iframe", "err-100-lod", "short-3s--a")
      #expect(result.exitStatus == 3, "\(result)")
      #expect(try result.events().statuses.filter { $0 == .ended }.count == 1)
    }
  }

  @Test("Without a display it can't run, which is one sentence and the status 1")
  func noDisplay() async throws {
    let result = try await CommandUnderTest.run(["--backend", "iframe", "dQw4w9WgXcQ"])
    #expect(result.exitStatus == 1)
    #expect(result.errors.hasPrefix("ytplay: The backend iframe can't run here: "), "\(result)")
    #expect(result.errors.contains("display") && result.errors.split(separator: "\n").count == 1)
  }

  @Test("A display that does not answer is none, and `backends` says so")
  func deadDisplay() async throws {
    let result = try await CommandUnderTest.run(["backends", "--json"], environment: ["DISPLAY": ":4095"])
    let iframe = try #require(try result.json().first { $0["id"] == .string("iframe") })
    #expect(iframe["available"] == .bool(false) && iframe["reason"]?.text?.contains("display") == true)
    #expect(iframe["remedy"]?.text?.contains("xvfb-run") == true, "\(iframe)")
  }

  @Test("Where there is a display it can run")
  func available() async throws {
    try await VirtualDisplay.run { display in
      let result = try await CommandUnderTest.run(
        ["backends", "--json"], environment: ["DISPLAY": display.name])
      let iframe = try #require(try result.json().first { $0["id"] == .string("iframe") })
      #expect(iframe["available"] == .bool(true), "\(iframe)")
    }
  }
}
