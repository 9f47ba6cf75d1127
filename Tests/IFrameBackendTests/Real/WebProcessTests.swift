import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("The death of the web view's process", .serialized, .sharedRig, .timeLimit(.minutes(5)))
struct WebProcessTests {
  private func rig() throws -> RealRig { try #require(RealRig.shared) }

  /// Kills the web processes of the program, and waits until others are there.
  private func kill(_ session: RealSession) async throws {
    let old = try session.webProcesses()
    #expect(!old.isEmpty)
    for process in old { Foundation.kill(process, SIGKILL) }
    let deadline = ContinuousClock.now + .seconds(30)
    while try session.webProcesses().allSatisfy(old.contains) {
      try #require(ContinuousClock.now < deadline, "no web process came")
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test("None of the program's processes leaves a dump, and those that read pages gain no privileges")
  func hardening() async throws {
    try await rig().session { session in
      try await session.play(.id("dQw4w9WgXcQ"))
      for process in try session.webProcesses() {
        #expect(try ProcessTable.canGainPrivileges(process) != true)
      }
      let program = try #require(session.program.processID)
      for process in try [program] + ProcessTable.descendants(of: program) where ProcessTable.isAlive(process)
      {
        #expect(try #require(ProcessTable.coreLimit(of: process)) <= 1, "\(ProcessTable.name(of: process))")
      }
    }
  }

  @Test("Amid playing it plays on at its place, with its volume, its silence and its rate")
  func playing() async throws {
    try await rig().session { session in
      try await session.perform(.setVolume(33))
      // The page that comes back knows of no video before.
      try await session.play(.id("short-3s--a"))
      try await session.play(.id("dQw4w9WgXcQ"))
      try await session.perform(.mute)
      try await session.perform(.setRate(1.5))
      try await session.wait { $0.currentTime > 2 && $0.isMuted && $0.rate == 1.5 }
      let position = session.log.count
      let before = session.state
      let moment = ContinuousClock.now
      try await kill(session)
      try await session.log.wait(since: position) { $0 == .statusChanged(.buffering) }
      let back = try await session.wait { $0.status == .playing && $0.currentTime > before.currentTime }
      print("a web process that was killed: playing again after \(ContinuousClock.now - moment)")
      #expect(back.playWhenReady && back.volume == 33 && back.isMuted && back.rate == 1.5)
      let after = try await session.wait { $0.currentTime > before.currentTime + 1 }
      #expect(after.status == .playing && after.error == nil)
      let times = session.log.events(since: position).compactMap {
        if case .timeChanged(let time) = $0 { time } else { nil }
      }
      // Neither from its start again, nor with a leap.
      let steps = zip([before.currentTime] + times, times)
      #expect(steps.allSatisfy { $1 >= $0 && $1 - $0 < 1 }, "\(before.currentTime): \(times)")
    }
  }

  /// What is done to a page after its web process was stopped amid playing.
  enum Touch: CaseIterable {
    case none, seek, pauseAndPlay
  }

  @Test(
    "One that hangs is ended, and playing goes on at its place, or where it was sent",
    arguments: Touch.allCases)
  func hanging(touch: Touch) async throws {
    var configuration = PlayerConfiguration()
    configuration.timeouts.perform = 4
    try await rig().session(configuration) { session in
      try await session.play(.id("dQw4w9WgXcQ"), beyond: 1)
      let position = session.log.count
      let before = session.state.currentTime
      let old = try session.webProcesses()
      #expect(!old.isEmpty)
      for process in old { ProcessTable.freeze(process) }
      switch touch {
      case .none: break
      case .seek: try await session.perform(.seek(.to(20)))
      case .pauseAndPlay:
        try await session.perform(.pause)
        try await session.perform(.play)
      }
      let place = touch == .seek ? 20 : before
      try await session.log.wait(since: position) {
        if case .log(.warning, _) = $0 { true } else { false }
      }
      try await session.wait { $0.status == .playing && $0.currentTime > place + 0.5 && !$0.isSeeking }
      #expect(try session.webProcesses().allSatisfy { !old.contains($0) })
      #expect(session.state.currentTime < place + 9)
      for case .seeked(let time) in session.log.events(since: position) { #expect(abs(time - place) < 1.5) }
    }
  }

  @Test("Between two items of a list it goes on with the one that was asked for")
  func items() async throws {
    try await rig().session { session in
      try await session.play(.text("https://www.youtube.com/playlist?list=PLstandin-hundred"))
      try await session.perform(.next)
      try await session.wait { $0.status == .playing && $0.itemIndex == 1 }
      try await session.perform(.next)
      try await kill(session)
      let state = try await session.wait { $0.status == .playing && $0.currentTime > 0.3 }
      #expect(state.itemIndex == 2 && state.metadata.videoID == "hundred-003")
    }
  }

  @Test("While paused it is paused at its place, and plays on from there")
  func paused() async throws {
    try await rig().session { session in
      try await session.play(.id("dQw4w9WgXcQ"), beyond: 1)
      try await session.perform(.pause)
      let before = try await session.wait { $0.status == .paused }
      let position = session.log.count
      try await kill(session)
      try await session.wait { $0.status == .paused && abs($0.currentTime - before.currentTime) < 1 }
      try await session.perform(.play)
      try await session.wait { $0.status == .playing && $0.currentTime > before.currentTime + 0.5 }
      let statuses = session.log.events(since: position).statuses
      #expect(statuses.filter { $0 == .paused }.count <= 1 && !statuses.contains(.unstarted), "\(statuses)")
    }
  }

  @Test("While queued it is queued at its start, and was never playing")
  func queued() async throws {
    try await rig().session { session in
      try await session.perform(.cue(.id("dQw4w9WgXcQ", start: 7)))
      try await session.wait { $0.status == .queued }
      let position = session.log.count
      try await kill(session)
      // A play is taken at any moment.
      try await session.log.waitForState { $0.status == .queued && $0.currentTime == 7 && !$0.playWhenReady }
      #expect(!session.log.events(since: position).statuses.contains(.playing))
      try await session.perform(.play)
      let state = try await session.wait { $0.status == .playing && $0.currentTime > 7.2 }
      #expect(state.currentTime < 9)
    }
  }

  @Test(
    "One that dies again and again is brought back three times; the fourth is a failure that a play mends")
  func again() async throws {
    try await rig().session { session in
      try await session.play(.id("dQw4w9WgXcQ"))
      for _ in 0..<3 {
        let position = session.log.count
        try await kill(session)
        try await session.log.wait(since: position) { $0 == .statusChanged(.buffering) }
        try await session.wait { $0.status == .playing }
      }
      for process in try session.webProcesses() { Foundation.kill(process, SIGKILL) }
      let state = try await session.log.waitForState { $0.error != nil }
      #expect(state.error?.code == .backendFailed && state.error?.remedy?.isEmpty == false)
      #expect(state.status == .unstarted && state.source != nil)
      try await session.perform(.play)
      try await session.log.waitForState { $0.status == .playing && $0.error == nil && $0.currentTime > 0.3 }
    }
  }
}

extension [PlayerEvent] {
  /// The statuses that were told, in order.
  var statuses: [PlayerStatus] {
    compactMap { if case .statusChanged(let status, _) = $0 { status } else { nil } }
  }
}
