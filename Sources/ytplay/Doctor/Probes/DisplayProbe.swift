import Glibc

/// Connects to the display as a window would, with the person's own permission to do so.
enum DisplayProbe {
  private typealias Connect = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias ConnectX =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?) -> OpaquePointer?
  private typealias Ask = @convention(c) (OpaquePointer) -> Int32

  /// `wayland` and `x11`: `yes`, or why not; absent where the variable is not set.
  static func facts() throws(ProbeFailure) -> [String: String] {
    var facts: [String: String] = [:]
    if isSet("WAYLAND_DISPLAY") { facts["wayland"] = answer(wayland) }
    if isSet("DISPLAY") { facts["x11"] = answer(x11) }
    return facts
  }

  private static func isSet(_ variable: String) -> Bool { getenv(variable).map { $0.pointee != 0 } ?? false }

  private static func answer(_ connect: () throws(ProbeFailure) -> Void) -> String {
    do throws(ProbeFailure) {
      try connect()
      return "yes"
    } catch {
      return error.reason
    }
  }

  private static func wayland() throws(ProbeFailure) {
    let library = try SharedLibrary("libwayland-client.so.0")
    let connect = try library.function("wl_display_connect", as: Connect.self)
    let roundtrip = try library.function("wl_display_roundtrip", as: Ask.self)
    guard let display = connect(nil) else {
      throw ProbeFailure("nobody answers there: \(String(cString: strerror(errno)))")
    }
    guard roundtrip(display) >= 0 else { throw ProbeFailure("what answers there is no compositor") }
  }

  private static func x11() throws(ProbeFailure) {
    let library = try SharedLibrary("libxcb.so.1")
    let connect = try library.function("xcb_connect", as: ConnectX.self)
    let error = try library.function("xcb_connection_has_error", as: Ask.self)
    guard let connection = connect(nil, nil) else { throw ProbeFailure("no connection can be made") }
    switch error(connection) {
    case 0: return
    // The numbers of <xcb/xcb.h>.
    case 5: throw ProbeFailure("that is no name of a display")
    case 6: throw ProbeFailure("the server has no such screen")
    default: throw ProbeFailure("no server answers there that lets you in")
    }
  }
}
