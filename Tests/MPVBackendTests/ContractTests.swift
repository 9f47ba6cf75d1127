import Foundation
import MPVBackend
import PlayerConformance
import PlayerKit
import TestSupport
import Testing

/// The contract's suite counts the threads and descriptors of its process, so each run has one of its own.
@Suite("mpv and the contract")
struct ContractTests {
  /// What the suite plays.
  enum Medium: String, CaseIterable {
    case wav, mp4, webm, flac
    /// A list of YouTube's, by a stand-in for yt-dlp.
    case items
  }

  @Test("It keeps every rule on a WAV, an MP4, a WebM, a FLAC and a source with items")
  func everyRule() async throws {
    try await sideBySide(Medium.allCases, atMost: 5) { medium in
      let report = try ContractRun.reportPath()
      await #expect(processExitsWith: .success) {
        [report = report as String, name = medium.rawValue as String] in
        switch try #require(Medium(rawValue: name)) {
        case .wav: try await ContractRun.run(report, cycles: 100) { nil }
        case .mp4: try await ContractRun.run(report) { try await TestMedia.video(seconds: 20) }
        case .webm: try await ContractRun.run(report) { try await TestMedia.webm(seconds: 20) }
        case .flac: try await ContractRun.run(report) { try await TestMedia.flac(seconds: 20) }
        case .items: try await ContractRun.runItems(report)
        }
      }
      let lines = try ContractRun.check(report, medium.rawValue)
      guard medium == .items else { return }
      // What could not be checked is named in a rule's line; of items it is nothing.
      for rule in ["9 ", "12 "] {
        let line = try #require(lines.first { $0.hasPrefix(rule) })
        #expect(line.contains(": passed") && !line.lowercased().contains("item"), "\(line)")
      }
    }
  }
}

enum ContractRun {
  /// Where the run in the other process writes its failures.
  static func reportPath() throws -> String {
    try TestMedia.temporaryFolder() + "/report"
  }

  /// Runs the suite and writes a line for each rule that was not kept.
  static func run(_ report: String, cycles: Int = 20, _ path: () async throws -> String?) async throws {
    var options = ConformanceOptions()
    options.cycles = cycles
    options.configuration.mpvOptions = [.init("vo", "null"), .init("ao", "null")]
    if let path = try await path() {
      options.sources = [.file(path), .file(try await TestMedia.audio(seconds: 20))]
    }
    options.videoSource = .file(try await TestMedia.video(seconds: 20))
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let whole = try Data(contentsOf: URL(fileURLWithPath: await TestMedia.video(seconds: 6)))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: "\(folder)/short.mp4"))
    options.shortSource = .file("\(folder)/short.mp4")
    guard mkfifo("\(folder)/pipe", 0o600) == 0 else { throw MPVTestFailure(description: "no pipe") }
    options.slowSource = .file("\(folder)/pipe")
    try await write(options, report)
  }

  /// As ``run(_:cycles:_:)``, on a source with items.
  static func runItems(_ report: String) async throws {
    let program = try await YtDlpStandIn(seconds: 6)
    try program.list(YouTubeListTests.address, YouTubeListTests.ids)
    var options = ConformanceOptions()
    options.cycles = 5
    options.configuration.mpvOptions = program.options
    options.itemsSource = try .youTube(YouTubeListTests.address)
    try await write(options, report)
  }

  private static func write(_ options: ConformanceOptions, _ report: String) async throws {
    let results = await ConformanceSuite(provider: MPVBackend.provider, options: options).run()
    let lines = results.map { "\($0.rule) \($0.name): \($0.outcome) \($0.detail)\n" }
    try (lines.joined()).write(toFile: report, atomically: true, encoding: .utf8)
  }

  /// Expects that the run came to its end and no rule was broken, and returns the lines.
  @discardableResult
  static func check(_ report: String, _ name: String) throws -> [Substring] {
    defer { try? FileManager.default.removeItem(atPath: (report as NSString).deletingLastPathComponent) }
    let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains { $0.contains(": passed") })
    let broken = lines.filter { $0.contains(": failed") }
    #expect(broken.isEmpty, "\(name): \(broken.joined(separator: "\n"))")
    return lines
  }
}
