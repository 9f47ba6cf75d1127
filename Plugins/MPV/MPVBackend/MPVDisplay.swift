import Glibc

/// Whether a window could be shown.
///
/// Asked before mpv starts, because mpv's own search costs more, and because a window on a display that goes
/// away takes the process with it.
enum MPVDisplay {
  /// Whether a server listens behind `WAYLAND_DISPLAY` or `DISPLAY`. Displays of other machines are believed
  /// to be there.
  static func isThere() -> Bool {
    if let path = waylandPath(variable("WAYLAND_DISPLAY"), variable("XDG_RUNTIME_DIR")), connects(path) {
      return true
    }
    guard let display = variable("DISPLAY") else { return false }
    guard let path = x11Path(display) else { return true }
    return connects("\0" + path) || connects(path)
  }

  static func waylandPath(_ display: String?, _ folder: String?) -> String? {
    guard let display else { return nil }
    if display.hasPrefix("/") { return display }
    return folder.map { "\($0)/\(display)" }
  }

  /// The socket of a display of this machine, as `:1.0`; nil for another machine's.
  static func x11Path(_ display: String) -> String? {
    guard let colon = display.lastIndex(of: ":"), ["", "unix"].contains(display[..<colon]) else { return nil }
    return "/tmp/.X11-unix/X\(display[colon...].dropFirst().prefix { $0 != "." })"
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func connects(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // The length counts: in the abstract space every byte is part of the name.
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) == 0 }
    }
  }
}
