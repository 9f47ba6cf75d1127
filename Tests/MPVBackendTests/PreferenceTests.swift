import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("Languages, subtitles and devices with mpv")
struct PreferenceTests {
  private static let silent = [
    PlayerConfiguration.MPVOption("vo", "null"), PlayerConfiguration.MPVOption("ao", "null"),
  ]

  @Test("The dearest language that is there is chosen, of sound and of subtitles")
  func languages() async throws {
    let path = try await TestMedia.bilingualFilm()
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      #expect(try await rig.reach(.queued).selectedTracks == [.video: "1", .audio: "1"])
    }
    try await Rig.run(Self.silent) {
      $0.audioLanguages = ["fr", "de"]
      $0.subtitleLanguages = ["deu", "en"]
    } _: { rig in
      try await rig.perform(.cue(.file(path)))
      let state = try await rig.reach(.queued)
      #expect(state.selectedTracks[.audio] == "2")
      #expect(state.selectedTracks[.subtitles] != nil)
    }
  }

  @Test("Subtitles of other files are tracks, those beside the film by themselves; a missing one is told")
  func subtitleFiles() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(atPath: await TestMedia.video(), toPath: "\(folder)/a film.mp4")
    let text = Data("1\n00:00:00,000 --> 00:00:02,000\nHello.\n".utf8)
    try text.write(to: URL(fileURLWithPath: "\(folder)/a film.srt"))
    try text.write(to: URL(fileURLWithPath: "\(folder)/-other,%n.srt"))
    try await Rig.run(Self.silent) {
      $0.subtitleFiles = [MediaPath("\(folder)/-other,%n.srt"), MediaPath("\(folder)/none.srt")]
    } _: { rig in
      try await rig.perform(.cue(.file("\(folder)/a film.mp4")))
      let state = try await rig.reach(.queued)
      let subtitles = state.tracks.filter { $0.kind == .subtitles }
      #expect(subtitles.count == 2 && subtitles.allSatisfy(\.isExternal))
      #expect(state.selectedTracks[.subtitles] != nil)
      #expect(
        rig.log.events.contains {
          if case .log(.error, let text) = $0 { text.contains("none.srt") } else { false }
        })
    }
  }

  @Test("A sound device that is not there is no failure: playing goes on in silence, and the log says so")
  func audioDevice() async throws {
    let path = try await TestMedia.audio(seconds: 1)
    try await Rig.run([.init("vo", "null")]) {
      $0.audioDevice = "alsa/no-such-device"
    } _: { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
      #expect(rig.log.events.contains(.log(.info, "no sound device: playing without sound")))
    }
  }

  @Test("A language or a name that is none is refused")
  func refused() {
    for change: @Sendable (inout PlayerConfiguration) -> Void in [
      { $0.audioLanguages = ["de,en"] }, { $0.subtitleLanguages = [""] },
      { $0.subtitleFiles = [MediaPath("a\0b")] }, { $0.audioDevice = "" },
    ] {
      var configuration = PlayerConfiguration()
      change(&configuration)
      let error = #expect(throws: PlayerError.self) { try configuration.validate() }
      #expect(error?.code == .invalidArgument)
    }
  }
}
