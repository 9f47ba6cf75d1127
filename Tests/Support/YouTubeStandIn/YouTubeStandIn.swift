import Foundation
import PlayerKit

/// A server on this machine's own address that stands in for YouTube: the IFrame API's script, and the player's page
/// with real media. Its README says what it does as YouTube does, and what it does not pretend to do.
public final class YouTubeStandIn: Sendable {
  /// A request that came.
  public struct Request: Sendable, Decodable {
    /// `GET`, `HEAD` or `POST`.
    public let method: String
    /// The path with its query.
    public let path: String
    /// The header `Referer`, which says what page embeds the player.
    public let referer: String?
    /// The header `Origin`.
    public let origin: String?
    /// The header `User-Agent`.
    public let userAgent: String?
    /// The header `Sec-Fetch-Dest`: `script`, `iframe`, `video`, …
    public let destination: String?
    /// What a `POST` carried.
    public let body: String?

    private enum CodingKeys: String, CodingKey {
      case method, path, body
      case referer = "Referer"
      case origin = "Origin"
      case userAgent = "User-Agent"
      case destination = "Sec-Fetch-Dest"
    }
  }

  /// The port, chosen by the kernel.
  public let port: Int
  /// A PEM file with the certificate, which names 127.0.0.1 and localhost and which nobody has signed.
  public let certificate: String
  private let folder: String
  private let clips: String
  private let server: Lock<Subprocess>

  /// Where the server's program and the pages that it serves are.
  public static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("server.py").path

  /// Starts a server, calls `body`, and ends the server.
  public static func run<Value: Sendable>(
    _ body: (YouTubeStandIn) async throws -> Value
  ) async throws -> Value {
    let standIn = try await YouTubeStandIn()
    do {
      let value = try await body(standIn)
      await standIn.stop()
      return value
    } catch {
      await standIn.stop()
      throw error
    }
  }

  /// Makes the clips where they are not there yet, and starts a server.
  public init() async throws {
    folder = try TestMedia.temporaryFolder()
    certificate = "\(folder)/cert.pem"
    clips = "\(TestMedia.folder)/youtube-1"
    do {
      let made = try await Subprocess.run(
        "python3", [Self.program, "--make-clips", clips, "--make-certificate", folder],
        timeLimit: .seconds(180))
      guard made.isSuccess else { throw MediaFailure(name: "YouTube's stand-in", reason: made.description) }
      let (server, port) = try await Self.serve(port: 0, folder: folder, clips: clips)
      self.server = Lock(server)
      self.port = port
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// Starts the program, which ends with its standard input: also when the process of the tests dies.
  private static func serve(port: Int, folder: String, clips: String) async throws -> (Subprocess, port: Int)
  {
    let server = try Subprocess(
      "python3",
      [
        program, "--port", "\(port)", "--clips", clips, "--certificate", "\(folder)/cert.pem",
        "--key", "\(folder)/key.pem", "--log", "\(folder)/requests.jsonl",
      ], keepsInputOpen: true, timeLimit: .seconds(1800))
    guard await server.waitForOutput({ $0.hasSuffix("\n") }),
      let port = Int(server.outputSoFar.trimmingCharacters(in: .whitespacesAndNewlines))
    else {
      throw MediaFailure(name: "YouTube's stand-in", reason: await server.result().description)
    }
    return (server, port)
  }

  /// Ends the server and takes away its files.
  public func stop() async {
    await goOffline()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the server: from now on connections to its port are refused.
  public func goOffline() async {
    let server = server.withLock { $0 }
    server.closeInput()
    _ = await server.result()
  }

  /// Starts it anew, on the same port.
  public func goOnline() async throws {
    let (again, _) = try await Self.serve(port: port, folder: folder, clips: clips)
    server.withLock { $0 = again }
  }

  /// What takes the place of `https://www.youtube.com`.
  public var origin: String { "https://127.0.0.1:\(port)" }

  /// What the plugin's program is to find in its environment.
  ///
  /// - Parameter script: the path of the API's script; `/missing/iframe_api`, `/hang/iframe_api` and
  ///   `/broken/iframe_api` fail as they say; of `/half/iframe_api` the second script is missing, and of
  ///   `/inert/iframe_api` it brings no player.
  public func environment(script: String = "/iframe_api") -> [String: String] {
    [
      "YTPLAY_IFRAME_SCRIPT": origin + script,
      "YTPLAY_IFRAME_HOST": origin,
      "YTPLAY_IFRAME_CERTIFICATE": certificate,
    ]
  }

  /// All requests that have come.
  public func requests() throws -> [Request] {
    let log = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/requests.jsonl"))
    // A last line without an end is still being written.
    let end = log.lastIndex(of: UInt8(ascii: "\n")) ?? log.startIndex
    return try log[..<end].split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Request.self, from: $0)
    }
  }

  /// Waits until such a request has come, and returns the first.
  public func request(
    timeLimit: Duration = .seconds(30), where isMet: (Request) -> Bool
  ) async throws -> Request {
    let deadline = ContinuousClock.now + timeLimit
    while ContinuousClock.now < deadline {
      if let request = try requests().first(where: isMet) { return request }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw MediaFailure(name: "a request", reason: "None such came within \(timeLimit).")
  }
}
