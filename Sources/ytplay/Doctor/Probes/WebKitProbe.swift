/// What WebKitGTK says of itself.
enum WebKitProbe {
  static let file = "libwebkitgtk-6.0.so.4"

  private typealias Number = @convention(c) () -> UInt32
  private typealias Backend = @convention(c) () -> OpaquePointer?
  private typealias Supports = @convention(c) (OpaquePointer) -> Int32

  /// `version`, and `tls`: whether GLib has a library for encrypted connections.
  static func facts() throws(ProbeFailure) -> [String: String] {
    let library = try SharedLibrary(file)
    let numbers = try ["major", "minor", "micro"].map { (part) throws(ProbeFailure) in
      try library.function("webkit_get_\(part)_version", as: Number.self)()
    }
    let backend = try library.function("g_tls_backend_get_default", as: Backend.self)()
    let supports = try library.function("g_tls_backend_supports_tls", as: Supports.self)
    return [
      "version": numbers.map { "\($0)" }.joined(separator: "."),
      "tls": backend.map { supports($0) != 0 } == true ? "yes" : "no",
    ]
  }
}
