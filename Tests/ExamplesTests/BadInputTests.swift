import TestSupport
import Testing

@Suite("Examples that are given what they can't play")
struct BadInputTests {
  @Test(
    "A source that is none is said in a sentence, with status 1",
    arguments: ["Bindings", "Slider", "SwapBackends", "MixedQueue", "Carousel", "Shorts"])
  func noSource(example: String) async throws {
    let result = try await ExampleRun.run(example, ["javascript:1"])
    #expect(result.exitStatus == 1, "\(result)")
    #expect(result.output.isEmpty && result.errors.split(separator: "\n").count == 1, "\(result)")
    #expect(result.errors.contains("javascript"), "\(result)")
  }

  @Test("A file that is no film is said in a sentence, with status 1", arguments: ["Slider", "SwapBackends"])
  func noFilm(example: String) async throws {
    let result = try await ExampleRun.run(example, ["--backend", "mpv", TestMedia.text()])
    #expect(result.exitStatus == 1, "\(result)")
    #expect(result.output.isEmpty && !result.errors.contains("Fatal error"), "\(result)")
  }

  @Test(
    "A backend that is not there is said in a sentence, with status 1", arguments: ["Slider", "SwapBackends"])
  func noBackend(example: String) async throws {
    let result = try await ExampleRun.run(example, ["--backend", "none"])
    #expect(result.exitStatus == 1, "\(result)")
    #expect(result.errors.contains("There is no backend called none."), "\(result)")
  }
}
