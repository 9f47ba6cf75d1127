import PlayerKit

/// What the options of the command line say; nil and the defaults where they say nothing.
struct Options: Sendable {
  /// Something that is shown in place of all else.
  enum Request: Sendable {
    case help, version
  }

  var request: Request?
  /// List files whose entries are sources too, in order; `-` is standard input.
  var lists: [[UInt8]] = []
  var backend: String?
  /// Where plugins are looked for first.
  var pluginFolders: [String] = []
  /// Seconds; it wins over a start that is in a source itself.
  var start: Double?
  /// Seconds; it wins over an end that is in a source itself.
  var end: Double?
  var autoPlay = true
  var volume: Double?
  var isMuted = false
  var rate: Double?
  var loop = LoopMode.off
  var isShuffled = false
  var isVertical = false
  var isHorizontal = false
  var isFullscreen = false
  var showsVideo = true
  var audioLanguages: [String] = []
  var subtitleLanguages: [String] = []
  var subtitleFiles: [MediaPath] = []
  var audioDevice: String?
  var mpv: [PlayerConfiguration.MPVOption] = []
  /// Where in the configuration mpv's options were set that mpv alone can judge: name to file and line.
  var mpvOrigins: [String: String] = [:]
  var youTube = YouTubeParameters()
  var json = false
  var states = false
  /// The backend that is checked against the contract.
  var check: String?
  /// The configuration to read; nil is the person's own.
  var configFile: MediaPath?
  /// Whether sources go on where they were left, and their places are kept.
  var resumes = false
  /// Whether the desktop's controls are offered.
  var usesMPRIS = true
  /// Whether a terminal shows the status line and its keys are obeyed.
  var usesTerminal = true
  var isQuiet = false
  var isVerbose = false

  /// Throws for options that contradict one another.
  func validate() throws(UsageError) {
    if let start, let end, end <= start {
      throw UsageError("The end, \(Text.time(end)), is not after the start, \(Text.time(start)).")
    }
    if states && !json { throw UsageError("The option --states goes with --json.") }
    if isFullscreen && !showsVideo { throw UsageError("Only one of --fullscreen and --no-video can be.") }
    if isVertical && isHorizontal { throw UsageError("Only one of --vertical and --horizontal can be.") }
    if isQuiet && isVerbose { throw UsageError("Only one of --quiet and --verbose can be.") }
  }

  /// What to say of an error that only options can be to blame for: with the line of the configuration, where one of
  /// its options is.
  func explanation(of error: PlayerError) -> String {
    let words = error.message.split { " .,“”".contains($0) }.map(String.init)
    guard let origin = words.lazy.compactMap({ mpvOrigins[$0] }).first else { return error.description }
    return "\(origin): \(error)"
  }

  /// The player's configuration that they amount to.
  var configuration: PlayerConfiguration {
    var configuration = PlayerConfiguration()
    configuration.autoPlay = autoPlay
    configuration.isFullscreen = isFullscreen
    configuration.showsVideo = showsVideo
    configuration.audioLanguages = audioLanguages
    configuration.subtitleLanguages = subtitleLanguages
    configuration.subtitleFiles = subtitleFiles
    configuration.audioDevice = audioDevice
    configuration.mpvOptions = mpv
    configuration.youTube = youTube
    return configuration
  }

  /// How the pages of a feed lie, and what follows the last.
  var feed: PlayerFeed.Options {
    var feed = PlayerFeed.Options()
    feed.axis = isHorizontal ? .horizontal : .vertical
    feed.wraps = loop == .all
    return feed
  }
}
