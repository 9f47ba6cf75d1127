/// A link on one of YouTube's hosts, taken apart.
struct YouTubeLink: ~Copyable {
  /// How many links may stand one inside the other.
  static let depthLimit = 4

  let host: YouTubeHost
  let depth: Int
  let path: ByteRun
  private(set) var parameters = LinkParameters()

  /// The link of a host and of what stands behind it.
  ///
  /// - Parameter depth: how many links it stands inside.
  init(host: YouTubeHost, rest: ByteRun, depth: Int = 0) {
    // `&` ends a path too: old embed codes have `/v/ID&hl=en`.
    let pathEnd = rest.end { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "&") }
    self.host = host
    self.depth = depth
    path = rest.upTo(pathEnd)
    parameters.read(rest.from(pathEnd))
  }

  /// The link that a text without a scheme is, where it begins with a YouTube host.
  init?(withoutScheme text: ByteRun) {
    let address = WebAddress(text)
    guard let host = address.youTubeHost(ownPort: SourceScheme.https.ownPort) else { return nil }
    self.init(host: host, rest: address.rest)
  }

  /// The source of an app link, without its scheme: an id, or `//` and an id or a host.
  static func source(inAppLink text: ByteRun) throws(PlayerError) -> PlayerSource {
    let text = text.starts(with: "//") ? text.from(2) : text
    let address = WebAddress(text)
    if let host = address.youTubeHost(ownPort: nil) {
      return try YouTubeLink(host: host, rest: address.rest).source()
    }
    return try YouTubeLink(host: .short, rest: text).source()
  }

  /// What the link leads to.
  func source() throws(PlayerError) -> PlayerSource {
    if host == .consent { return try source(inLink: parameters.continuation) }
    var path = PathSegments(path)
    guard let first = path.next() else { return try rootSource() }
    if host == .short, let id = first.decodedValue({ YouTubeVideoID($0) }) { return video(id) }
    if first[0] == UInt8(ascii: "@") || first.starts(with: "%40") {
      return try channel(handle: first, tab: path.next())
    }
    guard let page = YouTubePage(first) else { return try channel(word: first, tab: path.next()) }
    switch page {
    case .watch: return try watchSource(path.next())
    case .watchPopup: return try watchSource(nil)
    case .video: return try video(parsing: path.next())
    case .embed: return try embedSource(path.next())
    case .playlist: return try playlist()
    case .watchVideos: return try videosSource()
    case .attribution: return try source(inLink: parameters.inner)
    case .channel: return try channel(id: path.next(), tab: path.next())
    case .user: return try channel(user: path.next(), tab: path.next())
    case .customName: return try channel(customName: path.next(), tab: path.next())
    case .browse: return try browseSource(path.next(), tab: path.next())
    case .withoutMedia: throw SourceRefusal.page(first)
    }
  }

  /// A source of this content, from the link's start to its end; an end not behind the start is ignored.
  @inline(__always)
  func source(_ content: consuming PlayerSource.Content) -> PlayerSource {
    let start = parameters.start
    let end = parameters.end.flatMap { $0 > start ?? 0 ? $0 : nil }
    return PlayerSource(content, start: start, end: end)
  }
}
