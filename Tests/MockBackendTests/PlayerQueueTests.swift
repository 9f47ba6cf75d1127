import MockBackend
import PlayerKit
import TestSupport
import Testing

@Suite("A player's queue by a clock of its own", .timeLimit(.minutes(3)))
struct PlayerQueueTests {
  private let clock = MockClock.virtual()
  private let sessions = Sessions()

  /// Files last 10 s but for those called broken, videos 8 s, and playlists are three videos of 2 s.
  private var script: MockScript {
    MockScript { source in
      var media = MockMedia.bare(source.kind == .file ? 10 : 8)
      if source.kind == .playlist { media.items = (0..<3).map { _ in .bare(2) } }
      if source.text.contains("broken") { media.openFailure = PlayerError(.playbackFailed, "It is broken.") }
      return media
    }
  }

  private func player() -> Player {
    let film = MockBackend.provider(clock: clock, script: script, id: "film", priority: 1, kinds: [.file])
    let web = MockBackend.provider(
      clock: clock, script: script, id: "web", priority: 1, kinds: [.video, .playlist])
    return Player(
      registry: BackendRegistry([sessions.watching(film), sessions.watching(web)]))
  }

  /// Lets time pass, a little at a time, until the queue is over.
  private func play(_ player: Player, for limit: Double) async throws {
    let end = clock.now + limit
    while !player.queueReport.isFinished {
      try #require(clock.now < end, "The queue goes on for too long.")
      await clock.advance(by: 0.125)
      try await player.waitFor { $0.status == .playing || player.queueReport.isFinished }
    }
  }

  @Test(
    "A mixed queue plays through in the time that its sources last, each where it belongs and one at a time")
  func mixed() async throws {
    let video = try PlayerSource(parsing: "dQw4w9WgXcQ")
    let list = try PlayerSource(parsing: "PL0123456789ABCDEF")
    let sources = [.clip, video, .other, .file("broken.mp4"), list, .clip(start: 2, end: 5)]
    let player = player()
    let events = player.events
    let queue = PlayQueue(sources)
    try await player.play(queue)
    try await play(player, for: 100)
    let report = player.queueReport
    #expect(report.played == 5 && report.failed == 1)
    #expect(report.failures.keys.first == queue.snapshot.items[3].id)
    await player.shutDown()
    var opened: [PlayerSource] = []
    var backends: [String] = []
    var (ends, last) = (0, 0.0)
    for await event in events {
      switch event {
      case .sourceChanged(let source?): opened.append(source)
      case .backendChanged(let id, .asked): backends.append(id)
      case .statusChanged(.ended, _): ends += 1
      case .timeChanged(let time): last = time
      default: break
      }
    }
    #expect(opened == sources && backends == ["film", "web", "film", "web", "film"])
    #expect(ends == 5 && last == 5)
    // 10 + 8 + 10 + 3 × 2 + 3 s, and at each end what is left of an eighth.
    #expect((37...37.7).contains(clock.now), "\(clock.now)")
    #expect(sessions.mostAtOnce == 1)
  }

  @Test("A backend that the next item needs is there 5 s before the end, and no sooner")
  func standby() async throws {
    let player = player()
    let video = try PlayerSource(parsing: "dQw4w9WgXcQ")
    try await player.play(PlayQueue([.clip, video, .other]))
    // At 10 - 5, and at 10 + 8 - 5. The time passes to each end and not past it, since the next item begins while it
    // passes or after it.
    for (count, lead) in [(1, 4.875), (2, 2.875)] {
      await clock.advance(by: lead)
      #expect(sessions.made.count == count)
      await clock.advance(by: 0.25)
      while sessions.made.count == count { await Task.yield() }
      let backend = player.state.backend
      await clock.advance(by: 4.875)
      try await player.waitFor { $0.backend != backend && $0.status == .playing }
    }
    #expect(sessions.made == ["film", "web", "film"])
    await player.shutDown()
    #expect(sessions.mostAtOnce == 1 && sessions.alive == 0)
  }

  @Test("With loop one an item is played over and over, and with off again the queue goes on")
  func loopOne() async throws {
    let player = player()
    let queue = PlayQueue([.clip, .other])
    queue.loop = .one
    try await player.play(queue)
    for _ in 0..<100 {
      await clock.advance(by: 0.33)
      try await player.waitFor { $0.status == .playing }
    }
    #expect(player.state.source == .clip && queue.currentIndex == 0 && player.state.loop == .one)
    try await player.setLoop(.off)
    try await play(player, for: 25)
    #expect(player.state.source == .other && player.queueReport.played == 2)
    await player.shutDown()
  }

  @Test(
    "Through thousands of random actions, edits and moments no two sources are heard at once",
    arguments: 1...3)
  func neverTwo(seed: UInt64) async throws {
    var chance = SplitMix64(state: seed)
    let player = player()
    let choices = [
      PlayerSource.clip, .other, try PlayerSource(parsing: "dQw4w9WgXcQ"), .file("broken.mp4"),
      try PlayerSource(parsing: "PL0123456789ABCDEF"),
    ]
    let queue = PlayQueue(choices)
    queue.loop = .all
    try await player.play(queue)
    for _ in 0..<1500 {
      // A refusal is part of it: there may be nothing to pause, or to step back to.
      switch chance.next(below: 16) {
      case 0: try? await player.next()
      case 1: try? await player.previous()
      case 2: try? await player.pause()
      case 3, 4: try? await player.play()
      case 5: queue.jump(to: chance.next(below: max(queue.count, 1)))
      case 6: queue.insertNext(choices[chance.next(below: choices.count)])
      case 7: if queue.count > 3 { queue.remove(at: chance.next(below: queue.count)) }
      case 8: queue.setShuffled(chance.next(below: 2) == 0)
      case 9: try? await player.seek(toFraction: 0.9)
      case 10: try? await player.load(choices[chance.next(below: choices.count)])
      default: await clock.advance(by: Double(chance.next(below: 20)) / 8)
      }
    }
    #expect(sessions.mostAtOnce == 1)
    queue.append(.clip)
    queue.jump(to: queue.count - 1)
    try await player.waitFor { $0.source == .clip && [.playing, .queued, .paused].contains($0.status) }
    await player.shutDown()
    #expect(sessions.alive == 0)
  }
}

/// The backends that were made, and how many of them play at a time.
private final class Sessions: Sendable {
  private struct Storage {
    var made: [String] = []
    var playing: Set<Int> = []
    var alive: Set<Int> = []
    var mostAtOnce = 0
  }

  private let storage = Lock(Storage())

  var made: [String] { storage.withLock(\.made) }
  var mostAtOnce: Int { storage.withLock(\.mostAtOnce) }
  var alive: Int { storage.withLock(\.alive.count) }

  /// The same provider, watched.
  func watching(_ provider: BackendProvider) -> BackendProvider {
    BackendProvider(descriptor: provider.descriptor) { configuration, emit throws(PlayerError) in
      let number = self.storage.withLock { storage in
        storage.made.append(provider.descriptor.id)
        storage.alive.insert(storage.made.count)
        return storage.made.count
      }
      let backend = try await provider.make(configuration) { event in
        if case .statusChanged(let status, _) = event { self.note(number, isPlaying: status == .playing) }
        if case .failed = event { self.note(number, isPlaying: false) }
        emit(event)
      }
      return Watched(backend: backend, descriptor: provider.descriptor) { self.end(number) }
    }
  }

  private func note(_ number: Int, isPlaying: Bool) {
    storage.withLock { storage in
      if isPlaying { storage.playing.insert(number) } else { storage.playing.remove(number) }
      storage.mostAtOnce = max(storage.mostAtOnce, storage.playing.count)
    }
  }

  private func end(_ number: Int) {
    storage.withLock { storage in
      storage.playing.remove(number)
      storage.alive.remove(number)
    }
  }
}

private struct Watched: PresentingBackend {
  let backend: any PlayerBackend
  let descriptor: BackendDescriptor
  let ended: @Sendable () -> Void

  func perform(_ action: PlayerAction) async throws(PlayerError) {
    try await backend.perform(action)
  }

  func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    try await backend.asPresenting(descriptor).present(presentation)
  }

  func shutDown() async {
    await backend.shutDown()
    ended()
  }
}
