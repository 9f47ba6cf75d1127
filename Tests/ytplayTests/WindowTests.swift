import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("ytplay and its window")
struct WindowTests {
  private static let mpv = ["--json", "--backend", "mpv", "--mpv", "ao=null"]

  private static func start(
    _ arguments: [String], on display: VirtualDisplay, environment: [String: String?] = [:]
  ) throws -> Subprocess {
    try CommandUnderTest.start(
      arguments, environment: environment.merging(["DISPLAY": display.name]) { $1 })
  }

  @Test("The picture is in the window: it moves while playing, and stands still while paused")
  func picture() async throws {
    let clip = try await TestMedia.video(seconds: 30)
    try await VirtualDisplay.run { display in
      let empty = try await display.picture()
      #expect(Set(empty).count == 1)
      let child = try Self.start(Self.mpv + [clip], on: display)
      try await child.wait(for: #""status":"playing""#)
      let moving = try await display.pictures { $0 != empty && $1 != empty && $0 != $1 }
      #expect(Set(moving).count > 20)
      child.write(#"{"action":"pause"}"# + "\n")
      try await child.wait(for: #""status":"paused""#)
      let still = try await display.pictures { $0 == $1 }
      #expect(still != empty)
      child.write(#"{"action":"clear"}"# + "\n")
      _ = try await display.pictures { $0 == empty && $1 == empty }
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  @Test("Keys in the window show in the state")
  func keys() async throws {
    let film = try await TestMedia.film(seconds: 60)
    try await VirtualDisplay.run { display in
      let child = try Self.start(Self.mpv + ["--fullscreen", film], on: display)
      try await child.wait(for: #""status":"playing""#)
      try await child.wait(for: #"{"event":"fullscreenChanged","isFullscreen":true}"#)
      let window = try await display.window("ytplay")
      #expect(try await display.size(of: window) == "640x480")
      for (key, told) in [
        ("space", #"{"event":"statusChanged","playWhenReady":false,"status":"paused"}"#),
        ("9", #"{"event":"volumeChanged","volume":98}"#), ("m", #"{"event":"muteChanged","isMuted":true}"#),
        ("f", #"{"event":"fullscreenChanged","isFullscreen":false}"#),
        ("bracketright", #"{"event":"rateChanged","rate":1.1}"#),
        ("L", #"{"event":"loopChanged","loop":"one"}"#), ("L", #"{"event":"loopChanged","loop":"off"}"#),
        ("numbersign", #""selectedTracks":{"audio":"2","video":"1"}"#),
        ("j", #""selectedTracks":{"audio":"2","subtitles":"1","video":"1"}"#),
      ] {
        try await display.press(key)
        try await child.wait(for: told)
      }
      child.write(#"{"action":"seek","to":5}"# + "\n")
      try await child.wait(for: #"{"event":"seeked","currentTime":5"#)
      // By five seconds, and by a frame in both directions.
      try await display.press("Right")
      try await child.wait(for: #"{"event":"seeked","currentTime":10"#)
      for (key, time, count) in [("period", "10.04", 1), ("period", "10.08", 1), ("comma", "10.04", 2)] {
        try await display.press(key)
        #expect(
          await child.waitForOutput {
            $0.components(separatedBy: #"{"event":"timeChanged","currentTime":\#(time)"#).count == count + 1
          }, "\(key) \(child.outputSoFar)")
      }
      try await display.press("XF86AudioStop")
      try await child.wait(for: #"{"event":"statusChanged","playWhenReady":false,"status":"unstarted"}"#)
      try await display.press("q")
      try await child.wait(for: #"{"event":"sourceChanged","source":null}"#)
      let count = child.outputSoFar.count
      child.write(#"{"action":"load","source":"\#(film)"}"# + "\n")
      #expect(
        await child.waitForOutput { $0.dropFirst(count).contains(#""status":"playing""#) },
        "\(child.outputSoFar)")
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  @Test("From its end a source goes on where keys in the window say so")
  func keysAtTheEnd() async throws {
    let clip = try await TestMedia.video(seconds: 8)
    try await VirtualDisplay.run { display in
      // One that loops is not over; the window is there as long as the program waits for another source.
      let child = try Self.start(["--json", "--no-autoplay"] + Self.mpv.dropFirst() + [clip], on: display)
      try await child.wait(for: #""status":"queued""#)
      try await display.window("ytplay")
      try await display.press("Right")
      try await child.wait(for: #"{"event":"seeked","currentTime":5,"isSeeking":false}"#)
      try await display.press("space")
      try await child.wait(for: #""status":"playing""#)
      let result = await child.result()
      #expect(result.exitStatus == 0, "\(result)")
      #expect(try result.events().contains(.statusChanged(.ended, playWhenReady: false)))
    }
  }

  @Test("A title's control characters and dollars are no one's orders")
  func title() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/a\u{1b}[1m\nb ${pause} $x %d.mkv"
    try FileManager.default.copyItem(atPath: await TestMedia.film(seconds: 60), toPath: path)
    try await VirtualDisplay.run { display in
      let child = try Self.start(Self.mpv + [path], on: display)
      try await child.wait(for: #""status":"playing""#)
      let window = try await display.window("mkv - ytplay")
      #expect(try await display.title(of: window) == "a [1m b ${pause} $x %d.mkv - ytplay")
      child.signal(SIGTERM)
      _ = await child.result()
    }
  }

  @Test("Closing the window ends the program with status 0, whatever else would follow")
  func closing() async throws {
    let clip = try await TestMedia.video(seconds: 30)
    try await VirtualDisplay.run { display in
      let child = try Self.start(["--backend", "mpv", "--mpv", "ao=null", clip, clip], on: display)
      try await display.window("ytplay")
      try await display.press("q")
      let result = await child.result()
      #expect(result.exitStatus == 0, "\(result)")
    }
  }

  @Test("With --no-video no window opens, and none can fill the screen")
  func withoutPicture() async throws {
    let clip = try await TestMedia.video(seconds: 30)
    try await VirtualDisplay.run { display in
      let child = try Self.start(Self.mpv + ["--no-video", clip], on: display)
      try await child.wait(for: #""status":"playing""#)
      #expect(try await !display.hasWindow("ytplay"))
      child.write(#"{"action":"setFullscreen","fullscreen":true}"# + "\n")
      try await child.wait(for: #""event":"rejected""#)
      #expect(child.outputSoFar.contains("Allow the picture to be shown."))
      child.signal(SIGTERM)
      _ = await child.result()
    }
  }

  @Test("A display that goes away takes the window with it, and the sound plays on")
  func displayGone() async throws {
    let clip = try await TestMedia.video(seconds: 30)
    try await VirtualDisplay.run { display in
      // Xlib ends the plugin's program, in which mpv still plays; or it does so itself, where Mesa does not let Xlib.
      let child = try Self.start(
        Self.mpv + [clip], on: display, environment: TestEnvironment.endsAmidItsWork)
      try await child.wait(for: #""status":"playing""#)
      try await display.window("ytplay")
      await display.crash()
      let goesOn = await child.waitForOutput { output in
        let parts = output.components(separatedBy: #""reason":"restarted""#)
        return parts.count > 1 && parts[1].contains(#""status":"playing""#)
      }
      #expect(goesOn, "\(child.outputSoFar)")
      child.signal(SIGTERM)
      #expect(await child.result().exitStatus == 4)
    }
  }

  @Test("A picture that stands where there never was a display is not taken for a display that is gone")
  func withoutDisplay() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let output = ["--mpv", "vo=image", "--mpv", "vo-image-outdir=\(folder)"]
    let child = try CommandUnderTest.start(
      Self.mpv + output + [try await TestMedia.slides(2, each: 5)], environment: ["DISPLAY": nil])
    let result = await child.result()
    #expect(result.exitStatus == 0 && !result.output.contains(#""restarted""#), "\(result)")
    #expect(result.output.contains(#""status":"ended""#))
  }
}
