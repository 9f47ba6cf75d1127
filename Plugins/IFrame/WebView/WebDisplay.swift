import Glibc

/// What this machine shows pictures with, found without GTK and from any thread.
enum WebDisplay {
  /// Whether a server answers behind `WAYLAND_DISPLAY` or `DISPLAY`.
  ///
  /// A display of another machine is believed to be there.
  static var isReachable: Bool {
    if let name = variable("WAYLAND_DISPLAY") {
      let folder = variable("XDG_RUNTIME_DIR") ?? ""
      if answers(name.hasPrefix("/") ? name : "\(folder)/\(name)") { return true }
    }
    guard let name = variable("DISPLAY"), let colon = name.lastIndex(of: ":") else { return false }
    guard ["", "unix"].contains(name[..<colon]) else { return true }
    let path = "/tmp/.X11-unix/X\(name[colon...].dropFirst().prefix { $0 != "." })"
    return answers("\0" + path) || answers(path)
  }

  /// Whether there is a graphics card that this process may draw with.
  static let hasGraphicsCard: Bool = {
    guard let folder = opendir("/dev/dri") else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("renderD"), access("/dev/dri/\(name)", R_OK | W_OK) == 0 { return true }
    }
    return false
  }()

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether someone listens at a socket of this machine; a path that begins with a zero byte is an abstract one.
  private static func answers(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = MemoryLayout<sa_family_t>.size + bytes.count + (bytes.first == 0 ? 0 : 1)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(length)) }
    } == 0
  }
}
