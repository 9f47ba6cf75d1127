import Foundation
import PlayerConformance
import PlayerKit
import TestSupport
import Testing

/// The suite counts the threads, descriptors and processes of its process, so each run has one of its own.
@Suite("The iframe backend and the contract, through the plugin protocol", .serialized)
struct ContractTests {
  /// The rules, in runs that go side by side: all of them mostly wait.
  enum Part: String, CaseIterable {
    case first, second, leftovers

    var rules: [ConformanceRule] {
      let numbers =
        switch self {
        case .first: Array(1...7)
        case .second: Array(8...15) + [18]
        case .leftovers: [16, 17]
        }
      return numbers.compactMap(ConformanceRule.init(number:))
    }
  }

  @Test("It keeps every rule in a real window, on H.264, VP9 and a list", .timeLimit(.minutes(10)))
  func everyRule() async throws {
    try await sideBySide([Part.first, .second], atMost: 2, Self.check)
    // Alone, since it counts.
    try await Self.check(.leftovers)
  }

  private static func check(_ part: Part) async throws {
    let report = try TestMedia.temporaryFolder() + "/report"
    defer { try? FileManager.default.removeItem(atPath: (report as NSString).deletingLastPathComponent) }
    await #expect(processExitsWith: .success) { [report = report as String, name = part.rawValue as String] in
      try await ContractTests.run(#require(Part(rawValue: name)), report)
    }
    let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == part.rules.count)
    let broken = lines.filter { !$0.contains(": passed") }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  private static func run(_ part: Part, _ report: String) async throws {
    try await RealRig.run { rig in
      var options = ConformanceOptions()
      options.cycles = 10
      options.sources = [try .id("dQw4w9WgXcQ"), try .id("clip-vp9--a")]
      options.videoSource = options.sources.first
      options.failingSource = try .id("err-100-lod")
      options.itemsSource = PlayerSource(.playlist(try #require(YouTubePlaylistID("PLstandin-three"))))
      options.slowSource = try .id("never-ready")
      options.blockedAutoplay = .init(source: try .id("autoplayblk"))
      options.patience = .seconds(30)
      let program = rig.program(stays: part != .leftovers)
      var lines = ""
      for result in await ConformanceSuite(provider: program.provider, options: options).run(part.rules) {
        lines += "\(result.rule) \(result.name): \(result.outcome) \(result.detail)\n"
      }
      await program.stop()
      try lines.write(toFile: report, atomically: true, encoding: .utf8)
    }
  }
}
