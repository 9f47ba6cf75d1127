import CMPV
import Foundation
import MPVBackend
import PlayerKit
import PlayerPlugins
import ProofSupport
import TestSupport

/// Row 14: creating, loading and shutting down mpv, again and again, in its own process and in this one.
struct CyclesRow: BenchRow {
  let number = 14
  let limit = 300

  /// 1,000, or as many as `make bench CYCLES=…` says.
  private static let cycles = max(
    ProcessInfo.processInfo.environment["YTPLAY_BENCH_CYCLES"].flatMap { Int($0) } ?? 1000, 200)

  var title: String { "memory after \(Self.cycles) cycles on mpv, by that after a tenth" }

  func measure() async throws -> [Measurement] {
    // What the backend's README tells a program to do that makes players often in its own process; ytplay-mpv does it.
    // Without, the allocator's arenas come to their full size after some hundred cycles, or before the first tenth.
    ytplay_give_memory_back()
    let plugin = PluginProgram(
      executable: try Program.built("ytplay-mpv"), descriptor: MPVBackend.descriptor)
    let apart = try await measure(plugin.provider)
    await plugin.stop()
    return [
      apart(title), try await measure(MPVBackend.provider)("the same with mpv in the player's own process"),
    ]
  }

  private func measure(_ provider: BackendProvider) async throws -> (String) -> Measurement {
    let cycles = Self.cycles
    let clip = PlayerSource.file(MediaPath(try await TestMedia.video(seconds: 2)))
    let tenth = cycles / 10
    // One number alone would be chance: where the allocator's free pages just lie.
    var (first, last): ([Double], [Double]) = ([], [])
    let players = PlayerCycles(
      registry: BackendRegistry([provider]), configuration: .silent, source: clip)
    try await players.run(cycles) { cycle in
      if (tenth - 20..<tenth).contains(cycle) { first.append(try residentMemoryOfTree()) }
      if cycle > cycles - 20 { last.append(try residentMemoryOfTree()) }
    }
    let (after, afterTenth) = (median(last), median(first))
    return {
      Measurement(title: $0, ours: after, yardstick: afterTenth, unit: .megabytes, mark: .ratioAtMost(1.02))
    }
  }
}
