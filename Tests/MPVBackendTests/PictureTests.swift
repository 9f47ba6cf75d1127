import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("Tracks, steps and screenshots with mpv")
struct PictureTests {
  @Test("A film's tracks and chapters are told, and each track can be selected and left out")
  func tracks() async throws {
    let path = try await TestMedia.film()
    let other = try await TestMedia.video()
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      let state = try await rig.reach(.queued)
      #expect(state.tracks.map(\.kind) == [.video, .audio, .audio, .subtitles])
      #expect(state.tracks.map(\.language) == [nil, "eng", "ger", "eng"])
      #expect(state.tracks[2].title == "Deutsch")
      #expect(state.metadata.chapters == [Chapter(start: 0, title: "One"), Chapter(start: 5, title: "Two")])
      try await rig.perform(.setTrack(.audio, id: "2"), .setTrack(.subtitles, id: "1"))
      #expect(rig.state.selectedTracks == [.video: "1", .audio: "2", .subtitles: "1"])
      try await rig.perform(.setTrack(.subtitles, id: nil), .setTrack(.video, id: nil))
      #expect(rig.state.selectedTracks == [.audio: "2"])
      let error = await #expect(throws: PlayerError.self) {
        try await rig.perform(.setTrack(.audio, id: "7"))
      }
      #expect(error?.code == .invalidArgument)
      #expect(rig.state.selectedTracks == [.audio: "2"])
      try await rig.perform(.setTrack(.video, id: "1"), .setTrack(.audio, id: nil))
      let last = await #expect(throws: PlayerError.self) { try await rig.perform(.setTrack(.video, id: nil)) }
      #expect(last?.code == .unsupported)
      try await rig.perform(.cue(.file(other)))
      #expect(try await rig.reach(.queued).selectedTracks == [.video: "1", .audio: "1"])
    }
  }

  @Test("Without its only sound a source plays on in silence")
  func silence() async throws {
    let path = try await TestMedia.audio(seconds: 5)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      try await rig.perform(.setTrack(.audio, id: nil))
      #expect(rig.state.selectedTracks.isEmpty && !rig.state.isMuted)
      let time = rig.state.currentTime
      try await rig.log.waitForState { $0.currentTime > time + 0.4 && $0.status == .playing }
      try await rig.perform(.mute, .unmute)
      #expect(!rig.state.isMuted)
      try await rig.perform(.setTrack(.audio, id: "1"))
      #expect(rig.state.selectedTracks == [.audio: "1"])
    }
  }

  @Test("Steps pause first and go frame by frame, forwards and back", arguments: [true, false])
  func steps(isPlaying: Bool) async throws {
    let path = try await TestMedia.video(seconds: 10)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      try await rig.log.waitForState { $0.currentTime > 0.4 }
      if !isPlaying {
        try await rig.perform(.pause)
        try await rig.reach(.paused)
        try await rig.seek(.to(2))
      }
      try await rig.perform(.stepFrame(by: 1))
      #expect(rig.state.status == .paused && !rig.state.playWhenReady)
      var time = rig.state.currentTime
      for step in [1, 1, -1, -1, -1, 1] {
        try await rig.perform(.stepFrame(by: step))
        #expect(abs(rig.state.currentTime - time - Double(step) * 0.04) < 0.002)
        time = rig.state.currentTime
      }
      #expect(rig.state.status == .paused)
      try await rig.perform(.play)
      try await rig.log.waitForState { [time] in $0.currentTime > time + 0.3 && $0.status == .playing }
    }
  }

  @Test("Steps of many tasks at once are each made")
  func manySteps() async throws {
    let path = try await TestMedia.video(seconds: 10)
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      try await rig.reach(.queued)
      try await rig.seek(.to(2))
      let time = rig.state.currentTime
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<5 {
          group.addTask { await #expect(throws: Never.self) { try await rig.perform(.stepFrame(by: 1)) } }
        }
      }
      #expect(abs(rig.state.currentTime - time - 0.2) < 0.002)
    }
  }

  @Test("A screenshot is a whole PNG, whatever the file's name")
  func screenshots() async throws {
    let path = try await TestMedia.video()
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      try await rig.reach(.queued)
      for name in ["shot.png", "shot.jpg", "shot", "a %n b.PNG"] {
        try await rig.perform(.screenshot(to: MediaPath("\(folder)/\(name)")))
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
        #expect(data.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(data.suffix(8).prefix(4) == Data("IEND".utf8))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
      let error = await #expect(throws: PlayerError.self) {
        try await rig.perform(.screenshot(to: MediaPath("\(folder)/none/shot.png")))
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test(
    "Sound alone has no frames",
    arguments: [PlayerAction.stepFrame(by: 1), .screenshot(to: MediaPath("/x.png"))])
  func refused(action: PlayerAction) async throws {
    let path = try await TestMedia.audio()
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      try await rig.reach(.queued)
      let position = rig.log.count
      let error = await #expect(throws: PlayerError.self) { try await rig.perform(action) }
      #expect(error?.code == .unsupported)
      #expect(rig.log.events(since: position).isEmpty)
    }
  }
}
