import Foundation
import PlayerKit
import PlayerPlugins
import TestSupport

/// What the rows of the iframe backend share.
enum IFrameProgram {
  /// The program, not started yet, as its manifest says.
  static func make() throws -> PluginProgram {
    let path = packageFolder.appendingPathComponent("Plugins/IFrame/IFrameManifest/plugins/iframe.json")
    let manifest = try JSONDecoder().decode(PluginManifest.self, from: Data(contentsOf: path))
    return PluginProgram(executable: try Program.built("ytplay-iframe"), descriptor: manifest.descriptor)
  }

  /// Any video: the stand-in has all of them.
  static var video: PlayerSource {
    get throws {
      guard let id = YouTubeVideoID("dQw4w9WgXcQ") else { throw NotMeasured("no such id") }
      return PlayerSource(.video(id))
    }
  }
}

/// Measures with a display, and with a stand-in for YouTube, which the programs that are started find in their
/// environment. The display is Xvfb where there is one, so that no window disturbs a person, and else the machine's.
func withDisplayAndYouTube<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
  try await YouTubeStandIn.run { standIn in
    for (name, value) in standIn.environment() { setenv(name, value, 1) }
    let display: VirtualDisplay
    do {
      display = try await VirtualDisplay()
    } catch {
      let environment = ProcessInfo.processInfo.environment
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else {
        throw NotMeasured("there is neither a display nor Xvfb")
      }
      return try await body()
    }
    let before = ProcessInfo.processInfo.environment
    setenv("DISPLAY", display.name, 1)
    unsetenv("WAYLAND_DISPLAY")
    defer {
      for name in ["DISPLAY", "WAYLAND_DISPLAY"] {
        if let value = before[name] { setenv(name, value, 1) } else { unsetenv(name) }
      }
    }
    do {
      let value = try await body()
      await display.stop()
      return value
    } catch {
      await display.stop()
      throw error
    }
  }
}
