extension YouTubeLink {
  /// `/channel/UC…`.
  func channel(id: ByteRun?, tab: ByteRun?) throws(PlayerError) -> PlayerSource {
    guard let id else { throw SourceRefusal.noChannel }
    return channel(.id(try channelID(id)), tab)
  }

  /// `/@handle`.
  func channel(handle: ByteRun, tab: ByteRun?) throws(PlayerError) -> PlayerSource {
    try handle.decoded(.path) { handle throws(PlayerError) in
      guard let named = YouTubeChannel(handle: handle) else { throw SourceRefusal.channelName(handle) }
      return channel(named, tab)
    }
  }

  /// `/user/NAME`, or the `list=NAME` of a user's uploads.
  func channel(user: ByteRun?, tab: ByteRun?) throws(PlayerError) -> PlayerSource {
    channel(.user(try name(user)), tab)
  }

  /// `/c/NAME`.
  func channel(customName: ByteRun?, tab: ByteRun?) throws(PlayerError) -> PlayerSource {
    channel(.custom(try name(customName)), tab)
  }

  /// `/NAME`: a custom name, where the host has such.
  func channel(word: ByteRun, tab: ByteRun?) throws(PlayerError) -> PlayerSource {
    guard host == .site else { throw SourceRefusal.videoID(word) }
    // A custom name has no dots: `/robots.txt` and `/favicon.ico` are YouTube's own.
    guard !word.contains(UInt8(ascii: ".")) else { throw SourceRefusal.page(word) }
    return try channel(customName: word, tab: tab)
  }

  /// Music's `/browse/VL<list>` and `/browse/UC…`.
  func browseSource(_ segment: ByteRun?, tab: ByteRun?) throws(PlayerError) -> PlayerSource {
    guard let segment else { throw SourceRefusal.noVideo }
    if segment.starts(with: "VL") { return try playlist(segment.from(2)) }
    guard let id = YouTubeChannelID(segment) else { throw SourceRefusal.page(segment) }
    return channel(.id(id), tab)
  }

  func channelID(_ text: ByteRun) throws(PlayerError) -> YouTubeChannelID {
    guard let id = YouTubeChannelID(text) else { throw SourceRefusal.channelID(text) }
    return id
  }

  private func name(_ text: ByteRun?) throws(PlayerError) -> String {
    guard let text, !text.isEmpty else { throw SourceRefusal.noChannel }
    return try text.decoded(.path) { text throws(PlayerError) in
      guard let name = YouTubeChannel.name(text) else { throw SourceRefusal.channelName(text) }
      return name
    }
  }

  /// A channel; of the tabs behind it only the live one says something.
  private func channel(_ channel: YouTubeChannel, _ tab: ByteRun?) -> PlayerSource {
    source(.channel(channel, live: tab?.equalsFolded("live") ?? false))
  }
}

extension YouTubeChannel {
  /// The channel of a handle with its `@`, or nil where the text can't be one.
  init?(handle text: ByteRun) {
    guard text.first == UInt8(ascii: "@"), Self.name(text.from(1)) != nil else { return nil }
    self = .handle(text.string)
  }

  /// A channel's name: letters and digits of any script, `-`, `_` and `.`; nil where the text can't be one.
  static func name(_ text: ByteRun) -> String? {
    var isASCII = true
    let hasNameBytes = text.allSatisfy { byte in
      isASCII = isASCII && byte < 0x80
      return byte.isYouTubeIDByte || byte == UInt8(ascii: ".") || byte >= 0x80
    }
    guard hasNameBytes, !text.isEmpty, let name = String(validating: text.buffer, as: UTF8.self) else {
      return nil
    }
    let hasNameScalars =
      isASCII
      || name.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII || !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      }
    return hasNameScalars ? name : nil
  }
}
