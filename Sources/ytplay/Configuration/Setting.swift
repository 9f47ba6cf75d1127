import PlayerKit

/// An option that was set, and where.
struct Setting: Sendable {
  /// Where an option was set.
  enum Origin: Sendable, Equatable {
    case commandLine
    /// Counted from 1.
    case file(MediaPath, line: Int)
    /// By the variable of this name.
    case environment(String)
  }

  let option: OptionSpec<Options>
  /// As on the command line: `yes` or `no` for a switch, `NAME=VALUE` for the options of backends.
  let value: [UInt8]
  let origin: Origin

  /// The name in a `NAME=VALUE`.
  private var pairName: String { Text.shown(value.prefix { $0 != UInt8(ascii: "=") }) }

  /// The lines of a configuration in which mpv's options were set, but for those that the command line sets too.
  static func mpvOrigins(_ configured: [Setting], behind given: [Setting]) -> [String: String] {
    var origins: [String: String] = [:]
    for setting in configured + given where setting.option.section == .mpv {
      origins[setting.pairName] =
        if case .file(let path, let line) = setting.origin { "\(path):\(line)" } else { nil }
    }
    return origins
  }

  /// Whether it is a switch that is on.
  var isOn: Bool { option.opposite != nil && value == Array("yes".utf8) }
}
