/// How a player, and the backends that it makes, behave. Fixed when a backend is made.
public struct PlayerConfiguration: Sendable, Hashable {
  /// Whether ``PlayerAction/load(_:)`` plays by itself. On unless set.
  public var autoPlay = true
  /// Seconds between two `timeChanged` while playing, more than 0 and at most ``Timeouts/longest``. 0.25 unless
  /// set.
  public var timeInterval = 0.25
  /// Whether a picture is shown where there is a display. On unless set.
  public var showsVideo = true
  /// How long things may take.
  public var timeouts = Timeouts()
  /// Whether the next candidate is tried where a backend fails for a reason that another may not share.
  /// On unless set.
  public var fallback = true
  /// YouTube's player parameters, for backends that show YouTube's own player.
  public var youTube = YouTubeParameters()
  /// Options for mpv, in this order; a name may stand more than once.
  public var mpvOptions: [MPVOption] = []

  /// The defaults.
  public init() {}

  /// How long things may take, in seconds, each more than 0 and at most ``longest``.
  public struct Timeouts: Sendable, Hashable {
    /// The most that any of them may be, some 31 years.
    public static let longest = 1e9

    /// For a backend to be ready. 10 unless set.
    public var start = 10.0
    /// For a source to open, and for a server to go on delivering. 15 unless set.
    public var open = 15.0
    /// For an action to be taken. 10 unless set.
    public var perform = 10.0
    /// For a backend to shut down. 5 unless set.
    public var shutDown = 5.0

    /// The defaults.
    public init() {}
  }

  /// One option of mpv's.
  public struct MPVOption: Sendable, Hashable, Codable {
    /// The option's name, without dashes in front.
    public let name: String
    /// Its value, as on mpv's command line.
    public let value: String

    /// The option `name` with this value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Throws ``PlayerError/Code/invalidArgument`` unless every number is in its range.
  public func validate() throws(PlayerError) {
    let numbers = [
      ("timeInterval", timeInterval), ("timeouts.start", timeouts.start), ("timeouts.open", timeouts.open),
      ("timeouts.perform", timeouts.perform), ("timeouts.shutDown", timeouts.shutDown),
    ]
    for (name, value) in numbers where !(value > 0 && value <= Timeouts.longest) {
      throw PlayerError(
        .invalidArgument, "The configuration's \(name), \(value), is not a length of time.",
        remedy: "Give seconds, more than 0 and at most \(Int(Timeouts.longest)).")
    }
  }
}
