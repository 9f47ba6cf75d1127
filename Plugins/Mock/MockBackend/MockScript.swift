import PlayerKit

/// What the mock meets: what sources turn out to be, how long things take and what fails.
///
/// The default script opens everything at once and plays it for 10 s; see ``media(for:duration:)`` for what
/// it makes of each kind of source.
public struct MockScript: Sendable {
  /// What a source turns out to be. Asked whenever one is opened, from any thread; answer at once.
  public var media: @Sendable (PlayerSource) -> MockMedia
  /// How long it takes until the backend is ready, in seconds; more than
  /// ``PlayerConfiguration/Timeouts/start`` fails as `timedOut`.
  public var startLatency = 0.0
  /// Why the backend can't be made.
  public var startFailure: PlayerError?
  /// How long it takes until an action is taken, in seconds; more than
  /// ``PlayerConfiguration/Timeouts/perform`` fails as `timedOut`. Nil: no time, for any action.
  public var performLatency: (@Sendable (PlayerAction) -> Double)?
  /// Whether playing is blocked, as a browser blocks what no person has asked for.
  public var autoplayBlocked = false
  /// The rates that can be set, ascending; empty: any in 0.25…4.
  public var availableRates: [Double] = []
  /// What shuffles follow from: the same seed gives the same orders.
  public var seed: UInt64 = 1

  /// A script in which each source is what `media` says.
  public init(media: @escaping @Sendable (PlayerSource) -> MockMedia = { Self.media(for: $0) }) {
    self.media = media
  }

  /// A script in which each source plays for so many seconds, but is otherwise as by default.
  public init(duration: Double) {
    self.init { Self.media(for: $0, duration: duration) }
  }
}

extension MockScript {
  /// What a source is by default.
  ///
  /// - `video`: one medium; in a list, that list, with the video at its index.
  /// - `videos`: the list of the ids.
  /// - `playlist`, `channel`: a list of 10 videos (more where the index asks for it, at most 5,000), always
  ///   the same ones for the same list. A channel's live stream is a live medium.
  /// - `file`: one medium, whatever is in the file. Where there is no such file, or it may not be read, it
  ///   fails as with a real player.
  /// - `stream`: one medium; standard input can't be sought in. A URL of the scheme `mock` says what it
  ///   wants to be: `mock://clip?duration=3&latency=0.2`, see ``MockURL``.
  ///
  /// - Parameter duration: seconds that each medium lasts.
  public static func media(for source: PlayerSource, duration: Double = 10) -> MockMedia {
    switch source.content {
    case .video(let id, list: nil, index: _): return video(id.description, duration)
    case .video(let id, let list?, let index):
      var media = playlist(of: list.description, index, duration)
      media.items[min(index ?? 0, media.items.count - 1)] = video(id.description, duration)
      return media
    case .videos(let ids, index: _): return .list(ids.map { video($0.description, duration) })
    case .playlist(let id, let index): return playlist(of: id.description, index, duration)
    case .channel(let channel, let live):
      if live { return self.live(titled: channel.name) }
      return playlist(of: channel.name, nil, duration)
    case .file(let path):
      if let error = path.openError { return .failing(error) }
      return named(path.name, duration)
    case .stream(let url):
      if let url = MockURL(url) { return url.media(duration: duration) }
      var media = named(url, duration)
      if source == .standardInput { media.isSeekable = false }
      return media
    }
  }

  static func named(_ title: String, _ duration: Double) -> MockMedia {
    var media = MockMedia(duration: duration)
    media.id = title
    media.metadata = PlayerMetadata(
      title: title, author: "Mock",
      chapters: [Chapter(start: 0, title: "First half"), Chapter(start: duration / 2, title: "Second half")])
    return media
  }

  private static func video(_ id: String, _ duration: Double) -> MockMedia {
    var media = named("Video \(id)", duration)
    media.id = id
    media.metadata.videoID = id
    media.metadata.thumbnail = "https://i.ytimg.com/vi/\(id)/hqdefault.jpg"
    return media
  }

  private static func live(titled title: String) -> MockMedia {
    var media = MockMedia(duration: nil)
    media.isLive = true
    media.isSeekable = false
    media.metadata = PlayerMetadata(title: title, author: "Mock")
    return media
  }

  /// The list of this name: 10 videos, or as many as the index asks for.
  private static func playlist(of name: String, _ index: Int?, _ duration: Double) -> MockMedia {
    let count = max(10, min(index ?? 0, 4_999) + 1)
    // The name's FNV-1a hash: Swift's own hashes differ from run to run.
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    var generator = SplitMix64(seed: hash)
    return .list((0..<count).map { _ in video(videoID(from: &generator), duration) })
  }

  private static func videoID(from generator: inout SplitMix64) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-".utf8)
    return String(decoding: (0..<11).map { _ in alphabet[Int(generator.next() % 64)] }, as: UTF8.self)
  }
}

extension YouTubeChannel {
  fileprivate var name: String {
    switch self {
    case .id(let id): id.description
    case .handle(let name), .user(let name), .custom(let name): name
    }
  }
}

/// Sebastiano Vigna's SplitMix64: a small generator whose numbers follow from its seed alone.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
