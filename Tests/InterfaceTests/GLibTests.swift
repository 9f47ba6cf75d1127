import PlayerKit
import TestSupport
import Testing

@Suite("The model under GLib's main loop")
struct GLibTests {
  @Test("It is performed, observed, scrubbed and shut down while nothing but GLib runs the main thread")
  func glib() async throws {
    let result = try await Subprocess.run(
      BuiltProgram.path("ModelUnderTest"), environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil],
      timeLimit: .seconds(60))
    #expect(result.isSuccess, "\(result)")
    let lines = result.lines
    #expect(
      lines.filter { !$0.hasPrefix("overlay") } == [
        "playing at the volume 40", "paused", "scrubbed to 30", "failed: playbackFailed",
        "the loop is GLib's", "done",
      ], "\(result)")
    let overlays = lines.filter { $0.hasPrefix("overlay") }
    #expect(overlays.first == "overlay idle")
    #expect(overlays.contains("overlay ready"))
    #expect(overlays.contains { $0.hasPrefix("overlay error") }, "\(result)")
  }
}
