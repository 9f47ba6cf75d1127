/// What libmpv says of itself.
enum MPVLibraryProbe {
  static let file = "libmpv.so.2"

  private typealias Handle = OpaquePointer
  private typealias Create = @convention(c) () -> Handle?
  private typealias Initialize = @convention(c) (Handle) -> Int32
  private typealias SetOption = @convention(c) (Handle, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  private typealias GetProperty = @convention(c) (Handle, UnsafePointer<CChar>) -> UnsafePointer<CChar>?

  /// Its version, that of FFmpeg, and its decoders as mpv's own JSON: `mpv-version`, `ffmpeg-version`,
  /// `decoder-list`.
  static func facts() throws(ProbeFailure) -> [String: String] {
    let library = try SharedLibrary(file)
    let create = try library.function("mpv_create", as: Create.self)
    let initialize = try library.function("mpv_initialize", as: Initialize.self)
    let setOption = try library.function("mpv_set_option_string", as: SetOption.self)
    let get = try library.function("mpv_get_property_string", as: GetProperty.self)
    guard let handle = create() else { throw ProbeFailure("it makes no player") }
    // It is to open nothing, and to ask no device.
    for (name, value) in [("vo", "null"), ("ao", "null")] { _ = setOption(handle, name, value) }
    guard initialize(handle) >= 0 else { throw ProbeFailure("its player does not start") }
    var facts: [String: String] = [:]
    for name in ["mpv-version", "ffmpeg-version", "decoder-list"] {
      // Never freed: the process ends at once.
      facts[name] = get(handle, name).map { String(cString: $0) }
    }
    return facts
  }
}
