import MPVBackend
import PlayerKit
import PlayerPlugins
import TestSupport

/// Row 6: an exact seek, from the action to `seeked`, with mpv in its own process.
struct SeekRow: BenchRow {
  let number = 6
  let title = "exact seek to seeked, by a bare libmpv program"

  func measure() async throws -> [Measurement] {
    let seconds = 10.0
    let yardstick = try Program.yardstick("mpv-seek")
    let clip = try await TestMedia.video(seconds: seconds)
    // A second before the end: seeks that land in the last frames are another matter.
    let range = seconds - 1
    let theirs = try Program(yardstick, [clip, "\(range)", "vo=null", "ao=null", "pause=yes"])
    defer { theirs.end() }

    let program = PluginProgram(
      executable: try Program.built("ytplay-mpv"), descriptor: MPVBackend.provider.descriptor)
    let player = Player(registry: BackendRegistry([program.provider]), configuration: .silent)
    try await player.cue(.file(MediaPath(clip)))
    try await player.waitFor { $0.status == .queued && $0.duration != nil }
    var events = player.events.makeAsyncIterator()
    var place: UInt64 = 1
    let count = 20
    let pairs = try await inTurn {
      var times: [Double] = []
      for _ in 0..<count {
        place = place * 48271 % 2_147_483_647
        let start = now()
        try await player.seek(to: Double(place) / 2_147_483_647 * range)
        while let event = await events.next() {
          if case .seeked = event { break }
        }
        times.append(Double(now() - start) / 1e6)
      }
      return median(times)
    } _: {
      try theirs.write("\(count)")
      let line = try theirs.readLine()
      guard let microseconds = Double(line) else { throw NotMeasured("\(yardstick) said «\(line)»") }
      return microseconds / 1000
    }
    await player.shutDown()
    return [
      Measurement(title: title, pairs, unit: .milliseconds, mark: .ratioAtMost(1.15))
    ]
  }
}

extension PlayerConfiguration {
  /// mpv without a window and without a sound device.
  static var silent: PlayerConfiguration {
    var configuration = PlayerConfiguration()
    configuration.mpvOptions = [MPVOption("vo", "null"), MPVOption("ao", "null")]
    return configuration
  }
}
