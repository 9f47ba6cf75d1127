import TestSupport

/// Rows 4 and 5: what a clip that is played to its end at full speed costs, in all processes together.
struct UsageRow: BenchRow {
  /// What is counted; the raw value is the yardstick's word for it.
  enum Resource: String {
    case cpu
    case memory
  }

  let resource: Resource
  let limit = 120

  var number: Int {
    switch resource {
    case .cpu: 4
    case .memory: 5
    }
  }

  var title: String {
    switch resource {
    case .cpu: "CPU time of a 30 s clip, by mpv"
    case .memory: "most memory while playing it, by mpv"
    }
  }

  func measure() async throws -> [Measurement] {
    let (usage, ytplay) = (try Program.yardstick("tree-usage"), try Program.built("ytplay"))
    let clip = try await TestMedia.video(seconds: 30)
    let options = ["vo=null", "ao=null", "untimed=yes", "ao-null-untimed=yes"]
    // Without its status line, which would count against it.
    let silent = ["--no-config", "--really-quiet"]
    let pairs = try await inTurn(seconds: 40) {
      try measure(usage, [ytplay] + options.map { "--mpv=\($0)" } + [clip])
    } _: {
      try measure(usage, ["mpv"] + silent + options.map { "--\($0)" } + [clip])
    }
    switch resource {
    case .cpu: return [Measurement(title: title, pairs, unit: .milliseconds, mark: .ratioAtMost(1.10))]
    case .memory: return [Measurement(title: title, pairs, unit: .megabytes, mark: .ratioAtMost(1.25))]
    }
  }

  private func measure(_ usage: String, _ command: [String]) throws -> Double {
    let program = try Program(usage, [resource.rawValue] + command)
    let line = try program.readLine()
    guard program.wait(), let value = Double(line) else {
      throw NotMeasured("\(command.joined(separator: " ")) failed")
    }
    return value
  }
}
