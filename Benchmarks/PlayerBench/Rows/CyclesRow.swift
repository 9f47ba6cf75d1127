import MPVBackend
import PlayerKit
import TestSupport

/// Row 14: creating, loading and shutting down mpv, again and again.
struct CyclesRow: BenchRow {
  let number = 14
  let title = "memory after 1,000 cycles on mpv, by that after a tenth"

  func measure() async throws -> [Measurement] {
    let cycles = 1000
    let clip = PlayerSource.file(MediaPath(try await TestMedia.video(seconds: 2)))
    var afterTenth = 0.0
    for cycle in 1...cycles {
      let player = Player(registry: BackendRegistry([MPVBackend.provider]), configuration: .silent)
      try await player.load(clip)
      try await player.waitFor { $0.status == .playing }
      await player.shutDown()
      if cycle == cycles / 10 { afterTenth = try memoryInUse() }
    }
    let after = try memoryInUse()
    return [
      Measurement(
        title: title, ours: after, yardstick: afterTenth, unit: .megabytes, mark: .ratioAtMost(1.02))
    ]
  }
}
