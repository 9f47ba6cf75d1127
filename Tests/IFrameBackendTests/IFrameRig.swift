import Foundation
import PlayerKit
import PlayerPlugins
import TestSupport

@testable import IFrameBackend

/// The plugin program with a display and a stand-in for YouTube.
struct IFrameRig: Sendable {
  let standIn: YouTubeStandIn
  let display: VirtualDisplay
  let program: PluginProgram

  /// Starts all of it, calls `body`, and ends all of it.
  ///
  /// - Parameter script: the path of the API's script, see `YouTubeStandIn.environment(script:)`.
  static func run(
    script: String = "/iframe_api", environment: [String: String] = [:],
    _ body: (IFrameRig) async throws -> Void
  ) async throws {
    let standIn = try await YouTubeStandIn()
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      try await VirtualDisplay.run { display in
        var options = PluginOptions()
        options.environment = TestEnvironment.variables
          .merging(standIn.environment(script: script)) { $1 }
          .merging(["DISPLAY": display.name, "XDG_STATE_HOME": folder]) { $1 }
          .merging(environment) { $1 }
        let program = PluginProgram(
          executable: BuiltProgram.path("ytplay-iframe"), descriptor: IFrameBackend.descriptor,
          options: options)
        do {
          try await body(IFrameRig(standIn: standIn, display: display, program: program))
        } catch {
          await program.stop()
          throw error
        }
        await program.stop()
      }
    } catch {
      await standIn.stop()
      throw error
    }
    await standIn.stop()
  }

  func source(_ text: String, start: Double? = nil, end: Double? = nil) throws -> PlayerSource {
    try .youTube(text, start: start, end: end)
  }

  /// A backend, and the log of its events.
  func session(_ configure: (inout PlayerConfiguration) -> Void = { _ in }) async throws -> (
    any PlayerBackend, EventLog
  ) {
    var configuration = PlayerConfiguration()
    configure(&configuration)
    let log = EventLog()
    let backend = try await program.provider.make(configuration, log.emit)
    return (backend, log)
  }
}
