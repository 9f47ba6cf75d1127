import Foundation
import TestSupport
import Testing

/// An example as it was built, run as a process of its own.
enum ExampleRun {
  /// Runs it to its end, without a display unless one is named.
  static func run(
    _ name: String, _ arguments: [String] = [], display: VirtualDisplay? = nil,
    environment: [String: String?] = [:]
  ) async throws -> Subprocess.Result {
    let own: [String: String?] = ["DISPLAY": display?.name, "WAYLAND_DISPLAY": nil]
    return try await Subprocess.run(
      BuiltProgram.path(name), arguments, environment: own.merging(environment) { $1 })
  }

  /// Starts it on a display.
  static func start(_ name: String, _ arguments: [String], display: VirtualDisplay) throws -> Subprocess {
    try Subprocess(
      BuiltProgram.path(name), arguments, environment: ["DISPLAY": display.name, "WAYLAND_DISPLAY": nil])
  }

  /// What it prints on the mock, line by line, where it ends well.
  static func lines(_ name: String, _ arguments: [String] = []) async throws -> [String] {
    let result = try await run(name, arguments)
    #expect(result.isSuccess, "\(result)")
    return result.lines
  }
}
