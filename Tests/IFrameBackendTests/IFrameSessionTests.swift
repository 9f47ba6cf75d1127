import Foundation
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@testable import IFrameBackend

@Suite("The iframe backend in a real window")
struct IFrameSessionTests {
  @Test("It plays: the picture moves, and the window has the video's title")
  func plays() async throws {
    try await IFrameRig.run { rig in
      let (backend, log) = try await rig.session()
      let before = try await rig.display.picture()
      try await backend.perform(.load(rig.source("aaaaaaaaaaa")))
      try await log.waitForState { $0.status == .playing && $0.currentTime > 0.5 }
      _ = try await rig.display.pictures { $0 != $1 && $1 != before }
      #expect(try await rig.display.hasWindow("Stand-in aaaaaaaaaaa - ytplay"))
      await backend.shutDown()
      let embedding = try #require(try rig.standIn.requests().first { $0.path.hasPrefix("/embed/") })
      #expect(embedding.referer == "https://io.github.ytplay/")
    }
  }

  @Test("The window's keys work as mpv's, and fill the screen")
  func keys() async throws {
    try await IFrameRig.run { rig in
      let (backend, log) = try await rig.session()
      try await backend.perform(.load(rig.source("aaaaaaaaaaa")))
      try await log.waitForState { $0.status == .playing && $0.currentTime > 0.3 }
      try await rig.display.window("Stand-in")
      try await rig.display.press("p")
      try await log.waitForState { $0.status == .paused }
      try await rig.display.press("9")
      try await log.waitForState { $0.volume == 95 }
      try await rig.display.press("p")
      try await log.waitForState { $0.status == .playing }
      try await backend.perform(.setFullscreen(true))
      try await log.waitForState(\.isFullscreen)
      try await backend.perform(.setFullscreen(false))
      try await log.waitForState { !$0.isFullscreen }
      await backend.shutDown()
    }
  }

  @Test("A web process that is killed comes back at the same place")
  func death() async throws {
    try await IFrameRig.run { rig in
      let (backend, log) = try await rig.session()
      try await backend.perform(.load(rig.source("aaaaaaaaaaa", start: 10)))
      try await log.waitForState { $0.status == .playing && $0.currentTime > 11 }
      let process = try #require(rig.program.processID)
      let place = log.state.currentTime
      let mark = log.count
      for child in try ProcessTable.descendants(of: process)
      where ProcessTable.name(of: child).hasPrefix("WebKitWebProces") {
        kill(child, SIGKILL)
      }
      try await log.wait(since: mark) { if case .statusChanged(.buffering, _) = $0 { true } else { false } }
      let playing = try await log.wait(since: mark) {
        if case .statusChanged(.playing, _) = $0 { true } else { false }
      }
      try await log.wait(since: playing) {
        if case .timeChanged(let time) = $0 { time > place } else { false }
      }
      for event in log.events(since: mark) {
        if case .timeChanged(let time) = event { #expect(time >= place - 0.3 && time < place + 5) }
        if case .failed(let error, _) = event { Issue.record("It failed: \(error)") }
      }
      await backend.shutDown()
    }
  }

  @Test("What fails is told with its cause: codes, scripts, players and autoplay")
  func failures() async throws {
    try await IFrameRig.run { rig in
      let (backend, log) = try await rig.session { $0.timeouts.open = 3 }
      for (id, code) in [
        ("err-002-lod", PlayerError.Code.playbackFailed), ("err-005-lod", .playbackFailed),
        ("err-100-lod", .notFound), ("err-101-lod", .embeddingNotAllowed), ("err-105-lod", .notFound),
        ("err-150-run", .embeddingNotAllowed), ("err-152-lod", .missingIdentity),
        ("err-153-lod", .missingIdentity), ("err-999-lod", .unknown), ("autoplayblk", .autoplayBlocked),
      ] {
        try await backend.perform(.load(rig.source(id)))
        try await log.waitForState { $0.error?.code == code && $0.status == .unstarted }
      }
      try await backend.perform(.load(rig.source("aaaaaaaaaaa")))
      try await log.waitForState { $0.status == .playing && $0.error == nil }
      await backend.shutDown()
      let (other, second) = try await rig.session { $0.timeouts.open = 3 }
      try await other.perform(.load(rig.source("never-ready")))
      try await second.waitForState { $0.error?.code == .timedOut }
      await other.shutDown()
    }
  }

  @Test("A script that does not come is the network's", arguments: ["missing", "hang", "broken"])
  func scripts(_ kind: String) async throws {
    try await IFrameRig.run(script: "/\(kind)/iframe_api") { rig in
      let (backend, log) = try await rig.session { $0.timeouts.open = 3 }
      try await backend.perform(.load(rig.source("aaaaaaaaaaa")))
      try await log.waitForState { $0.error?.code == .network }
      await backend.shutDown()
    }
  }

  @Test("Without a display it says so, and what to do")
  func noDisplay() async throws {
    try await IFrameRig.run(environment: ["DISPLAY": ":9999", "WAYLAND_DISPLAY": ""]) { rig in
      let error = await #expect(throws: PlayerError.self) { _ = try await rig.session() }
      #expect(error?.code == .backendUnavailable)
      #expect(error?.remedy?.contains("xvfb-run") == true)
    }
  }

  @Test("A session behind the one in front is loaded, silent and still, and comes to the front")
  func preload() async throws {
    try await IFrameRig.run { rig in
      let (front, frontLog) = try await rig.session {
        $0.presentation = PlayerPresentation(page: 0, isFront: true)
      }
      let (back, backLog) = try await rig.session {
        $0.presentation = PlayerPresentation(page: 1, isFront: false)
      }
      try await front.perform(.load(rig.source("aaaaaaaaaaa")))
      try await frontLog.waitForState { $0.status == .playing }
      try await back.perform(.load(rig.source("bbbbbbbbbbb")))
      try await backLog.waitForState { $0.status == .queued && $0.loadedFraction > 0 }
      #expect(!backLog.events.contains { if case .statusChanged(.playing, _) = $0 { true } else { false } })
      #expect(backLog.state.currentTime == 0)
      let presenting = try #require(back as? any PresentingBackend)
      let leaving = try #require(front as? any PresentingBackend)
      try await leaving.present(PlayerPresentation(page: 0, isFront: false))
      try await frontLog.waitForState { $0.status == .paused }
      try await presenting.present(PlayerPresentation(page: 1, isFront: true))
      try await back.perform(.play)
      try await backLog.waitForState { $0.status == .playing && $0.currentTime > 0.3 }
      #expect(try await rig.display.hasWindow("Stand-in bbbbbbbbbbb"))
      await front.shutDown()
      await back.shutDown()
    }
  }

  @Test("Captions are tracks")
  func captions() async throws {
    try await IFrameRig.run { rig in
      let (backend, log) = try await rig.session()
      try await backend.perform(.load(rig.source("captions--a")))
      let state = try await log.waitForState { $0.tracks.count == 2 }
      let german = try #require(state.tracks.first { $0.language == "de" })
      try await backend.perform(.setTrack(.subtitles, id: german.id))
      try await log.waitForState { $0.selectedTracks[.subtitles] == german.id }
      try await backend.perform(.setTrack(.subtitles, id: nil))
      try await log.waitForState { $0.selectedTracks.isEmpty }
      await backend.shutDown()
    }
  }
}
