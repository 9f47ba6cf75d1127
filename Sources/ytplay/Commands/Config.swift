import Glibc
import PlayerKit

/// `ytplay config`: the options that hold, and where each was set.
enum ConfigCommand {
  static func run(_ invocation: Invocation, _ console: Console) async throws(UsageError) -> ExitStatus {
    if let operand = invocation.operands.first {
      throw UsageError("`ytplay config` takes options alone, and was given \(Text.shown(operand.bytes)).")
    }
    let rows = EffectiveOption.all(of: invocation)
    if invocation.options.json {
      for row in rows { console.output.write(JSONText.line(row)) }
    } else {
      console.output.write(text(of: rows))
    }
    return await console.finish(.success)
  }

  /// Three columns; the options of backends below their sections, as in a configuration.
  static func text(of rows: [EffectiveOption]) -> String {
    let names = (rows.map(\.name.count).max() ?? 0) + 2
    // A long value pushes its own origin alone aside.
    let values = min((rows.map(\.shownValue.count).max() ?? 0) + 2, 32)
    var text = ""
    var section: String?
    for row in rows {
      if row.section != section, let name = row.section { text += "\n[\(name)]\n" }
      section = row.section
      let value = row.shownValue.padded(to: max(values, row.shownValue.count + 2))
      text += "\(Text.safe(row.name).padded(to: names))\(value)\(Text.safe(row.origin))\n"
    }
    return text
  }
}

/// One option as it holds.
struct EffectiveOption: Encodable, Equatable {
  /// Of whom it is one: the backend's id, as its section in a configuration; nil for the program's own.
  var section: String?
  let name: String
  /// Nil where it is not set.
  var value: [UInt8]?
  /// For people.
  var origin = "default"
  private var place: Setting.Origin?
  /// Of a file that is named: whether it is there.
  private var exists: Bool?

  /// The value for people.
  var shownValue: String { value.map { Text.shown($0) } ?? "" }

  /// All options, in the table's order, those of backends last.
  static func all(of invocation: Invocation) -> [EffectiveOption] {
    let own = OptionTable.all.filter { $0.isConfigurable && $0.section == nil }
    let backends = OptionTable.all.filter { $0.section != nil }
    return [file(invocation)] + own.flatMap { rows(of: $0, invocation) }
      + backends.flatMap { option in
        invocation.settings.filter { $0.option.name == option.name }.map { EffectiveOption($0) }
      }
  }

  /// The configuration itself.
  private static func file(_ invocation: Invocation) -> EffectiveOption {
    let configuration = invocation.configuration ?? Configuration()
    var row = EffectiveOption(name: "config", value: configuration.path?.bytes)
    if invocation.options.configFile != nil {
      row.set(.commandLine)
    } else if PersonalFolders.isSet("XDG_CONFIG_HOME") {
      row.set(.environment("XDG_CONFIG_HOME"))
    }
    row.exists = configuration.exists
    if !configuration.exists { row.origin += ", not there" }
    return row
  }

  private static func rows(of option: OptionSpec<Options>, _ invocation: Invocation) -> [EffectiveOption] {
    var set = invocation.settings.filter { $0.option.name == option.name }
    if option.name == "plugin-path" {
      set = set.filter { $0.origin == .commandLine } + set.filter { $0.origin != .commandLine }
      set += environmentFolders.map { Setting(option: option, value: $0, origin: .environment(pluginPath)) }
    }
    if !option.isRepeatable { set = set.suffix(1) }
    return set.isEmpty ? [EffectiveOption(option)] : set.map { EffectiveOption($0) }
  }

  private static let pluginPath = "YTPLAY_PLUGIN_PATH"

  /// The folders that the environment names, where plugins are looked for behind those of the option.
  private static var environmentFolders: [[UInt8]] {
    guard let value = getenv(pluginPath) else { return [] }
    return String(cString: value).split(separator: ":").map { Array($0.utf8) }
  }

  private init(name: String, value: [UInt8]?) {
    (self.name, self.value) = (name, value)
  }

  /// An option that nobody set.
  private init(_ option: OptionSpec<Options>) {
    self.init(name: option.name, value: option.defaultValue.map { Array($0.utf8) })
  }

  private init(_ setting: Setting) {
    if let section = setting.option.section {
      let parts = setting.value.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      self.init(name: Text.shown(parts[0]), value: parts.count > 1 ? Array(parts[1]) : nil)
      self.section = section.rawValue
    } else {
      self.init(name: setting.option.name, value: setting.value)
    }
    set(setting.origin)
  }

  private mutating func set(_ place: Setting.Origin) {
    self.place = place
    switch place {
    case .commandLine: origin = "command line"
    case .file(let path, let line): origin = "\(path):\(line)"
    case .environment(let variable): origin = "environment: \(variable)"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case section, name, value, valueBase64, origin, file, line, variable, exists
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(section, forKey: .section)
    try container.encode(name, forKey: .name)
    if let value, String(validating: value, as: UTF8.self) == nil {
      try container.encode(JSONText.base64(value), forKey: .valueBase64)
    } else {
      try container.encode(value.map { String(decoding: $0, as: UTF8.self) }, forKey: .value)
    }
    switch place {
    case nil: try container.encode("default", forKey: .origin)
    case .commandLine: try container.encode("commandLine", forKey: .origin)
    case .file(let path, let line):
      try container.encode("file", forKey: .origin)
      try container.encode(path.description, forKey: .file)
      try container.encode(line, forKey: .line)
    case .environment(let variable):
      try container.encode("environment", forKey: .origin)
      try container.encode(variable, forKey: .variable)
    }
    try container.encodeIfPresent(exists, forKey: .exists)
  }
}
