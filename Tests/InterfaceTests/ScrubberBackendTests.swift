import Foundation
import IFrameBackend
import MPVBackend
import MockBackend
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@Suite("One slider over every backend", .serialized, .timeLimit(.minutes(5)))
struct ScrubberBackendTests {
  @Test("The mock, in real time")
  func mock() async throws {
    var media = MockMedia(duration: 20)
    media.seekLatency = 0.05
    let provider = MockBackend.provider(script: MockScript { [media] _ in media })
    try await SliderCheck.run(provider, .file(MediaPath("/film.mp4")), precision: 0.001)
  }

  @Test(
    "mpv in this process, on a film with key frames and one without, and on sound", arguments: Film.allCases)
  func mpv(film: Film) async throws {
    try await SliderCheck.run(MPVBackend.provider.silent, try await film.source, precision: 0.05)
  }

  @Test("mpv in its own process")
  func mpvProgram() async throws {
    let program = PluginProgram(
      executable: BuiltProgram.path("ytplay-mpv"), descriptor: MPVBackend.provider.descriptor)
    try await SliderCheck.run(program.provider.silent, try await Film.keyFrames.source, precision: 0.05)
    await program.stop()
  }

  @Test("YouTube's player in a real window, with a stand-in for YouTube")
  func iframe() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await YouTubeStandIn.run { standIn in
      try await VirtualDisplay.run { display in
        var options = PluginOptions()
        options.environment = TestEnvironment.variables.merging(standIn.environment()) { $1 }
          .merging(["DISPLAY": display.name, "XDG_STATE_HOME": folder]) { $1 }
        let program = PluginProgram(
          executable: BuiltProgram.path("ytplay-iframe"), descriptor: IFrameBackend.descriptor,
          options: options)
        try await SliderCheck.run(
          program.provider, try PlayerSource(parsing: "dQw4w9WgXcQ"), precision: 0.3,
          environment: BackendEnvironment(hasDisplay: { true }, hasProgram: { _ in false }))
        await program.stop()
      }
    }
  }

  enum Film: CaseIterable {
    case keyFrames, oneKeyFrame, sound

    var source: PlayerSource {
      get async throws {
        switch self {
        case .keyFrames: .file(MediaPath(try await TestMedia.video(seconds: 20)))
        case .oneKeyFrame: .file(MediaPath(try await TestMedia.longGroupVideo(seconds: 20)))
        case .sound: .file(MediaPath(try await TestMedia.flac(seconds: 20)))
        }
      }
    }
  }
}

extension BackendProvider {
  /// mpv without a window and a sound device.
  fileprivate var silent: BackendProvider {
    BackendProvider(descriptor: descriptor, availability: availability) {
      configuration, emit throws(PlayerError) in
      var configuration = configuration
      configuration.mpvOptions += [.init("vo", "null"), .init("ao", "null")]
      return try await make(configuration, emit)
    }
  }
}
