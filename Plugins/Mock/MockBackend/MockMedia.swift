import PlayerKit

/// What a source turns out to be when the mock opens it, and what befalls it.
///
/// ```swift
/// var media = MockMedia(duration: 3)
/// media.openLatency = 0.2
/// media.stalls = [.init(at: 1, for: 0.5)]
/// ```
///
/// All times are in seconds, counted by the backend's ``MockClock`` or, where they are places, from the
/// medium's beginning.
public struct MockMedia: Sendable, Hashable {
  /// The id that it has as an item of a list.
  public var id = ""
  /// How long it is; at least 0.001 is played. Nil: it never ends.
  public var duration: Double?
  /// Whether the duration is told on opening. False: it becomes known at the end.
  public var announcesDuration = true
  /// Whether it is a live stream, whose duration is never told.
  public var isLive = false
  /// Whether it can be sought in.
  public var isSeekable = true
  /// How long it takes to open; more than ``PlayerConfiguration/Timeouts/open`` fails as `timedOut`.
  public var openLatency = 0.0
  /// Why it can't be opened.
  public var openFailure: PlayerError?
  /// Why playing fails, and where.
  public var failure: Failure?
  /// Where playing waits for data.
  public var stalls: [Stall] = []
  /// Where the delivery breaks off. More than 1 s short of a known duration playing fails there, otherwise
  /// the source ends.
  public var breaksOff: Double?
  /// How long a seek takes to land.
  public var seekLatency = 0.0
  /// How far the key frames lie apart on which an imprecise seek lands; 0: each frame is one.
  public var keyFrameInterval = 1.0
  /// Frames a second: what a step moves by.
  public var frameRate = 25.0
  /// The picture's size at ``quality``; nil: sound alone.
  public var videoSize: VideoSize? = VideoSize(width: 1280, height: 720)
  /// The qualities that can be set.
  public var qualities: [PlaybackQuality] = [.medium, .hd720, .hd1080]
  /// The quality that it opens with.
  public var quality: PlaybackQuality? = .hd720
  /// Its tracks.
  public var tracks: [PlayerTrack] = [
    PlayerTrack(kind: .audio, id: "1", language: "en"),
    PlayerTrack(kind: .audio, id: "2", language: "de"),
    PlayerTrack(kind: .video, id: "1"),
    PlayerTrack(kind: .subtitles, id: "1", language: "en"),
  ]
  /// The tracks that are selected on opening.
  public var selectedTracks: [TrackKind: String] = [.audio: "1", .video: "1"]
  /// What it says of itself.
  public var metadata = PlayerMetadata()
  /// The items, where it is a list; then each of them says what it is, and of the list itself only
  /// ``openLatency`` and ``openFailure`` count.
  public var items: [MockMedia] = []

  /// A medium with picture, sound and subtitles that plays without a hitch.
  ///
  /// - Parameter duration: seconds; nil: it never ends.
  public init(duration: Double? = 10) {
    self.duration = duration
  }

  /// A list of these items.
  public static func list(_ items: [MockMedia]) -> MockMedia {
    var media = MockMedia()
    media.items = items
    return media
  }

  /// A medium that can't be opened.
  public static func failing(_ error: PlayerError) -> MockMedia {
    var media = MockMedia()
    media.openFailure = error
    return media
  }

  /// A failure of playing.
  public struct Failure: Sendable, Hashable {
    /// The place, more than 0.
    public var time: Double
    /// The cause.
    public var error: PlayerError

    /// Playing that comes to `time` fails with `error`.
    public init(at time: Double, _ error: PlayerError) {
      self.time = time
      self.error = error
    }
  }

  /// A wait for data while playing.
  public struct Stall: Sendable, Hashable {
    /// The place, more than 0.
    public var time: Double
    /// How long playing waits there; more than ``PlayerConfiguration/Timeouts/open`` fails as `timedOut`.
    public var length: Double

    /// Playing that comes to `time` waits for `length` seconds.
    public init(at time: Double, for length: Double) {
      self.time = time
      self.length = length
    }
  }
}

extension MockMedia {
  /// The shortest length that is played, so that a loop always takes time.
  static let shortest = 0.001

  /// The length that is played; infinite where it never ends.
  var length: Double { max(duration ?? .infinity, Self.shortest) }

  /// The duration that is told on opening.
  var announcedDuration: Double? {
    announcesDuration && !isLive && duration != nil ? length : nil
  }

  var item: PlayerItem { PlayerItem(id: id, title: metadata.title) }
}
