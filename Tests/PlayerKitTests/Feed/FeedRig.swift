import MockBackend
import PlayerKit
import TestSupport
import Testing

/// A feed over mocks on a virtual clock, and someone who listens to all of them at once.
struct FeedRig {
  let clock: MockClock
  let listener = Listener()
  let feed: PlayerFeed

  /// A feed of so many pages, which are named `page 0`, `page 1`, … Nobody is waited for before neighbours are loaded,
  /// unless `change` says so.
  init(
    pages: Int, clock: MockClock = .virtual(), script: MockScript = FeedRig.script(),
    capabilities: Set<Capability> = Set(Capability.allCases),
    _ change: (inout PlayerFeed.Options) -> Void = { _ in },
    configure: (inout PlayerConfiguration) -> Void = { _ in }, more: PlayerFeed.More? = nil
  ) {
    self.clock = clock
    var options = PlayerFeed.Options()
    options.restTime = 0
    change(&options)
    var configuration = PlayerConfiguration()
    configure(&configuration)
    let mock = MockBackend.provider(clock: clock, script: script, priority: 1, capabilities: capabilities)
    feed = PlayerFeed(
      sources: Self.sources(0..<pages), registry: BackendRegistry([listener.listening(to: mock)]),
      configuration: configuration, feed: options, more: more)
  }

  static func source(_ page: Int) -> PlayerSource { .stream("mock://page\(page)") }

  static func sources(_ pages: Range<Int>) -> [PlayerSource] { pages.map(source) }

  /// Pages that play for so long, but for the broken ones.
  static func script(duration: Double = 10, broken: Set<Int> = []) -> MockScript {
    let sources = Set(broken.map(source))
    return MockScript { source in
      if sources.contains(source) { return .failing(PlayerError(.notFound, "The page is gone.")) }
      return MockMedia(duration: duration)
    }
  }

  /// Settles on a page and waits until there is nothing left to do.
  func settle(on page: Int) async throws {
    try feed.settle(on: page)
    try await limited { [feed] in await feed.rest() }
  }

  func rest() async throws {
    try await limited { [feed] in await feed.rest() }
  }

  func state(of page: Int) throws -> PlayerState {
    try #require(feed.player(at: page)).state
  }
}

extension PlayerSource {
  static func stream(_ url: String) -> PlayerSource {
    PlayerSource(.stream(url))
  }
}

/// Hears every backend of a feed, and notes whatever must never be.
final class Listener: Sendable {
  /// One session of a backend.
  struct Session: Sendable {
    let number: Int
    var state = PlayerState.empty
    var place: PlayerPresentation?
    var actions: [PlayerAction] = []
    var isOver = false
  }

  private struct Storage {
    var sessions: [Session] = []
    var mostAlive = 0
    var faults: [String] = []
  }

  private let storage = Lock(Storage())

  /// All sessions that were ever made, in their order.
  var sessions: [Session] { storage.withLock(\.sessions) }
  /// How many of them were alive at once at most.
  var mostAlive: Int { storage.withLock(\.mostAlive) }
  /// How many are alive.
  var alive: Int { sessions.count { !$0.isOver } }
  /// What must never be, and was.
  var faults: [String] { storage.withLock(\.faults) }
  /// Every source that was ever opened, in order.
  var opened: [PlayerSource] {
    sessions.flatMap(\.actions).compactMap {
      switch $0 {
      case .load(let source), .cue(let source): source
      default: nil
      }
    }
  }
  /// The sources of which something was played, in order of the sessions.
  var played: [PlayerSource] {
    storage.withLock { $0.sessions.filter(\.hasPlayed).compactMap(\.state.source) }
  }

  func listening(to provider: BackendProvider) -> BackendProvider {
    BackendProvider(descriptor: provider.descriptor, availability: provider.availability) {
      configuration, emit throws(PlayerError) in
      let number = self.begin(configuration.presentation)
      do throws(PlayerError) {
        let backend = try await provider.make(configuration) { event in
          self.hear(event, from: number)
          emit(event)
        }
        return HeardBackend(backend: backend, number: number, listener: self)
      } catch {
        self.change(number) { $0.isOver = true }
        throw error
      }
    }
  }

  private func begin(_ place: PlayerPresentation?) -> Int {
    storage.withLock { storage in
      storage.sessions.append(Session(number: storage.sessions.count, place: place))
      storage.mostAlive = max(storage.mostAlive, storage.sessions.count { !$0.isOver })
      return storage.sessions.count - 1
    }
  }

  private func hear(_ event: PlayerEvent, from number: Int) {
    storage.withLock { storage in
      storage.sessions[number].state.apply(event)
      guard case .statusChanged = event else { return }
      let playing = storage.sessions.filter { $0.state.status == .playing && !$0.isOver }
      if playing.count > 1 { storage.faults.append("playing at once: \(playing.map(\.number))") }
      if let hidden = playing.first(where: { $0.place?.isFront == false }) {
        storage.faults.append("\(hidden.number) plays behind")
      }
    }
  }

  func change(_ number: Int, _ body: (inout Session) -> Void) {
    storage.withLock { body(&$0.sessions[number]) }
  }
}

extension Listener.Session {
  /// Whether it was told to play.
  var hasPlayed: Bool {
    actions.contains {
      switch $0 {
      case .load, .play: true
      default: false
      }
    }
  }
}

private final class HeardBackend: PresentingBackend {
  let backend: any PlayerBackend
  let number: Int
  let listener: Listener

  init(backend: any PlayerBackend, number: Int, listener: Listener) {
    self.backend = backend
    self.number = number
    self.listener = listener
  }

  func perform(_ action: PlayerAction) async throws(PlayerError) {
    listener.change(number) { $0.actions.append(action) }
    try await backend.perform(action)
  }

  func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    listener.change(number) { $0.place = presentation }
    if let backend = backend as? any PresentingBackend { try await backend.present(presentation) }
  }

  func shutDown() async {
    await backend.shutDown()
    listener.change(number) { $0.isOver = true }
  }
}
