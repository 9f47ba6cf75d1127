import Foundation
import MockBackend
import PlayerKit
import PlayerMPRIS
import TestSupport
import Testing

/// A mock player on a bus of its own.
struct MPRISRig {
  let player: Player
  let bus: PrivateBus
  let service: MPRISService
  let reports: Reports
  /// Its name on the bus.
  let name: String

  /// What a service has reported.
  final class Reports: Sendable {
    private let core = Lock<[MPRISService.Report]>([])
    private let bell = Bell()

    /// All so far.
    var all: [MPRISService.Report] { core.withLock { $0 } }

    func add(_ report: MPRISService.Report) {
      core.withLock { $0.append(report) }
      bell.ring()
    }

    /// Waits for the next one behind so many.
    func wait(behind count: Int = 0) async -> MPRISService.Report? {
      await withTimeLimit(20) { [self] in
        while all.count <= count { await bell.wait() }
        return all[count]
      }
    }
  }

  /// The mock's player of this script, each source 100 s long unless the script says otherwise.
  static func player(
    _ script: MockScript = MockScript(duration: 100),
    capabilities: Set<Capability> = Set(Capability.allCases),
    configuration: PlayerConfiguration = PlayerConfiguration()
  ) -> Player {
    Player(
      registry: BackendRegistry([MockBackend.provider(script: script, capabilities: capabilities)]),
      configuration: configuration, backend: "mock")
  }

  /// Options of a program that finishes a stream where it is told to quit.
  static func options(_ bus: PrivateBus, quitting: AsyncStream<Void>.Continuation? = nil) -> MPRISOptions {
    var options = MPRISOptions(name: "rig", identity: "The Rig", desktopEntry: "rig")
    options.address = bus.address
    if let quitting { options.quit = { quitting.finish() } }
    return options
  }

  /// Starts a player's service on a bus, calls `body`, and ends both.
  static func run(
    _ player: Player = Self.player(), quitting: AsyncStream<Void>.Continuation? = nil,
    _ body: (MPRISRig) async throws -> Void
  ) async throws {
    try await PrivateBus.run { bus in
      let reports = Reports()
      let service = MPRISService(player, options(bus, quitting: quitting)) { reports.add($0) }
      service.start()
      guard case .named(let name) = await reports.wait() else {
        throw Failure(description: "No name on the bus: \(reports.all)")
      }
      let rig = MPRISRig(player: player, bus: bus, service: service, reports: reports, name: name)
      do {
        try await body(rig)
      } catch {
        await rig.end()
        throw error
      }
      await rig.end()
    }
  }

  private func end() async {
    await service.stop()
    await player.shutDown()
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  // MARK: The bus

  /// The value of a property, without its type.
  func data(_ property: String, root: Bool = false) async throws -> JSONValue? {
    guard case .object(let members) = try await bus.property(name, property, root: root) else { return nil }
    return members["data"]
  }

  /// The position on the bus, in seconds.
  func position() async throws -> Double {
    guard case .integer(let time)? = try await data("Position") else {
      throw Failure(description: "The position is no number.")
    }
    return Double(time) / 1e6
  }

  /// What the player itself says when it is asked anew.
  func truePosition() async throws -> Double {
    try await player.send(.currentTime)
    return player.state.currentTime
  }
}

extension PrivateBus.Signals {
  /// Waits until a property has this value behind so many signals; how many there are with it.
  @discardableResult
  func wait(
    for property: String, _ value: JSONValue, behind count: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Int {
    let found = await wait(behind: count) { $0.values[property] == value }
    #expect(found != nil, "No \(property) \(value) in \(all)", sourceLocation: sourceLocation)
    return found ?? all.count
  }

  /// The jumps that were told, in microseconds.
  var jumps: [JSONValue?] { all.filter { $0.name == "Seeked" }.map { $0.values["Position"] } }
}
