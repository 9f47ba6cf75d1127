import Foundation
import MPVBackend
import PlayerConformance
import PlayerKit
import TestSupport
import Testing

/// The contract's suite counts the threads and descriptors of its process, so each run has one of its own.
@Suite("mpv and the contract")
struct ContractTests {
  @Test("It keeps every rule on a WAV")
  func wav() async throws {
    let report = try ContractRun.reportPath()
    await #expect(processExitsWith: .success) { [report = report as String] in
      try await ContractRun.run(report, cycles: 100) { nil }
    }
    try ContractRun.check(report)
  }

  @Test("It keeps every rule on an MP4")
  func mp4() async throws {
    let report = try ContractRun.reportPath()
    await #expect(processExitsWith: .success) { [report = report as String] in
      try await ContractRun.run(report, cycles: 20) { try await TestMedia.video(seconds: 20) }
    }
    try ContractRun.check(report)
  }

  @Test("It keeps every rule on a WebM")
  func webm() async throws {
    let report = try ContractRun.reportPath()
    await #expect(processExitsWith: .success) { [report = report as String] in
      try await ContractRun.run(report, cycles: 20) { try await TestMedia.webm(seconds: 20) }
    }
    try ContractRun.check(report)
  }

  @Test("It keeps every rule on a FLAC")
  func flac() async throws {
    let report = try ContractRun.reportPath()
    await #expect(processExitsWith: .success) { [report = report as String] in
      try await ContractRun.run(report, cycles: 20) { try await TestMedia.flac(seconds: 20) }
    }
    try ContractRun.check(report)
  }
}

enum ContractRun {
  /// Where the run in the other process writes its failures.
  static func reportPath() throws -> String {
    try TestMedia.temporaryFolder() + "/report"
  }

  /// Runs the suite and writes a line for each rule that was not kept.
  static func run(_ report: String, cycles: Int, _ path: () async throws -> String?) async throws {
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
    let results = await ConformanceSuite(provider: MPVBackend.provider, options: options).run()
    let lines = results.map { "\($0.rule) \($0.name): \($0.outcome) \($0.detail)\n" }
    try (lines.joined()).write(toFile: report, atomically: true, encoding: .utf8)
  }

  /// Expects that the run came to its end and no rule was broken.
  static func check(_ report: String) throws {
    defer { try? FileManager.default.removeItem(atPath: (report as NSString).deletingLastPathComponent) }
    let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains { $0.contains(": passed") })
    let broken = lines.filter { $0.contains(": failed") }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }
}
