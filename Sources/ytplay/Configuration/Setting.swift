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

  /// Whether it is a switch that is on.
  var isOn: Bool { option.opposite != nil && value == Array("yes".utf8) }
}
