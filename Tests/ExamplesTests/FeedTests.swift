import Foundation
import TestSupport
import Testing

@Suite("The examples Shorts and Carousel")
struct FeedTests {
  @Test("On the mock a finger swipes through shorts, and what it flings past is never started")
  func shorts() async throws {
    #expect(
      try await ExampleRun.lines("Shorts") == [
        "first: film 1 plays, film 2 is ready", "up: film 2 plays, film 3 is ready",
        "up: film 3 plays, film 4 is ready", "back: film 2 plays, film 3 is ready",
        "fling: film 12 plays, film 13 is ready",
      ])
  }

  @Test("On the mock the carousel goes once around its property list, and on")
  func carousel() async throws {
    #expect(
      try await ExampleRun.lines("Carousel") == [
        "film 1 of 3 plays", "film 2 of 3 plays", "film 3 of 3 plays", "film 1 of 3 plays",
      ])
  }

  @Test("With mpv and no display the carousel is heard, and past a broken film it goes around")
  func sound() async throws {
    let films = [
      try await TestMedia.audio(seconds: 1), try TestMedia.text(), try await TestMedia.flac(seconds: 1),
    ]
    let result = try await ExampleRun.run("Carousel", ["--backend", "mpv", "--pages", "3"] + films)
    #expect(result.isSuccess, "\(result)")
    let lines = result.lines
    #expect(
      lines.filter { $0.hasSuffix("plays") } == [
        "film 1 of 3 plays", "film 3 of 3 plays", "film 1 of 3 plays",
      ])
    #expect(lines.contains { $0.hasPrefix("film 2 can't be played: ") })
  }

  @Test("In mpv's windows the arrow keys swipe through shorts, and a window that is closed ends them")
  func keys() async throws {
    let films = [try await TestMedia.video(seconds: 20), try await TestMedia.film()]
    try await VirtualDisplay.run { display in
      let shorts = try ExampleRun.start("Shorts", ["--backend", "mpv"] + films, display: display)
      for (key, film) in [(nil, 1), ("Down", 2), ("Up", 1)] as [(String?, Int)] {
        let told = shorts.outputSoFar.count
        if let key { try await display.press(key) }
        #expect(await shorts.waitForOutput { $0.dropFirst(told).contains("film \(film) plays\n") })
      }
      try await display.press("q")
      let result = await shorts.result()
      #expect(result.isSuccess, "\(result)")
    }
  }

  @Test("In a window films of YouTube's follow one another, around and on")
  func window() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await YouTubeStandIn.run { standIn in
      try await VirtualDisplay.run { display in
        var environment: [String: String?] = standIn.environment()
        environment["XDG_STATE_HOME"] = folder
        let carousel = try await ExampleRun.run(
          "Carousel", ["--backend", "iframe", "--pages", "3", "short-3s--a", "short-3s--b"],
          display: display,
          environment: environment)
        #expect(carousel.isSuccess, "\(carousel)")
        #expect(carousel.lines == ["film 1 of 2 plays", "film 2 of 2 plays", "film 1 of 2 plays"])
      }
    }
  }
}
