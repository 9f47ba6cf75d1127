/// What an option is about: how the help is grouped.
enum OptionGroup: String, CaseIterable, Sendable {
  case pages, playing, sound, picture, backends, program

  /// The words that `ytplay help` takes for a group.
  static let words = allCases.map(\.rawValue)

  /// How the help calls it.
  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The options of this group that a command takes, in the order of the table.
  func options(of command: CommandName? = nil) -> [OptionSpec<Options>] {
    OptionTable.all.filter { option in
      option.group == self && (command.map(option.commands.contains) ?? true)
    }
  }
}
