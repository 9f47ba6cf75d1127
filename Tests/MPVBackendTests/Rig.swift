import MPVBackend
import PlayerKit
import TestSupport

/// A real mpv on real media, and a log of what it says.
struct Rig {
  let backend: any PlayerBackend
  let log: EventLog

  /// Makes a backend without window and sound device, calls `body`, and shuts it down.
  static func run(
    _ options: [PlayerConfiguration.MPVOption] = [.init("vo", "null"), .init("ao", "null")],
    configure: (inout PlayerConfiguration) -> Void = { _ in }, _ body: (Rig) async throws -> Void
  ) async throws {
    var configuration = PlayerConfiguration()
    configuration.mpvOptions = options
    configure(&configuration)
    let log = EventLog()
    let rig = Rig(backend: try await MPVBackend.provider.make(configuration, log.emit), log: log)
    do {
      try await body(rig)
    } catch {
      await rig.backend.shutDown()
      throw error
    }
    await rig.backend.shutDown()
  }

  var state: PlayerState { log.state }

  func perform(_ actions: PlayerAction...) async throws {
    for action in actions { try await backend.perform(action) }
  }

  /// Loads and waits until it plays.
  func play(_ source: PlayerSource) async throws {
    try await perform(.load(source))
    try await reach(.playing)
  }

  @discardableResult
  func reach(_ status: PlayerStatus) async throws -> PlayerState {
    try await log.waitForState { $0.status == status }
  }

  /// Seeks and waits until the seek has landed; returns where.
  @discardableResult
  func seek(_ target: SeekTarget, precise: Bool = true) async throws -> Double {
    let position = log.count
    try await perform(.seek(target, precise: precise))
    let landing = try await log.wait(since: position) { if case .seeked = $0 { true } else { false } }
    try await log.wait(since: landing) { $0.isTime }
    return state.currentTime
  }

  /// Waits for the next failure and returns it.
  func failure() async throws -> PlayerError? {
    try await log.waitForState { $0.error != nil }.error
  }
}

extension PlayerSource {
  static func file(_ path: String, start: Double? = nil, end: Double? = nil) -> PlayerSource {
    .file(MediaPath(path), start: start, end: end)
  }
}

extension [PlayerEvent] {
  /// Without log lines.
  var ofState: [PlayerEvent] { filter(\.changesState) }

  /// The statuses, in their order.
  var statuses: [PlayerStatus] {
    compactMap { if case .statusChanged(let status, _) = $0 { status } else { nil } }
  }

  var times: [Double] {
    compactMap { if case .timeChanged(let time) = $0 { time } else { nil } }
  }
}
