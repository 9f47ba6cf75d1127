import Foundation
import PlayerKit
import TestSupport
import Testing

/// A fault of a file or a server: how it is provoked, and what is to become of it.
struct Fault: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    /// It fails before it has played.
    case fails(PlayerError.Code)
    /// It plays, and then it fails.
    case breaks(PlayerError.Code)
    /// It plays to its end, as if nothing were.
    case plays
  }

  let name: String
  let outcome: Outcome
  /// What the error's message says.
  let words: String
  /// Whether it takes the time-out to know, while the status is `buffering`.
  let waits: Bool
  let rate: Double
  let source: @Sendable (FaultScene) async throws -> PlayerSource
  /// What happens as soon as it plays.
  let meanwhile: @Sendable (FaultScene) async throws -> Void

  init(
    _ name: String, _ outcome: Outcome, _ words: String = "", waits: Bool = false, rate: Double = 1,
    meanwhile: @escaping @Sendable (FaultScene) async throws -> Void = { _ in },
    _ source: @escaping @Sendable (FaultScene) async throws -> PlayerSource
  ) {
    self.name = name
    self.outcome = outcome
    self.words = words
    self.waits = waits
    self.rate = rate
    self.source = source
    self.meanwhile = meanwhile
  }

  /// A fault of a server, which gives this answer to the path `/a`.
  static func server(
    _ name: String, _ outcome: Outcome, _ words: String = "", waits: Bool = false, rate: Double = 1,
    _ answer: @escaping @Sendable () async throws -> FaultAnswer
  ) -> Fault {
    Fault(name, outcome, words, waits: waits, rate: rate) { scene in
      PlayerSource(.stream(try scene.serve(["/a": try await answer()]).url("/a")))
    }
  }

  /// Seconds: short where the fault takes them all, and longer where it must play first.
  var timeout: Double {
    guard waits else { return 15 }
    if case .fails = outcome { return 1 }
    return 1.5
  }

  var testDescription: String { name }
}

/// What a fault needs: a folder, servers and pipes, all gone at its end.
final class FaultScene: Sendable {
  let folder: String
  let files: FaultFiles
  private let servers = Lock<[FaultServer]>([])
  private let ends = Lock<[@Sendable () -> Void]>([])

  init() throws {
    folder = try TestMedia.temporaryFolder()
    files = FaultFiles(in: folder)
  }

  func serve(_ answers: [String: FaultAnswer]) throws -> FaultServer {
    let server = try FaultServer(answers)
    servers.withLock { $0.append(server) }
    return server
  }

  /// Ends all servers: from now on their ports refuse.
  func stopServers() {
    for server in servers.withLock({ $0 }) { server.stop() }
  }

  func pipe(_ writer: FaultPipe.Writer) throws -> PlayerSource {
    let pipe = try FaultPipe(in: folder, writer)
    ends.withLock { $0.append { pipe.stop() } }
    return .file(pipe.path)
  }

  func refusedPort() throws -> Int {
    let port = try RefusedPort()
    // Let go at the end, together with this.
    ends.withLock { $0.append { _ = port } }
    return port.port
  }

  func end() {
    stopServers()
    for end in ends.withLock({ $0 }) { end() }
    try? FileManager.default.removeItem(atPath: folder)
  }
}
