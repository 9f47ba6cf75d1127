import PlayerKit
import ProofSupport
import TestSupport

/// A queue of eight hours, 144 items of 200 s each and of twelve formats in turn, in fifteen minutes: of each item an
/// eighth, at four times its rate.
struct LongQueue: EndurancePart {
  private static let fullSize = 144
  private static let rate = 4.0
  /// The seconds of an item.
  private static let length = 25.0

  let name = "queue"

  func title(_ share: Double) -> String {
    "A queue of \(decimal(8 * share, share < 1 ? 1 : 0)) hours in \(decimal(15 * share, share < 1 ? 1 : 0)) minutes"
  }

  func run(_ share: Double, _ proof: Proof) async throws -> UsageSeries {
    let formats = try await Self.formats()
    let sources = (0..<size(Self.fullSize, share)).map { formats[$0 % formats.count] }
    let program = try ProofPrograms.mpv()
    let player = Player(registry: BackendRegistry([program.provider]), configuration: .unseen)
    try await player.setRate(Self.rate)
    let witness = Task { [events = player.events] in await Witness(events) }
    let watch = Watch(title: title(share)) { [program.processID].compactMap(\.self) }
    let series = try await watch.during {
      try await player.play(PlayQueue(sources))
      let report = try await player.waitForQueue()
      proof.count("items played", report.played)
      proof.check(
        report.played == sources.count && report.failed == 0,
        "\(report.played) of \(sources.count) items were played, \(report.failed) failed: \(report.failures.values)"
      )
    }
    await player.shutDown()
    await program.stop()
    let seen = await witness.value
    proof.check(seen.loaded == sources, "The items came in another order: \(seen.loaded.map(\.text))")
    proof.check(seen.ends == sources.count, "\(seen.ends) ends of \(sources.count) items were told of.")
    for trouble in seen.troubles { proof.fail("What should not have come: \(trouble)") }
    return series
  }

  private static func formats() async throws -> [PlayerSource] {
    let media = [
      try await TestMedia.video(seconds: length), try await TestMedia.flac(seconds: length),
      try await TestMedia.webm(seconds: length), try await TestMedia.song(seconds: length),
      try await TestMedia.film(seconds: length), try await TestMedia.opus(seconds: length),
      try await TestMedia.vp9(seconds: length), try await TestMedia.audio(seconds: length),
      try await TestMedia.av1(seconds: length), try await TestMedia.silentVideo(seconds: length),
      try await TestMedia.transportStream(seconds: length),
      try await TestMedia.variableRateVideo(seconds: length),
    ]
    return media.map { .file(MediaPath($0)) }
  }
}
