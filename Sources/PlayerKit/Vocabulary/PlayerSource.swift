/// What to play: a file, a stream, or something of YouTube's.
///
/// A source is a plain value. Text is read by ``init(parsing:)-(String)`` and written by ``text``; the JSON
/// form takes text or an object and always writes an object.
public struct PlayerSource: Sendable, Hashable {
  /// What kind of thing it is, and which.
  public enum Content: Sendable, Hashable {
    /// A YouTube video, optionally in the playlist that it was opened in, at an index counted from 0.
    case video(YouTubeVideoID, list: YouTubePlaylistID? = nil, index: Int? = nil)
    /// YouTube videos in this order, beginning with the one at an index counted from 0.
    case videos([YouTubeVideoID], index: Int = 0)
    /// A YouTube playlist, beginning with the item at an index counted from 0.
    case playlist(YouTubePlaylistID, index: Int? = nil)
    /// A YouTube channel: its uploads, or its live stream.
    case channel(YouTubeChannel, live: Bool = false)
    /// A local file.
    case file(MediaPath)
    /// Any other URL that a player can open, kept verbatim; `-` is standard input.
    case stream(String)
  }

  /// The kinds, by the names of the JSON form.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    /// ``Content/video(_:list:index:)``.
    case video
    /// ``Content/videos(_:index:)``.
    case videos
    /// ``Content/playlist(_:index:)``.
    case playlist
    /// ``Content/channel(_:live:)``.
    case channel
    /// ``Content/file(_:)``.
    case file
    /// ``Content/stream(_:)``.
    case stream
  }

  /// What kind of thing it is, and which.
  public var content: Content
  /// Where it begins, in seconds from the source's own beginning; nil is the beginning.
  public var start: Double?
  /// Where it ends, in seconds from the source's own beginning; nil is the source's own end.
  public var end: Double?

  /// A source of this content, whole or in part.
  ///
  /// - Parameters:
  ///   - content: what is played.
  ///   - start: seconds, 0 or more. Checked when the source is loaded.
  ///   - end: seconds, after `start`. Checked when the source is loaded.
  public init(_ content: Content, start: Double? = nil, end: Double? = nil) {
    self.content = content
    self.start = start
    self.end = end
  }

  /// The kind of the content.
  public var kind: Kind {
    switch content {
    case .video: .video
    case .videos: .videos
    case .playlist: .playlist
    case .channel: .channel
    case .file: .file
    case .stream: .stream
    }
  }

  /// Standard input.
  public static let standardInput = PlayerSource(.stream("-"))

  /// A file at this path.
  public static func file(_ path: MediaPath, start: Double? = nil, end: Double? = nil) -> PlayerSource {
    PlayerSource(.file(path), start: start, end: end)
  }

  /// Throws ``PlayerError/Code/invalidArgument`` unless start, end and indices are in their ranges, and
  /// ``PlayerError/Code/invalidSource`` for a path or a URL that can't be one.
  public func validate() throws(PlayerError) {
    try content.validatePlace()
    for (name, value) in [("start", start), ("end", end)] {
      if let value, !(value.isFinite && value >= 0) {
        throw PlayerError(
          .invalidArgument, "The source's \(name), \(value), is not a time.",
          remedy: "Give seconds, 0 or more.")
      }
    }
    if let end, end <= (start ?? 0) {
      throw PlayerError(
        .invalidArgument, "The source would end at \(end) s, before it starts.",
        remedy: "Give an end after the start.")
    }
    switch content {
    case .video(_, _, let index?) where index < 0, .playlist(_, let index?) where index < 0,
      .videos(_, let index) where index < 0:
      throw PlayerError(
        .invalidArgument, "The index \(index) is negative.", remedy: "Count items from 0.")
    case .videos(let ids, let index) where index >= ids.count:
      throw PlayerError(
        .invalidArgument, "There is no item \(index) in a list of \(ids.count).",
        remedy: "Count items from 0.")
    case .video, .videos, .playlist, .channel, .file, .stream: break
    }
  }
}

extension PlayerSource.Content {
  /// Throws ``PlayerError/Code/invalidSource`` unless the path, or the URL, could be one.
  func validatePlace() throws(PlayerError) {
    switch self {
    case .video, .videos, .playlist, .channel: break
    case .file(let path):
      if path.bytes.isEmpty {
        throw PlayerError(.invalidSource, "The path is empty.", remedy: "Give the path of a file.")
      }
      if path.bytes.contains(0) {
        throw PlayerError(
          .invalidSource, "The path \(path) has a NUL in it, which no file's can have.",
          remedy: "Give the path of a file.")
      }
    case .stream(let url):
      if url != "-" && !SourceScheme.names(url) {
        throw PlayerError(
          .invalidSource, "“\(url.shortened)” is not the URL of a stream.",
          remedy: "Give a URL such as https://example.org/a.m3u8, or “-” for standard input.")
      }
    }
  }
}
