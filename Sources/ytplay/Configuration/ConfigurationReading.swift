import PlayerKit

/// Understands the entries of a configuration by the table of options.
struct ConfigurationReading {
  /// No more problems than these are looked for.
  static let problemLimit = 100

  let path: MediaPath
  private(set) var settings: [Setting] = []
  private(set) var problems: [ConfigurationText.Problem] = []
  /// What comes of it. Each value is checked as it is set.
  private var options = Options()
  /// The lines of what may stand once, by section and name.
  private var lines: [[String]: Int] = [:]

  init(path: MediaPath) {
    self.path = path
  }

  /// Takes all entries, and keeps what is wrong with them.
  mutating func read(_ text: ConfigurationText) {
    for (name, line) in text.sections where !name.isEmpty && ConfigurationSection(rawValue: name) == nil {
      note(Self.unknownSection(name), line)
    }
    // Each gets a nearest word, and what has so many is no configuration.
    for entry in text.entries where problems.count < Self.problemLimit {
      do throws(UsageError) {
        try read(entry)
      } catch {
        note(error, entry.line)
      }
    }
    checkPairs()
  }

  private mutating func note(_ error: UsageError, _ line: Int) {
    problems.append(ConfigurationText.Problem(line: line, message: error.description))
  }

  private mutating func read(_ entry: ConfigurationText.Entry) throws(UsageError) {
    if entry.name.hasPrefix("-") {
      let bare = entry.name.drop { $0 == "-" }
      throw UsageError("The name has no dashes in front; did you mean \(Text.safe(String(bare)))?")
    }
    guard let name = entry.section else { return try readOption(entry) }
    // An unknown section has been said once; what stands in it is not to be judged.
    if let section = ConfigurationSection(rawValue: name) { try readBackendOption(entry, section) }
  }

  // MARK: Options

  private mutating func readOption(_ entry: ConfigurationText.Entry) throws(UsageError) {
    guard let option = OptionTable.all.first(where: { $0.names.contains(entry.name) }) else {
      throw Self.unknownOption(entry.name)
    }
    guard option.isConfigurable else {
      throw UsageError("The option \(option.name) is for the command line alone.")
    }
    if !option.isRepeatable { try claim([option.name], "The option \(option.name)", entry.line) }
    let value = try option.apply(
      resolved(entry.value, of: option), to: &options, written: "--\(entry.name)",
      isOpposite: entry.name == option.opposite)
    add(option, value, entry.line)
  }

  /// The value; a path below the home or the configuration's own folder made whole.
  private func resolved(_ value: [UInt8], of option: OptionSpec<Options>) -> [UInt8] {
    switch option.effect {
    case .flag, .toggle, .value: return value
    case .file, .folder: break
    }
    let home = Array("~/".utf8)
    if value.starts(with: home), let folder = PersonalFolders.home {
      return folder.appending(Array(value.dropFirst(home.count))).bytes
    }
    guard !value.isEmpty, value.first != UInt8(ascii: "/"), let folder = path.folder else { return value }
    return folder.appending(value).bytes
  }

  // MARK: Options of backends

  private mutating func readBackendOption(
    _ entry: ConfigurationText.Entry, _ section: ConfigurationSection
  ) throws(UsageError) {
    guard let option = OptionTable.all.first(where: { $0.name == section.option }) else { return }
    if section == .iframe {
      let names = YouTubeParameters.names
      guard names.contains(entry.name) else {
        throw UsageError(
          "YouTube's player has no parameter called \(Text.safe(entry.name))"
            + NearestName.hint(entry.name, among: names))
      }
      try claim([section.rawValue, entry.name], "The parameter \(entry.name)", entry.line)
    }
    let pair = Array("\(entry.name)=".utf8) + entry.value
    add(option, try option.apply(pair, to: &options, written: "--\(option.name)"), entry.line)
  }

  private mutating func add(_ option: OptionSpec<Options>, _ value: [UInt8], _ line: Int) {
    settings.append(Setting(option: option, value: value, origin: .file(path, line: line)))
  }

  // MARK: What is wrong

  /// Throws where what may stand once stands already in another line.
  private mutating func claim(_ name: [String], _ subject: String, _ line: Int) throws(UsageError) {
    if let earlier = lines[name] { throw UsageError("\(subject) stands in line \(earlier) already.") }
    lines[name] = line
  }

  private mutating func checkPairs() {
    func line(_ name: String) -> Int? { lines[[name]] }
    for pair in OptionTable.exclusive {
      let on = settings.filter { $0.isOn && pair.contains($0.option.name) }
      guard let first = on.first, let second = on.dropFirst().first,
        let earlier = line(first.option.name), let later = line(second.option.name)
      else { continue }
      note(
        UsageError(
          "Only one of \(second.option.name) and \(first.option.name), in line \(earlier), can be."), later)
    }
    if let start = options.start, let end = options.end, end <= start {
      note(
        UsageError("The end, \(Text.time(end)), is not after the start, \(Text.time(start))."),
        max(line("start") ?? 0, line("end") ?? 0))
    }
  }

  private static func unknownOption(_ name: String) -> UsageError {
    if YouTubeParameters.names.contains(name) {
      return UsageError(
        "There is no option called \(name); as a parameter of YouTube's player it stands below [iframe].")
    }
    let names = OptionTable.all.filter(\.isConfigurable).flatMap(\.names)
    return UsageError(
      "There is no option called \(Text.safe(name))\(NearestName.hint(name, among: names))")
  }

  private static func unknownSection(_ name: String) -> UsageError {
    let hint = NearestName.find(name, in: ConfigurationSection.allCases.map(\.rawValue))
    return UsageError(
      "There is no section called \(Text.safe(name)); "
        + (hint.map { "did you mean [\($0)]?" }
          ?? "there are [mpv] for mpv's options and [iframe] for the parameters of YouTube's player."))
  }
}
