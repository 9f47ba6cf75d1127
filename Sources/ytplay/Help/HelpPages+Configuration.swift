extension HelpPages {
  static let configuration: [HelpBlock] = [
    .text(
      """
      What is to hold without being typed stands in $XDG_CONFIG_HOME/ytplay/ytplay.conf, else in \
      ~/.config/ytplay/ytplay.conf, or in the file of --config. Names are those of the options, without dashes:
      """),
    .lines([
      "# A comment is a line of its own.", "volume = 60", "audio-lang = de,en", "resume = yes", "",
      "[mpv]", "hwdec = auto-safe", "", "[iframe]", "hl = de",
    ]),
    .text(
      """
      Switches are yes or no, also by their opposites: video = no. Below [mpv] stand mpv's options, below [iframe] \
      the parameters of YouTube's player. A value may stand in quotes, and has to where it holds a # behind a \
      space. A path begins at the configuration's folder, and ~/ is your home. The command line wins; \
      --config /dev/null has none read.
      """),
    .text(
      "`ytplay config` prints what holds, and where it was set. All mistakes are said at once, with their lines."
    ),
  ]

  static let resume: [HelpBlock] = [
    .text(
      """
      With --resume, or resume = yes in the configuration, each source goes on where it was left, a list in the item \
      that was left, and of several sources, or a folder, the one that was left comes first. The place is kept every \
      few seconds and at the end; what was played to its end is forgotten. --start, or a start in a URL, wins.
      """),
    .text(
      """
      Without it nothing goes on, and nothing is kept but by the key Q, and at a hang-up of the terminal, for the next \
      time that --resume is given. Live streams and standard input have no place.
      """),
    .text("Up to 1,000 places are in ytplay/places.json in $XDG_STATE_HOME, else in ~/.local/state."),
  ]
}
