import IFramePage
import PlayerKit
import Testing

@testable import IFrameBackend

/// An engine, and the model of YouTube's player that it steers, on one clock.
final class Bench {
  var engine: IFrameEngine
  let youTube: FakeYouTube
  private(set) var events: [PlayerEvent] = []
  private(set) var now = 0.0
  /// Called with each event and the state before it.
  var watch: (PlayerEvent, PlayerState) -> Void = { _, _ in }
  private(set) var isWindowFull = false
  private(set) var reloads = 0
  private var state = PlayerState.empty

  init(
    _ configure: (inout PlayerConfiguration) -> Void = { _ in }, seed: UInt64 = 1,
    script: FakeYouTube.Script = .comes
  ) {
    var configuration = PlayerConfiguration()
    configure(&configuration)
    engine = IFrameEngine(
      descriptor: IFrameBackend.descriptor, configuration: configuration, endpoints: .youTube,
      origin: "https://example.org")
    youTube = FakeYouTube(seed: seed)
    youTube.script = script
    youTube.report = { [unowned self] report in
      engine.take(report, at: now)
      flush()
    }
    engine.start()
    flush()
  }

  /// What YouTube still meant to do holds it.
  deinit { youTube.kill() }

  func perform(_ action: PlayerAction) throws(PlayerError) {
    defer { flush() }
    try engine.perform(action, at: now)
  }

  func kill() {
    youTube.kill()
    engine.processEnded(at: now)
    flush()
  }

  /// Lets time pass.
  func run(for seconds: Double) {
    let end = now + seconds
    while let due = [engine.due, youTube.due].compactMap(\.self).min(), due <= end { step(to: due) }
    step(to: end)
  }

  /// Lets time pass until the state is so; false where it does not become so.
  @discardableResult
  func run(upTo seconds: Double = 20, until isMet: (PlayerState) -> Bool) -> Bool {
    let end = now + seconds
    while !isMet(engine.state) {
      guard let due = [engine.due, youTube.due].compactMap(\.self).min(), due <= end else { return false }
      step(to: due)
    }
    return true
  }

  private func step(to time: Double) {
    now = max(now, time)
    youTube.advance(to: now)
    engine.advance(to: now)
    flush()
  }

  private func flush() {
    engine.drainEvents { event in
      events.append(event)
      watch(event, state)
      state.apply(event)
    }
    for order in engine.drainOrders() {
      switch order {
      case .page(.read):
        let (player, mark) = (engine.player?.number, engine.lastMark)
        youTube.after(youTube.latency()) { [unowned self] in
          guard engine.player?.number == player, engine.lastMark == mark else { return }
          engine.take(youTube.info, at: now)
          flush()
        }
      case .page(let command):
        youTube.perform(command)
      case .silence(let isSilenced): youTube.isSilenced = isSilenced
      case .reload:
        reloads += 1
        youTube.reload()
      case .fullscreen(let isFull):
        isWindowFull = isFull
        engine.fullscreenChanged(isFull, at: now)
        flush()
      }
    }
  }

  func forgetEvents() {
    events = []
  }

  /// The statuses that were told, equal ones in a row once.
  var statuses: [PlayerStatus] {
    events.reduce(into: []) { statuses, event in
      if case .statusChanged(let status, _) = event, statuses.last != status { statuses.append(status) }
    }
  }

  var times: [Double] {
    events.compactMap { if case .timeChanged(let time) = $0 { time } else { nil } }
  }

  var landings: [Double] {
    events.compactMap { if case .seeked(let time) = $0 { time } else { nil } }
  }

  var failure: PlayerError? {
    events.lazy.compactMap { if case .failed(let error, _) = $0 { error } else { nil } }.first
  }
}

extension PlayerSource {
  /// A source by its text.
  static func youTube(_ text: String, start: Double? = nil, end: Double? = nil) throws -> PlayerSource {
    var source = try PlayerSource(parsing: text)
    (source.start, source.end) = (start ?? source.start, end ?? source.end)
    return source
  }
}
