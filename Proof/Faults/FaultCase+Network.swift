import Foundation
import PlayerKit
import ProofSupport
import TestSupport

/// What a network does.
extension FaultCase {
  static let network = [
    server("network-hangs", "a server never answers", .timedOut) { .silent(in: $0) },
    server("network-stalls", "a server stops midway", .timedOut) { .broken(in: $0, .stall) },
    server("network-resets", "a connection is reset midway, each time", .network) { .broken(in: $0, .reset) },
    server("network-drops", "a connection is closed midway, each time", .network) { .broken(in: $0, .close) },
    FaultCase("network-resets-once", "a connection is reset midway, and the next one is whole") { proof in
      let film = try FaultFiles.bytes(of: await TestMedia.video(seconds: 6))
      let server = try FaultServer(["/a": .broken(film, after: film.count / 2, .reset, times: 1)])
      defer { server.stop() }
      try await play(proof, [server.url("/a"), try await TestMedia.audio(seconds: 1)]) { events, report in
        proof.check(
          report == 0 && !events.contains { if case .failed = $0 { true } else { false } }, "\(events)")
      }
    },
    FaultCase("network-gone", "the server goes away while it is played from") { proof in
      let film = try FaultFiles.bytes(of: await TestMedia.video(seconds: 60))
      // A little faster than it is played.
      let server = try FaultServer(["/a": .file(film, bytesPerSecond: film.count / 30)])
      defer { server.stop() }
      try await Stage.run(proof, Film.options + [server.url("/a"), try await TestMedia.audio()]) { stage in
        try await stage.plays(for: 1)
        server.stop()
        proof.inject()
        let result = await stage.result()
        let failures = stage.events.compactMap {
          if case .failed(let error, false) = $0 { error } else { nil }
        }
        proof.check(failures.map(\.code) == [.network], "It failed with \(failures)")
        proof.check(
          stage.events.contains { if case .statusChanged(.ended, _) = $0 { true } else { false } }
            && result.exitStatus == 3, "The next source did not play: \(result)")
      }
    },
  ]

  /// A server's fault: the source fails with this code in time, the next one plays, and the first, once the server is
  /// well again, plays too.
  private static func server(
    _ name: String, _ title: String, _ code: PlayerError.Code,
    _ answer: @escaping @Sendable ([UInt8]) -> FaultAnswer
  ) -> FaultCase {
    FaultCase(name, title) { proof in
      let film = try FaultFiles.bytes(of: await TestMedia.video(seconds: 6))
      let server = try FaultServer(["/a": answer(film), "/b": .file(film)])
      defer { server.stop() }
      let sources = [server.url("/a"), try await TestMedia.audio(seconds: 1), server.url("/b")]
      try await play(proof, sources) { events, failed in
        let failures = events.compactMap { if case .failed(let error, false) = $0 { error } else { nil } }
        proof.check(failures.map(\.code) == [code] && failed == 1, "It failed with \(failures)")
        proof.check(
          failures.allSatisfy { $0.message.hasSuffix(".") && $0.remedy != nil }, "It said \(failures)")
        let ends = events.count { if case .statusChanged(.ended, _) = $0 { true } else { false } }
        proof.check(ends == 2, "\(ends) of the two others were played")
      }
    }
  }

  /// Plays a queue by the library, with short limits, on mpv's process.
  private static func play(
    _ proof: Proof, _ sources: [String], _ check: ([PlayerEvent], Int) -> Void
  ) async throws {
    let program = try ProofPrograms.mpv()
    var configuration = PlayerConfiguration.unseen
    configuration.timeouts.open = 3
    let player = Player(registry: BackendRegistry([program.provider]), configuration: configuration)
    let log = EventLog()
    let reading = Task { [events = player.events] in
      for await event in events { log.emit(event) }
    }
    do {
      proof.inject()
      try await player.setRate(2)
      try await player.play(PlayQueue(try sources.map { try PlayerSource(parsing: $0) }))
      let report = try await player.waitForQueue()
      await player.shutDown()
      await program.stop()
      await reading.value
      check(log.events, report.failed)
    } catch {
      await player.shutDown()
      await program.stop()
      throw error
    }
  }
}

extension FaultAnswer {
  fileprivate static func silent(in film: [UInt8]) -> FaultAnswer { .silence }

  fileprivate static func broken(in film: [UInt8], _ kind: Break) -> FaultAnswer {
    .broken(film, after: film.count / 2, kind)
  }
}
