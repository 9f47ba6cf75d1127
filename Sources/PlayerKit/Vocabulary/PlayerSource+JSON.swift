#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PlayerSource: Codable {
  /// Reads a source from text, as ``init(parsing:)-(String)`` does, or from an object.
  ///
  /// - Throws: ``PlayerError/Code/invalidSource`` for an object, or a text, that names nothing that could be
  ///   played; ``PlayerError/Code/invalidArgument`` for what is neither text nor an object. Whether start,
  ///   end and index are in their ranges is for ``validate()``.
  public init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: JSONKey.self) else {
      guard let text = try? decoder.singleValueContainer().decode(String.self) else {
        throw PlayerError(
          .invalidArgument, "A source is text or an object.",
          remedy:
            #"Write a URL, an id or a path as text, or an object such as {"kind":"file","path":"a.mp4"}."#)
      }
      try self.init(parsing: text)
      return
    }
    let fields = JSONFields(container, "A source", .invalidSource)
    let name = try fields.required(.kind, "one of \(Kind.names)", as: String.self)
    guard let kind = Kind(rawValue: name) else {
      throw PlayerError(
        .invalidSource, "There is no kind of source called “\(name.shortened)”.",
        remedy: "Choose one of \(Kind.names).")
    }
    self.init(
      try Content(kind, JSONFields(container, "A source of the kind \(kind)", .invalidSource)),
      start: try fields.optional(.start, "seconds"), end: try fields.optional(.end, "seconds"))
  }

  /// Writes an object; fields that are not set are left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    try container.encode(kind, forKey: .kind)
    switch content {
    case .video(let id, let list, let index):
      try container.encode(id.description, forKey: .id)
      try container.encodeIfPresent(list?.description, forKey: .list)
      try container.encodeIfPresent(index, forKey: .index)
    case .videos(let ids, let index):
      try container.encode(ids.map(\.description), forKey: .ids)
      try container.encode(index, forKey: .index)
    case .playlist(let id, let index):
      try container.encode(id.description, forKey: .id)
      try container.encodeIfPresent(index, forKey: .index)
    case .channel(let channel, let live):
      switch channel {
      case .id(let id): try container.encode(id.description, forKey: .id)
      case .handle(let name): try container.encode(name, forKey: .handle)
      case .user(let name): try container.encode(name, forKey: .user)
      case .custom(let name): try container.encode(name, forKey: .custom)
      }
      if live { try container.encode(live, forKey: .live) }
    case .file(let path): try container.encode(path)
    case .stream(let url): try container.encode(url, forKey: .url)
    }
    try container.encode(finiteIfPresent: start, .start)
    try container.encode(finiteIfPresent: end, .end)
  }
}

extension PlayerSource.Kind {
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension PlayerSource.Content {
  fileprivate init(_ kind: PlayerSource.Kind, _ fields: JSONFields<JSONKey>) throws(PlayerError) {
    switch kind {
    case .video:
      let id = try fields.videoID(try fields.required(.id, "a video's id"))
      let list: YouTubePlaylistID? =
        if let text = try fields.optional(.list, "a playlist's id", as: String.self) {
          try fields.playlistID(text)
        } else {
          nil
        }
      self = .video(id, list: list, index: try fields.index())
    case .videos:
      var ids: [YouTubeVideoID] = []
      for text in try fields.required(.ids, "a list of videos' ids", as: [String].self) {
        ids.append(try fields.videoID(text))
      }
      if ids.isEmpty { throw fields.failure("has no ids.") }
      self = .videos(ids, index: try fields.index() ?? 0)
    case .playlist:
      let id = try fields.playlistID(try fields.required(.id, "a playlist's id"))
      self = .playlist(id, index: try fields.index())
    case .channel:
      self = .channel(try fields.channel(), live: try fields.optional(.live, "true or false") ?? false)
    case .file: self = .file(try fields.mediaPath())
    case .stream:
      self = .stream(try fields.required(.url, "a URL, or “-” for standard input"))
    }
    try validatePlace()
  }
}

extension JSONFields<JSONKey> {
  fileprivate func index() throws(PlayerError) -> Int? {
    try optional(.index, "a whole number, counted from 0")
  }

  fileprivate func videoID(_ text: String) throws(PlayerError) -> YouTubeVideoID {
    guard let id = YouTubeVideoID(text) else {
      throw PlayerError(
        code, "“\(text.shortened)” is not the id of a YouTube video.",
        remedy: "An id is exactly 11 letters, digits, “_” or “-”.")
    }
    return id
  }

  fileprivate func playlistID(_ text: String) throws(PlayerError) -> YouTubePlaylistID {
    guard let id = YouTubePlaylistID(text) else {
      throw PlayerError(
        code, "“\(text.shortened)” is not the id of a YouTube playlist.",
        remedy: "Copy the id behind “list=” of the playlist's own page; “WL”, “LL” and “LM” need sign-in.")
    }
    return id
  }

  /// The channel by whichever one of the names is given.
  fileprivate func channel() throws(PlayerError) -> YouTubeChannel {
    let names = [JSONKey.id, .handle, .user, .custom].filter(has)
    guard names.count == 1, let key = names.first else {
      throw failure("needs exactly one of id, handle, user and custom.")
    }
    let text = try required(key, "text", as: String.self)
    switch key {
    case .id:
      guard let id = YouTubeChannelID(text) else {
        throw PlayerError(
          code, "“\(text.shortened)” is not the id of a YouTube channel.",
          remedy: "An id is “UC” and 22 letters, digits, “_” or “-”.")
      }
      return .id(id)
    case .handle:
      if !text.hasPrefix("@") || text == "@" {
        throw failure("needs handle, a name that begins with “@”, and was given “\(text.shortened)”.")
      }
      return .handle(text)
    default:
      if text.isEmpty { throw failure("needs \(key.stringValue), a name, and was given none.") }
      return key == .user ? .user(text) : .custom(text)
    }
  }

  /// The path by `path`, or by `pathBase64`.
  func mediaPath() throws(PlayerError) -> MediaPath {
    switch (has(.path), has(.pathBase64)) {
    case (true, false): return MediaPath(try required(.path, "a path", as: String.self))
    case (false, true):
      let text = try required(.pathBase64, "a path's bytes in Base64", as: String.self)
      guard let data = Data(base64Encoded: text) else {
        throw failure("needs pathBase64, a path's bytes in Base64, and was given “\(text.shortened)”.")
      }
      return MediaPath(bytes: data)
    case (true, true), (false, false): throw failure("needs either path or pathBase64.")
    }
  }
}

extension KeyedEncodingContainer<JSONKey> {
  /// Writes a path as `path`, or as `pathBase64` where its bytes are not UTF-8.
  mutating func encode(_ path: MediaPath) throws {
    if let text = path.text {
      try encode(text, forKey: .path)
    } else {
      try encode(Data(path.bytes).base64EncodedString(), forKey: .pathBase64)
    }
  }
}
