import Foundation
import MockBackend
import PlayerKit
import ProofSupport
import TestSupport

/// A hundred players of the mock at once.
struct MockCrowd: EndurancePart {
  let name = "mock-crowd"

  func title(_ share: Double) -> String { Crowd.title(100, "the mock", share) }

  func run(_ share: Double, _ proof: Proof) async throws -> UsageSeries {
    let sources = try (1...3).map { try PlayerSource(parsing: "mock://clip\($0)?duration=\($0 * 2)") }
    let crowd = Crowd(
      title: title(share), players: 100, seconds: Crowd.seconds(share),
      registry: BackendRegistry([MockBackend.provider(priority: 1)]), sources: sources)
    return try await crowd.play(proof) { [] }
  }
}

/// Sixteen players of mpv's at once, all in one process.
struct MPVCrowd: EndurancePart {
  let name = "mpv-crowd"

  func title(_ share: Double) -> String { Crowd.title(16, "mpv", share) }

  func run(_ share: Double, _ proof: Proof) async throws -> UsageSeries {
    let program = try ProofPrograms.mpv()
    let media = [
      try await TestMedia.video(seconds: 4), try await TestMedia.flac(seconds: 4),
      try await TestMedia.webm(seconds: 4),
    ]
    let crowd = Crowd(
      title: title(share), players: 16, seconds: Crowd.seconds(share),
      registry: BackendRegistry([program.provider]), sources: media.map { .file(MediaPath($0)) })
    let series = try await crowd.play(proof) { [program.processID].compactMap(\.self) }
    await program.stop()
    return series
  }
}

/// Many players at once, each with a queue that goes round and a person who can't leave it alone.
struct Crowd {
  let title: String
  let players: Int
  let seconds: Double
  let registry: BackendRegistry
  let sources: [PlayerSource]

  private static let fullLength = 180.0

  static func title(_ players: Int, _ backend: String, _ share: Double) -> String {
    "\(players) players on \(backend) at once, for \(decimal(seconds(share), 0)) seconds"
  }

  static func seconds(_ share: Double) -> Double { fullLength * share }

  func play(_ proof: Proof, processes: @escaping @Sendable () -> [pid_t]) async throws -> UsageSeries {
    let people = (0..<players).map { Person(number: $0, registry: registry, sources: sources) }
    return try await Watch(title: title, processes: processes).during {
      try await withThrowingTaskGroup(of: Person.Account.self) { group in
        for person in people { group.addTask { try await person.play(seconds: seconds) } }
        for try await account in group {
          proof.count("players")
          proof.count("actions", account.actions)
          proof.count("items played", account.played)
          for trouble in account.troubles { proof.fail(trouble) }
        }
      }
    }
  }
}
