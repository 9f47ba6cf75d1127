import Foundation
import PlayerKit

/// A session bus of a test's own (`dbus-daemon`), and clients on it: `gdbus`, `busctl`, `playerctl`.
public final class PrivateBus: Sendable {
  /// How programs find it.
  public let address: String
  private let daemon: Subprocess
  private let folder: String

  /// Starts a bus, calls `body`, and ends the bus.
  public static func run<Value: Sendable>(
    _ body: (PrivateBus) async throws -> Value
  ) async throws -> Value {
    let bus = try await PrivateBus()
    do {
      let value = try await body(bus)
      await bus.crash()
      return value
    } catch {
      await bus.crash()
      throw error
    }
  }

  private init() async throws {
    folder = try TestMedia.temporaryFolder()
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(folder)/bus</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: "\(folder)/bus.conf"))
    daemon = try Subprocess(
      "dbus-daemon", ["--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile", "--print-address"],
      timeLimit: .seconds(600))
    guard await daemon.waitForOutput({ $0.hasSuffix("\n") }) else {
      throw MediaFailure(name: "a session bus", reason: await daemon.result().description)
    }
    address = "unix:path=\(folder)/bus"
  }

  /// Ends it at once, as a crash would.
  public func crash() async {
    daemon.signal(SIGKILL)
    _ = await daemon.result()
    // Nothing else is in the folder than what the daemon has left there.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Lets it answer nothing any more, though it is there.
  public func freeze() { daemon.freeze() }

  /// Undoes ``freeze()``.
  public func thaw() { daemon.signal(SIGCONT) }

  /// The variables for a program that is to use this bus, in a session's usual surroundings.
  public var environment: [String: String?] {
    ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": folder]
  }

  // MARK: Clients

  /// Runs `playerctl`.
  public func playerctl(_ arguments: String...) async throws -> Subprocess.Result {
    try await Subprocess.run("playerctl", arguments, environment: environment, timeLimit: .seconds(30))
  }

  /// Calls a method of the player by `gdbus`: `Player.Seek`, or one of another interface by its whole name.
  public func call(_ name: String, _ method: String, _ arguments: String...) async throws -> Subprocess.Result
  {
    let method = method.hasPrefix("org.") ? method : "\(Self.rootInterface).\(method)"
    return try await Subprocess.run(
      "gdbus",
      ["call", "--address", address, "--dest", name, "--object-path", Self.path, "--method", method, "--"]
        + arguments, timeLimit: .seconds(30))
  }

  /// Runs `busctl` with these arguments; its answer is JSON.
  public func busctl(_ arguments: [String]) async throws -> Subprocess.Result {
    try await Subprocess.run(
      "busctl", ["--address=\(address)", "--json=short"] + arguments, timeLimit: .seconds(30))
  }

  /// A property of the player by `busctl`, with the type that it has on the bus.
  public func property(_ name: String, _ property: String, root: Bool = false) async throws -> JSONValue {
    let result = try await busctl([
      "get-property", name, Self.path, root ? Self.rootInterface : Self.playerInterface, property,
    ])
    guard result.isSuccess else { throw MediaFailure(name: property, reason: result.description) }
    return try JSONLine.decode(JSONValue.self, from: Array(result.output.utf8), maximumLength: 1 << 20)
  }

  /// Sets a property of the player by `busctl`.
  public func set(
    _ name: String, _ property: String, _ type: String, _ value: String, root: Bool = false
  ) async throws -> Subprocess.Result {
    try await busctl([
      "set-property", name, Self.path, root ? Self.rootInterface : Self.playerInterface, property, type, "--",
      value,
    ])
  }

  /// The names of players on the bus.
  public func players() async throws -> [String] {
    let result = try await busctl(["list", "--acquired"])
    return try JSONLine.decode(JSONValue.self, from: Array(result.output.utf8), maximumLength: 1 << 20).texts
      .filter { $0.hasPrefix(Self.rootInterface) }.sorted()
  }

  /// Watches the signals of the players from now on.
  public func watch() async throws -> Signals {
    // `gdbus monitor` would say that it is ready a little before it is.
    let monitor = try Subprocess(
      "sh",
      [
        "-c", #"exec busctl "$@" 2>&1"#, "sh", "--address=\(address)", "--json=short", "monitor",
        "--match=type='signal',path='\(Self.path)'",
      ], timeLimit: .seconds(300))
    guard await monitor.waitForOutput({ $0.hasPrefix("Monitoring bus message stream.\n") }) else {
      throw MediaFailure(name: "signals", reason: await monitor.result().description)
    }
    return Signals(monitor: monitor)
  }

  /// The signals of players, as they come.
  public struct Signals: Sendable {
    let monitor: Subprocess

    /// All so far, in order.
    public var all: [Signal] {
      monitor.outputSoFar.split(separator: "\n").dropFirst().compactMap { Signal($0) }
    }

    /// Waits until one behind so many is as asked for, and returns how many there are with it; nil where none comes.
    public func wait(
      behind count: Int = 0, timeLimit: Double = 20, for condition: @escaping @Sendable (Signal) -> Bool
    ) async -> Int? {
      let isThere = await withTimeLimit(timeLimit) { [monitor] in
        await monitor.waitForOutput { output in
          output.split(separator: "\n").dropFirst(count + 1).contains { Signal($0).map(condition) ?? false }
        }
      }
      guard isThere == true else { return nil }
      let all = all
      return all.indices.dropFirst(count).first { condition(all[$0]) }.map { $0 + 1 }
    }

    /// Ends the watching.
    public func stop() async {
      monitor.signal(SIGTERM)
      _ = await monitor.result()
    }
  }

  /// A signal of a player.
  public struct Signal: Sendable, Equatable, CustomStringConvertible {
    /// Its name.
    public let name: String
    /// The properties that have changed, or the position (`Position`), by their names.
    public let values: [String: JSONValue]

    /// A signal of these values.
    public init(_ name: String, _ values: [String: JSONValue]) {
      self.name = name
      self.values = values
    }

    /// Reads a line of `busctl monitor`; nil where it is something else.
    init?(_ line: Substring) {
      // What has not come in full yet is no JSON.
      guard
        let message = try? JSONLine.decode(JSONValue.self, from: Array(line.utf8), maximumLength: 1 << 20),
        case .string(let name)? = message["member"], case .array(let data)? = message["payload"]?["data"]
      else { return nil }
      switch (name, data.first, data.dropFirst().first) {
      case ("Seeked", let position?, nil): self.init(name, ["Position": position])
      case ("PropertiesChanged", _, .object(let members)?):
        self.init(name, members.compactMapValues { $0["data"] })
      default: self.init(name, [:])
      }
    }

    /// In words.
    public var description: String { "\(name) \(values.sorted { $0.key < $1.key })" }
  }

  /// Where every player's object is.
  public static let path = "/org/mpris/MediaPlayer2"
  /// The interface of the program.
  public static let rootInterface = "org.mpris.MediaPlayer2"
  /// The interface of the player.
  public static let playerInterface = "org.mpris.MediaPlayer2.Player"
}

extension JSONValue {
  fileprivate subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// All texts in it, however deep.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.values.flatMap(\.texts)
    default: []
    }
  }
}
