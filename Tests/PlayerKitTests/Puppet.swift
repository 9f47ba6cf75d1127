import PlayerKit

/// A backend that does what a test says: it takes every action, and emits what it is told to.
///
/// A load or cue is answered at once by what the contract asks for, unless `answers` is off.
final class Puppet: PresentingBackend {
  private struct Storage {
    var actions: [PlayerAction] = []
    var places: [PlayerPresentation] = []
    var isShutDown = false
    var shutDowns = 0
  }

  let id: String
  let emit: @Sendable (PlayerEvent) -> Void
  let autoPlay: Bool
  let script: PuppetScript
  private let storage: Lock<Storage>

  init(
    id: String, _ configuration: PlayerConfiguration, script: PuppetScript,
    emit: @escaping @Sendable (PlayerEvent) -> Void
  ) {
    self.id = id
    autoPlay = configuration.autoPlay
    storage = Lock(Storage(places: [configuration.presentation].compactMap { $0 }))
    self.script = script
    self.emit = emit
  }

  var actions: [PlayerAction] { storage.withLock(\.actions) }
  /// Its places among the pages of a window, the one that it was made with first.
  var places: [PlayerPresentation] { storage.withLock(\.places) }
  var isShutDown: Bool { storage.withLock(\.isShutDown) }
  var shutDowns: Int { storage.withLock(\.shutDowns) }

  func perform(_ action: PlayerAction) async throws(PlayerError) {
    guard !isShutDown else { throw PlayerError(.closed, "The puppet has been shut down.") }
    storage.withLock { $0.actions.append(action) }
    await script.onPerform(action)
    if let error = script.refusal(action) { throw error }
    guard script.answers else { return }
    switch action {
    case .load(let source): open(source, plays: autoPlay)
    case .cue(let source): open(source, plays: false)
    case .play: emit(.statusChanged(.playing, playWhenReady: true))
    case .pause: emit(.statusChanged(.paused, playWhenReady: false))
    case .seek(.to(let time), _):
      emit(.seeking(to: time))
      emit(.seeked(at: time))
    case .setVolume(let volume): emit(.volumeChanged(volume))
    case .mute: emit(.muteChanged(true))
    case .unmute: emit(.muteChanged(false))
    case .setRate(let rate): emit(.rateChanged(rate))
    case .setLoop(let loop): emit(.loopChanged(loop))
    case .setShuffle(let isOn): emit(.shuffleChanged(isOn))
    case .setFullscreen(let isOn): emit(.fullscreenChanged(isOn))
    default: break
    }
  }

  func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    guard !isShutDown else { throw PlayerError(.closed, "The puppet has been shut down.") }
    storage.withLock { $0.places.append(presentation) }
    await script.onPresent(presentation)
  }

  private func open(_ source: PlayerSource, plays: Bool) {
    emit(.sourceChanged(source))
    emit(.statusChanged(.unstarted, playWhenReady: plays))
    emit(.statusChanged(.buffering))
    for event in script.onOpen(source) { emit(event) }
    if case .failed? = script.onOpen(source).last { return }
    emit(.statusChanged(plays ? .playing : .queued))
  }

  func shutDown() async {
    storage.withLock {
      $0.shutDowns += 1
      $0.isShutDown = true
    }
    await script.onShutDown()
  }
}

/// What a puppet does.
struct PuppetScript: Sendable {
  var answers = true
  var makeError: PlayerError?
  var onMake: @Sendable () async -> Void = {}
  var onPerform: @Sendable (PlayerAction) async -> Void = { _ in }
  var onPresent: @Sendable (PlayerPresentation) async -> Void = { _ in }
  var onShutDown: @Sendable () async -> Void = {}
  var refusal: @Sendable (PlayerAction) -> PlayerError? = { _ in nil }
  /// Sent between `buffering` and the end of the opening; a failure as the last one ends it.
  var onOpen: @Sendable (PlayerSource) -> [PlayerEvent] = { _ in
    [.durationChanged(100, isLive: false, isSeekable: true)]
  }
}

/// Makes puppets, and keeps those that it made.
final class Puppets: Sendable {
  private let made = Lock<[Puppet]>([])

  var all: [Puppet] { made.withLock { $0 } }

  func named(_ id: String) -> Puppet? { all.last { $0.id == id } }

  func provider(
    _ id: String, priority: Int = 100, kinds: [PlayerSource.Kind] = [.file, .video, .videos, .playlist],
    capabilities: Set<Capability> = Set(Capability.allCases), _ script: PuppetScript = PuppetScript()
  ) -> BackendProvider {
    let descriptor = BackendDescriptor(
      id: id, name: id, version: "1",
      kinds: Dictionary(uniqueKeysWithValues: kinds.map { ($0, .init(priority: priority)) }),
      capabilities: capabilities)
    return BackendProvider(descriptor: descriptor) { configuration, emit throws(PlayerError) in
      await script.onMake()
      if let error = script.makeError { throw error }
      let puppet = Puppet(id: id, configuration, script: script, emit: emit)
      self.made.withLock { $0.append(puppet) }
      emit(.ready)
      return puppet
    }
  }
}

/// A door that is shut until a test opens it.
final class Door: Sendable {
  private struct Storage {
    var isOpen = false
    var arrived = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let storage = Lock(Storage())

  /// Waits until the door is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, watchers) = storage.withLock { storage in
        storage.arrived += 1
        defer { storage.watchers = [] }
        if !storage.isOpen { storage.waiting.append(continuation) }
        return (storage.isOpen, storage.watchers)
      }
      if isOpen { continuation.resume() }
      for watcher in watchers { watcher.resume() }
    }
  }

  /// Waits until somebody stands before the door.
  func arrival() async {
    await withCheckedContinuation { continuation in
      let isThere = storage.withLock { storage in
        if storage.arrived == 0 { storage.watchers.append(continuation) }
        return storage.arrived > 0
      }
      if isThere { continuation.resume() }
    }
  }

  func open() {
    let waiting = storage.withLock { storage in
      storage.isOpen = true
      defer { storage.waiting = [] }
      return storage.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension PlayerSource {
  static let film = PlayerSource.file(MediaPath("/film.mp4"))
}

extension PlayerEvents {
  /// Reads until an event meets the condition, and returns all that was read.
  func read(until isLast: @escaping @Sendable (PlayerEvent) -> Bool) async throws -> [PlayerEvent] {
    try await limited {
      var events: [PlayerEvent] = []
      for await event in self {
        events.append(event)
        if isLast(event) { break }
      }
      return events
    }
  }
}

struct NotInTime: Error {}

/// Runs the work, and throws where it takes longer than 20 s.
func limited<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: .seconds(20))
      throw NotInTime()
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw NotInTime() }
    return value
  }
}
