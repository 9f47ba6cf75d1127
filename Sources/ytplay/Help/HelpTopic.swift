/// What `ytplay help` can be asked for beside commands and options.
enum HelpTopic: String, CaseIterable, Sendable {
  case options, sources, keys, configuration, resume, mpris, json, status, signals, plugins, environment,
    files

  /// The words of the topics.
  static let words = allCases.map(\.rawValue)

  /// What is said of it.
  var blocks: [HelpBlock] {
    switch self {
    case .options: HelpPages.options
    case .sources: HelpPages.sources
    case .keys: HelpPages.keys
    case .configuration: HelpPages.configuration
    case .resume: HelpPages.resume
    case .mpris: HelpPages.mpris
    case .json: HelpPages.json
    case .status: HelpPages.status
    case .signals: HelpPages.signals
    case .plugins: HelpPages.plugins
    case .environment: HelpPages.environment
    case .files: HelpPages.files
    }
  }
}
