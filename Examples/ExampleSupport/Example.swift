import CLinux
import MockBackend
import PlayerKit
import PlayerLists
import PlayerPlugins

/// What every example's command line has: `[--backend ID|auto] [--NAME VALUE]... [SOURCE|LIST]...`.
///
/// Without `--backend` an example runs on the mock, which plays each source for a second and needs nothing.
public struct Example: Sendable {
  /// The backends that there are: the mock, and unless it is asked for, those of the plugins beside the program.
  public let registry: BackendRegistry
  /// The backend to use for everything; nil leaves the choice to the registry.
  public let backend: String?
  /// The sources that were named.
  public let operands: [String]
  private let options: [String: String]

  /// Reads a command line.
  public init(_ arguments: [String] = CommandLine.arguments) {
    // What is printed is to be seen at once, through a pipe too.
    ytplay_print_by_line()
    var (options, operands, rest): ([String: String], [String], _) = ([:], [], arguments.dropFirst())
    while let argument = rest.popFirst() {
      if argument.hasPrefix("--"), let value = rest.popFirst() {
        options[String(argument.dropFirst(2))] = value
      } else {
        operands.append(argument)
      }
    }
    let wanted = options["backend"] ?? "mock"
    var registry = BackendRegistry([MockBackend.provider(script: MockScript(duration: 1))])
    if wanted != "mock" {
      PluginDirectory.search(PluginDirectory.folders(given: [])).register(into: &registry)
    }
    self.registry = registry
    backend = wanted == "auto" ? nil : wanted
    self.operands = operands
    self.options = options
  }

  /// Whether nothing is really played.
  public var isMock: Bool { backend == "mock" }

  /// The number that was given as `--name`.
  public func number(_ name: String) -> Int? {
    options[name].flatMap { Int($0) }
  }

  /// The sources that were named, lists among them; where none were, those of a list that the example brings.
  public func list(orElse own: String) async throws(PlayerError) -> PlayerList {
    guard !operands.isEmpty else { return try PlayerList(reading: Array(own.utf8)) }
    var list = PlayerList()
    for operand in operands {
      if PlayerList.isList(MediaPath(operand)) {
        let inner = try await PlayerList.read(MediaPath(operand))
        list.entries += inner.entries
        list.rejections += inner.rejections
      } else {
        list.entries.append(PlayerList.Entry(try PlayerSource(parsing: operand)))
      }
    }
    return list
  }
}
