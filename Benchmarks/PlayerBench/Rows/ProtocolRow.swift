import Foundation
import MockBackend
import PlayerKit
import PlayerPlugins

/// Row 9: an action through the plugin protocol to the mock in its own process, and the reply.
struct ProtocolRow: BenchRow {
  let number = 9
  let title = "an action through the plugin protocol and its reply"

  /// What this program is called with to print its own half of the pinned measurement.
  static let argument = "--round-trips"
  private static let trips = 5000

  func measure() async throws -> [Measurement] {
    let free = try await Self.roundTrip()
    let (bench, echo) = (try Program.built("PlayerBench"), try Program.yardstick("echo"))
    let pairs = try await inTurn {
      try Self.pinned([bench, Self.argument])
    } _: {
      try Self.pinned([echo, "\(Self.trips)"])
    }
    return [
      Measurement(title: "\(title), median", ours: free, unit: .microseconds, mark: .atMost(150)),
      Measurement(
        title: "the same on one core, by an echo in C", pairs, unit: .microseconds, mark: .ratioAtMost(15)),
    ]
  }

  /// The median of many round trips, in microseconds.
  static func roundTrip() async throws -> Double {
    let program = PluginProgram(
      executable: try Program.built("ytplay-mock"), descriptor: MockBackend.provider.descriptor)
    let backend = try await program.provider.make(PlayerConfiguration()) { _ in }
    var times: [Double] = []
    for index in 0..<trips {
      let action = PlayerAction.setVolume(Double(index % 100))
      let start = now()
      try await backend.perform(action)
      times.append(Double(now() - start) / 1000)
    }
    await backend.shutDown()
    await program.stop()
    return median(times)
  }

  /// The number that a program prints which is held, with its children, on one core.
  private static func pinned(_ command: [String]) throws -> Double {
    let program = try Program("taskset", ["--cpu-list", "0"] + command)
    defer { program.end() }
    let line = try program.readLine()
    guard let value = Double(line) else { throw NotMeasured("\(command[0]) said «\(line)»") }
    return value
  }
}
