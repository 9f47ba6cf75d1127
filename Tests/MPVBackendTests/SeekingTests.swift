import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("Seeking with mpv")
struct SeekingTests {
  @Test("A precise seek lands on the frame asked for, a fast one on a key frame")
  func preciseAndFast() async throws {
    let path = try await TestMedia.longGroupVideo()
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path)))
      try await rig.reach(.queued)
      #expect(abs(try await rig.seek(.to(2.5)) - 2.5) < 0.041)
      #expect(try await rig.seek(.to(2.5), precise: false) < 0.1)
      #expect(rig.state.status == .queued)
    }
  }

  @Test("A seek holds its target until it lands, and never changes play or pause")
  func keepsStatus() async throws {
    let path = try await TestMedia.video(seconds: 10)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      var position = rig.log.count
      try await rig.perform(.seek(.to(6)))
      #expect(rig.state.currentTime == 6 || !rig.state.isSeeking)
      try await rig.log.waitForState { $0.currentTime > 6.2 && !$0.isSeeking }
      let events = rig.log.events(since: position).ofState
      let accepted = try #require(events.firstIndex(of: .seeking(to: 6)))
      guard case .seeked(let time) = events[accepted + 1] else {
        Issue.record("no landing behind \(events[accepted]): \(events)")
        return
      }
      #expect(abs(time - 6) < 0.05)
      #expect(events[accepted + 2] == .timeChanged(time))
      #expect(events.statuses.isEmpty)

      try await rig.perform(.pause)
      try await rig.reach(.paused)
      position = rig.log.count
      #expect(abs(try await rig.seek(.by(-2)) - (rig.log.state.currentTime)) < 0.001)
      #expect(abs(try await rig.seek(.fraction(0.25)) - 2.5) < 0.05)
      #expect(rig.log.events(since: position).statuses.isEmpty)
      #expect(rig.log.events(since: position).times.count == 2)
    }
  }

  @Test(
    "Time goes on from where a seek landed while paused", arguments: PlayingTests.Medium.allCases,
    [true, false])
  func goesOn(medium: PlayingTests.Medium, isPrecise: Bool) async throws {
    let path = try await medium.path(seconds: 10)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      try await rig.perform(.pause)
      try await rig.reach(.paused)
      let time = try await rig.seek(.to(4), precise: isPrecise)
      #expect(abs(time - 4) < 0.05)
      let position = rig.log.count
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.currentTime > time + 0.6 }
      let times = rig.log.events(since: position).times
      #expect(times.allSatisfy { $0 >= time - 0.001 }, "\(times)")
    }
  }

  @Test("Targets are brought between the beginning and the end")
  func clamps() async throws {
    let path = try await TestMedia.video(seconds: 10)
    try await Rig.run { rig in
      try await rig.perform(.cue(.file(path, start: 1, end: 4)))
      try await rig.reach(.queued)
      #expect(try await rig.seek(.to(-3)) < 0.05)
      #expect(abs(try await rig.seek(.by(2)) - 2) < 0.05)
      let position = rig.log.count
      #expect(try await rig.seek(.to(1000)) == 4)
      #expect(rig.log.events(since: position).contains(.seeking(to: 4)))
      #expect(rig.state.status == .queued)
    }
  }

  @Test("A seek to the very end while paused stays paused there, and playing starts again")
  func toTheEnd() async throws {
    let path = try await TestMedia.video()
    try await Rig.run { rig in
      try await rig.play(.file(path))
      try await rig.perform(.pause)
      try await rig.reach(.paused)
      #expect(try await rig.seek(.fraction(1)) == 2)
      #expect(rig.state.status == .paused)
      let position = rig.log.count
      try await rig.perform(.play)
      try await rig.log.waitForState { $0.status == .playing && (0.1..<1).contains($0.currentTime) }
      #expect(rig.log.events(since: position).statuses == [.playing])
    }
  }

  @Test("A seek to the very end while playing ends the source")
  func playsIntoTheEnd() async throws {
    let path = try await TestMedia.video(seconds: 10)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      let position = rig.log.count
      try await rig.perform(.seek(.to(10)))
      try await rig.reach(.ended)
      #expect(rig.log.events(since: position).statuses == [.ended])
      #expect(rig.state.currentTime == 10)
    }
  }

  @Test("From the end a seek leads to paused at its target", arguments: PlayingTests.Medium.allCases)
  func fromTheEnd(medium: PlayingTests.Medium) async throws {
    let path = try await medium.path()
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path)))
      try await rig.reach(.ended)
      let position = rig.log.count
      #expect(abs(try await rig.seek(.to(1)) - 1) < 0.05)
      try await rig.reach(.paused)
      try await rig.perform(.play)
      try await rig.log.wait(since: position) { $0 == .statusChanged(.ended, playWhenReady: false) }
      #expect(rig.log.events(since: position).statuses == [.paused, .playing, .ended])
    }
  }

  @Test("A seek before the source is open is held, the last one wins, and it wins over the start")
  func held() async throws {
    let path = try await TestMedia.video(seconds: 10)
    try await Rig.run { rig in
      try await rig.perform(.load(.file(path, start: 2)), .seek(.to(1)), .seek(.to(4)), .seek(.by(1)))
      #expect(rig.state.currentTime == 5 && rig.state.isSeeking)
      try await rig.log.waitForState { $0.status == .playing && $0.currentTime > 5.2 }
      let events = rig.log.events.ofState
      #expect(events.statuses == [.unstarted, .buffering, .playing])
      #expect(events.times.allSatisfy { $0 > 4.99 })
      let landings = events.filter { if case .seeked = $0 { true } else { false } }
      #expect(landings.count == 1)

      try await rig.perform(.cue(.file(path)), .seek(.fraction(0.5)))
      try await rig.log.waitForState { $0.status == .queued && !$0.isSeeking && $0.currentTime > 4.9 }
      #expect(abs(rig.state.currentTime - 5) < 0.05)
    }
  }

  @Test("Of many seeks the last one lands")
  func storm() async throws {
    let path = try await TestMedia.longGroupVideo(seconds: 10)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      try await rig.perform(.pause)
      try await rig.reach(.paused)
      let position = rig.log.count
      for index in 0..<60 {
        try await rig.perform(.seek(.to(Double(index % 9)), precise: index % 2 == 0))
      }
      try await rig.perform(.seek(.to(3.2)))
      try await rig.log.waitForState { !$0.isSeeking }
      #expect(abs(rig.state.currentTime - 3.2) < 0.05)
      let events = rig.log.events(since: position)
      var isSeeking = false
      for event in events {
        switch event {
        case .seeking: isSeeking = true
        case .seeked: isSeeking = false
        case .timeChanged: #expect(!isSeeking)
        default: break
        }
      }
      #expect(events.statuses.isEmpty)
    }
  }

  @Test("What can't be a time is refused before mpv hears of it")
  func refuses() async throws {
    let path = try await TestMedia.video()
    try await Rig.run { rig in
      await #expect(throws: PlayerError.self) { try await rig.perform(.seek(.to(1))) }
      try await rig.perform(.cue(.file(path)))
      try await rig.reach(.queued)
      let position = rig.log.count
      for target in [SeekTarget.to(.nan), .by(.infinity), .fraction(1.5)] {
        let error = await #expect(throws: PlayerError.self) { try await rig.perform(.seek(target)) }
        #expect(error?.code == .invalidArgument)
      }
      #expect(rig.log.events(since: position).isEmpty)
    }
  }

  @Test("A source that can't be sought in refuses seeks, also one that was held")
  func unseekable() async throws {
    let folder = try TestMedia.temporaryFolder()
    let pipe = "\(folder)/pipe.wav"
    try Data(TestMedia.silence(seconds: 60)).write(to: URL(fileURLWithPath: "\(folder)/whole.wav"))
    let maker = try Subprocess(
      "sh", ["-c", "mkfifo pipe.wav && echo made && read -r go && cat whole.wav > pipe.wav"], in: folder,
      keepsInputOpen: true)
    #expect(await maker.waitForOutput { $0.contains("made") })
    try await Rig.run { rig in
      try await rig.perform(.load(.file(pipe)), .seek(.to(3)))
      #expect(rig.state.isSeeking)
      // What it is is found out behind that.
      maker.write("go\n")
      try await rig.reach(.playing)
      let rejection = rig.log.events.first { if case .rejected = $0 { true } else { false } }
      guard case .rejected(.action(.seek(.to(3), precise: true)), let error)? = rejection else {
        Issue.record("not rejected: \(rig.log.events)")
        return
      }
      #expect(error.code == .unsupported)
      #expect(!rig.state.isSeeking && !rig.state.isSeekable && rig.state.currentTime < 2)
      let refused = await #expect(throws: PlayerError.self) { try await rig.perform(.seek(.to(1))) }
      #expect(refused?.code == .unsupported)
    }
    maker.signal(9)
    _ = await maker.result()
  }
}
