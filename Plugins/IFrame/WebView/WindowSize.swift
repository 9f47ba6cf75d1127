import CWebKit
import FoundationEssentials

/// The size that the window had last time, kept in the person's state folder.
struct WindowSize: Decodable, Equatable {
  var width: Int32
  var height: Int32

  /// The least size, which YouTube asks for too.
  static let least: Int32 = 200

  /// 16:9, and no larger than the screen.
  static func usual(on display: OpaquePointer?) -> WindowSize {
    var place = GdkRectangle()
    if let monitors = gdk_display_get_monitors(display), let monitor = g_list_model_get_item(monitors, 0) {
      gdk_monitor_get_geometry(OpaquePointer(monitor), &place)
      g_object_unref(monitor)
    }
    let width = place.width > 0 ? min(960, place.width, place.height * 16 / 9) : 960
    return WindowSize(width: width, height: width * 9 / 16)
  }

  /// Where it is kept; nil where the person has no home.
  static var path: String? {
    func folder(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return (folder("XDG_STATE_HOME") ?? folder("HOME").map { "\($0)/.local/state" })
      .map { "\($0)/ytplay/window.json" }
  }

  /// What is kept; nil where nothing is, or no size that a window can have.
  static func remembered(at path: String? = path) -> WindowSize? {
    var contents: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    guard let path, g_file_get_contents(path, &contents, &count, nil) != 0, let contents else { return nil }
    defer { g_free(contents) }
    let data = Data(UnsafeRawBufferPointer(start: contents, count: Int(count)))
    guard let size = try? JSONDecoder().decode(WindowSize.self, from: data),
      (least...32767).contains(size.width), (least...32767).contains(size.height)
    else { return nil }
    return size
  }

  /// Keeps it, whole or not at all. What goes wrong is not worth a word: the window has its usual size next time.
  func remember(at path: String? = path) {
    guard let path, let end = path.lastIndex(of: "/") else { return }
    g_mkdir_with_parents(String(path[..<end]), 0o700)
    let text = #"{"width":\#(width),"height":\#(height)}"# + "\n"
    g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0o600, nil)
  }
}
