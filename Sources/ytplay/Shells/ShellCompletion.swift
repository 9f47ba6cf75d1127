import PlayerKit

/// What a shell offers where it completes a word: the kind of value that stands there.
enum CompletionKind: Equatable, Sendable {
  /// Nothing can be known.
  case nothing
  case files
  case folders
  /// One of these.
  case words([String])
  /// One of these, with a `=` and a value behind it.
  case names([String])
  /// The id of a backend. A shell asks `ytplay resolve`, which reads the manifests and starts nothing.
  case backends
}

extension OptionSpec {
  /// What the value that stands behind it may be; nil where it needs none.
  ///
  /// Of a value that is text it is known by what the help calls it: an `ID`, or the words themselves, as
  /// `off|one|all`.
  var completion: CompletionKind? {
    switch effect {
    case .flag, .toggle: nil
    case .file: .files
    case .folder: .folders
    case .value("ID", _): .backends
    case .value("NAME=VALUE", _): name == "youtube" ? .names(YouTubeParameters.names) : .nothing
    case .value(let placeholder, _):
      placeholder.contains("|") ? .words(placeholder.split(separator: "|").map(String.init)) : .nothing
    }
  }

  /// The forms in which it is written, the short one first.
  var forms: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The help's first clause: what has room beside a candidate.
  var clause: String {
    let end = help.indices.first { help[$0...].hasPrefix("; ") || help[$0...].hasPrefix(". ") }
    return String(help[..<(end ?? help.endIndex)])
  }
}

extension CommandName {
  /// What its operands may be.
  var operands: CompletionKind {
    switch self {
    case .help:
      // There is help on the opposites of options as well, but nobody looks for it.
      .words(
        HelpText.words.filter { word in !OptionTable.all.contains { $0.opposite == word } }
          + GeneratedDocument.words)
    default: synopsis.contains("SOURCE") ? .files : .nothing
    }
  }
}

/// What the scripts for the three shells have in common.
enum ShellCompletion {
  /// What lists the backends without starting one: the manifests are all that is read.
  static let listing = "resolve --json https://example.org/"

  /// The options that take a value, in the forms in which it stands behind them.
  static var longWithValue: [String] {
    OptionTable.all.filter { $0.placeholder != nil }.map { "--\($0.name)" }
  }

  /// The letters of those.
  static var lettersWithValue: String {
    String(OptionTable.all.filter { $0.placeholder != nil }.compactMap(\.short))
  }

  /// The commands that an option is for, in their order.
  static func commands(of option: OptionSpec<Options>) -> [String] {
    CommandName.allCases.filter { $0.takes(option) }.map(\.rawValue)
  }

  /// The text as one word of bash or zsh.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
