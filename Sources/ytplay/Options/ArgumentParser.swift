import PlayerKit

/// Reads a command line by a table of options, with GNU's conventions: `--name=value` and `--name value`,
/// short options in bundles (`-mq`, `-s90`), options and operands in any order, `--` before operands alone.
///
/// Arguments are bytes, because a file name need not be text.
struct ArgumentParser<Settings> {
  let table: [OptionSpec<Settings>]

  /// What was read.
  struct Result {
    var settings: Settings
    /// The options that were given, in order.
    var given: [GivenOption<Settings>] = []
    /// What is no option.
    var operands: [Operand] = []
  }

  /// Reads the arguments.
  func parse(_ arguments: [[UInt8]], into settings: Settings) throws(UsageError) -> Result {
    var result = Result(settings: settings)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == Array("--".utf8) {
        result.operands += rest.map { Operand(bytes: $0, isProtected: true) }
        return result
      }
      let isFinished =
        if argument.starts(with: "--".utf8) {
          try parseLong(argument, &rest, &result)
        } else if argument.first == UInt8(ascii: "-"), argument.count > 1 {
          try parseShort(argument, &rest, &result)
        } else {
          false
        }
      if isFinished { return result }
      if argument.first != UInt8(ascii: "-") || argument.count == 1 {
        result.operands.append(Operand(bytes: argument, isProtected: false))
      }
    }
    return result
  }

  private func parseLong(
    _ argument: [UInt8], _ rest: inout ArraySlice<[UInt8]>, _ result: inout Result
  ) throws(UsageError) -> Bool {
    let parts = argument.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = Text.shown(parts[0])
    guard let option = table.first(where: { $0.name == name || $0.opposite == name }) else {
      if let hint = sourceHint(argument) { throw UsageError("There is no option \(hint)") }
      let hint = NearestName.hint(name, among: names, prefix: "--")
      throw UsageError("There is no option --\(name)\(hint)")
    }
    try apply(
      option, "--\(name)", value: parts.count > 1 ? Array(parts[1]) : nil,
      isOpposite: name == option.opposite,
      &rest, &result)
    return option.isLast
  }

  private func parseShort(
    _ argument: [UInt8], _ rest: inout ArraySlice<[UInt8]>, _ result: inout Result
  ) throws(UsageError) -> Bool {
    // Ten letters behind a dash are far more often an id than options in a bundle.
    if SourceArgument.looksLikeVideoID(argument), let hint = sourceHint(argument) {
      throw UsageError("There is no option \(hint)")
    }
    var letters = argument.dropFirst()
    while let byte = letters.popFirst() {
      let letter = Character(Unicode.Scalar(byte))
      guard let option = table.first(where: { $0.short == letter }) else {
        throw unknownShort(letter, in: argument)
      }
      if option.placeholder != nil, !letters.isEmpty {
        try apply(option, "-\(letter)", value: Array(letters), &rest, &result)
        return option.isLast
      }
      try apply(option, "-\(letter)", value: nil, &rest, &result)
      if option.isLast { return true }
    }
    return false
  }

  private func apply(
    _ option: OptionSpec<Settings>, _ written: String, value: [UInt8]?, isOpposite: Bool = false,
    _ rest: inout ArraySlice<[UInt8]>, _ result: inout Result
  ) throws(UsageError) {
    let value: [UInt8]? =
      switch option.effect {
      case .flag, .toggle: value
      case .value, .file, .folder: try self.value(value, &rest, of: option, written)
      }
    let taken = try option.apply(value, to: &result.settings, written: written, isOpposite: isOpposite)
    result.given.append(GivenOption(option: option, value: taken))
  }

  /// All names, those of opposites too.
  private var names: [String] { table.flatMap(\.names) }

  private func value(
    _ value: [UInt8]?, _ rest: inout ArraySlice<[UInt8]>, of option: OptionSpec<Settings>, _ written: String
  ) throws(UsageError) -> [UInt8] {
    if let value = value ?? rest.popFirst() { return value }
    throw UsageError("The option \(written) needs a value: \(written) \(option.placeholder ?? "").")
  }

  private func unknownShort(_ letter: Character, in argument: [UInt8]) -> UsageError {
    if let hint = sourceHint(argument) { return UsageError("There is no option \(hint)") }
    let text = Text.shown(argument)
    let word = String(text.dropFirst().prefix { $0 != "=" })
    if word.count > 2, let nearest = NearestName.find(word, in: names) {
      return UsageError("There is no option \(text); did you mean --\(nearest)?")
    }
    guard argument.count > 2 else { return UsageError("There is no option \(text).") }
    return UsageError("There is no option -\(Text.shown(String(letter).utf8)) in \(text).")
  }

  /// What to write for an argument that is no option but a file's name, or looks like a YouTube id; nil where
  /// it does not. With a slip in it the name of an option may look so too.
  private func sourceHint(_ argument: [UInt8]) -> String? {
    let text = Text.shown(argument)
    if MediaPath(bytes: argument).fileKind != nil {
      return "\(text); for the file of that name write ./\(text)."
    }
    guard SourceArgument.looksLikeVideoID(argument) else { return nil }
    if let nearest = NearestName.find(String(text.drop { $0 == "-" }), in: names) {
      return "\(text); did you mean --\(nearest)?"
    }
    return "\(text); for the YouTube id write it behind two dashes: -- \(text)."
  }
}

/// An option that was given.
struct GivenOption<Settings>: Sendable {
  let option: OptionSpec<Settings>
  /// Its value as bytes; `yes` or `no` where it is on or off.
  let value: [UInt8]
}

/// An argument that is no option.
struct Operand: Equatable, Sendable {
  let bytes: [UInt8]
  /// Whether it stands behind `--`, so that it can't be a command.
  let isProtected: Bool

  init(bytes: [UInt8], isProtected: Bool) {
    self.bytes = bytes
    self.isProtected = isProtected
  }
}
