import CLinux
import Glibc
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

  /// The source that was named, else the example's own. Where it is none, that ends the example.
  public func source(orElse own: String) -> PlayerSource {
    do throws(PlayerError) {
      return try PlayerSource(parsing: operands.first ?? own)
    } catch {
      Self.end(error)
    }
  }

  /// The sources that were named, lists among them; where none were, those of a list that the example brings. Where
  /// one can't be read, that ends the example.
  public func list(orElse own: String) async -> PlayerList {
    do throws(PlayerError) {
      return try await readList(orElse: own)
    } catch {
      Self.end(error)
    }
  }

  /// Says on standard error why there is nothing to show, and ends the program with status 1.
  public static func end(_ error: PlayerError) -> Never {
    let line = Array("\(error)\n".utf8)
    // Where nobody listens the status says it.
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
  }

  private func readList(orElse own: String) async throws(PlayerError) -> PlayerList {
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

extension Player {
  /// Loads a source and waits until it plays. Where it can't be played, that ends the example.
  public func begin(_ source: PlayerSource) async {
    do throws(PlayerError) {
      try await load(source)
      if let error = try await waitFor({ $0.status == .playing || $0.error != nil }).error {
        Example.end(error)
      }
    } catch {
      Example.end(error)
    }
  }
}
