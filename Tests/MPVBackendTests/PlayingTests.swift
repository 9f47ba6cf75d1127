import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("Playing with mpv")
struct PlayingTests {
  @Test("A file plays to its end and ends once, with the time of its duration", arguments: Medium.allCases)
  func playsToTheEnd(medium: Medium) async throws {
    let path = try await medium.path()
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
      try await rig.perform(.setVolume(50))
      let events = rig.log.events.ofState
      #expect(events.statuses == [.unstarted, .buffering, .playing, .ended])
      #expect(events.first == .ready)
      #expect(events[1] == .sourceChanged(.file(path)))
      #expect(events[2] == .statusChanged(.unstarted, playWhenReady: true))
      #expect(events[3] == .statusChanged(.buffering))
      let duration = try #require(rig.state.duration)
      #expect(abs(duration - 2) < 0.1)
      #expect(rig.state.currentTime == duration)
      #expect(events.times.count { $0 == duration } == 1)
      let last = try #require(events.firstIndex(of: .statusChanged(.ended, playWhenReady: false)))
      #expect(events[last - 1] == .timeChanged(duration))
      #expect(!rig.state.playWhenReady)
    }
  }

  enum Medium: CaseIterable {
    case video, silentVideo, webm, wav, flac

    func path() async throws -> String {
      switch self {
      case .video: try await TestMedia.video()
      case .silentVideo: try await TestMedia.silentVideo()
      case .webm: try await TestMedia.webm()
      case .wav: try await TestMedia.audio()
      case .flac: try await TestMedia.flac()
      }
    }
  }
}
