/// The commands by their names; `play` is what happens without one.
enum CommandName: String, Sendable, CaseIterable {
  case play, feed, resolve, backends, html, help

  /// The words that are commands.
  static let words = allCases.filter { $0 != .play }.map(\.rawValue)

  /// How it is written, behind `ytplay`.
  var synopsis: String {
    switch self {
    case .play: "[OPTION]... SOURCE..."
    case .feed: "feed [--vertical|--horizontal] [OPTION]... SOURCE..."
    case .resolve: "resolve [--json] SOURCE..."
    case .backends: "backends [--json] [--check ID [SOURCE]...]"
    case .html: "html [OPTION]... SOURCE"
    case .help: "help [TOPIC]"
    }
  }

  /// What it does, as it follows the name in the help.
  var summary: String {
    switch self {
    case .play: "play the sources one after another"
    case .feed: "page through the sources: the one in front plays, its neighbours are ready"
    case .resolve: "say what each source is and which backend would play it, and why; start nothing"
    case .backends: "list the backends and whether they can run here, or check one against the contract"
    case .html: "print a page with YouTube's player that plays the source, for a web view of your own"
    case .help: "show help on a command, an option, or one of: \(HelpTopic.words.joined(separator: ", "))"
    }
  }
}

/// A command line that was understood.
struct Invocation: Sendable {
  var command: CommandName
  var options: Options
  /// What the command works on.
  var operands: [Operand]

  /// Reads the arguments, which begin behind the program's name.
  static func parse(_ arguments: [[UInt8]]) throws(UsageError) -> Invocation {
    let parsed = try ArgumentParser(table: OptionTable.all).parse(arguments, into: Options())
    var invocation = Invocation(command: .play, options: parsed.settings, operands: parsed.operands)
    if let first = parsed.operands.first, !first.isProtected {
      let word = String(decoding: first.bytes, as: UTF8.self)
      if let command = CommandName(rawValue: word), command != .play {
        invocation.command = command
        invocation.operands.removeFirst()
      }
    }
    if invocation.options.request != nil { return invocation }
    let command = invocation.command
    for option in parsed.given.map(\.option) where !option.commands.contains(command) {
      let others = option.commands.map { $0 == .play ? "playing" : "`ytplay \($0)`" }.sorted()
      let name = command == .play ? "playing" : "`ytplay \(command)`"
      let first = others.dropLast().joined(separator: ", ")
      let list = first.isEmpty ? others.joined() : "\(first) and \(others.suffix(1).joined())"
      throw UsageError("The option --\(option.name) is not for \(name), but for \(list).")
    }
    try invocation.options.validate()
    return invocation
  }
}
