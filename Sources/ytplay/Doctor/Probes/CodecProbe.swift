/// What GStreamer, by which WebKit plays, can read.
enum CodecProbe {
  static let file = "libgstreamer-1.0.so.0"

  /// What a format needs of GStreamer, beside its decoder, to be played the way YouTube's player does it: by
  /// Media Source Extensions.
  enum Format: String, CaseIterable {
    case vp9 = "VP9"
    case h264 = "H.264"
    case av1 = "AV1"
    case opus = "Opus"
    case aac = "AAC"

    /// The caps of the stream.
    var caps: String {
      switch self {
      case .vp9: "video/x-vp9"
      case .h264: "video/x-h264"
      case .av1: "video/x-av1"
      case .opus: "audio/x-opus"
      case .aac: "audio/mpeg,mpegversion=4"
      }
    }

    /// The caps of the file that it comes in.
    var container: String {
      switch self {
      case .vp9, .opus: "video/webm"
      case .h264, .aac, .av1: "video/quicktime"
      }
    }
  }

  /// The bits of `GstElementFactoryListType`.
  private enum Kind: UInt64 {
    case decoder = 1
    case demuxer = 32
    case parser = 64
  }

  private typealias Start =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Int32
  private typealias Elements = @convention(c) (UInt64, Int32) -> UnsafeMutableRawPointer?
  private typealias Filter =
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer, Int32, Int32) -> UnsafeMutableRawPointer?
  /// Also of a factory by its name.
  private typealias Caps = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias Name = @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<CChar>?
  private typealias Version = @convention(c) () -> UnsafePointer<CChar>?

  /// `version`; for each format `decoder.NAME`, `parser.NAME` and `demuxer.NAME` with the element that does it,
  /// where there is one; and `sink`, what sound would go to.
  static func facts() throws(ProbeFailure) -> [String: String] {
    let library = try SharedLibrary(file)
    let start = try library.function("gst_init_check", as: Start.self)
    guard start(nil, nil, nil) != 0 else { throw ProbeFailure("it does not start") }
    let elements = try library.function("gst_element_factory_list_get_elements", as: Elements.self)
    let filter = try library.function("gst_element_factory_list_filter", as: Filter.self)
    let makeCaps = try library.function("gst_caps_from_string", as: Caps.self)
    let name = try library.function("gst_object_get_name", as: Name.self)
    let version = try library.function("gst_version_string", as: Version.self)

    /// The first element of a kind that takes these caps; the ranks below `rank` are never taken by itself.
    func find(_ kind: Kind, _ caps: String, rank: Int32) -> String? {
      guard let caps = makeCaps(caps) else { return nil }
      // Its sinks are what is asked for: GST_PAD_SINK is 2.
      guard let list = filter(elements(kind.rawValue, rank), caps, 2, 0) else { return nil }
      // A GList begins with its data.
      let first = list.load(as: UnsafeMutableRawPointer?.self)
      return first.flatMap { name($0) }.map { String(cString: $0) }
    }
    var facts = ["version": version().map { String(cString: $0) } ?? "GStreamer"]
    let marginal: Int32 = 64
    for format in Format.allCases {
      facts["decoder.\(format.rawValue)"] = find(.decoder, format.caps, rank: marginal)
      facts["parser.\(format.rawValue)"] = find(.parser, format.caps, rank: 0)
      facts["demuxer.\(format.rawValue)"] = find(.demuxer, format.container, rank: marginal)
    }
    let factory = try library.function("gst_element_factory_find", as: Caps.self)
    facts["sink"] = ["autoaudiosink"].first { factory($0) != nil }
    return facts
  }
}
