import Foundation
import TestSupport
import Testing

@Suite("The examples Bindings, Slider and SwapBackends", .serialized, .timeLimit(.minutes(5)))
struct InterfaceTests {
  /// What an example is run with: nothing, a film and mpv, or YouTube's player in a window, with a stand-in.
  enum Backend: CaseIterable {
    case mock, mpv, iframe

    func lines(_ example: String) async throws -> [String] {
      switch self {
      case .mock:
        return try await ExampleRun.lines(example)
      case .mpv:
        return try await ExampleRun.lines(example, ["--backend", "mpv", TestMedia.video(seconds: 20)])
      case .iframe:
        let folder = try TestMedia.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await YouTubeStandIn.run { standIn in
          try await VirtualDisplay.run { display in
            var environment: [String: String?] = standIn.environment()
            environment["XDG_STATE_HOME"] = folder
            let result = try await ExampleRun.run(
              example, ["--backend", "iframe", "dQw4w9WgXcQ"], display: display, environment: environment)
            #expect(result.isSuccess, "\(result)")
            return result.lines
          }
        }
      }
    }

    /// Half of what is played, in seconds, and all of it.
    var film: (middle: Int, duration: Int) {
      switch self {
      case .mock: (30, 60)
      case .mpv: (10, 20)
      case .iframe: (15, 30)
      }
    }
  }

  @Test("A view that sets an action and reads a state plays a film", arguments: Backend.allCases)
  func bindings(backend: Backend) async throws {
    let lines = try await backend.lines("Bindings")
    let (middle, duration) = backend.film
    #expect(lines.count == 9, "\(lines)")
    #expect(lines.first == "at first: …")
    let all = lines.joined(separator: "\n")
    #expect(lines.dropFirst().first?.hasPrefix("open: playing at ") == true, "\(all)")
    #expect(all.contains("\npause: paused at "), "\(all)")
    #expect(all.contains("\nmiddle: paused at \(middle) of \(duration) s, volume 100\n"), "\(all)")
    #expect(all.contains("\nskip twice: paused at \(middle + 2) of \(duration) s, volume 100\n"), "\(all)")
    #expect(all.contains("\nsofter: paused at \(middle + 2) of \(duration) s, volume 40\n"), "\(all)")
    #expect(all.contains("\nmute: paused at \(middle + 2) of \(duration) s, muted\n"), "\(all)")
    #expect(all.contains("\ntoo loud: The volume 400.0 is out of range.\n"), "\(all)")
    #expect(lines.last?.hasPrefix("play: playing at ") == true, "\(all)")
  }

  @Test("A slider follows, is dragged, lets go, escapes, and comes to the end", arguments: Backend.allCases)
  func slider(backend: Backend) async throws {
    let lines = try await backend.lines("Slider")
    #expect(lines.first?.hasPrefix("playing   [") == true, "\(lines)")
    #expect(
      lines.dropFirst().prefix(4) == [
        "dragging  [=====o---------------]", "dragging  [==========o----------]",
        "dragging  [===============o-----]", "released  [===============o-----] and plays on",
      ], "\(lines)")
    #expect(lines.contains("dragging  [==o------------------]"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("escape    [") && $0.hasSuffix("back where it was") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("arrow key [") }, "\(lines)")
    #expect(lines.last == "the end   [====================o]")
  }

  @Test("Backends are swapped under a film, which goes on in place", arguments: Backend.allCases)
  func swapBackends(backend: Backend) async throws {
    let lines = try await backend.lines("SwapBackends")
    let (first, second) =
      switch backend {
      case .mock: ("mock", "other")
      case .mpv: ("mpv", "mock")
      case .iframe: ("iframe", "mock")
      }
    try #require(lines.count == 4, "\(lines)")
    for (line, (from, to)) in zip(lines, [(first, second), (second, first), (first, second)]) {
      #expect(line.hasPrefix("\(from) playing at ") && line.contains(" s → \(to) playing from "), "\(lines)")
      #expect(line.hasSuffix(", volume 40, in place"), "\(lines)")
    }
    #expect(lines.last == "paused, and not heard on \(first): queued")
  }
}
