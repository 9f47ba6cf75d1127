/// What a player is doing, as far as its source is concerned.
public enum PlayerStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing has been opened, or the source was stopped or failed.
  case unstarted
  /// The source is open and its first frame or sound is ready; nothing has been heard of it.
  case queued
  /// Media are on their way: the source is opening, or playing waits for data.
  case buffering
  /// Time moves.
  case playing
  /// Held at a position.
  case paused
  /// The source played to its end.
  case ended
}

/// What happens when a source, or a source's own list, comes to its end.
public enum LoopMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// The source ends.
  case off
  /// The current item starts again without `ended`.
  case one
  /// After its last item the source's list starts again.
  case all
}

/// The kinds of track that a source can carry.
public enum TrackKind: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
  /// Sound.
  case audio
  /// Pictures.
  case video
  /// Subtitles and captions.
  case subtitles
}

/// The size class of the picture, in the terms of YouTube's IFrame Player API.
///
/// Each name stands for a height in pixels, see ``height``. A name that this version does not know is kept
/// as ``unknown(_:)`` and written back unchanged.
public enum PlaybackQuality: Sendable, Hashable {
  /// 240 lines.
  case small
  /// 360 lines.
  case medium
  /// 480 lines.
  case large
  /// 720 lines.
  case hd720
  /// 1080 lines.
  case hd1080
  /// 1440 lines.
  case hd1440
  /// 2160 lines.
  case hd2160
  /// More than 2160 lines.
  case highres
  /// A name that is not in this list, as the backend gave it.
  case unknown(String)

  /// The qualities that have a name here, smallest first.
  public static let known: [PlaybackQuality] = [
    .small, .medium, .large, .hd720, .hd1080, .hd1440, .hd2160, .highres,
  ]

  /// The name in the JSON form.
  public var name: String {
    switch self {
    case .small: "small"
    case .medium: "medium"
    case .large: "large"
    case .hd720: "hd720"
    case .hd1080: "hd1080"
    case .hd1440: "hd1440"
    case .hd2160: "hd2160"
    case .highres: "highres"
    case .unknown(let name): name
    }
  }

  /// The height in pixels that the name stands for; nil for ``highres`` and ``unknown(_:)``.
  public var height: Int? {
    switch self {
    case .small: 240
    case .medium: 360
    case .large: 480
    case .hd720: 720
    case .hd1080: 1080
    case .hd1440: 1440
    case .hd2160: 2160
    case .highres, .unknown: nil
    }
  }

  /// The quality with this name.
  public init(name: String) {
    self = Self.known.first { $0.name == name } ?? .unknown(name)
  }

  /// The quality of a picture of this height in pixels: the largest class that it fills.
  ///
  /// A picture of fewer than 240 lines is ``small``.
  public init(height: Int) {
    self = height > 2160 ? .highres : Self.known.last { ($0.height ?? .max) <= height } ?? .small
  }
}

extension PlaybackQuality: Codable {
  /// Reads a name.
  public init(from decoder: any Decoder) throws {
    self.init(name: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes ``name``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
