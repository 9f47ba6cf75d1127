import Glibc

/// Where a window could be shown.
///
/// Asked before mpv starts, because mpv's own search costs more, and because a window on a display that goes
/// away takes the process with it.
enum MPVDisplay {
  case wayland, x11

  /// The display whose server answers behind `WAYLAND_DISPLAY` or `DISPLAY`; nil where none does.
  ///
  /// A display of another machine is believed to be there.
  static var current: MPVDisplay? {
    let wayland = waylandPath(MPVSocket.variable("WAYLAND_DISPLAY"), MPVSocket.variable("XDG_RUNTIME_DIR"))
    if let wayland, MPVSocket.answers(wayland) { return .wayland }
    guard let display = MPVSocket.variable("DISPLAY") else { return nil }
    guard let path = x11Path(display) else { return .x11 }
    return MPVSocket.answers("\0" + path) || MPVSocket.answers(path) ? .x11 : nil
  }

  /// Whether there is a device that may decode pictures.
  static var hasGraphicsCard: Bool {
    access("/dev/dri", F_OK) == 0 || access("/dev/nvidiactl", F_OK) == 0
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

  /// mpv's name for drawing on it: without, mpv also tries the bare console, and takes twice as long.
  var context: String {
    switch self {
    case .wayland: "wayland"
    case .x11: "x11egl"
    }
  }
}
