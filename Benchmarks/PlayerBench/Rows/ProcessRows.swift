import TestSupport

/// Row 1: `ytplay --version`, the whole process.
struct VersionRow: BenchRow {
  let number = 1
  let title = "ytplay --version, by mpv --version"

  func measure() async throws -> [Measurement] {
    let ytplay = try Program.built("ytplay")
    let pairs = try await inTurn {
      try Program.run(ytplay, ["--version"])
    } _: {
      try Program.run("mpv", ["--version"])
    }
    return [
      Measurement(title: title, pairs, unit: .milliseconds, mark: .ratioAtMost(0.15))
    ]
  }
}

/// Row 2: `ytplay resolve URL`, the whole process.
struct ResolveRow: BenchRow {
  let number = 2
  let title = "ytplay resolve URL, by mpv --version"

  func measure() async throws -> [Measurement] {
    let ytplay = try Program.built("ytplay")
    let pairs = try await inTurn {
      try Program.run(ytplay, ["resolve", "https://example.org/clip.mp4"])
    } _: {
      try Program.run("mpv", ["--version"])
    }
    return [
      Measurement(title: title, pairs, unit: .milliseconds, mark: .ratioAtMost(0.20))
    ]
  }
}

/// Row 3: from the start to the first `playing` of a local file, without video output.
struct StartRow: BenchRow {
  let number = 3
  let title = "start to playing, by a bare libmpv program"

  func measure() async throws -> [Measurement] {
    let (ytplay, yardstick) = (try Program.built("ytplay"), try Program.yardstick("mpv-start"))
    let clip = try await TestMedia.video(seconds: 10)
    let options = ["vo=null", "ao=null"]
    let pairs = try await inTurn {
      try Program.run(
        ytplay, ["--backend", "mpv", "--json"] + options.map { "--mpv=\($0)" } + [clip]
      ) { line in
        line.contains(#""statusChanged""#) && line.contains(#""playing""#)
      }
    } _: {
      try Program.run(yardstick, [clip] + options) { $0 == "playing" }
    }
    return [
      Measurement(title: title, pairs, unit: .milliseconds, mark: .ratioAtMost(1.15))
    ]
  }
}
