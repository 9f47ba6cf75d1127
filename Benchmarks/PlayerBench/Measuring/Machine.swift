import Foundation
import TestSupport

/// What was measured on, and by what.
struct Machine {
  /// Processor, cores, memory.
  let processor: String
  /// How busy it was before: with others at work nothing is fair.
  let load: String
  /// The system and what is measured, each with its version.
  let versions: [String]

  init() async throws {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let memory = Double(ProcessInfo.processInfo.physicalMemory) / Double(1 << 30)
    let model = Self.field("model name", "/proc/cpuinfo", ":") ?? "an unknown processor"
    processor = "\(model), \(cores) cores, \(Int(memory.rounded())) GiB"
    let words = try String(contentsOfFile: "/proc/loadavg", encoding: .utf8).split(separator: " ")
    load = "load before the run \(words.first ?? "unknown")"
    let system = Self.field("PRETTY_NAME", "/etc/os-release", "=")?.replacing("\"", with: "") ?? "Linux"
    var versions = [system, "Linux \(await Self.line("uname", ["--kernel-release"]) ?? "unknown")"]
    if let swift = await Self.line("swift", ["--version"])?.firstMatch(of: /Swift version \S+/) {
      versions.append(String(swift.0))
    }
    if let mpv = await Self.line("mpv", ["--version"])?.firstMatch(of: /mpv \S+/) {
      versions.append(String(mpv.0))
    }
    for (name, module) in [("libavcodec", "libavcodec"), ("WebKitGTK", "webkitgtk-6.0")] {
      if let version = await Self.line("pkg-config", ["--modversion", module]) {
        versions.append("\(name) \(version)")
      }
    }
    if let valgrind = await Self.line("valgrind", ["--version"]) {
      versions.append(valgrind.replacing("-", with: " "))
    }
    self.versions = versions
  }

  /// The first line of what a program says; nil where there is none.
  private static func line(_ program: String, _ arguments: [String]) async -> String? {
    let result = try? await Subprocess.run(program, arguments)
    return result?.isSuccess == true ? result?.lines.first : nil
  }

  private static func field(_ name: String, _ path: String, _ separator: Character) -> String? {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(separator: separator).dropFirst().first.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}
