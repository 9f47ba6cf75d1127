import PlayerKit

/// The help, made from the tables.
enum HelpText {
  /// The first screen, or a command's own help.
  static func text(for command: CommandName = .play) -> String {
    command == .play ? screen : HelpLayout.text(blocks(for: command))
  }

  /// The help on one word: all that it names, since a command, a topic and an option may share it.
  static func text(on word: String) throws(UsageError) -> String {
    if let document = GeneratedDocument(rawValue: word) { return document.text }
    let isOption = word.hasPrefix("-")
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    var blocks = isOption ? [] : blocks(onWord: name)
    blocks += self.blocks(onOptionsLike: name)
    if !blocks.isEmpty { return HelpLayout.text(blocks) }
    if word == CommandName.play.rawValue { return screen }
    let hint = NearestName.hint(name.lowercased(), among: words + GeneratedDocument.words)
    throw UsageError("There is no help on “\(Text.safe(word))”\(hint)")
  }

  /// Every word that there is help on, commands first.
  static var words: [String] {
    var words: [String] = []
    for word in CommandName.words + HelpTopic.words + OptionGroup.words + OptionTable.all.flatMap(\.names)
    where !words.contains(word) {
      words.append(word)
    }
    return words
  }

  // MARK: The first screen

  /// What fits a terminal of 24 lines: the commands in a few words, and the names of the options, which tell most
  /// of it.
  private static var screen: String {
    // The last line says what `help` does.
    let commands = CommandName.allCases.filter { ![.play, .help].contains($0) }
    var lines = [
      "Usage: ytplay \(CommandName.play.synopsis)",
      "Plays files, folders, lists, streams and YouTube. These are commands:",
    ]
    let width = (commands.map(\.brief.count).max() ?? 0) + 2
    lines += commands.map { "  \($0.brief.padded(to: width))\($0.summary)" }
    lines += ["", "Options:"]
    let column = (OptionGroup.allCases.map(\.title.count).max() ?? 0) + 4
    for group in OptionGroup.allCases {
      var names = HelpLayout.wrapped(
        group.options(of: .play).map(\.usage), indent: column, separator: "  ")
      if names.isEmpty { continue }
      let title = "  " + group.title
      names[0] = title + names[0].dropFirst(title.count)
      lines += names
    }
    lines += [""]
    lines += HelpLayout.wrapped(
      "More: `ytplay help WORD`, where WORD is one of these or \(HelpTopic.words.joined(separator: ", "))."
        .split(separator: " ").map(String.init))
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: One thing

  /// A command's own help.
  private static func blocks(for command: CommandName) -> [HelpBlock] {
    var blocks: [HelpBlock] = [.text("Usage: ytplay \(command.synopsis)"), .text(command.details)]
    let examples = command.examples
    if !examples.isEmpty { blocks += [.heading("Examples"), .lines(examples)] }
    for group in OptionGroup.allCases {
      let options = group.options(of: command)
      if !options.isEmpty { blocks += [.heading(group.title), .rows(rows(options))] }
    }
    return blocks
  }

  /// What a word names that is no option.
  private static func blocks(onWord word: String) -> [HelpBlock] {
    var blocks: [HelpBlock] = []
    if let command = CommandName(rawValue: word), command != .play { blocks += self.blocks(for: command) }
    if let topic = HelpTopic(rawValue: word.lowercased()) { blocks += topic.blocks }
    if let group = OptionGroup(rawValue: word.lowercased()) {
      // A command of that name has shown its own options.
      let isShared = CommandName(rawValue: word) != nil
      let options = isShared ? group.options(of: .play) : group.options()
      blocks += [.heading(isShared ? "\(group.title), when playing" : group.title), .rows(rows(options))]
    }
    return blocks
  }

  /// The options of a name or of a letter.
  private static func blocks(onOptionsLike name: String) -> [HelpBlock] {
    let options = OptionTable.all.filter { $0.names.contains(name) || $0.short.map { "\($0)" } == name }
    return options.isEmpty ? [] : [.rows(rows(options, isAlone: true))]
  }

  static func rows(_ options: [OptionSpec<Options>], isAlone: Bool = false) -> [HelpBlock.Row] {
    options.map { HelpBlock.Row(isAlone ? $0.usage : $0.synopsis, $0.help) }
  }
}
