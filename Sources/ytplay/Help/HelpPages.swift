/// What is said of each topic.
enum HelpPages {
  static var options: [HelpBlock] {
    OptionGroup.allCases.flatMap { group -> [HelpBlock] in
      [.heading(group.title), .rows(HelpText.rows(group.options()))]
    } + [
      .text(
        """
        A value stands behind its option, as --name value or --name=value; letters may be bundled, as -mf or \
        -s90. What is on or off has an opposite: --no-mute, or --mute=no, undoes --mute, and --video --no-video. \
        Options and sources come in any order; behind -- there are sources alone.
        """)
    ]
  }

  static let sources: [HelpBlock] = [
    .text("A SOURCE is one of these:"),
    .rows([
      .init("clip.mp4", "a file, of any name; ./- and ./feed are files too"),
      .init("Music/", "a folder: the media files in it, in natural order"),
      .init("mix.m3u8", "a list file: .m3u, .m3u8, .pls, .xspf or .plist"),
      .init("https://…", "a stream, or one of YouTube's links, of any form"),
      .init("dQw4w9WgXcQ", "the id of a YouTube video or playlist"),
      .init("@handle", "a channel"),
      .init("-", "standard input; not with --json, and not a terminal"),
    ]),
    .text(
      """
      An existing file wins over an id of the same name. An id that begins with a dash goes behind --; a file that \
      is named like a command needs ./ in front. Several sources are played one after another.
      """),
  ]

  static let json: [HelpBlock] = [
    .text(
      """
      With --json, events are written to standard output and actions are read from standard input, one JSON \
      object a line:
      """),
    .lines([
      #"{"action":"pause"}"#, #"{"action":"seek","to":12.5}"#, #"{"action":"setVolume","volume":40}"#,
    ]),
    .text(
      """
      An action with an "id" gets {"reply":id}, with an "error" where it was refused. A line that can't be read is \
      answered by a rejected event. The end of standard input ends nothing. With --states each new state is \
      written too.
      """),
    .text(
      "In a feed they are those of the page in front, and pages, counted from 0, have some of their own:"),
    .rows([
      .init(#"{"event":"pageChanged","page":1,"count":9}"#, "another page is in front; its state follows"),
      .init(#"{"action":"settle","page":1}"#, "asks for a page"),
      .init(#"{"action":"settle","by":-1}"#, "asks for the one before"),
    ]),
  ]

  static let mpris: [HelpBlock] = [
    .text(
      """
      While it plays, ytplay is on the session bus as org.mpris.MediaPlayer2.ytplay, also with --json; a further one has \
      .instance and the number of its process behind. So media keys, panels, headsets and programs control it:
      """),
    .lines([
      "playerctl -p ytplay play-pause", "playerctl -p ytplay position 10+", "playerctl -p ytplay metadata",
    ]),
    .text(
      "Where there is no bus nothing is missing; --verbose says so, and --no-mpris leaves the bus alone."),
  ]

  static let status: [HelpBlock] = [
    .text("When playing, ytplay exits with"),
    .rows([
      .init("0", "all was played to the end, or quit"),
      .init("1", "wrong usage, or a backend that was named and is not there or can't run"),
      .init("2", "no source could be played"),
      .init("3", "some sources could be played and some could not"),
      .init("4", "ended by a signal, or because nobody read the output any more"),
    ]),
    .text(
      """
      The other commands exit with 0, or with 1 where they are used wrongly. They exit with 2: `ytplay resolve` where a \
      source has no backend, `ytplay html` where the page can't play it, `ytplay backends --check` where a rule is \
      broken, `ytplay doctor` where something is missing that is needed here.
      """),
  ]

  static let signals: [HelpBlock] = [
    .rows([
      .init("INT, TERM", "shut the player down within 5 seconds; a second one ends it at once"),
      .init("HUP", "the same, and keeps the place, as the key Q does"),
      .init("TSTP", "pauses and stops the job"),
      .init("CONT", "goes on"),
    ])
  ]

  static let plugins: [HelpBlock] = [
    .text(
      """
      A backend is a program of its own, which a small JSON file tells of: its manifest. Manifests are looked for \
      in these folders, and of two with one id the first is used; `ytplay backends` says where each was found.
      """),
    .lines([
      "each --plugin-path DIR",
      "those of YTPLAY_PLUGIN_PATH, with colons between",
      "$XDG_DATA_HOME/ytplay/plugins, else ~/.local/share/ytplay/plugins",
      "beside the program, in a build tree",
      "lib/ytplay/plugins of the prefix that ytplay is installed under",
    ]),
    .text(
      """
      A manifest or program that anyone but you, root or the owner of ytplay may write is refused, and so is a \
      manifest that is wrong.
      """),
  ]

  static let environment: [HelpBlock] = [
    .rows([
      .init("DISPLAY, WAYLAND_DISPLAY", "where windows open; without them there is sound alone"),
      .init("DBUS_SESSION_BUS_ADDRESS", "the bus of media keys and panels, else $XDG_RUNTIME_DIR/bus"),
      .init("YTPLAY_PLUGIN_PATH", "folders of plugins, with colons between"),
      .init("YTPLAY_YT_DLP", "the yt-dlp that is run, in place of the one in PATH"),
      .init("XDG_CONFIG_HOME", "holds ytplay/ytplay.conf; ~/.config unless set"),
      .init("XDG_DATA_HOME", "holds ytplay/plugins; ~/.local/share unless set"),
      .init("XDG_STATE_HOME", "holds ytplay/places.json; ~/.local/state unless set"),
      .init("TERM, NO_COLOR", "what the terminal can do; “dumb” has the status line left out"),
    ])
  ]

  static let files: [HelpBlock] = [
    .rows([
      .init("~/.config/ytplay/ytplay.conf", "the configuration"),
      .init("~/.local/state/ytplay/places.json", "where sources were left"),
      .init("~/.local/share/ytplay/plugins/*.json", "plugins of your own"),
      .init("PREFIX/lib/ytplay/plugins/*.json", "plugins that were installed"),
      .init("PREFIX/libexec/ytplay/", "their programs"),
    ])
  ]

  static let keys: [HelpBlock] = [
    .text("At a terminal these keys are read, mpv's own:"),
    .rows(KeyTable.entries.map { HelpBlock.Row($0.label, $0.meaning) }),
    .text("In a feed ↑ and ↓, with --horizontal ← and →, bring the page before and the next one."),
  ]
}
