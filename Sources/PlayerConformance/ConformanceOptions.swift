import PlayerKit

/// What the suite works with. Everything has a default; the more sources are given, the more can be checked.
public struct ConformanceOptions: Sendable {
  /// Sources that play, best first; their own start and end are ignored.
  ///
  /// The first one is used throughout and should last at least 5 s, the second is what other loads go to.
  /// Where none is given and the backend plays files, the suite writes two WAV files and removes them
  /// afterwards; where it plays none, well-known YouTube videos stand in.
  public var sources: [PlayerSource] = []
  /// A source that fails to open. A missing file where the backend plays files.
  public var failingSource: PlayerSource?
  /// A source with at least two items of its own, for backends with the capability `items`.
  public var itemsSource: PlayerSource?
  /// A source with a picture, for `stepFrame`, `screenshot` and `setFullscreen`.
  public var videoSource: PlayerSource?
  /// A source that plays but can't be sought in: a live stream, a pipe.
  public var unseekableSource: PlayerSource?
  /// A source that opens slowly or never, to shut down amid its load.
  public var slowSource: PlayerSource?
  /// A source that stops more than 1 s short of the duration that it told.
  public var shortSource: PlayerSource?
  /// A set-up in which the platform blocks `play`.
  public var blockedAutoplay: BlockedAutoplay?

  /// What each backend is made with; the suite changes `autoPlay` and `timeInterval` where a rule is about
  /// them.
  public var configuration = PlayerConfiguration()
  /// How many times rule 17 makes, loads and shuts down, at least 10. 100 unless set.
  public var cycles = 100
  /// How long after `shutDown` threads, descriptors and processes must be gone. 0.1 s unless set; longer
  /// where a plugin's program outlives its last session on purpose.
  public var settleTime = Duration.milliseconds(100)
  /// How long something that must come is waited for. 15 s unless set.
  public var patience = Duration.seconds(15)
  /// How long it is watched that something does not come. 0.6 s unless set.
  public var watchTime = Duration.milliseconds(600)
  /// How long one rule may take before it has failed; rule 17 may take as long as that for every 20 cycles.
  /// 120 s unless set.
  public var timeLimit = Duration.seconds(120)

  /// The defaults.
  public init() {}

  /// A set-up in which the platform's autoplay policy blocks `play`.
  public struct BlockedAutoplay: Sendable {
    /// Makes backends that are subject to the policy; nil: the provider under test does.
    public var provider: BackendProvider?
    /// What is loaded to be blocked.
    public var source: PlayerSource

    /// A set-up in which loading `source` and playing it is blocked.
    public init(source: PlayerSource, provider: BackendProvider? = nil) {
      self.source = source
      self.provider = provider
    }
  }
}
