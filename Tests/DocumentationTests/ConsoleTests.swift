import Foundation
import TestSupport
import Testing

/// A command as a page shows it, and what it prints: `$ ytplay …`, and below it the lines. `…` stands for any text, and
/// on a line of its own for any lines.
struct ConsoleSample: CustomTestStringConvertible {
  let page: String
  let command: String
  var output: [String] = []

  var testDescription: String { "\(page): \(command)" }

  /// Whether a program's lines are these.
  func matches(_ lines: [String]) -> Bool {
    Self.matches(lines[...], output[...])
  }

  private static func matches(_ lines: ArraySlice<String>, _ pattern: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return lines.isEmpty }
    if first == "…" {
      return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], pattern.dropFirst()) }
    }
    guard let line = lines.first, isLike(line, first) else { return false }
    return matches(lines.dropFirst(), pattern.dropFirst())
  }

  private static func isLike(_ line: String, _ pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "…")
    guard parts.count > 1 else { return line == pattern }
    guard line.hasPrefix(parts[0]), line.hasSuffix(parts[parts.count - 1]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts.dropFirst() where !part.isEmpty {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// Every one of a page.
  static func all(in page: Document) throws -> [ConsoleSample] {
    var samples: [ConsoleSample] = []
    for fence in try page.fences() where fence.language == "console" {
      for line in fence.text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("$ ") {
          samples.append(ConsoleSample(page: page.path, command: String(line.dropFirst(2))))
        } else {
          try #require(!samples.isEmpty, "\(page.path): output without a command")
          samples[samples.count - 1].output.append(String(line))
        }
      }
    }
    return samples
  }
}

@Suite("The documentation's commands and what they print")
struct ConsoleTests {
  @Test("A command prints what its page shows", .timeLimit(.minutes(5)), arguments: Document.pages)
  func prints(page: Document) async throws {
    let samples = try ConsoleSample.all(in: page)
    guard !samples.isEmpty else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("console-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // It is in the temporary folder.
    let programs = try URL(fileURLWithPath: builtProgram("ytplay")).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for sample in samples {
      let result = try await Subprocess.run(
        "bash", ["-c", sample.command + " 2>&1"],
        environment: [
          "PATH": "\(programs):\(path)", "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "LC_ALL": "C.UTF-8",
          "HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path,
          "XDG_DATA_HOME": folder.path, "YTPLAY_PLUGIN_PATH": nil,
          "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
        ], in: folder.path)
      #expect(sample.matches(result.lines), "\(sample.testDescription)\n\(result)")
    }
  }

  @Test("There are such commands, and what is printed otherwise is noticed")
  func noticed() throws {
    #expect(try Document.pages.flatMap { try ConsoleSample.all(in: $0) }.count > 5)
    var sample = ConsoleSample(page: "a page", command: "ytplay")
    sample.output = ["one", "…", "the … of …", "last"]
    #expect(sample.matches(["one", "the end of it", "last"]))
    #expect(sample.matches(["one", "two", "three", "the end of it", "last"]))
    #expect(!sample.matches(["one", "the end", "last"]))
    #expect(!sample.matches(["one", "the end of it", "last", "more"]))
    #expect(!sample.matches(["two", "the end of it", "last"]))
    #expect(!sample.matches([]))
  }
}
