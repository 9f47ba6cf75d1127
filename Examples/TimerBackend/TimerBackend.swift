import PlayerKit

/// A backend of silence: `timer://90` lasts 90 seconds.
public enum TimerBackend {
  /// It plays streams, only where it is asked for by name, and has no capabilities.
  public static let descriptor = BackendDescriptor(
    id: "timer", name: "Timer", version: "1.0", kinds: [.stream: .init(priority: 0)], capabilities: [])

  /// What a registry takes.
  public static let provider = BackendProvider(descriptor: descriptor) { configuration, emit in
    let timer = Timer(configuration, emit)
    await timer.say(.ready)
    return timer
  }
}

/// One player: an actor, so that actions and ticks come one at a time.
private actor Timer: PlayerBackend {
  private let configuration: PlayerConfiguration
  private let emit: BackendProvider.Emit
  private var state = PlayerState.empty
  private var isClosed = false
  /// A moment, and the time that it was then; nil while time stands still.
  private var anchor: (instant: ContinuousClock.Instant, time: Double)?
  private var ticking: Task<Void, Never>?

  init(_ configuration: PlayerConfiguration, _ emit: @escaping BackendProvider.Emit) {
    self.configuration = configuration
    self.emit = emit
  }

  func say(_ event: PlayerEvent) {
    state.apply(event)
    emit(event)
  }

  func perform(_ action: PlayerAction) throws(PlayerError) {
    if isClosed { throw PlayerError(.closed, "The timer has been shut down.", backend: "timer") }
    try action.check(state, TimerBackend.descriptor)
    switch action {
    case .load(let source): open(source, playing: configuration.autoPlay)
    case .cue(let source): open(source, playing: false)
    case .play: play()
    case .pause: pause()
    case .stop: stop()
    case .clear: clear()
    case .seek(let target, _): seek(to: target.time(from: time, duration: state.duration) ?? 0)
    case .duration:
      say(.durationChanged(state.duration, isLive: state.isLive, isSeekable: state.isSeekable))
    case .currentTime: say(.timeChanged(time))
    case .mute where !state.isMuted: say(.muteChanged(true))
    case .unmute where state.isMuted: say(.muteChanged(false))
    case .setVolume(let volume) where volume != state.volume: say(.volumeChanged(volume))
    default: break  // Nothing to change; what is not supported has been refused above.
    }
  }

  func shutDown() async {
    isClosed = true
    halt()
    await ticking?.value
  }
}

// Opening and moving.
extension Timer {
  private func open(_ source: PlayerSource, playing: Bool) {
    halt()
    say(.sourceChanged(source))
    say(.statusChanged(.unstarted, playWhenReady: playing))
    say(.statusChanged(.buffering))
    guard case .stream(let url) = source.content, url.hasPrefix("timer://"),
      let duration = Double(url.dropFirst("timer://".count)), duration.isFinite, duration > 0
    else {
      let error = PlayerError(
        .playbackFailed, "This is not a timer.", remedy: "Write `timer://90` for 90 seconds.",
        backend: "timer")
      return say(.failed(error))
    }
    say(.durationChanged(duration, isLive: false, isSeekable: true))
    if playing { run() } else { say(.statusChanged(.queued)) }
  }

  private func play() {
    if state.error != nil, let source = state.source { return open(source, playing: true) }
    guard state.status != .playing else { return }
    if state.status == .ended || time >= end { move(to: start) }
    run()
  }

  private func pause() {
    switch state.status {
    case .playing:
      let time = time
      halt()
      say(.timeChanged(time))
      say(.statusChanged(.paused, playWhenReady: false))
    case let status where state.playWhenReady: say(.statusChanged(status, playWhenReady: false))
    default: break
    }
  }

  private func stop() {
    guard state.source != nil, state.status != .unstarted || state.currentTime != start else { return }
    halt()
    say(.statusChanged(.unstarted, playWhenReady: false))
    say(.timeChanged(start))
  }

  private func clear() {
    guard state.source != nil else { return }
    halt()
    say(.sourceChanged(nil))
    say(.statusChanged(.unstarted, playWhenReady: false))
  }

  private func seek(to target: Double) {
    let isPlaying = state.status == .playing
    halt()
    move(to: min(max(target, 0), end))
    if isPlaying { run() }
    if state.status == .ended { say(.statusChanged(.paused, playWhenReady: false)) }
  }

  private func move(to target: Double) {
    say(.seeking(to: target))
    say(.seeked(at: target))
    say(.timeChanged(target))
  }
}

// Time.
extension Timer {
  private var start: Double { min(state.source?.start ?? 0, end) }
  private var end: Double { min(state.source?.end ?? .infinity, state.duration ?? 0) }

  private var time: Double {
    guard let anchor else { return state.currentTime }
    return min(anchor.time + (ContinuousClock.now - anchor.instant) / .seconds(1), end)
  }

  private func run() {
    if state.status != .playing || !state.playWhenReady { say(.statusChanged(.playing, playWhenReady: true)) }
    anchor = (.now, state.currentTime)
    let interval = configuration.timeInterval
    ticking = Task {
      while await self.sleep(interval), !Task.isCancelled { self.tick() }
    }
  }

  /// Until the next tick, or the end where that is nearer.
  private func sleep(_ interval: Double) async -> Bool {
    (try? await Task.sleep(for: .seconds(max(0, min(interval, end - time))), tolerance: .zero)) != nil
  }

  private func tick() {
    let time = time
    say(.timeChanged(time))
    guard time >= end else { return }
    halt()
    say(.statusChanged(.ended, playWhenReady: false))
  }

  /// The time stands still from now on, where the state says.
  private func halt() {
    anchor = nil
    ticking?.cancel()
  }
}
