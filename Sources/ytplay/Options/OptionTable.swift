import PlayerKit

/// The options of `ytplay`: the one source of the parser and of the help.
///
/// Only what is built stands here.
enum OptionTable {
  static let all: [OptionSpec<Options>] = paging + playing + interface + about

  /// The names of switches of which one at most can be on.
  static let exclusive: [[String]] = [
    ["quiet", "verbose"], ["fullscreen", "no-video"], ["vertical", "horizontal"],
  ]

  private static let playing: [OptionSpec<Options>] = [
    OptionSpec(
      "backend", "b", in: .backends, for: [.play, .feed, .resolve], "use this backend and no other",
      .value("ID") { $0.backend = $1 }),
    OptionSpec(
      "start", "s", in: .playing, for: [.play, .feed, .resolve, .html], "begin there: 90, 1:30 or 1h2m3s",
      .value("T") { (options, text) throws(UsageError) in
        options.start = try OptionValue.time(text, of: "--start")
      }),
    OptionSpec(
      "end", "e", in: .playing, for: [.play, .feed, .resolve, .html], "end there",
      .value("T") { (options, text) throws(UsageError) in
        options.end = try OptionValue.time(text, of: "--end")
      }),
    OptionSpec(
      "no-autoplay", in: .playing, for: [.play, .feed, .html],
      "open the first source and wait there until told to play",
      .toggle { $0.autoPlay = !$1 }),
    OptionSpec(
      "volume", in: .sound, for: [.play, .feed, .html], "set the volume, 0 to 100",
      .value("0-100") { (options, text) throws(UsageError) in
        options.volume = try OptionValue.number(text, in: 0...100, of: "--volume")
      }),
    OptionSpec(
      "mute", "m", in: .sound, for: [.play, .feed, .html], "begin without sound", .toggle { $0.isMuted = $1 }),
    OptionSpec(
      "rate", "r", in: .playing, for: [.play, .feed, .html], "play faster or slower, 0.25 to 4",
      .value("R") { (options, text) throws(UsageError) in
        options.rate = try OptionValue.number(text, in: 0.25...4, of: "--rate")
      }),
    OptionSpec(
      "loop", "l", in: .playing, for: [.play, .feed, .html],
      "at the end: stop, play the source again, or all of them",
      .value("off|one|all") { (options, text) throws(UsageError) in
        options.loop = try OptionValue.word(text, of: "--loop")
      }),
    OptionSpec(
      "list", in: .playing, for: [.play, .feed, .resolve],
      "take sources from a list file too: m3u, pls, XSPF, a property list, or text with one source a line; "
        + "repeatable, - is standard input",
      isRepeatable: true, .file { $0.lists.append($1) }),
    OptionSpec(
      "shuffle", in: .playing, for: [.play, .feed],
      "play the sources, or a single one's own list, in an order of chance",
      .toggle { $0.isShuffled = $1 }),
    OptionSpec(
      "fullscreen", "f", in: .picture, for: [.play, .feed], "fill the screen",
      .toggle { $0.isFullscreen = $1 }),
    OptionSpec(
      "no-video", in: .picture, for: [.play, .feed], "play the sound alone", .toggle { $0.showsVideo = !$1 }),
    OptionSpec(
      "audio-lang", in: .sound, for: [.play, .feed], "prefer sound in these languages, as en or de,en",
      .value("L") { (options, text) throws(UsageError) in
        options.audioLanguages = try OptionValue.languages(text, of: "--audio-lang")
      }),
    OptionSpec(
      "sub-lang", in: .picture, for: [.play, .feed], "prefer subtitles in these languages",
      .value("L") { (options, text) throws(UsageError) in
        options.subtitleLanguages = try OptionValue.languages(text, of: "--sub-lang")
      }),
    OptionSpec(
      "sub-file", in: .picture, for: [.play, .feed],
      "take subtitles from a file too; repeatable. Those beside a film with its name are found by themselves",
      isRepeatable: true, .file { $0.subtitleFiles.append(MediaPath(bytes: $1)) }),
    OptionSpec(
      "audio-device", in: .sound, for: [.play, .feed],
      "play on this sound device; `mpv --audio-device=help` lists them",
      .value("NAME") { (options, text) throws(UsageError) in
        if text.isEmpty { throw UsageError("The option --audio-device needs the name of a device.") }
        options.audioDevice = text
      }),
    OptionSpec(
      "mpv", in: .backends, for: [.play, .feed], "set an option of mpv; repeatable", isRepeatable: true,
      .value("NAME=VALUE") { (options, text) throws(UsageError) in
        let pair = try OptionValue.pair(text, of: "--mpv")
        options.mpv.append(PlayerConfiguration.MPVOption(pair.name, pair.value))
      }),
    OptionSpec(
      "youtube", in: .backends, for: [.play, .feed, .html],
      "set a parameter of YouTube's player, as hl=de or cc_load_policy=1; repeatable", isRepeatable: true,
      .value("NAME=VALUE") { (options, text) throws(UsageError) in
        let pair = try OptionValue.pair(text, of: "--youtube")
        try OptionValue.set(pair, in: &options.youTube)
      }),
  ]

  private static let paging: [OptionSpec<Options>] = [
    OptionSpec(
      "vertical", in: .pages, for: [.feed],
      "one page above the other, as short films are shown; so it is by itself",
      .toggle { $0.isVertical = $1 }),
    OptionSpec(
      "horizontal", in: .pages, for: [.feed],
      "side by side, the neighbours peeking in at the edges, as in a carousel",
      .toggle { $0.isHorizontal = $1 }),
  ]

  private static let interface: [OptionSpec<Options>] = [
    OptionSpec(
      "json", "j", in: .program, for: [.play, .feed, .resolve, .backends, .config, .doctor],
      "write JSON, one object a line; when playing, events are written and actions are read",
      .toggle { $0.json = $1 }),
    OptionSpec(
      "states", in: .program, for: [.play, .feed], "with --json: write each new state too",
      .toggle { $0.states = $1 }),
    OptionSpec(
      "check", in: .backends, for: [.backends],
      "check a backend against the contract, also with these sources; takes a minute or two",
      isConfigurable: false, .value("ID") { $0.check = $1 }),
    OptionSpec(
      "plugin-path", in: .backends, for: [.play, .feed, .resolve, .backends, .doctor],
      "look for plugins in this folder first; repeatable. Then those in YTPLAY_PLUGIN_PATH come",
      isRepeatable: true, .folder { $0.pluginFolders.append($1) }),
    OptionSpec(
      "resume", in: .playing, for: [.play],
      "go on where each source was left, and keep its place; --no-resume: do not",
      .toggle { $0.resumes = $1 }),
    OptionSpec(
      "no-mpris", in: .program, for: [.play, .feed], "do not show up among the desktop's media players",
      .toggle { $0.usesMPRIS = !$1 }),
    OptionSpec(
      "no-terminal", in: .program, for: [.play, .feed], "no status line and no keys, also at a terminal",
      .toggle { $0.usesTerminal = !$1 }),
    OptionSpec(
      "config", in: .program, for: [.play, .feed, .resolve, .backends, .html, .config, .doctor],
      "read the options of this file, in place of ytplay/ytplay.conf in XDG_CONFIG_HOME",
      isConfigurable: false, .file { $0.configFile = MediaPath(bytes: $1) }),
    OptionSpec(
      "quiet", "q", in: .program, for: [.play, .feed], "say nothing but errors", .toggle { $0.isQuiet = $1 }),
    OptionSpec("verbose", "v", in: .program, for: [.play, .feed], "say more", .toggle { $0.isVerbose = $1 }),
  ]

  private static let about: [OptionSpec<Options>] = [
    OptionSpec(
      "help", "h", in: .program, for: Set(CommandName.allCases), "show this help", isLast: true,
      isConfigurable: false, .flag { $0.request = .help }),
    OptionSpec(
      "version", "V", in: .program, for: Set(CommandName.allCases), "show the version", isLast: true,
      isConfigurable: false, .flag { $0.request = .version }),
  ]
}
