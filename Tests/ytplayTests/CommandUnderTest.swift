import Foundation
import PlayerKit
import TestSupport
import Testing

/// The program as it was built, run as a process of its own.
enum CommandUnderTest {
  /// Beside the tests, where the package manager puts it.
  static let path = Bundle.module.bundleURL.deletingLastPathComponent().appendingPathComponent("ytplay").path

  /// No display, so that no window opens, and no sound device.
  static let environment: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]
  static let silentMPV = ["--backend", "mpv", "--mpv", "ao=null"]

  static func run(
    _ arguments: [String], input: String? = nil, environment: [String: String?] = [:],
    in folder: String? = nil
  ) async throws -> Subprocess.Result {
    try await Subprocess.run(
      path, arguments, environment: Self.environment.merging(environment) { $1 }, in: folder, input: input)
  }

  /// Starts it with an open standard input.
  static func start(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> Subprocess {
    try Subprocess(
      path, arguments, environment: Self.environment.merging(environment) { $1 }, keepsInputOpen: true)
  }

  /// Runs a line of the shell in which `$ytplay` is the program.
  static func shell(
    _ script: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    in folder: String? = nil
  ) async throws -> Subprocess.Result {
    try await Subprocess.run(
      "bash", ["-c", script, "bash"] + arguments,
      environment: Self.environment.merging(["ytplay": path]) { $1 }.merging(environment) { $1 }, in: folder)
  }
}

extension Subprocess.Result {
  /// Standard output as JSON, one value a line.
  func json() throws -> [JSONValue] {
    try lines.map { try JSONLine.decode(JSONValue.self, from: Array($0.utf8), maximumLength: 1 << 20) }
  }

  /// Standard output as events; lines that are none are left out.
  func events() throws -> [PlayerEvent] {
    try lines.filter { $0.hasPrefix(#"{"event""#) }.map {
      try JSONLine.decode(PlayerEvent.self, from: Array($0.utf8), maximumLength: 1 << 20)
    }
  }
}

extension JSONValue {
  /// The member of this name; nil where there is none, or where this is no object.
  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The text, where it is one.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number, where it is one.
  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The elements, where it is a list.
  var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}

extension Subprocess {
  /// Waits until the child has written this.
  func wait(for text: String) async throws {
    try #require(await waitForOutput { $0.contains(text) }, "\(text) was not written:\n\(outputSoFar)")
  }
}
