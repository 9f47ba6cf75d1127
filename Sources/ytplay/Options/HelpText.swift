import PlayerKit

/// What `ytplay help` can be asked for beside commands and options.
enum HelpTopic: String, CaseIterable {
  case sources
  case json
  case status
  case signals

  static let words = allCases.map(\.rawValue)

  var text: String {
    switch self {
    case .sources:
      """
      A SOURCE is a file, a folder (the media files in it, in natural order), a list file (.m3u, .m3u8, .pls, \
      .xspf or .plist), a URL, the id of a YouTube \
      video or playlist, a @handle, or - for standard input (not together with --json, and not a terminal). \
      An existing file wins over an id of the same name. An id that begins with a dash goes behind --; a file \
      that is named like a command needs ./ in front. Several sources are played one after another.
      """
    case .json:
      """
      With --json, events are written to standard output and actions are read from standard input, one JSON \
      object a line: {"action":"pause"}, {"action":"seek","to":12.5}, {"action":"setVolume","volume":40}. \
      An action with an "id" gets {"reply":id}, with an "error" where it was refused. A line that can't be \
      read is answered by a rejected event. The end of standard input ends nothing.
      In a feed they are those of the page in front. {"event":"pageChanged","page":1,"count":9} says that another \
      came, with its state on the next line; {"action":"settle","page":1} or {"action":"settle","by":-1} asks for \
      one, pages being counted from 0.
      """
    case .status:
      """
      0  played to the end, or quit
      1  wrong usage, or a backend that was named and is not there or can't run
      2  no source could be played
      3  some sources could be played and some could not
      4  ended by a signal, or because nobody read the output any more
      """
    case .signals:
      """
      INT, TERM and HUP shut the player down within 5 seconds; a second one ends it at once. TSTP pauses and \
      stops the job, and CONT goes on.
      """
    }
  }
}

/// The help, made from the tables.
enum HelpText {
  private static let width = 79

  /// The whole help, or a command's own.
  static func text(for command: CommandName = .play) -> String {
    var lines: [String] = []
    if command == .play {
      for (index, command) in CommandName.allCases.enumerated() {
        lines.append((index == 0 ? "Usage: " : "       ") + "ytplay \(command.synopsis)")
      }
      lines += [
        "", "Plays files, streams and YouTube through exchangeable backends.", "", "Commands:",
      ]
      lines += table(CommandName.allCases.dropFirst().map { ("  \($0)", $0.summary) })
    } else {
      lines += ["Usage: ytplay \(command.synopsis)", ""]
      lines += wrapped(sentence(command.summary), indent: 0)
    }
    lines += ["", "Options:"]
    lines += table(
      OptionTable.all.filter { $0.commands.contains(command) }.map { ("  \($0.synopsis)", $0.help) })
    if command == .play {
      for (title, topic) in [("Sources", HelpTopic.sources), ("Exit status", .status)] {
        lines += ["", "\(title):"] + wrapped(topic.text, indent: 2)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The help on one word.
  static func text(on topic: String) throws(UsageError) -> String {
    if let command = CommandName(rawValue: topic) { return text(for: command) }
    if let topic = HelpTopic(rawValue: topic) {
      return wrapped(topic.text, indent: 0).joined(separator: "\n") + "\n"
    }
    let name = String(topic.drop { $0 == "-" })
    if let option = OptionTable.all.first(where: {
      $0.names.contains(name) || $0.short.map { "\($0)" } == name
    }) {
      return table([(option.synopsis.drop { $0 == " " }.description, option.help)])
        .joined(separator: "\n") + "\n"
    }
    let words = CommandName.words + HelpTopic.words + OptionTable.all.flatMap(\.names)
    throw UsageError("There is no help on “\(Text.safe(topic))”\(NearestName.hint(name, among: words))")
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Two columns.
  private static func table(_ rows: [(String, String)]) -> [String] {
    let column = min((rows.map(\.0.count).max() ?? 0) + 2, 28)
    return rows.flatMap { name, text -> [String] in
      var lines = wrapped(text, indent: column)
      let isLong = name.count + 2 > column
      if isLong { return [name] + lines }
      lines[0] = name + lines[0].dropFirst(name.count)
      return lines
    }
  }

  private static func wrapped(_ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return text.split(separator: "\n").flatMap { paragraph in
      var lines = [margin]
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let line = lines[lines.count - 1]
        if line.count > indent && line.count + 1 + word.count > width {
          lines.append(margin + word)
        } else {
          lines[lines.count - 1] += (line.count > indent ? " " : "") + word
        }
      }
      return lines
    }
  }
}
