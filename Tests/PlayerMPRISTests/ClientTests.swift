import Foundation
import MockBackend
import PlayerKit
import PlayerMPRIS
import TestSupport
import Testing

@Suite("MPRIS by the clients of the desktop", .timeLimit(.minutes(5)))
struct ClientTests {
  /// A rig whose player plays.
  private func playing(
    _ player: Player = MPRISRig.player(), _ body: (MPRISRig) async throws -> Void
  ) async throws {
    try await MPRISRig.run(player) { rig in
      try await rig.player.load(PlayerSource(parsing: "dQw4w9WgXcQ"))
      try await rig.player.waitFor { $0.status == .playing }
      try await body(rig)
    }
  }

  @Test("playerctl finds the player and does with it all that it can")
  func playerctl() async throws {
    try await playing { rig in
      let (bus, player) = (rig.bus, rig.player)
      #expect(try await bus.playerctl("--list-all").lines == ["rig"])
      #expect(try await bus.playerctl("status").lines == ["Playing"])
      #expect(try await bus.playerctl("metadata", "xesam:title").lines == ["Video dQw4w9WgXcQ"])
      #expect(
        try await bus.playerctl("metadata", "--format", "{{artist}} {{mpris:length}} {{xesam:url}}").lines
          == ["Mock 100000000 https://www.youtube.com/watch?v=dQw4w9WgXcQ"])

      #expect(try await bus.playerctl("pause").isSuccess)
      #expect(player.state.status == .paused)
      #expect(try await bus.playerctl("status").lines == ["Paused"])
      #expect(try await bus.playerctl("play-pause").isSuccess)
      #expect(player.state.status == .playing)
      #expect(try await bus.playerctl("play-pause").isSuccess)
      #expect(player.state.status == .paused)
      #expect(try await bus.playerctl("play").isSuccess)
      #expect(player.state.status == .playing)

      #expect(try await bus.playerctl("position", "50").isSuccess)
      try await player.waitFor { $0.currentTime >= 50 && !$0.isSeeking }
      #expect(try await bus.playerctl("position", "20-").isSuccess)
      try await player.waitFor { $0.currentTime < 50 && $0.currentTime >= 30 && !$0.isSeeking }
      #expect(try await bus.playerctl("volume", "0.25").isSuccess)
      #expect(player.state.volume == 25)
      #expect(try await bus.playerctl("loop", "Track").isSuccess)
      #expect(player.state.loop == .one)
      #expect(try await bus.playerctl("shuffle", "On").isSuccess)
      #expect(player.state.isShuffled)

      #expect(try await bus.playerctl("open", "https://youtu.be/aaaaaaaaaaa").isSuccess)
      #expect(player.state.source?.text == "https://www.youtube.com/watch?v=aaaaaaaaaaa")
      #expect(try await bus.playerctl("stop").isSuccess)
      #expect(player.state.status == .unstarted)
      #expect(try await bus.playerctl("status").lines == ["Stopped"])
    }
  }

  @Test("Every property has its type and says what the player says")
  func properties() async throws {
    try await playing { rig in
      let root = [
        "CanQuit": #"{"type":"b","data":false}"#, "CanRaise": #"{"type":"b","data":false}"#,
        "Fullscreen": #"{"type":"b","data":false}"#, "CanSetFullscreen": #"{"type":"b","data":true}"#,
        "HasTrackList": #"{"type":"b","data":false}"#, "Identity": #"{"type":"s","data":"The Rig"}"#,
        "DesktopEntry": #"{"type":"s","data":"rig"}"#, "SupportedMimeTypes": #"{"type":"as","data":[]}"#,
        "SupportedUriSchemes":
          #"{"type":"as","data":["file","http","https","rtmp","rtmps","rtsp","mms"]}"#,
      ]
      let player = [
        "PlaybackStatus": #"{"type":"s","data":"Playing"}"#, "LoopStatus": #"{"type":"s","data":"None"}"#,
        "Rate": #"{"type":"d","data":1}"#, "Shuffle": #"{"type":"b","data":false}"#,
        "Volume": #"{"type":"d","data":1}"#, "MinimumRate": #"{"type":"d","data":0.25}"#,
        "MaximumRate": #"{"type":"d","data":4}"#, "CanGoNext": #"{"type":"b","data":false}"#,
        "CanGoPrevious": #"{"type":"b","data":false}"#, "CanPlay": #"{"type":"b","data":true}"#,
        "CanPause": #"{"type":"b","data":true}"#, "CanSeek": #"{"type":"b","data":true}"#,
        "CanControl": #"{"type":"b","data":true}"#,
        "Metadata": #"{"type":"a{sv}","data":{"mpris:trackid":{"type":"o","data":"/rig/track/1"},"#
          + #""mpris:length":{"type":"x","data":100000000},"xesam:title":{"type":"s","data":"#
          + #""Video dQw4w9WgXcQ"},"xesam:artist":{"type":"as","data":["Mock"]},"xesam:url":{"type":"s","#
          + #""data":"https://www.youtube.com/watch?v=dQw4w9WgXcQ"},"mpris:artUrl":{"type":"s","#
          + #""data":"https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg"}}}"#,
      ]
      for (expected, isRoot) in [(root, true), (player, false)] {
        for (name, json) in expected {
          let value = try JSONLine.decode(JSONValue.self, from: Array(json.utf8))
          #expect(try await rig.bus.property(rig.name, name, root: isRoot) == value, "\(name)")
        }
        let interface = isRoot ? PrivateBus.rootInterface : PrivateBus.playerInterface
        let all = try await rig.bus.busctl([
          "call", rig.name, PrivateBus.path, "org.freedesktop.DBus.Properties", "GetAll", "s", interface,
        ])
        // The position has a test of its own.
        #expect(
          all.output.components(separatedBy: #":{"type":"#).count - 1 == expected.count + (isRoot ? 0 : 7))
      }
    }
  }

  @Test("The position on the bus is the player's own, within 0.1 s, playing at any rate, and held")
  func position() async throws {
    try await playing { rig in
      func check(_ note: Comment) async throws {
        let before = try await rig.truePosition()
        let position = try await rig.position()
        let after = try await rig.truePosition()
        #expect(position >= before - 0.1 && position <= after + 0.1, note)
      }
      for rate in [1.0, 2, 0.5] {
        try await rig.player.setRate(rate)
        for _ in 0..<5 {
          // Somewhere between two times that are told.
          try await Task.sleep(for: .milliseconds(70))
          try await check("at the rate \(rate)")
        }
      }
      try await rig.player.pause()
      try await check("held")
      #expect(try await rig.position() == rig.player.state.currentTime.rounded(toPlaces: 6))
      try await rig.player.seek(to: 60)
      try await check("sought while held")
      try await rig.player.play()
      try await check("played on")
    }
  }

  @Test("Properties that are set are the player's, clamped, and wrong ones are refused")
  func setting() async throws {
    try await playing { rig in
      func set(_ name: String, _ type: String, _ value: String, root: Bool = false) async throws -> String {
        let result = try await rig.bus.set(rig.name, name, type, value, root: root)
        return result.isSuccess ? "" : result.errors
      }
      func state() -> PlayerState { rig.player.state }
      #expect(try await set("Volume", "d", "0.4") == "" && state().volume == 40)
      #expect(try await set("Volume", "d", "7") == "" && state().volume == 100)
      #expect(try await set("Volume", "d", "-1") == "" && state().volume == 0)
      #expect(try await set("Volume", "d", "inf") == "" && state().volume == 100)
      #expect(try await set("Volume", "d", "nan").contains("number") && state().volume == 100)
      #expect(try await set("Rate", "d", "2") == "" && state().rate == 2)
      #expect(try await set("Rate", "d", "100") == "" && state().rate == 4)
      #expect(try await set("Rate", "d", "-3") == "" && state().rate == 0.25)
      #expect(try await set("Rate", "d", "inf").contains("finite") && state().rate == 0.25)
      #expect(state().status == .playing)
      #expect(try await set("Rate", "d", "0") == "" && state().status == .paused && state().rate == 0.25)
      #expect(try await set("LoopStatus", "s", "Playlist") == "" && state().loop == .all)
      #expect(try await set("LoopStatus", "s", "Track") == "" && state().loop == .one)
      #expect(try await set("LoopStatus", "s", "track").contains("None, Track or Playlist"))
      #expect(try await set("LoopStatus", "s", "None") == "" && state().loop == .off)
      #expect(try await set("Shuffle", "b", "true") == "" && state().isShuffled)
      #expect(try await set("Fullscreen", "b", "true", root: true) == "" && state().isFullscreen)

      try await rig.player.mute()
      #expect(try await rig.data("Volume") == .integer(0))
      #expect(try await set("Volume", "d", "0.5") == "" && !state().isMuted && state().volume == 50)

      #expect(try await set("Position", "x", "5").contains("not writable"))
      #expect(try await set("Volume", "s", "loud") != "")
      #expect(try await set("CanPlay", "b", "false").contains("not writable"))
      #expect(try await set("Loudness", "d", "1") != "")
    }
  }

  @Test("What a backend can't do is refused with the reason, and changes nothing")
  func refusals() async throws {
    try await playing(MPRISRig.player(capabilities: [])) { rig in
      for (name, type, value) in [("LoopStatus", "s", "Track"), ("Shuffle", "b", "true")] {
        let result = try await rig.bus.set(rig.name, name, type, value)
        #expect(result.errors.contains("lacks the capability"), "\(result)")
      }
      let fullscreen = try await rig.bus.set(rig.name, "Fullscreen", "b", "true", root: true)
      #expect(fullscreen.errors.contains("lacks the capability"))
      #expect(try await rig.data("CanSetFullscreen", root: true) == .bool(false))
      #expect(try await rig.data("MinimumRate") == .integer(1))
      #expect(try await rig.data("MaximumRate") == .integer(1))
      #expect(try await rig.bus.set(rig.name, "Rate", "d", "2").isSuccess)
      #expect(rig.player.state.rate == 1)
    }
  }

  @Test("What a client may have opened has a scheme that is announced, and none of an engine's own")
  func schemes() async throws {
    try await playing { rig in
      let before = rig.player.state.source
      for url in [
        "edl://a.mp4,0,10", "av://lavfi:testsrc", "fd://0", "MEMORY://x", "mock://x", "data:text/html,x",
      ] {
        let result = try await rig.bus.call(rig.name, "\(PrivateBus.playerInterface).OpenUri", url)
        #expect(result.errors.contains("is not taken from the bus"), "\(result)")
      }
      #expect(rig.player.state.source == before && rig.player.state.status == .playing)
    }
  }

  @Test("Calls that are wrong get the errors of D-Bus, and the player plays on")
  func badCalls() async throws {
    try await playing { rig in
      func error(_ method: String, _ arguments: String...) async throws -> String {
        let result = try await Subprocess.run(
          "busctl",
          [
            "--address=\(rig.bus.address)", "call", rig.name, PrivateBus.path, PrivateBus.playerInterface,
            method,
          ]
            + arguments, timeLimit: .seconds(30))
        return result.isSuccess ? "" : result.errors
      }
      #expect(try await error("Fly").contains("No such method"))
      #expect(try await error("Seek").contains("Type of message"))
      #expect(try await error("Seek", "s", "far").contains("Type of message"))
      #expect(try await error("Seek", "d", "1.5").contains("Type of message"))
      #expect(try await error("Play", "s", "x").contains("Type of message"))
      #expect(try await error("OpenUri", "s", "film.mkv").contains("not a URL"))
      #expect(try await error("OpenUri", "s", "javascript:alert(1)") != "")
      #expect(try await error("OpenUri", "s", "") != "")
      let unknown = try await rig.bus.call(
        rig.name, "org.freedesktop.DBus.Properties.Get", PrivateBus.playerInterface, "Weight")
      #expect(unknown.errors.contains("InvalidArgs"))
      let interface = try await rig.bus.call(
        rig.name, "org.freedesktop.DBus.Properties.GetAll", "org.mpris.MediaPlayer2.TrackList")
      #expect(interface.errors.contains("org.freedesktop.DBus.Error"))
      #expect(rig.player.state.status == .playing)
      #expect(rig.player.state.source?.text == "https://www.youtube.com/watch?v=dQw4w9WgXcQ")
    }
  }

  @Test("Without a track nothing is played, and PlayPause says why")
  func nothingLoaded() async throws {
    try await MPRISRig.run { rig async throws in
      for method in ["Play", "Pause", "Stop", "Next", "Previous"] {
        #expect(try await rig.bus.call(rig.name, "Player.\(method)").isSuccess, "\(method)")
      }
      #expect(try await rig.bus.call(rig.name, "Player.Seek", "1000").isSuccess)
      #expect(try await rig.bus.call(rig.name, "Player.PlayPause").errors.contains("Nothing is loaded"))
      #expect(try await rig.bus.playerctl("next").errors.contains("No player could handle this command"))
      #expect(rig.player.state == .empty)
      #expect(try await rig.data("PlaybackStatus") == .string("Stopped"))
    }
  }

  @Test("Seek and SetPosition go where the specification says")
  func seeking() async throws {
    try await playing { rig in
      try await rig.player.pause()
      func position(_ method: String, _ arguments: String...) async throws -> Double {
        let result = try await Subprocess.run(
          "gdbus",
          [
            "call", "--address", rig.bus.address, "--dest", rig.name, "--object-path", PrivateBus.path,
            "--method", "\(PrivateBus.playerInterface).\(method)", "--",
          ] + arguments)
        #expect(result.isSuccess, "\(result)")
        return try await rig.player.waitFor { !$0.isSeeking }.currentTime
      }
      #expect(try await position("SetPosition", "/rig/track/1", "50000000") == 50)
      #expect(try await position("Seek", "1500000") == 51.5)
      #expect(try await position("Seek", "-1500000") == 50)
      // Another track's, outside the track, before its beginning.
      #expect(try await position("SetPosition", "/rig/track/2", "1000000") == 50)
      #expect(try await position("SetPosition", "/rig/track/1", "100000001") == 50)
      #expect(try await position("SetPosition", "/rig/track/1", "-1") == 50)
      #expect(try await position("SetPosition", "/rig/track/1", "0") == 0)
      #expect(try await position("Seek", "20000000") == 20)
      #expect(try await position("Seek", "-9223372036854775808") == 0)
      // Behind the end of the last one there is only its end.
      #expect(try await position("Seek", "9223372036854775807") == 100)
      #expect(rig.player.state.status == .paused)
    }
  }

  @Test(
    "In a queue Next and Previous lead on, a seek behind the end too, and where they lead to nothing nothing happens"
  )
  func queue() async throws {
    let player = MPRISRig.player()
    let queue = PlayQueue(
      try ["aaaaaaaaaaa", "bbbbbbbbbbb", "ccccccccccc"].map { try PlayerSource(parsing: $0) })
    try await MPRISRig.run(player) { rig in
      try await player.play(queue)
      try await player.waitFor { $0.status == .playing }
      func can() async throws -> [JSONValue?] {
        [try await rig.data("CanGoPrevious"), try await rig.data("CanGoNext")]
      }
      func track() async throws -> String {
        try await rig.bus.playerctl("metadata", "mpris:trackid").lines.first ?? ""
      }
      #expect(try await can() == [.bool(false), .bool(true)])
      #expect(try await track() == "'/rig/track/1'")
      #expect(try await rig.bus.call(rig.name, "Player.Previous").isSuccess)
      #expect(queue.currentIndex == 0)
      #expect(try await rig.bus.playerctl("next").isSuccess)
      #expect(queue.currentIndex == 1)
      #expect(try await can() == [.bool(true), .bool(true)])
      #expect(try await track() == "'/rig/track/2'")
      try await player.waitFor { $0.status == .playing }
      #expect(try await rig.bus.call(rig.name, "Player.Seek", "200000000").isSuccess)
      #expect(queue.currentIndex == 2)
      #expect(try await can() == [.bool(true), .bool(false)])
      #expect(try await rig.bus.call(rig.name, "Player.Next").isSuccess)
      #expect(queue.currentIndex == 2)
      #expect(try await rig.bus.playerctl("loop", "Playlist").isSuccess)
      #expect(queue.loop == .all)
      #expect(try await can() == [.bool(true), .bool(true)])
      #expect(try await rig.bus.playerctl("previous").isSuccess)
      #expect(queue.currentIndex == 1)
    }
  }

  @Test("The bus describes both interfaces, with every method, signal and property of the specification")
  func introspection() async throws {
    try await MPRISRig.run { rig in
      let xml = try await rig.bus.call(rig.name, "org.freedesktop.DBus.Introspectable.Introspect").output
      for name in ["Raise", "Quit"] + ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play", "Seek"]
        + ["SetPosition", "OpenUri"]
      {
        #expect(xml.contains(#"<method name="\#(name)""#), "\(name)")
      }
      #expect(xml.contains(#"<signal name="Seeked">"#))
      let properties = [
        "CanQuit b", "Fullscreen b", "CanSetFullscreen b", "CanRaise b", "HasTrackList b", "Identity s",
        "DesktopEntry s", "SupportedUriSchemes as", "SupportedMimeTypes as", "PlaybackStatus s",
        "LoopStatus s", "Rate d", "Shuffle b", "Metadata a{sv}", "Volume d", "Position x", "MinimumRate d",
        "MaximumRate d", "CanGoNext b", "CanGoPrevious b", "CanPlay b", "CanPause b", "CanSeek b",
        "CanControl b",
      ]
      let writable: Set = ["Fullscreen", "LoopStatus", "Rate", "Shuffle", "Volume"]
      for property in properties {
        let parts = property.split(separator: " ").map(String.init)
        let access = writable.contains(parts[0]) ? "readwrite" : "read"
        #expect(
          xml.contains(#"<property type="\#(parts[1])" name="\#(parts[0])" access="\#(access)""#),
          "\(property)")
      }
      #expect(xml.components(separatedBy: "<property ").count - 1 == properties.count)
      #expect(xml.contains("org.freedesktop.DBus.Introspectable"))
    }
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    let factor = (0..<places).reduce(1.0) { value, _ in value * 10 }
    return (self * factor).rounded() / factor
  }
}
