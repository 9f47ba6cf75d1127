import Foundation
import PlayerKit
import TestSupport
import Testing

/// An engine that says that it plays, and does not get on: its sound goes into a pipe that nobody reads.
@Suite("mpv that stands still")
struct StandingTests {
  /// A FIFO whose reader takes what comes, somewhat faster than it is played, and can be held.
  private final class Drain: Sendable {
    let path: String
    private let descriptor: Int32
    private let isHeld = Lock(false)

    init(in folder: String) throws {
      path = "\(folder)/sound"
      try #require(mkfifo(path, 0o600) == 0)
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      try #require(descriptor >= 0)
      Thread.detachNewThread { [weak self] in
        var buffer = [UInt8](repeating: 0, count: 16384)
        while let self {
          if !self.isHeld.withLock({ $0 }) { _ = read(self.descriptor, &buffer, buffer.count) }
          usleep(20_000)
        }
      }
    }

    func hold(_ isHeld: Bool) { self.isHeld.withLock { $0 = isHeld } }

    deinit { close(descriptor) }
  }

  private func run(
    open: Double = 15, _ body: (Rig, Drain) async throws -> Void
  ) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let drain = try Drain(in: folder)
    let options = ["vo": "null", "ao": "pcm", "ao-pcm-file": drain.path]
    try await Rig.run(options.map { .init($0, $1) }, configure: { $0.timeouts.open = open }) { rig in
      do {
        try await body(rig, drain)
      } catch {
        drain.hold(false)
        throw error
      }
    }
  }

  @Test("It is told as buffering, and plays on where it goes on")
  func goesOn() async throws {
    try await run { rig, drain in
      try await rig.play(.file(try await TestMedia.audio(seconds: 20)))
      drain.hold(true)
      try await rig.reach(.buffering)
      #expect(rig.state.playWhenReady && rig.state.error == nil)
      drain.hold(false)
      try await rig.reach(.ended)
      #expect(rig.log.events.statuses == [.unstarted, .buffering, .playing, .buffering, .playing, .ended])
    }
  }

  @Test("Where it stays so it has failed, and the next source plays")
  func fails() async throws {
    try await run(open: 1) { rig, drain in
      try await rig.play(.file(try await TestMedia.audio(seconds: 20)))
      drain.hold(true)
      let error = try #require(try await rig.failure())
      #expect(error.code == .timedOut && error.message.contains("stood still"), "\(error)")
      #expect(rig.log.events.statuses == [.unstarted, .buffering, .playing, .buffering])
      drain.hold(false)
      try await rig.play(.file(try await TestMedia.flac()))
      try await rig.reach(.ended)
    }
  }

  @Test("A seek that it does not get on with either has failed, and the next source plays")
  func seek() async throws {
    try await run(open: 2) { rig, drain in
      try await rig.play(.file(try await TestMedia.audio(seconds: 20)))
      drain.hold(true)
      try await rig.reach(.buffering)
      try await rig.perform(.seek(.to(15), precise: true))
      let error = try #require(try await rig.failure())
      #expect(error.code == .timedOut && error.message.contains("stood still"), "\(error)")
      #expect(!rig.log.events.contains { if case .seeked = $0 { true } else { false } })
      drain.hold(false)
      try await rig.play(.file(try await TestMedia.flac()))
      try await rig.reach(.ended)
    }
  }
}
