/// What `ytplay help` writes for other programs to read, made from the tables of commands and options.
enum GeneratedDocument: String, CaseIterable, Sendable {
  case man, bash, zsh, fish

  static let words = allCases.map(\.rawValue)

  /// All of it.
  var text: String {
    switch self {
    case .man: ManualPage.text
    case .bash: BashCompletion.script
    case .zsh: ZshCompletion.script
    case .fish: FishCompletion.script
    }
  }
}
