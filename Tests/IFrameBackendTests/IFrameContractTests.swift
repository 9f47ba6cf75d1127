import Foundation
import PlayerConformance
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@testable import IFrameBackend

/// The real plugin program, in a real web view under Xvfb, against the stand-in.
///
/// The contract's suite counts the threads and descriptors of its process, so it has one of its own.
@Suite("The iframe backend and the contract")
struct IFrameContractTests {
  @Test("It keeps every rule, through the plugin protocol, in a real WebKitGTK window")
  func everyRule() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let report = "\(folder)/report"
    await #expect(processExitsWith: .success) { [report = report as String] in
      try await IFrameRig.run { rig in
        var options = ConformanceOptions()
        options.sources = [try rig.source("aaaaaaaaaaa"), try rig.source("bbbbbbbbbbb")]
        options.failingSource = try rig.source("err-150-lod")
        options.itemsSource = try rig.source(
          "https://www.youtube.com/watch_videos?video_ids=aaaaaaaaaaa,bbbbbbbbbbb,ccccccccccc")
        options.slowSource = try rig.source("never-ready")
        options.blockedAutoplay = .init(source: try rig.source("autoplayblk"))
        options.cycles = 10
        // The program outlives its last session, so that the next one starts at once.
        options.settleTime = .seconds(1)
        let results = await ConformanceSuite(provider: rig.program.provider, options: options).run()
        let lines = results.map { "\($0.rule) \($0.name): \($0.outcome) \($0.detail)\n" }
        try lines.joined().write(toFile: report, atomically: true, encoding: .utf8)
      }
    }
    let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == ConformanceRule.all.count)
    let broken = lines.filter { !$0.contains(": passed") }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }
}
