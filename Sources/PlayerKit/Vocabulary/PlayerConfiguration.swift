/// How a player, and the backends that it makes, behave. Fixed when a backend is made.
public struct PlayerConfiguration: Sendable, Hashable {
  /// Whether ``PlayerAction/load(_:)`` plays by itself. On unless set.
  public var autoPlay = true
  /// Seconds between two `timeChanged` while playing, more than 0 and at most ``Timeouts/longest``. 0.25 unless
  /// set.
  public var timeInterval = 0.25
  /// Whether a picture is shown where there is a display. On unless set.
  public var showsVideo = true
  /// Whether the first window fills the screen, where one is shown. Off unless set.
  public var isFullscreen = false
  /// The page that the session begins as, where the backend has the capability ``Capability/presentation``; nil: a
  /// page of its own, in front.
  public var presentation: PlayerPresentation?
  /// What the person ends by closing a window. All of it unless set.
  public var windowClosing = WindowClosing.quit
  /// Languages of the sound, the dearest first, as their codes (`de`, `deu`, `pt-BR`); none: the source's
  /// own choice.
  public var audioLanguages: [String] = []
  /// Languages of the subtitles, the dearest first, as their codes; none: the source's own choice.
  public var subtitleLanguages: [String] = []
  /// Subtitles of other files, for every source that is played. Those beside a film with its name are found
  /// without.
  public var subtitleFiles: [MediaPath] = []
  /// The sound device to play on, by the backend's own name for it; nil: the system's choice.
  public var audioDevice: String?
  /// How long things may take.
  public var timeouts = Timeouts()
  /// Whether the next candidate is tried where a backend fails for a reason that another may not share.
  /// On unless set.
  public var fallback = true
  /// Whether a backend that has died is started again at the same place, at most 3 times a minute. On unless
  /// set.
  public var restart = true
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

  /// What the person ends by closing a window that several sessions may share. What is ended emits
  /// ``PlayerEvent/closed``.
  public enum WindowClosing: String, Sendable, Hashable, Codable, CaseIterable {
    /// Every session of the window.
    case quit
    /// The session in front alone; the window stays while there are others.
    case session
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

  /// Throws ``PlayerError/Code/invalidArgument`` unless every number is in its range, every language is a
  /// code, and no name holds a NUL.
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
    for language in audioLanguages + subtitleLanguages where !Self.isLanguage(language) {
      throw PlayerError(
        .invalidArgument, "“\(language.shortened)” is not the code of a language.",
        remedy: "Give codes such as en, deu or pt-BR.")
    }
    let names = subtitleFiles.map(\.bytes) + [audioDevice].compactMap { $0.map { Array($0.utf8) } }
    if names.contains(where: { $0.isEmpty || $0.contains(0) }) {
      throw PlayerError(
        .invalidArgument, "A subtitle file or a sound device of the configuration has no name.",
        remedy: "Give a name without a NUL.")
    }
    try presentation?.validate()
  }

  private static func isLanguage(_ code: String) -> Bool {
    !code.isEmpty
      && code.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
