import Glibc
import PlayerKit

/// This machine, and what it is used for, as far as it can be told without starting anything.
struct Machine: Sendable {
  /// The variables of the environment, those that are empty left out.
  let variables: [String: String]
  /// What the system calls itself.
  let system: String
  /// Whether Debian's packages are to be had: it is Debian, or one of its children.
  let hasApt: Bool

  /// Whether this is root.
  let isRoot: Bool

  /// Whether windows are to open here. Without, there is sound alone, and nothing that shows YouTube's player is
  /// needed.
  var isDesktop: Bool { variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil }

  /// How the kind of use is called.
  var use: String { isDesktop ? "desktop" : "headless" }

  init(variables: [String: String], release: [String: String], isRoot: Bool = geteuid() == 0) {
    self.isRoot = isRoot
    self.variables = variables.filter { !$0.value.isEmpty }
    var name = utsname()
    uname(&name)
    let architecture = withUnsafeBytes(of: name.machine) { Text.shown($0.prefix { $0 != 0 }) }
    system = "\(Text.safe(release["PRETTY_NAME"] ?? "Linux")), \(architecture)"
    let families = ((release["ID_LIKE"] ?? "") + " " + (release["ID"] ?? "")).split(separator: " ")
    hasApt = families.contains("debian") || families.contains("ubuntu")
  }

  /// The command as it has to be typed to be run by root.
  func asRoot(_ command: String) -> String { (isRoot ? "" : "sudo ") + command }

  /// This one.
  ///
  /// It waits for a disk.
  static func current(_ variables: [String: String]) -> Machine {
    let places = [MediaPath("/etc/os-release"), MediaPath("/usr/lib/os-release")]
    let text = places.lazy.compactMap { path in FileText.read(path) }.first ?? ""
    return Machine(variables: variables, release: release(text))
  }

  /// The entries of an `os-release` file: `NAME=value`, quoted as a shell would have it.
  static func release(_ text: String) -> [String: String] {
    var entries: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, !line.hasPrefix("#") else { continue }
      entries[String(parts[0])] = parts[1].filter { $0 != "\"" && $0 != "'" && $0 != "\\" }
    }
    return entries
  }
}

/// Short files of the system's.
enum FileText {
  /// The file's text, up to 64 KiB; nil where it can't be read.
  static func read(_ path: MediaPath) -> String? {
    let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
