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
}
