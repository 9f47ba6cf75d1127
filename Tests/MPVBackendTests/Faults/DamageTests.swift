import Foundation
import PlayerKit
import TestSupport
import Testing

/// The small form of `make damage`.
@Suite("Damaged media")
struct DamageTests {
  @Test(
    "Damage is the same for the same seed, and never leaves a file as it was", arguments: Damage.Kind.allCases
  )
  func seeds(kind: Damage.Kind) {
    let original = FaultFiles.noise(5000)
    var copies: Set<[UInt8]> = []
    for seed in 0..<40 as Range<UInt64> {
      let damaged = Damage(kind, seed: seed).applied(to: original)
      #expect(damaged == Damage(kind, seed: seed).applied(to: original))
      #expect(damaged != original)
      #expect(kind == .truncated ? original.starts(with: damaged) : damaged.count == original.count)
      if kind == .swappedChunks { #expect(damaged.sorted() == original.sorted()) }
      copies.insert(damaged)
    }
    #expect(copies.count > 30)
    for tiny in 0...3 { _ = Damage(kind, seed: 1).applied(to: [UInt8](repeating: 7, count: tiny)) }
  }

  @Test("A song whose cover can't be decoded ends as any other", arguments: 0..<4)
  func cover(round: Int) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var song = try FaultFiles.bytes(of: await TestMedia.song(seconds: 2))
    let mark = Array("IDAT".utf8)
    let data = try #require(song.indices.dropLast(300).first { song[$0...].starts(with: mark) })
    for index in data + 4..<data + 200 { song[index] ^= 0x5A }
    let path = try FaultFiles(in: folder).file("song.mp3", song)
    try await Rig.run { rig in
      try await rig.play(.file(path))
      try await rig.reach(.ended)
      #expect(rig.log.events.statuses == [.unstarted, .buffering, .playing, .ended])
      #expect(rig.state.currentTime == rig.state.duration)
    }
  }

  // mpv pauses at the end, and goes back for a picture that there is not; under load that comes apart, and as it opens.
  @Test("A film of which hardly more than the head is there ends or fails, and is not told as paused")
  func head() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let film = try FaultFiles.bytes(of: await TestMedia.vp9(seconds: 3))
    let path = try FaultFiles(in: folder).file("film.webm", Array(film.prefix(4664)))
    let options = ["vo": "null", "ao": "null", "untimed": "yes", "ao-null-untimed": "yes"]
    try await Rig.run(options.map { .init($0, $1) }) { rig in
      for _ in 0..<40 {
        try await rig.perform(.load(.file(path)))
        try await rig.log.waitForState { $0.status == .ended || $0.error != nil }
      }
      #expect(!rig.log.events.statuses.contains(.paused))
    }
  }

  @Test("A damaged file ends or fails with a reason, and the same player plays the next one")
  func player() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clips = try await [TestMedia.video(), TestMedia.film(seconds: 2), TestMedia.flac()]
    let options = ["vo": "null", "ao": "null", "untimed": "yes", "ao-null-untimed": "yes"]
    try await Rig.run(options.map { .init($0, $1) }) { rig in
      for index in 0..<36 {
        let clip = clips[index % clips.count]
        let damage = Damage(Damage.Kind.allCases[index / clips.count % 3], seed: UInt64(index))
        let path = "\(folder)/\(index).\((clip as NSString).pathExtension)"
        try Data(damage.applied(to: FaultFiles.bytes(of: clip))).write(to: URL(fileURLWithPath: path))
        try await rig.perform(.load(.file(path)))
        let state = try await rig.log.waitForState { $0.status == .ended || $0.error != nil }
        if let error = state.error {
          #expect(
            error.code != .unknown && error.message.hasSuffix(".") && error.remedy != nil,
            "\(damage): \(error)")
        } else {
          #expect(state.currentTime == state.duration, "\(damage)")
        }
      }
      try await rig.play(.file(clips[0]))
      try await rig.reach(.ended)
    }
  }
}
