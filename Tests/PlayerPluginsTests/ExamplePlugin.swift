import Foundation
import PlayerConformance
import PlayerKit
import PlayerPlugins
import TestSupport

/// One of the plugins in `Examples/plugins`, ready to run.
struct ExamplePlugin {
  let executable: String
  let descriptor: BackendDescriptor

  /// The one that plays by mpv.
  static func python() throws -> ExamplePlugin {
    let manifest = try Manifest("python/py-mpv.json")
    return ExamplePlugin(executable: manifest.program, descriptor: manifest.descriptor)
  }

  /// The one that plays silence, compiled into the temporary folder.
  static func timer() async throws -> ExamplePlugin {
    ExamplePlugin(
      executable: try await compiled.value, descriptor: try Manifest("c/c-timer.json").descriptor)
  }

  /// Its program, which ends with its last session unless it is told to stay.
  func program(stays: Bool = false) -> PluginProgram {
    var options = PluginOptions()
    options.lingerTime = stays ? .seconds(3600) : .zero
    return PluginProgram(executable: executable, descriptor: descriptor, options: options)
  }

  /// Its program without a host: lines go in, and lines come out.
  func start() throws -> Subprocess {
    try Subprocess(executable, keepsInputOpen: true)
  }

  /// Where the examples' folder is.
  static let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Examples/plugins")
    .standardizedFileURL

  private struct Manifest: Decodable {
    var program: String
    let descriptor: BackendDescriptor

    init(_ path: String) throws {
      let file = ExamplePlugin.folder.appendingPathComponent(path)
      self = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file))
      program = file.deletingLastPathComponent().appendingPathComponent(program).path
    }
  }

  private struct NotCompiled: Error {
    let output: String
  }

  private static let compiled = Task {
    let program = try TestMedia.temporaryFolder() + "/c-timer"
    let result = try await Subprocess.run(
      compiler,
      ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O2", "-o", program]
        + [folder.appendingPathComponent("c/timer.c").path, "-lm"])
    guard result.isSuccess else { throw NotCompiled(output: result.description) }
    return program
  }

  /// The C compiler that comes with the Swift toolchain, else the system's.
  private static var compiler: String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").lazy
      .map { URL(fileURLWithPath: "\($0)/swift").resolvingSymlinksInPath() }
      .map { $0.deletingLastPathComponent().appendingPathComponent("clang").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "cc"
  }
}

/// What the suite found.
struct RulesNotKept: Error {
  let results: [ConformanceResult]

  /// Throws itself unless every rule that was checked holds, and none but these could not be checked.
  static func check(_ results: [ConformanceResult], notApplicable: Set<Int>, count: Int) throws {
    let broken = results.filter { result in
      switch result.outcome {
      case .passed: false
      case .failed: true
      case .notApplicable: !notApplicable.contains(result.rule)
      }
    }
    if !broken.isEmpty || results.count != count { throw RulesNotKept(results: broken) }
  }
}
