extension YouTubeLink {
  /// The source of a link that stands in this one's query, as written there: a URL or a path of YouTube's.
  func source(inLink text: ByteRun?) throws(PlayerError) -> PlayerSource {
    guard let text, !text.isEmpty else { throw SourceRefusal.noVideo }
    // Each link is shorter than the one around it, so the bound keeps the time linear.
    guard depth < Self.depthLimit else { throw SourceRefusal.nesting }
    return try text.decoded(.query) { text throws(PlayerError) in
      guard let link = YouTubeLink(inside: text, depth: depth + 1) else {
        throw SourceRefusal.innerLink(text)
      }
      return try link.source()
    }
  }

  /// The link that stands inside another, or nil where it is not YouTube's.
  private init?(inside text: ByteRun, depth: Int) {
    if text.first == UInt8(ascii: "/"), !text.starts(with: "//") {
      self.init(host: .site, rest: text, depth: depth)
      return
    }
    var scheme = SourceScheme.https
    var rest = text
    if let length = SourceScheme.length(in: text), text.starts(with: "://", at: length) {
      scheme = SourceScheme(text.upTo(length))
      rest = text.from(length + 3)
    } else if text.starts(with: "//") {
      rest = text.from(2)
    }
    let address = WebAddress(rest)
    guard let ownPort = scheme.ownPort, let host = address.youTubeHost(ownPort: ownPort) else { return nil }
    self.init(host: host, rest: address.rest, depth: depth)
  }
}
