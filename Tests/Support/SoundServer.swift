import Foundation
import PlayerKit

/// A sound server of a test's own, PulseAudio with a device that nobody hears; where it is installed, or where
/// `scripts/check-sound-device` has put it into `PATH`.
public final class SoundServer: Sendable {
  /// Whether there is one on this machine.
  public static var isInstalled: Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return ["pulseaudio", "pactl"].allSatisfy { name in
      folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }
  }

  /// How a client finds it.
  public let address: String
  private let folder: String
  private let server = Lock<Subprocess?>(nil)

  /// Starts one, calls `body`, and ends it.
  public static func run(_ body: (SoundServer) async throws -> Void) async throws {
    let server = try SoundServer()
    do {
      try await server.start()
      try await body(server)
    } catch {
      await server.end()
      throw error
    }
    await server.end()
  }

  private init() throws {
    folder = try TestMedia.temporaryFolder()
    address = "unix:\(folder)/socket"
  }

  /// Starts it, or starts it again.
  public func start() async throws {
    try? FileManager.default.removeItem(atPath: "\(folder)/socket")
    let process = try Subprocess(
      "pulseaudio",
      [
        "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-target=stderr",
        "-L", "module-null-sink sink_name=silent",
        "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(folder)/socket",
      ],
      environment: ["XDG_RUNTIME_DIR": folder, "HOME": folder, "DISPLAY": nil], timeLimit: .seconds(120))
    server.withLock { $0 = process }
    let deadline = ContinuousClock.now + .seconds(20)
    while try await !control(["info"]).isSuccess {
      guard ContinuousClock.now < deadline else {
        process.signal(SIGKILL)
        throw MediaFailure(name: "a sound server", reason: await process.result().description)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Ends it at once, as a crash would.
  public func crash() async {
    guard let process = server.withLock({ $0 }) else { return }
    process.signal(SIGKILL)
    _ = await process.result()
  }

  /// Lets it answer nothing any more, though it is there.
  public func freeze() {
    server.withLock { $0?.freeze() }
  }

  /// Undoes ``freeze()``.
  public func thaw() {
    server.withLock { $0?.signal(SIGCONT) }
  }

  /// Takes its device away; the server stays.
  public func removeDevice() async throws {
    let result = try await control(["unload-module", "module-null-sink"])
    if !result.isSuccess { throw MediaFailure(name: "no sound device", reason: result.description) }
  }

  /// How many sounds are played by it.
  public func soundCount() async throws -> Int {
    try await control(["list", "short", "sink-inputs"]).lines.count
  }

  private func control(_ arguments: [String]) async throws -> Subprocess.Result {
    try await Subprocess.run(
      "pactl", ["--server=\(address)"] + arguments, environment: ["XDG_RUNTIME_DIR": folder, "HOME": folder],
      timeLimit: .seconds(10))
  }

  private func end() async {
    await crash()
    // Nothing else is in the folder than what the server has left there.
    try? FileManager.default.removeItem(atPath: folder)
  }
}
