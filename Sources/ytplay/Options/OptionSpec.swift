/// One option: what the parser accepts and what the help says of it.
///
/// Generic over what it sets, so that the parser knows nothing of this program.
struct OptionSpec<Settings>: Sendable {
  /// What becomes of an option that was given.
  enum Effect: Sendable {
    /// It stands alone.
    case flag(@Sendable (inout Settings) -> Void)
    /// It is on or off: `--mute`, `--mute=yes`, `--mute=no`, and by its opposite `--no-mute`.
    case toggle(@Sendable (inout Settings, Bool) -> Void)
    /// It takes a value, called `placeholder` in the help.
    case value(_ placeholder: String, @Sendable (inout Settings, String) throws(UsageError) -> Void)
    /// It takes a file's name, which need not be text.
    case file(@Sendable (inout Settings, [UInt8]) -> Void)
    /// It takes a folder's name.
    case folder(@Sendable (inout Settings, String) -> Void)
  }

  /// The long name, without dashes.
  let name: String
  /// The letter of the short form.
  let short: Character?
  /// What it is about.
  let group: OptionGroup
  let effect: Effect
  /// What it does, as it follows the name in the help.
  let help: String
  /// The commands that take it.
  let commands: Set<CommandName>
  /// Whether what follows it is not looked at any more.
  let isLast: Bool
  /// Whether each time that it is given counts, and not the last alone.
  let isRepeatable: Bool
  /// Whether it may stand in a configuration.
  let isConfigurable: Bool

  init(
    _ name: String, _ short: Character? = nil, in group: OptionGroup, for commands: Set<CommandName>,
    _ help: String, isLast: Bool = false, isRepeatable: Bool = false, isConfigurable: Bool = true,
    _ effect: Effect
  ) {
    self.name = name
    self.short = short
    self.group = group
    self.commands = commands
    self.help = help
    self.isLast = isLast
    self.isRepeatable = isRepeatable
    self.isConfigurable = isConfigurable
    self.effect = effect
  }

  /// What the value is called; nil where it needs none.
  var placeholder: String? {
    switch effect {
    case .flag, .toggle: nil
    case .value(let placeholder, _): placeholder
    case .file: "FILE"
    case .folder: "DIR"
    }
  }

  /// The name that turns off what ``name`` turns on: `no-mute`, or `video` for `no-video`; nil where there is no
  /// off.
  var opposite: String? {
    guard case .toggle = effect else { return nil }
    return name.hasPrefix("no-") ? String(name.dropFirst(3)) : "no-\(name)"
  }

  /// Its name, and that of its opposite.
  var names: [String] { [name] + (opposite.map { [$0] } ?? []) }

  /// The option as a column of the help shows it: `-b, --backend ID`, or indented like that without a letter.
  var synopsis: String { (short == nil ? "    " : "") + usage }

  /// The option as it is written: `-b, --backend ID`.
  var usage: String {
    (short.map { "-\($0), " } ?? "") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}
