/// One option: what the parser accepts and what the help says of it.
///
/// Generic over what it sets, so that the parser knows nothing of this program.
struct OptionSpec<Settings>: Sendable {
  /// What becomes of an option that was given.
  enum Effect: Sendable {
    /// It stands alone.
    case flag(@Sendable (inout Settings) -> Void)
    /// It takes a value, called `placeholder` in the help.
    case value(_ placeholder: String, @Sendable (inout Settings, String) throws(UsageError) -> Void)
    /// It takes a file's name, which need not be text.
    case file(@Sendable (inout Settings, [UInt8]) -> Void)
  }

  /// The long name, without dashes.
  let name: String
  /// The letter of the short form.
  let short: Character?
  let effect: Effect
  /// What it does, as it follows the name in the help.
  let help: String
  /// The commands that take it.
  let commands: Set<CommandName>
  /// Whether what follows it is not looked at any more.
  let isLast: Bool

  init(
    _ name: String, _ short: Character? = nil, for commands: Set<CommandName>, _ help: String,
    isLast: Bool = false, _ effect: Effect
  ) {
    self.name = name
    self.short = short
    self.commands = commands
    self.help = help
    self.isLast = isLast
    self.effect = effect
  }

  /// What the value is called; nil for a flag.
  var placeholder: String? {
    switch effect {
    case .flag: nil
    case .value(let placeholder, _): placeholder
    case .file: "FILE"
    }
  }

  /// The option as the help shows it: `-b, --backend ID`.
  var synopsis: String {
    (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}
