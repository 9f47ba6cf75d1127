import Foundation
import MPVBackend
import PlayerConformance
import PlayerKit
import TestSupport
import Testing

/// The rules that depend on what is played, on media of many kinds.
@Suite("mpv and kinds of media")
struct MediumTests {
  /// A kind of medium, and how one is made.
  struct Medium: Sendable {
    let name: String
    let make: @Sendable () async throws -> String

    static let all = [
      Medium(name: "VP9 and Opus in WebM") { try await TestMedia.vp9() },
      Medium(name: "AV1 in Matroska") { try await TestMedia.av1() },
      Medium(name: "two sounds, two subtitles and chapters") { try await TestMedia.bilingualFilm() },
      Medium(name: "MP3 with a cover") { try await TestMedia.song() },
      Medium(name: "Opus") { try await TestMedia.opus() },
      Medium(name: "a moving GIF") { try await TestMedia.gif() },
      Medium(name: "a single key frame") { try await TestMedia.longGroupVideo(seconds: 6) },
      Medium(name: "frames of many lengths") { try await TestMedia.variableRateVideo() },
    ]
  }

  @Test("The rules that depend on the medium are kept on each kind")
  func rules() async throws {
    let rules = [2, 4, 5, 6, 7, 8, 9, 10, 12, 13].compactMap(ConformanceRule.init)
    let other = try await TestMedia.audio(seconds: 6)
    var media: [(name: String, path: String)] = []
    for medium in Medium.all { media.append((medium.name, try await medium.make())) }
    try await sideBySide(media, atMost: 8) { name, path in
      var options = ConformanceOptions()
      options.configuration.mpvOptions = [.init("vo", "null"), .init("ao", "null")]
      options.sources = [.file(path), .file(other)]
      let results = await ConformanceSuite(provider: MPVBackend.provider, options: options).run(rules)
      #expect(results.contains { $0.outcome == .passed })
      for result in results where result.outcome == .failed {
        Issue.record("\(name): \(result.rule) \(result.name): \(result.detail)")
      }
    }
  }

  @Test("In a film of two hours a seek lands where it should, and the end is the end")
  func twoHours() async throws {
    let path = try await TestMedia.longVideo()
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      #expect(try await rig.reach(.queued).duration == 7200)
      for time in [3600.0, 7190, 1, 5000] {
        #expect(abs(try await rig.seek(.to(time)) - time) <= 1)
      }
      #expect(abs(try await rig.seek(.fraction(0.5), precise: false) - 3600) <= 60)
      try await rig.seek(.to(7199))
      try await rig.perform(.play)
      try await rig.reach(.ended)
      #expect(rig.state.currentTime == 7200)
    }
  }

  @Test("The cover of an album is a track, and no picture that plays")
  func cover() async throws {
    let path = try await TestMedia.song()
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      let state = try await rig.reach(.queued)
      #expect(state.videoSize == nil && state.quality == nil)
      #expect(state.tracks.contains { $0.kind == .video && $0.title != nil })
      #expect(state.metadata.title == "A song" && state.metadata.author == "A band")
      #expect(state.metadata.album == "An album")
      let error = await #expect(throws: PlayerError.self) { try await rig.perform(.stepFrame(by: 1)) }
      #expect(error?.code == .unsupported)
    }
  }

  @Test("A still image has a size, is shown for a second, and has ended then")
  func image() async throws {
    let path = try await TestMedia.image()
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
      #expect(rig.state.videoSize == VideoSize(width: 320, height: 180))
      #expect(rig.state.error == nil)
    }
  }

  @Test("The quality is that of the picture's height")
  func quality() async throws {
    let path = try await TestMedia.video()
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      #expect(try await rig.reach(.queued).quality == .small)
    }
  }
}
