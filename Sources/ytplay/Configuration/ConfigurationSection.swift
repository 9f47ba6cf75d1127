/// A section of a configuration: the id of a backend that takes options of its own.
enum ConfigurationSection: String, CaseIterable {
  /// mpv's options.
  case mpv
  /// The parameters of YouTube's player.
  case iframe

  /// The option that says the same on the command line, as `NAME=VALUE`.
  var option: String {
    switch self {
    case .mpv: "mpv"
    case .iframe: "youtube"
    }
  }
}

extension OptionSpec<Options> {
  /// The section whose options it sets; nil for an option of the program's own.
  var section: ConfigurationSection? { ConfigurationSection.allCases.first { $0.option == name } }

  /// What holds where nobody sets it; nil where that is nothing, or a backend's own choice.
  var defaultValue: String? {
    if opposite != nil { return "no" }
    return name == "loop" ? Options().loop.rawValue : nil
  }
}
