/// A command line that was understood, over the configuration.
struct Invocation: Sendable {
  var command: CommandName
  var options: Options
  /// What the command works on.
  var operands: [Operand]
  /// What was read beside the command line; nil for what needs no options.
  var configuration: Configuration?
  /// What makes up the options, in the order in which it was applied.
  var settings: [Setting] = []

  /// Reads the arguments, which begin behind the program's name, and the configuration that belongs to them.
  static func read(_ arguments: [[UInt8]]) async throws(UsageError) -> Invocation {
    if let invocation = help(onOption: arguments) { return invocation }
    let alone = try Invocation(ArgumentParser(table: OptionTable.all).parse(arguments, into: Options()))
    if alone.options.request != nil || !alone.command.readsConfiguration { return try parse(arguments) }
    return try parse(arguments, over: await Configuration.load(alone.options.configFile))
  }

  /// `ytplay help --volume`, which asks about the option and does not set it; nil where it is something else.
  static func help(onOption arguments: [[UInt8]]) -> Invocation? {
    guard arguments.count == 2, arguments[0] == Array(CommandName.help.rawValue.utf8),
      arguments[1].first == UInt8(ascii: "-"), !["-h", "--help", "--"].contains(Text.shown(arguments[1]))
    else { return nil }
    return Invocation(
      .init(settings: Options(), operands: arguments.map { Operand(bytes: $0, isProtected: false) }))
  }

  /// Reads the arguments, which begin behind the program's name.
  ///
  /// - Parameter configuration: what holds where they say nothing.
  /// - Throws: all that is wrong with the configuration, at once, or what is wrong with the command line.
  static func parse(
    _ arguments: [[UInt8]], over configuration: Configuration? = nil
  ) throws(UsageError) -> Invocation {
    let parser = ArgumentParser(table: OptionTable.all)
    let alone = try parser.parse(arguments, into: Options())
    let invocation = Invocation(alone)
    if invocation.options.request != nil { return invocation }
    try invocation.check(alone.given.map(\.option))
    // The doctor tells of them among the rest.
    if let problems = configuration?.problems, !problems.isEmpty, invocation.command != .doctor {
      throw UsageError(problems)
    }
    let given = alone.given.map { Setting(option: $0.option, value: $0.value, origin: .commandLine) }
    let configured = invocation.applicable(configuration?.settings ?? [], beside: given)
    var options = Options()
    for setting in configured {
      try setting.option.apply(setting.value, to: &options, written: "--\(setting.option.name)")
    }
    // Of plugins the first of a name wins, and of folders so the first.
    let folders = options.pluginFolders
    options.pluginFolders = []
    var merged = Invocation(try parser.parse(arguments, into: options))
    merged.options.pluginFolders += folders
    merged.options.mpvOrigins = Setting.mpvOrigins(configured, behind: given)
    // Without --json the configuration's wish for states waits.
    if !given.contains(where: { $0.option.name == "states" }), !merged.options.json {
      merged.options.states = false
    }
    try merged.options.validate()
    merged.configuration = configuration
    merged.settings = configured + given
    return merged
  }

  /// What was parsed, with the command taken off.
  private init(_ parsed: ArgumentParser<Options>.Result) {
    (command, options, operands) = (.play, parsed.settings, parsed.operands)
    guard let first = operands.first, !first.isProtected else { return }
    let word = String(decoding: first.bytes, as: UTF8.self)
    if let command = CommandName(rawValue: word), command != .play {
      self.command = command
      operands.removeFirst()
    }
  }

  /// The error behind the line of the configuration that set the option of this name, where one did.
  func located(_ error: UsageError, by option: String) -> UsageError {
    guard let setting = settings.last(where: { $0.option.name == option }),
      case .file(let path, let line) = setting.origin
    else { return error }
    return UsageError(error.sentences.map { "\(path):\(line): \($0)" })
  }

  /// Throws for an option of another command.
  private func check(_ given: [OptionSpec<Options>]) throws(UsageError) {
    for option in given where !takes(option) {
      let others = option.commands.map { $0 == .play ? "playing" : "`ytplay \($0)`" }.sorted()
      let name = command == .play ? "playing" : "`ytplay \(command)`"
      let first = others.dropLast().joined(separator: ", ")
      let list = first.isEmpty ? others.joined() : "\(first) and \(others.suffix(1).joined())"
      throw UsageError("The option --\(option.name) is not for \(name), but for \(list).")
    }
  }

  /// Whether the option means something to the command.
  private func takes(_ option: OptionSpec<Options>) -> Bool {
    command.takes(option)
  }

  /// What of a configuration holds: what the command takes, and the command line does not rule out.
  private func applicable(_ configured: [Setting], beside given: [Setting]) -> [Setting] {
    let on = Set(given.filter(\.isOn).map(\.option.name))
    let ruledOut = OptionTable.exclusive.filter { !on.isDisjoint(with: $0) }.flatMap { $0 }
    return configured.filter { takes($0.option) && !ruledOut.contains($0.option.name) }
  }
}
