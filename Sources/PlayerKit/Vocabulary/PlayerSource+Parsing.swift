extension PlayerSource {
  /// The source that a text names, told from the text alone: no file is looked at.
  ///
  /// White space around the text is dropped. In order it is read as a URL, a YouTube address without
  /// `https://`, a video's id, a playlist's id, `@handle` or a channel's id, and else as a file's path. A
  /// file whose name could be one of the others is written `./name` or `file:name`. `-` is standard input.
  ///
  /// ```swift
  /// let source = try PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ?t=1m30s")
  /// ```
  ///
  /// Reading takes time in proportion to the text's length. What is read from ``text`` is the same source.
  ///
  /// - `file:///path`, `file://localhost/path`, `file:/path` and, for paths that aren't absolute, `file:path`
  ///   are percent-decoded. A media fragment behind them (`#t=10,20`, `#t=90`) is start and end.
  /// - Of YouTube's links the times are whole seconds.
  ///
  /// - Throws: ``PlayerError/Code/invalidSource`` where the text names nothing that could be played: it is
  ///   empty, an id is malformed, a link leads to a page without media or to a list that needs sign-in, …
  public init(parsing text: String) throws(PlayerError) {
    var text = text
    let result = text.withUTF8 { buffer in
      Result { () throws(PlayerError) in try SourceReader.source(in: buffer) }
    }
    self = try result.get()
  }

  /// The source that bytes name, as ``init(parsing:)-(String)``; a file's path keeps its bytes even where
  /// they are not UTF-8, as those of a command line need not be.
  ///
  /// - Throws: ``PlayerError/Code/invalidSource`` as ``init(parsing:)-(String)``.
  public init(parsing bytes: [UInt8]) throws(PlayerError) {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(PlayerError) in try SourceReader.source(in: buffer) }
    }
    self = try result.get()
  }
}

/// Tells what kind of source a text is.
private enum SourceReader {
  static func source(in buffer: UnsafeBufferPointer<UInt8>) throws(PlayerError) -> PlayerSource {
    guard let text = ByteRun(buffer)?.trimmed, !text.isEmpty else { throw SourceRefusal.empty }
    if text.equals("-") { return .standardInput }
    if let length = SourceScheme.length(in: text) {
      let scheme = SourceScheme(text.upTo(length))
      // `Part 1:2.mp4` and `youtube.com:443/watch` have a colon, but no scheme.
      if scheme != .other || text.starts(with: "://", at: length) {
        return try url(text, scheme, text.from(length + 1))
      }
    } else if text.starts(with: "//") {
      let address = WebAddress(text.from(2))
      if !address.lacksHost {
        if let host = address.youTubeHost(ownPort: SourceScheme.https.ownPort) {
          return try YouTubeLink(host: host, rest: address.rest).source()
        }
        return try PlayerSource(.stream("https:" + streamURL(text)))
      }
    }
    if let link = YouTubeLink(withoutScheme: text) { return try link.source() }
    return try named(text)
  }

  /// The source of a URL, of which `rest` stands behind the scheme's colon.
  private static func url(
    _ text: ByteRun, _ scheme: SourceScheme, _ rest: ByteRun
  ) throws(PlayerError) -> PlayerSource {
    switch scheme {
    case .http, .https:
      guard rest.starts(with: "//") else { throw SourceRefusal.noHost(text) }
      let address = WebAddress(rest.from(2))
      if let host = address.youTubeHost(ownPort: scheme.ownPort) {
        return try YouTubeLink(host: host, rest: address.rest).source()
      }
      guard !address.lacksHost else { throw SourceRefusal.noHost(text) }
      return try PlayerSource(.stream(streamURL(text)))
    case .file: return try fileURL(rest)
    case .youTubeApp: return try YouTubeLink.source(inAppLink: rest)
    case .refused: throw SourceRefusal.scheme(text.upTo(text.count - rest.count - 1))
    case .other: return try PlayerSource(.stream(streamURL(text)))
    }
  }

  /// A URL that is not YouTube's, verbatim but for `&amp;`; bytes that are not UTF-8, and what no line of a list and no
  /// XML could have, are percent-encoded.
  private static func streamURL(_ text: ByteRun) throws(PlayerError) -> String {
    guard !text.contains(0) else { throw SourceRefusal.nulByte }
    return text.decoded(.url) { run in
      guard let string = String(validating: run.buffer, as: UTF8.self) else {
        return run.percentEncoded { $0 < 0x80 && !$0.isASCIIControl }
      }
      return SourceScheme.isFit(run) ? string : SourceScheme.fit(string)
    }
  }

  /// The source of a `file:` URL, without its scheme.
  private static func fileURL(_ rest: ByteRun) throws(PlayerError) -> PlayerSource {
    var path = rest
    if rest.starts(with: "//") {
      let address = WebAddress(rest.from(2))
      guard address.authority.isEmpty || address.authority.equalsFolded("localhost") else {
        throw SourceRefusal.fileHost(address.authority)
      }
      guard address.rest.first == UInt8(ascii: "/") else { throw SourceRefusal.noPath }
      path = address.rest
    }
    let fragment = MediaFragment(endOf: path)
    if let fragment { path = path.upTo(fragment.position) }
    return try path.decoded(.pathOfURL) { path throws(PlayerError) in
      PlayerSource(.file(try mediaPath(path)), start: fragment?.start, end: fragment?.end)
    }
  }

  /// The source of a text that is no URL: an id, a handle, or else a path.
  private static func named(_ text: ByteRun) throws(PlayerError) -> PlayerSource {
    if let id = YouTubeVideoID(text) { return PlayerSource(.video(id)) }
    if let id = YouTubePlaylistID(text) { return PlayerSource(.playlist(id)) }
    if YouTubePlaylistID.needsSignIn(text) { throw SourceRefusal.signIn(text) }
    if let id = YouTubeChannelID(text) { return PlayerSource(.channel(.id(id))) }
    if text[0] == UInt8(ascii: "@"), let handle = YouTubeChannel(handle: text) {
      return PlayerSource(.channel(handle))
    }
    return PlayerSource(.file(try mediaPath(text)))
  }

  private static func mediaPath(_ path: ByteRun) throws(PlayerError) -> MediaPath {
    guard !path.isEmpty else { throw SourceRefusal.noPath }
    guard !path.contains(0) else { throw SourceRefusal.nulByte }
    return MediaPath(bytes: path.buffer)
  }
}
