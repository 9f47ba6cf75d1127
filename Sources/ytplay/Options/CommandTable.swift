/// The commands by their names; `play` is what happens without one.
enum CommandName: String, Sendable, CaseIterable {
  case play, feed, resolve, backends, config, doctor, html, help

  /// The words that are commands.
  static let words = allCases.filter { $0 != .play }.map(\.rawValue)

  /// Whether it asks what the person's configuration says.
  var readsConfiguration: Bool { self != .help }

  /// Whether it takes an option; `config` all that can be set, since it shows what would hold.
  func takes(_ option: OptionSpec<Options>) -> Bool {
    option.commands.contains(self) || self == .config && option.isConfigurable
  }

  /// How it is written, behind `ytplay`.
  var synopsis: String {
    switch self {
    case .play: "[OPTION]... SOURCE..."
    case .feed: "feed [--vertical|--horizontal] [OPTION]... SOURCE..."
    case .resolve: "resolve [--json] SOURCE..."
    case .backends: "backends [--json] [--check ID [SOURCE]...]"
    case .doctor: "doctor [--json]"
    case .html: "html [OPTION]... SOURCE"
    case .config: "config [--json] [OPTION]..."
    case .help: "help [WORD]"
    }
  }

  /// The same in a few letters.
  var brief: String {
    switch self {
    case .play: "SOURCE..."
    case .feed: "feed SOURCE..."
    case .resolve: "resolve SOURCE..."
    case .html: "html SOURCE"
    case .backends: "backends"
    case .config: "config"
    case .doctor: "doctor"
    case .help: "help [WORD]"
    }
  }

  /// What it does, in a few words.
  var summary: String {
    switch self {
    case .play: "play the sources one after another"
    case .feed: "page through the sources, as short films or in a carousel"
    case .resolve: "say what each source is, and which backend would play it"
    case .backends: "list the backends and what they can do, or check one"
    case .doctor: "check whether this machine has what playing needs"
    case .html: "print a page with YouTube's player, for a web view"
    case .config: "print the options that hold, and where each was set"
    case .help: "say more about a command, an option or a topic"
    }
  }

  /// What it does, as its own help says.
  var details: String {
    switch self {
    case .play: "Plays the sources one after another."
    case .feed:
      """
      Pages through the sources: the one in front plays, its neighbours are ready. In the window the wheel and the \
      arrow keys bring another page, and so does a press on a neighbour or at an edge. The end of a page leads to \
      the next.
      """
    case .resolve:
      "Says what each source is, which backend would play it, and why, by the manifests. Starts nothing."
    case .backends:
      """
      Lists the backends: what they play and can do, whether they can run here, and which plugins were refused and \
      why. With --check it has one prove, rule by rule, that it keeps the contract of backends.
      """
    case .doctor:
      """
      Checks the machine: the display, the backends and what they are made of, WebKit's sandbox, sound, the session \
      bus, yt-dlp, the locale, the person's folders and configuration. Each is ok, or it says what to do, with the \
      packages of Debian to install. Nothing is played. The exit status is 0 where what is needed here is there, \
      else 2: without a display nothing of WebKit's is needed.
      """
    case .html:
      """
      Prints a page with YouTube's player that plays the source, for a web view of your own. Load it together with \
      an https address, or YouTube answers with error 153.
      """
    case .config:
      """
      Prints every option, what holds of it, and where that was set: on the command line, in a line of the \
      configuration, by the environment, or nowhere. It takes all options, and so shows what they would come to.
      """
    case .help:
      """
      Says more about a command, an option, a letter or a topic: \(HelpTopic.words.joined(separator: ", ")). For other \
      programs to read, it writes the manual page (man), and what completes the command line in bash, zsh and fish.
      """
    }
  }

  /// How it is used, line by line.
  var examples: [String] {
    switch self {
    case .play, .doctor, .help: []
    case .feed: ["ytplay feed --horizontal --list mix.m3u8", "ytplay feed dQw4w9WgXcQ clip.mp4"]
    case .resolve: ["ytplay resolve 'https://youtu.be/dQw4w9WgXcQ?t=90'"]
    case .backends: ["ytplay backends --check mpv clip.mp4"]
    case .config: ["ytplay config", "ytplay config --config other.conf --volume 40"]
    case .html: ["ytplay html --youtube hl=de dQw4w9WgXcQ >player.html"]
    }
  }
}
