import PlayerKit
import ProofSupport
import TestSupport

/// Making a player of mpv's, playing and shutting down, again and again, all in one process of the plugin's, or with a
/// process for each.
struct MPVCycles: EndurancePart {
  let name: String
  let fullSize: Int
  /// Whether the plugin's process lives on between the cycles.
  let keepsProcess: Bool

  func title(_ share: Double) -> String {
    "\(grouped(size(fullSize, share))) cycles on mpv, "
      + (keepsProcess ? "in one process" : "each in a process")
  }

  func run(_ share: Double, _ proof: Proof) async throws -> UsageSeries {
    let program = try ProofPrograms.mpv()
    let clip = PlayerSource.file(MediaPath(try await TestMedia.video(seconds: 2)))
    let holder = keepsProcess ? try await program.provider.make(.unseen) { _ in } : nil
    let cycles = PlayerCycles(
      registry: BackendRegistry([program.provider]), configuration: .unseen, source: clip)
    let count = size(fullSize, share)
    let step = max(1, count / 200)
    var series = UsageSeries(title(share), unit: "cycles")
    try await cycles.run(count) { cycle in
      proof.count("cycles on mpv")
      guard cycle.isMultiple(of: step) else { return }
      let processes = keepsProcess ? [program.processID].compactMap(\.self) : []
      series.add(try Watch.usage(with: processes), at: Double(cycle))
    }
    await holder?.shutDown()
    await program.stop()
    return series
  }
}
