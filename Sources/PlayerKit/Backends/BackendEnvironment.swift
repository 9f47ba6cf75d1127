#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What this machine has, as far as can be told without starting anything.
///
/// Judges a descriptor's `needs`. Give closures of your own to pretend another machine.
public struct BackendEnvironment: Sendable {
  /// Whether a window could be shown.
  public var hasDisplay: @Sendable () -> Bool
  /// Whether a program of this name can be run.
  public var hasProgram: @Sendable (String) -> Bool

  /// An environment that is asked by these closures, from any thread.
  public init(
    hasDisplay: @escaping @Sendable () -> Bool, hasProgram: @escaping @Sendable (String) -> Bool
  ) {
    self.hasDisplay = hasDisplay
    self.hasProgram = hasProgram
  }

  /// This process's: `DISPLAY` or `WAYLAND_DISPLAY` is set (on Apple's systems there always is a display),
  /// and programs are looked up in `PATH`, under their own name or the one, or the path, that a variable
  /// gives for it: `YTPLAY_YT_DLP` for `yt-dlp`.
  public static let current = BackendEnvironment(
    hasDisplay: {
      #if os(Linux)
        let variables = ProcessInfo.processInfo.environment
        return ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(variables[$0] ?? "").isEmpty }
      #else
        return true
      #endif
    },
    hasProgram: { name in
      guard !name.isEmpty else { return false }
      let given = ProcessInfo.processInfo.environment[variable(naming: name)] ?? ""
      let name = given.isEmpty ? name : given
      if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) }
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return path.split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      }
    })

  /// The variable that names another program in this one's place.
  private static func variable(naming program: String) -> String {
    "YTPLAY_" + String(program.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Why a need is not met, as the end of a sentence; nil where it is.
  func unmet(_ need: String) -> String? {
    if need == "display" { return hasDisplay() ? nil : "there is no display" }
    let prefix = "program:"
    if need.hasPrefix(prefix) {
      let program = String(need.dropFirst(prefix.count))
      return hasProgram(program) ? nil : "the program \(program) was not found"
    }
    return "it needs \(need), which this version can't judge"
  }
}
