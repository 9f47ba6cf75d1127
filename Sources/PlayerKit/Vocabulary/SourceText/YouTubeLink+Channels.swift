extension YouTubeLink {
  /// `/channel/UC…`.
  func channel(id: ByteRun?, tab: ByteRun?) throws(PlayerError) -> PlayerSource {
    guard let id else { throw SourceRefusal.noChannel }
    guard let channelID = YouTubeChannelID(id) else { throw SourceRefusal.channelID(id) }
    return channel(.id(channelID), tab)
  }

  /// `/@handle`.
  func channel(handle: ByteRun, tab: ByteRun?) throws(PlayerError) -> PlayerSource {
    guard let named = handle.decoded(.path, { YouTubeChannel(handle: $0) }) else {
      throw SourceRefusal.channelName(handle)
    }
    return channel(named, tab)
  }

  /// `/user/NAME`.
  func channel(user: ByteRun?, tab: ByteRun?) throws(PlayerError) -> PlayerSource {
    channel(.user(try name(user)), tab)
  }

  /// The user whose uploads a player shows, who may be named as any channel is.
  func channel(withUploads list: ByteRun?) throws(PlayerError) -> PlayerSource {
    if let id = list.flatMap({ YouTubeChannelID($0) }) { return channel(.id(id), nil) }
    if let list, list.first == UInt8(ascii: "@") { return try channel(handle: list, tab: nil) }
    return try channel(user: list, tab: nil)
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

  private func name(_ text: ByteRun?) throws(PlayerError) -> String {
    guard let text, !text.isEmpty else { throw SourceRefusal.noChannel }
    guard let name = text.decoded(.path, YouTubeChannel.name) else { throw SourceRefusal.channelName(text) }
    return name
  }

  /// A channel; of the tabs behind it only the live one says something.
  private func channel(_ channel: YouTubeChannel, _ tab: ByteRun?) -> PlayerSource {
    source(.channel(channel, live: tab?.equalsFolded("live") ?? false))
  }
}

extension YouTubeChannel {
  /// The channel of a handle with its `@`, or nil where the text can't be one.
  init?(handle text: ByteRun) {
    guard text.first == UInt8(ascii: "@"), Self.isName(text.from(1)) else { return nil }
    self = .handle(text.string)
  }

  /// A channel's name, or nil where the text can't be one.
  static func name(_ text: ByteRun) -> String? {
    isName(text) ? text.string : nil
  }

  /// Whether the text could be a channel's name: letters and digits of any script, `-`, `_` and `.`.
  private static func isName(_ text: ByteRun) -> Bool {
    var isASCII = true
    let hasNameBytes = text.allSatisfy { byte in
      isASCII = isASCII && byte < 0x80
      return byte.isYouTubeIDByte || byte == UInt8(ascii: ".") || byte >= 0x80
    }
    guard hasNameBytes, !text.isEmpty else { return false }
    guard !isASCII else { return true }
    guard let name = String(validating: text.buffer, as: UTF8.self) else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
    }
  }
}
