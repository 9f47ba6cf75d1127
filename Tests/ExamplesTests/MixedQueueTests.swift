import Foundation
import TestSupport
import Testing

@Suite("The example MixedQueue")
struct MixedQueueTests {
  @Test("Without arguments it plays a list on the mock, past a file that has gone")
  func mock() async throws {
    #expect(
      try await ExampleRun.lines("MixedQueue") == [
        "with mock:", "  A clip", "  A file that has gone", "  … There is no file gone.mp4.",
        "  A video of YouTube's", "2 played, 1 could not be",
      ])
  }

  @Test("A film, a broken file, a song from a list and YouTube play through, each with its backend")
  func real() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (film, broken, song) = (
      try await TestMedia.video(), try TestMedia.text(), try await TestMedia.flac()
    )
    let list = "\(folder)/songs.m3u"
    try Data("#EXTM3U\n#EXTINF:2,A song\n\(song)\njavascript:x\n".utf8).write(to: URL(fileURLWithPath: list))
    try await YouTubeStandIn.run { standIn in
      try await VirtualDisplay.run { display in
        var environment: [String: String?] = standIn.environment()
        environment["XDG_STATE_HOME"] = folder
        let result = try await ExampleRun.run(
          "MixedQueue", ["--backend", "auto", film, broken, list, "short-3s--a"], display: display,
          environment: environment)
        #expect(result.isSuccess, "\(result)")
        let lines = result.lines
        #expect(lines.first == "left out: \(list), line 4: A “javascript:” link names no media.")
        #expect(lines.dropFirst().prefix(3) == ["with mpv:", "  \(film)", "  \(broken)"])
        #expect(lines.contains("  A song"))
        #expect(
          lines.suffix(3) == [
            "with iframe:", "  https://www.youtube.com/watch?v=short-3s--a", "3 played, 1 could not be",
          ])
      }
    }
  }
}
