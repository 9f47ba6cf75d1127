import Glibc
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PluginDirectory {
  /// The folders where plugins are looked for, the first ones first: those given, those of
  /// `YTPLAY_PLUGIN_PATH` (with colons between), `$XDG_DATA_HOME/ytplay/plugins`, those beside the program, where
  /// a build puts its resources, and `lib/ytplay/plugins` of the prefix that the program is installed under.
  ///
  /// - Parameters:
  ///   - given: the folders that the user has named.
  ///   - environment: the variables; this process's unless given.
  ///   - program: the real path of the program; this process's unless given.
  public static func folders(
    given: [String] = [], environment: [String: String] = ProcessInfo.processInfo.environment,
    program: String? = ownPath
  ) -> [String] {
    var folders = given
    folders += (environment["YTPLAY_PLUGIN_PATH"] ?? "").split(separator: ":").map(String.init)
    folders += dataHome(environment).map { ["\($0)/ytplay/plugins"] } ?? []
    guard let program, program.hasPrefix("/") else { return folders }
    let folder = parent(of: program)
    folders += resources(beside: folder)
    let prefix = parent(of: folder)
    folders.append("\(prefix == "/" ? "" : prefix)/lib/ytplay/plugins")
    return folders
  }

  /// The real path of this process's program; nil where the system does not tell.
  public static var ownPath: String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// By the XDG Base Directory Specification, which has relative paths ignored.
  private static func dataHome(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.local/share"
  }

  private static func resources(beside folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    return names(of: stream, endingIn: ".resources").map { "\(folder)/\($0)/plugins" }
  }

  /// The names in an open folder with this ending, in the order of their bytes.
  static func names(of stream: OpaquePointer, endingIn ending: String) -> [String] {
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(ending) && !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func parent(of path: String) -> String {
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    return "/\(parent)"
  }
}
