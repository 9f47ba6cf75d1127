/// The manual page `ytplay(1)`, made from the tables of commands and options and from the topics of the help.
enum ManualPage {
  /// When what it says was last looked through as a whole.
  private static let date = "2026-11-30"

  static var text: String {
    let lines =
      [
        #".\" Written by `ytplay help man`."#,
        ".TH YTPLAY 1 \(date) \"ytplay \(Program.version)\" \"User Commands\"",
        ".SH NAME", Roff.escaped("ytplay - play files, streams and YouTube through exchangeable backends"),
        ".SH SYNOPSIS",
      ] + synopsis + [".SH DESCRIPTION"] + description + [".SH COMMANDS"] + commands + [".SH OPTIONS"]
      + options + topics + [".SH EXAMPLES"] + examples + [".SH SEE ALSO"] + related
    return lines.joined(separator: "\n") + "\n"
  }

  private static var synopsis: [String] {
    let lines = CommandName.allCases.map { "\(Roff.bold("ytplay")) \(usage($0.synopsis))" }
    return Array(lines.map { [$0] }.joined(separator: [".br"]))
  }

  /// Words in small letters stand as they are; those in capitals are to be put in.
  private static func usage(_ synopsis: String) -> String {
    synopsis.split(separator: " ").map { word -> String in
      var rest = word[...]
      var result = ""
      while let first = rest.first {
        let run = rest.prefix { isNamed($0) == isNamed(first) }
        rest = rest.dropFirst(run.count)
        if !isNamed(first) {
          result += Roff.escaped(run)
        } else {
          result += run.contains(where: \.isLowercase) ? Roff.bold(String(run)) : Roff.italic(String(run))
        }
      }
      return result
    }.joined(separator: " ")
  }

  private static func isNamed(_ character: Character) -> Bool { character.isLetter || character == "-" }

  private static let description =
    blocks([
      .text(
        """
        ytplay plays files, folders, lists, streams and YouTube, one after another, whatever plays each of them: \
        backends do, which are programs of their own. mpv plays files and streams; YouTube plays in its own player, \
        in a window, where there is a display, and otherwise with mpv, where yt-dlp is found.
        """),
      .text(
        """
        Where standard input and output are a terminal, a status line is drawn and keys are read. Desktops see the \
        player by MPRIS, and programs can drive it with --json.
        """),
    ])

  private static var commands: [String] {
    CommandName.allCases.flatMap { command -> [String] in
      [".TP", "\(Roff.bold("ytplay")) \(usage(command.synopsis))", Roff.prose(command.details)]
    }
  }

  private static var options: [String] {
    OptionGroup.allCases.flatMap { group -> [String] in
      let options = group.options()
      return options.isEmpty ? [] : [".SS \(Roff.escaped(group.title))"] + options.flatMap(entry)
    }
  }

  private static func entry(_ option: OptionSpec<Options>) -> [String] {
    let forms = option.forms.map(Roff.bold).joined(separator: ", ")
    return [".TP", forms + (option.placeholder.map { " \(Roff.italic($0))" } ?? ""), sentence(option.help)]
  }

  private static func sentence(_ text: String) -> String {
    Roff.prose(text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : "."))
  }

  /// The topics of the help, each a section.
  private static var topics: [String] {
    HelpTopic.allCases.filter { $0 != .options }.flatMap { topic -> [String] in
      [".SH \(heading(topic))"] + blocks(topic.blocks)
    }
  }

  private static func heading(_ topic: HelpTopic) -> String {
    switch topic {
    case .status: "EXIT STATUS"
    default: topic.rawValue.uppercased()
    }
  }

  private static func blocks(_ blocks: [HelpBlock]) -> [String] {
    blocks.enumerated().flatMap { index, block -> [String] in
      switch block {
      case .heading(let title): [".SS \(Roff.escaped(title))"]
      case .text(let text): (isFirst(index, in: blocks) ? [] : [".PP"]) + [Roff.prose(text)]
      case .rows(let rows):
        rows.flatMap { [".TP", Roff.guarded(Roff.bold($0.name)), sentence($0.text)] }
      case .lines(let lines):
        (isFirst(index, in: blocks) ? [] : [".PP"]) + [".RS 4", ".nf"]
          + lines.map { Roff.guarded(Roff.escaped($0)) } + [".fi", ".RE"]
      }
    }
  }

  /// Whether a block stands right under a heading, where nothing needs to part it from anything.
  private static func isFirst(_ index: Int, in blocks: [HelpBlock]) -> Bool {
    guard index > 0 else { return true }
    if case .heading = blocks[index - 1] { return true }
    return false
  }

  private static var examples: [String] {
    let own: [HelpBlock] = [
      .rows([
        .init("ytplay film.mkv", "plays a film, with the subtitles beside it"),
        .init("ytplay --shuffle --loop=all ~/Music", "plays a folder in an order of chance, on and on"),
        .init("ytplay --start=1:30 dQw4w9WgXcQ", "plays a video of YouTube's from there"),
        .init("ytplay -- -wtIMTCHWuI", "plays one whose id begins with a dash"),
        .init("find . -name '*.flac' | ytplay --list -", "plays what another program finds"),
      ])
    ]
    return blocks(own + [.lines(CommandName.allCases.flatMap(\.examples))])
  }

  private static let related = [
    "\\fBmpv\\fR(1), \\fByt\\-dlp\\fR(1), \\fBplayerctl\\fR(1)"
  ]
}
