import PlayerKit

/// What a configuration file says, checked as the command line is.
struct Configuration: Sendable {
  /// The file; nil where there is none and no place for one.
  let path: MediaPath?
  /// Whether the file is there.
  private(set) var exists = false
  /// In the file's order; only what is right.
  private(set) var settings: [Setting] = []
  /// What is wrong, each a sentence behind the file and, where there is one, the line.
  private(set) var problems: [String] = []

  /// The most bytes that a file may have.
  static let sizeLimit = 1 << 20
  /// Beyond these a file is no configuration at all, and more would only push them off the screen.
  private static let shownProblems = 20

  /// A file that is not there.
  init(path: MediaPath? = nil) {
    self.path = path
  }

  /// What the bytes of this file say.
  init(_ bytes: [UInt8], path: MediaPath) {
    self.init(path: path)
    exists = true
    let text = ConfigurationText(bytes)
    var reading = ConfigurationReading(path: path)
    reading.read(text)
    settings = reading.settings
    // A stable sort: two of one line stay in order.
    let found = (text.problems + reading.problems).enumerated()
      .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
    problems = found.prefix(Self.shownProblems).map { problem in
      "\(path)\(problem.line.map { ":\($0)" } ?? ""): \(problem.message)"
    }
    let rest = found.count - problems.count
    if rest > 0 {
      let more =
        rest == 1 ? "is 1" : rest < ConfigurationReading.problemLimit / 2 ? "are \(rest)" : "are many"
      problems.append("\(path): There \(more) more like these.")
    }
  }

  /// The person's own file; nil where there is no place for one.
  static var ownPath: MediaPath? { PersonalFolders.configuration?.appending("ytplay.conf") }

  /// Reads the file that was named, else the person's own.
  ///
  /// The disk is waited for on a thread of its own.
  static func load(_ named: MediaPath?) async -> Configuration {
    guard let path = named ?? ownPath else { return Configuration() }
    return await PlainThread.result { read(path, isNamed: named != nil) }
  }

  private static func read(_ path: MediaPath, isNamed: Bool) -> Configuration {
    do throws(SmallFile.Failure) {
      if let bytes = try SmallFile.read(path, limit: sizeLimit) { return Configuration(bytes, path: path) }
      return isNamed ? unreadable(path, "is not there.") : Configuration(path: path)
    } catch {
      return unreadable(path, error.reason)
    }
  }

  private static func unreadable(_ path: MediaPath, _ reason: String) -> Configuration {
    var configuration = Configuration(path: path)
    configuration.problems = ["The configuration \(path) \(reason)"]
    return configuration
  }
}
