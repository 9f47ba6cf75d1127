/// The picture's size.
public struct VideoSize: Sendable, Hashable, Codable {
  /// Pixels across, as shown.
  public let width: Int
  /// Pixels down, as shown.
  public let height: Int

  /// A size in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// What a source says of itself.
public struct PlayerMetadata: Sendable, Hashable, Codable {
  /// The title.
  public var title: String?
  /// Who made it: the artist, or the channel.
  public var author: String?
  /// The album.
  public var album: String?
  /// YouTube's id of the video that is playing.
  public var videoID: String?
  /// The URL of a picture that stands for it.
  public var thumbnail: String?
  /// Its chapters in order.
  public var chapters: [Chapter]

  /// Metadata of these values.
  public init(
    title: String? = nil, author: String? = nil, album: String? = nil, videoID: String? = nil,
    thumbnail: String? = nil, chapters: [Chapter] = []
  ) {
    self.title = title
    self.author = author
    self.album = album
    self.videoID = videoID
    self.thumbnail = thumbnail
    self.chapters = chapters
  }

  /// Reads metadata; whatever is absent is nil or empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      title: try container.decodeIfPresent(String.self, forKey: .title),
      author: try container.decodeIfPresent(String.self, forKey: .author),
      album: try container.decodeIfPresent(String.self, forKey: .album),
      videoID: try container.decodeIfPresent(String.self, forKey: .videoID),
      thumbnail: try container.decodeIfPresent(String.self, forKey: .thumbnail),
      chapters: try container.decodeIfPresent([Chapter].self, forKey: .chapters) ?? [])
  }
}

/// A named part of a source.
public struct Chapter: Sendable, Hashable, Codable {
  /// Where it begins, in seconds.
  public let start: Double
  /// Its title, where it has one.
  public let title: String?

  /// A chapter that begins `start` seconds in.
  public init(start: Double, title: String? = nil) {
    self.start = start
    self.title = title
  }

  /// Writes the chapter; a start that is not finite is written as null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(finite: start, .start)
    try container.encodeIfPresent(title, forKey: .title)
  }
}

/// One item of a source's own list.
public struct PlayerItem: Sendable, Hashable, Codable {
  /// The backend's id of it: a video id, a path.
  public let id: String
  /// Its title, where it is known.
  public let title: String?

  /// An item with this id.
  public init(id: String, title: String? = nil) {
    self.id = id
    self.title = title
  }
}

/// A track that can be selected.
public struct PlayerTrack: Sendable, Hashable, Codable {
  /// Its kind.
  public let kind: TrackKind
  /// Its id, unique within its kind and source.
  public let id: String
  /// Its language, as the source gives it.
  public let language: String?
  /// Its title, where it has one.
  public let title: String?
  /// Whether it comes from another file than the source.
  public let isExternal: Bool

  /// A track of this kind and id.
  public init(
    kind: TrackKind, id: String, language: String? = nil, title: String? = nil, isExternal: Bool = false
  ) {
    self.kind = kind
    self.id = id
    self.language = language
    self.title = title
    self.isExternal = isExternal
  }

  /// Reads a track; `isExternal` is false where it is absent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      kind: try container.decode(TrackKind.self, forKey: .kind),
      id: try container.decode(String.self, forKey: .id),
      language: try container.decodeIfPresent(String.self, forKey: .language),
      title: try container.decodeIfPresent(String.self, forKey: .title),
      isExternal: try container.decodeIfPresent(Bool.self, forKey: .isExternal) ?? false)
  }
}
