import Foundation
import MPVBackend
import PlayerKit
import PlayerPlugins
import TestSupport

/// Row 16: the gap between two local files of a queue, with mpv in its own process.
struct GapRow: BenchRow {
  let number = 16
  let title = "gap between two local files of a queue"

  func measure() async throws -> [Measurement] {
    let seconds = 0.5
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let sources = try (0...rounds).map { number in
      let path = "\(folder)/\(number).wav"
      try Data(TestMedia.silence(seconds: seconds)).write(to: URL(fileURLWithPath: path))
      return PlayerSource.file(MediaPath(path))
    }
    let program = PluginProgram(
      executable: try Program.built("ytplay-mpv"), descriptor: MPVBackend.provider.descriptor)
    let player = Player(registry: BackendRegistry([program.provider]), configuration: .silent)
    let events = player.events
    try await player.play(PlayQueue(sources))
    var (gaps, first, last): ([Double], UInt64?, UInt64) = ([], nil, 0)
    var ended: UInt64?
    reading: for await event in events {
      guard case .statusChanged(let status, _) = event else { continue }
      switch status {
      case .playing:
        if let ended { gaps.append(Double(now() - ended) / 1e6) }
        first = first ?? now()
        ended = nil
      case .ended:
        last = now()
        ended = last
        if player.queue?.currentIndex == sources.count - 1, gaps.count == sources.count - 1 { break reading }
      default: break
      }
    }
    let report = player.queueReport
    await player.shutDown()
    guard let first, gaps.count == sources.count - 1, report.failed == 0 else {
      throw NotMeasured("not every file was played: \(report)")
    }
    // What the clock says is more than the media last, and all of it is the gaps' fault.
    let silence = (Double(last - first) / 1e6 - seconds * 1000 * Double(sources.count)) / Double(gaps.count)
    return [
      Measurement(
        title: "gap between local files: ended to playing", ours: median(gaps), unit: .milliseconds,
        mark: .atMost(100)),
      Measurement(
        title: "gap between local files: by the clock, starts included", ours: silence, unit: .milliseconds,
        mark: .atMost(100)),
    ]
  }
}
