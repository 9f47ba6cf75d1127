import Foundation
import PlayerKit
import ProofSupport

/// Shows that nothing grows: plays for long, again and again, and many at once, and looks at memory, threads and open
/// descriptors meanwhile.
///
/// `Endurance SHARE FOLDER [PART...]`: these parts, else all, each of its size this share, one after the other and each
/// in a process of its own, so that none hides in what another has left free. Samples and pictures are written into the
/// folder.
@main
enum Endurance {
  private static let parts: [any EndurancePart] = [
    MPVCycles(name: "mpv-cycles", fullSize: 1000, keepsProcess: true),
    MPVCycles(name: "mpv-starts", fullSize: 200, keepsProcess: false),
    IFrameCycles(), LongQueue(), MockCrowd(), MPVCrowd(),
  ]

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { refuse("Give a share, a folder, and parts: \(names).") }
    guard let share = Double(arguments[0]), share > 0, share <= 1 else {
      refuse("A share is more than 0 and at most 1, and not \(arguments[0]).")
    }
    let chosen = arguments.dropFirst(2).map { name in
      guard let part = parts.first(where: { $0.name == name }) else {
        refuse("There is no \(name), but \(names).")
      }
      return part
    }
    if chosen.count == 1 { await run(chosen[0], share, folder: arguments[1]) }
    try await runApart(chosen.isEmpty ? parts : chosen, arguments)
  }

  private static var names: String { parts.map(\.name).joined(separator: ", ") }

  /// Runs one part in this process.
  private static func run(_ part: any EndurancePart, _ share: Double, folder: String) async -> Never {
    await Proof.run(part.title(share)) { proof in
      let series = try await part.run(share, proof)
      for quantity in UsageSeries.Quantity.allCases { judge(series, quantity, proof) }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (ending, text) in [("svg", UsagePlot(series).svg), ("csv", series.table)] {
        let path = "\(folder)/endurance-\(part.name).\(ending)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        proof.say("  \(path)")
      }
    }
  }

  private static func judge(_ series: UsageSeries, _ quantity: UsageSeries.Quantity, _ proof: Proof) {
    let trend = series.trend(of: quantity)
    let numbers = [trend.first, trend.last, trend.growth, trend.most].map { decimal($0, 2) }
    let unit = quantity == .memory ? " MB" : ""
    let sentence =
      "\(quantity.name): \(numbers[0]) → \(numbers[1])\(unit), growth \(numbers[2]) of less than "
      + "\(decimal(trend.limit, 2)) allowed, at most \(numbers[3])"
    proof.say("  \(sentence)\(trend.isJudged ? "" : " (too few samples to judge)")")
    if trend.isJudged { proof.check(trend.isLevel, sentence) }
  }

  /// Runs each part in a process of its own, and says at the end which are well.
  private static func runApart(_ parts: [any EndurancePart], _ arguments: [String]) async throws -> Never {
    var (ill, summaries): ([String], [String]) = ([], [])
    for part in parts {
      let end = try await PartProcess.run(arguments.prefix(2) + [part.name])
      if end.status > 128 { exit(end.status) }
      if end.status != 0 { ill.append(part.name) }
      summaries.append(end.summary)
      say("")
    }
    for summary in summaries { say(summary) }
    let well = "Endurance: \(parts.count - ill.count) of \(parts.count) parts are well"
    say(ill.isEmpty ? "\(well)." : "\(well); \(ill.joined(separator: ", ")) failed.")
    exit(ill.isEmpty ? 0 : 1)
  }

  private static func say(_ line: String) {
    // A reader that has gone does not end a proof.
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  private static func refuse(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("endurance: \(sentence)\n".utf8))
    exit(2)
  }
}
