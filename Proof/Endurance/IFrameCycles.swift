import PlayerKit
import ProofSupport
import TestSupport

/// Making a player of YouTube's, playing and shutting down, again and again, in one process of the plugin's; its web
/// processes are looked at too.
struct IFrameCycles: EndurancePart {
  private static let fullSize = 100

  let name = "iframe-cycles"

  func title(_ share: Double) -> String { "\(size(Self.fullSize, share)) cycles on YouTube's player" }

  func run(_ share: Double, _ proof: Proof) async throws -> UsageSeries {
    let title = title(share)
    let count = size(Self.fullSize, share)
    return try await YouTubeStandIn.run { standIn in
      try await VirtualDisplay.run { display in
        try await run(count, title, standIn, display, proof)
      }
    }
  }

  private func run(
    _ count: Int, _ title: String, _ standIn: YouTubeStandIn, _ display: VirtualDisplay, _ proof: Proof
  ) async throws -> UsageSeries {
    var environment: [String: String?] = ["DISPLAY": display.name, "WAYLAND_DISPLAY": nil]
    for (name, value) in standIn.environment() { environment[name] = value }
    let program = try ProofPrograms.iframe(environment: environment)
    let holder = try await program.provider.make(PlayerConfiguration()) { _ in }
    let cycles = PlayerCycles(
      registry: BackendRegistry(
        [program.provider], environment: .init(hasDisplay: { true }, hasProgram: { _ in true })),
      configuration: PlayerConfiguration(), source: try PlayerSource(parsing: "dQw4w9WgXcQ"))
    var series = UsageSeries(title, unit: "cycles")
    try await cycles.run(count) { cycle in
      proof.count("cycles on YouTube's player")
      series.add(try Watch.usage(with: [program.processID].compactMap(\.self)), at: Double(cycle))
    }
    await holder.shutDown()
    await program.stop()
    return series
  }
}
