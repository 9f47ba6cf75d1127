import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("An opening that hangs", .serialized)
struct HangTests {
  /// What mpv waits for, for longer than any time-out.
  enum Hang: String, CaseIterable {
    case server, pipe, lookUp
  }

  @Test("It is left by a load, by a stop and a load, and by shutting down", arguments: Hang.allCases)
  func left(hang: Hang) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await HangingResolver(in: folder).inChildren {
      await #expect(processExitsWith: .success) {
        [folder = folder as String, hang = hang.rawValue as String] in
        try await HangRun(folder, try #require(Hang(rawValue: hang))).run()
      }
    }
  }

  @Test("What has failed is not taken for something that mpv can't leave")
  func failed() async throws {
    try await Rig.run { rig in
      try await rig.perform(.load(.file(try TestMedia.text())))
      _ = try await rig.failure()
      // An mpv that is held to be stuck is replaced after 2 s: another one measures them.
      try await Rig.run { clock in
        try await clock.perform(.load(.file(try await TestMedia.audio(seconds: 3))))
        _ = try await clock.reach(.ended)
      }
      let warnings = rig.log.events.filter { if case .log(.warning, _) = $0 { true } else { false } }
      #expect(warnings.isEmpty)
    }
  }
}

/// In a process of its own: the one that a look-up can hang in, and whose threads can be counted.
private struct HangRun {
  let folder: String
  let hang: HangTests.Hang
  let scene: FaultScene

  init(_ folder: String, _ hang: HangTests.Hang) throws {
    self.folder = folder
    self.hang = hang
    scene = try FaultScene()
  }

  func run() async throws {
    defer { scene.end() }
    let good = PlayerSource.file(try await TestMedia.audio())
    let pipe = try scene.pipe(.absent)
    let server = try scene.serve(["/a": .silence])
    let source =
      switch hang {
      case .server: PlayerSource(.stream(server.url("/a")))
      case .pipe: pipe
      case .lookUp: PlayerSource(.stream(HangingResolver.url))
      }
    func load(_ rig: Rig) async throws {
      let requests = server.requests(for: "/a")
      try HangingResolver.hold(folder)
      try await rig.perform(.load(source))
      try await rig.reach(.buffering)
      try await wait("mpv to begin") {
        switch hang {
        case .server: server.requests(for: "/a") > requests
        case .pipe: true
        case .lookUp: HangingResolver.hangs(folder)
        }
      }
    }
    try await Rig.run { try await $0.play(good) }
    let threads = try Self.threads()
    try await Rig.run(configure: { $0.timeouts.shutDown = 1 }) { rig in
      try await rig.perform(.setVolume(40), .mute, .setRate(2), .setLoop(.one))
      for leaving in [[PlayerAction.load(good)], [.stop, .load(good)], [.clear, .cue(good), .play]] {
        try await load(rig)
        for action in leaving { try await rig.perform(action) }
        try await rig.reach(.playing)
        guard rig.state.source == good, rig.state.volume == 40, rig.state.isMuted, rig.state.rate == 2 else {
          throw MPVTestFailure(description: "\(rig.state)")
        }
        HangingResolver.letGo(folder)
      }
      // mpv itself still loops.
      try await rig.log.wait(since: rig.log.count) { if case .seeked = $0 { true } else { false } }
      try await load(rig)
      await rig.backend.shutDown()
      let count = rig.log.count
      HangingResolver.letGo(folder)
      try await wait("mpv's threads to end") { try Self.threads() <= threads }
      guard rig.log.count == count else { throw MPVTestFailure(description: "an event came after the end") }
    }
  }

  private func wait(_ what: String, _ condition: () throws -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(20)
    while try !condition() {
      guard ContinuousClock.now < limit else {
        throw MPVTestFailure(description: "waited too long for \(what)")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private static func threads() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
  }
}
