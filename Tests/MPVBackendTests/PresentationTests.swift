import Foundation
import MPVBackend
import PlayerKit
import PlayerPlugins
import TestSupport
import Testing

@Suite("mpv among the pages of a feed", .timeLimit(.minutes(5)))
struct PresentationTests {
  /// A session of the plugin program on a display of its own.
  struct Page {
    let backend: any PlayerBackend
    let log: EventLog
    let probe: MPVProbe
    let display: VirtualDisplay

    func perform(_ actions: PlayerAction...) async throws {
      for action in actions { try await backend.perform(action) }
    }

    func present(_ presentation: PlayerPresentation) async throws {
      try await #require(backend as? any PresentingBackend).present(presentation)
    }

    func reach(_ status: PlayerStatus) async throws {
      try await log.waitForState { $0.status == status }
    }

    /// Waits until the window is there, or is not.
    func waitForWindow(_ isThere: Bool) async throws {
      let deadline = ContinuousClock.now + .seconds(20)
      while try await display.hasWindow("ytplay") != isThere {
        try #require(ContinuousClock.now < deadline, "the window is\(isThere ? " not" : "") there")
      }
    }

    /// Waits until the window has this size, as `640x480`, and mpv knows it.
    func waitForWindow(sized size: String) async throws {
      let deadline = ContinuousClock.now + .seconds(20)
      let window = try await display.window("ytplay")
      while true {
        let actual = try await display.size(of: window)
        let (width, height): (Int?, Int?) = (probe.property("osd-width"), probe.property("osd-height"))
        let known = "\(width ?? 0)x\(height ?? 0)"
        if actual == size && known == size { return }
        try #require(ContinuousClock.now < deadline, "it is \(actual), not \(size), and mpv says \(known)")
      }
    }

    /// Presses a key in the window, and returns the position before what it led to.
    func press(_ key: String) async throws -> Int {
      let position = log.count
      try await display.press(key)
      return position
    }
  }

  private static let front = PlayerPresentation(page: 3, isFront: true)
  private static let behind = PlayerPresentation(page: 3, isFront: false)

  private func run(
    _ presentation: PlayerPresentation?, _ body: (Page) async throws -> Void
  ) async throws {
    try await run([presentation]) { try await body($0[0]) }
  }

  /// Makes a session for each, all of one program.
  private func run(
    _ presentations: [PlayerPresentation?], _ body: ([Page]) async throws -> Void
  ) async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await VirtualDisplay.run { display in
      var own = PluginOptions()
      own.environment = TestEnvironment.variables.merging(["DISPLAY": display.name]) { $1 }
      let program = PluginProgram(
        executable: BuiltProgram.path("ytplay-mpv"), descriptor: MPVBackend.descriptor, options: own)
      var pages: [Page] = []
      for (number, presentation) in presentations.enumerated() {
        let socket = "\(folder)/mpv\(number)"
        var configuration = PlayerConfiguration()
        configuration.presentation = presentation
        configuration.mpvOptions = [.init("ao", "null"), .init("input-ipc-server", socket)]
        let log = EventLog()
        let backend = try await program.provider.make(configuration, log.emit)
        pages.append(Page(backend: backend, log: log, probe: MPVProbe(socket), display: display))
      }
      do {
        try await body(pages)
      } catch {
        await program.stop()
        throw error
      }
      for page in pages { await page.backend.shutDown() }
      await program.stop()
    }
  }

  @Test("Behind it knows all of the film and has no window; in front the window shows the same picture")
  func hidden() async throws {
    let film = try await TestMedia.film(seconds: 60)
    try await run(Self.behind) { page in
      // It would play by itself in front.
      try await page.perform(.load(.file(film, start: 3)))
      try await page.reach(.queued)
      let queued = page.log.state
      #expect(queued.videoSize == VideoSize(width: 320, height: 180) && !queued.playWhenReady)
      #expect(queued.tracks.count == 4 && queued.selectedTracks[.video] == "1")
      #expect(try await !page.display.hasWindow("ytplay"))
      for _ in 0..<3 {
        let position = page.log.count
        try await page.present(Self.front)
        try await page.waitForWindow(true)
        let picture = try await page.display.pictures { $0 == $1 }
        #expect(Set(picture).count > 20)
        try await page.present(Self.behind)
        try await page.waitForWindow(false)
        // Nothing but the window has changed.
        #expect(page.log.events(since: position).ofState.isEmpty)
      }
      try await page.present(Self.front)
      try await page.perform(.play)
      try await page.log.waitForState { $0.status == .playing && $0.currentTime > 3.3 }
      #expect(page.log.events.times.allSatisfy { $0 >= 2.95 })
    }
  }

  @Test(
    "The pages' windows look like one: the next has the size of the last, and fills the screen where that did"
  )
  func sizes() async throws {
    let (clip, other) = (try await TestMedia.video(seconds: 30), try await TestMedia.film(seconds: 60))
    let places = (0..<2).map { PlayerPresentation(page: $0, isFront: $0 == 0) }
    try await run(places) { pages in
      for (page, path) in zip(pages, [clip, other]) {
        try await page.perform(.cue(.file(path)))
        try await page.reach(.queued)
      }
      /// Turns from one page to the other, and returns the size of its window.
      func turn(from: Int, to: Int) async throws -> String {
        try await pages[from].present(PlayerPresentation(page: from, isFront: false))
        try await pages[from].waitForWindow(false)
        try await pages[to].present(PlayerPresentation(page: to, isFront: true))
        return try await pages[to].display.size(of: pages[to].display.window("ytplay"))
      }
      let window = try await pages[0].display.window("ytplay")
      try await pages[0].display.resize(window, width: 500, height: 400)
      try await pages[0].waitForWindow(sized: "500x400")
      #expect(try await turn(from: 0, to: 1) == "500x400")
      try await pages[1].display.press("f")
      try await pages[1].log.waitForState(\.isFullscreen)
      try await pages[1].waitForWindow(sized: "640x480")
      #expect(try await turn(from: 1, to: 0) == "640x480")
      #expect(pages[0].log.state.isFullscreen)
      try await pages[0].perform(.setFullscreen(false))
      try await pages[0].waitForWindow(sized: "500x400")
      #expect(try await turn(from: 0, to: 1) == "500x400")
      #expect(!pages[1].log.state.isFullscreen)
    }
  }

  @Test("One that goes behind is silent and pauses where it is, and says nothing of being muted")
  func silent() async throws {
    let clip = try await TestMedia.video(seconds: 30)
    try await run(Self.front) { page in
      try await page.perform(.load(.file(clip)))
      try await page.log.waitForState { $0.status == .playing && $0.currentTime > 0.5 }
      #expect(page.probe.property("mute") == false)
      try await page.present(Self.behind)
      #expect(page.probe.property("mute") == true)
      try await page.reach(.paused)
      let time = page.log.state.currentTime
      // What the person says of the sound is kept, and told as it is.
      try await page.perform(.mute, .unmute, .setVolume(40))
      #expect(page.probe.property("mute") == true && !page.log.state.isMuted)
      // Told to play, it does so without a sound.
      try await page.perform(.play)
      try await page.log.waitForState { $0.status == .playing && $0.currentTime > time + 0.3 }
      #expect(page.probe.property("mute") == true)
      try await page.present(Self.front)
      #expect(page.probe.property("mute") == false && page.probe.property("volume") == 40.0)
      let mutes = page.log.events.compactMap { if case .muteChanged(let isOn) = $0 { isOn } else { nil } }
      #expect(mutes == [true, false])
      try await page.perform(.mute)
      try await page.present(Self.behind)
      try await page.present(Self.front)
      #expect(page.probe.property("mute") == true && page.log.state.isMuted)
    }
  }

  @Test("A cover, sound alone and the end are kept behind and in front")
  func kinds() async throws {
    let (clip, sound) = (try await TestMedia.video(seconds: 4), try await TestMedia.flac(seconds: 4))
    try await run(Self.front) { page in
      for path in [clip, sound] {
        try await page.perform(.load(.file(path)), .seek(.to(3.8)))
        try await page.reach(.ended)
        let position = page.log.count
        try await page.present(Self.behind)
        try await page.present(Self.front)
        try await page.perform(.play)
        try await page.log.waitForState { $0.status == .playing && $0.currentTime > 0.2 }
        #expect(page.log.events(since: position).statuses == [.playing])
        try await page.perform(.pause)
        try await page.reach(.paused)
      }
    }
  }

  @Test(
    "The wheel and the arrow keys of the axis ask for pages; the others keep their meaning",
    arguments: PlayerPresentation.Axis.allCases)
  func keys(_ axis: PlayerPresentation.Axis) async throws {
    let clip = try await TestMedia.video(seconds: 30)
    try await run(PlayerPresentation(page: 0, isFront: true, axis: axis)) { page in
      try await page.perform(.load(.file(clip)))
      try await page.reach(.playing)
      try await page.display.window("ytplay")
      let isVertical = axis == .vertical
      for (key, step) in [(isVertical ? "Down" : "Right", 1), (isVertical ? "Up" : "Left", -1)] {
        let position = try await page.press(key)
        try await page.log.wait(since: position) { $0 == .pageRequested(by: step) }
      }
      // Keys arrive in their order: what another one led to would have come before this.
      let position = page.log.count
      try await page.display.turnWheel(by: 4)
      try await page.log.wait(since: position) { $0 == .pageRequested(by: 1) }
      try await page.display.press("m")
      try await page.log.wait(since: position) { $0 == .muteChanged(true) }
      let requests = page.log.events(since: position).filter {
        if case .pageRequested = $0 { true } else { false }
      }
      #expect(requests == [.pageRequested(by: 1)])
      let seek = try await page.press(isVertical ? "Right" : "Up")
      try await page.log.wait(since: seek) { if case .seeked = $0 { true } else { false } }
      // Without pages to turn all is as in a window of its own.
      try await page.present(PlayerPresentation(page: 0, isFront: true, axis: axis, turnsPages: false))
      let own = try await page.press(isVertical ? "Down" : "Left")
      try await page.log.wait(since: own) { if case .seeked = $0 { true } else { false } }
      try await page.present(PlayerPresentation(page: 0, isFront: true, axis: axis))
      let again = try await page.press(isVertical ? "Down" : "Right")
      try await page.log.wait(since: again) { $0 == .pageRequested(by: 1) }
    }
  }

  @Test("Closing the window of a page ends the session; of one without pages it drops the source")
  func closing() async throws {
    let clip = try await TestMedia.video(seconds: 30)
    try await run(PlayerPresentation(page: 0, isFront: true, turnsPages: false)) { page in
      try await page.perform(.load(.file(clip)))
      try await page.display.window("ytplay")
      try await page.display.press("q")
      try await page.log.wait { $0 == .sourceChanged(nil) }
      try await page.present(Self.front)
      try await page.perform(.load(.file(clip)))
      try await page.reach(.playing)
      try await page.display.window("ytplay")
      try await page.display.press("q")
      try await page.log.wait { $0 == .closed }
      let error = await #expect(throws: PlayerError.self) { try await page.perform(.play) }
      #expect(error?.code == .closed)
    }
  }

  @Test("Going back and forth amid opening, seeking and playing breaks nothing and is never told")
  func restless() async throws {
    let clip = try await TestMedia.video(seconds: 60)
    try await run(Self.front) { page in
      for round in 0..<12 {
        let position = page.log.count
        try await page.perform(.load(.file(clip, start: Double(round))))
        if round % 2 == 1 { try await page.perform(.seek(.to(Double(20 + round)))) }
        for isFront in [false, true, false, true] {
          try await page.present(PlayerPresentation(page: 3, isFront: isFront))
        }
        try await page.perform(.play)
        let expected = Double(round % 2 == 1 ? 20 + round : round)
        try await page.log.waitForState {
          $0.status == .playing && $0.currentTime > expected + 0.2 && $0.currentTime < expected + 3
        }
        let events = page.log.events(since: position)
        #expect(
          !events.contains {
            switch $0 {
            case .muteChanged, .volumeChanged, .failed, .rejected: true
            default: false
            }
          }, "\(events)")
      }
    }
  }

  @Test(
    "A page in front keeps its window where there is nothing to be seen: of sound alone, and of what fails")
  func emptyWindow() async throws {
    let (sound, clip) = (try await TestMedia.audio(seconds: 30), try await TestMedia.video(seconds: 30))
    try await run(Self.behind) { page in
      try await page.perform(.cue(.file("/nonexistent/film.mkv")))
      try await page.log.waitForState { $0.error != nil }
      #expect(try await !page.display.hasWindow("ytplay"))
      try await page.present(Self.front)
      try await page.perform(.play)
      try await page.waitForWindow(true)
      // The window can be turned like any other page's, and says why it is empty.
      let words = try await page.display.pictures { $0 == $1 && Set($0).count > 1 }
      #expect(Set(words).count > 1)
      let position = page.log.count
      try await page.display.window("ytplay")
      try await page.display.turnWheel(by: 1)
      try await page.log.wait(since: position) { $0 == .pageRequested(by: 1) }
      for source in [sound, clip] {
        try await page.perform(.load(.file(source)))
        try await page.reach(.playing)
        try await page.waitForWindow(true)
      }
      try await page.present(Self.behind)
      try await page.waitForWindow(false)
    }
  }
}
