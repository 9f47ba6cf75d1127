import PlayerKit

/// The engine under a lock, moved by actions and by a clock.
///
/// Events are emitted with the lock held: so they keep their order, and are out when `perform` returns. That
/// is safe because `emit` never waits for anybody and can't call back: whatever a backend can be told is
/// asynchronous, and `emit` is not.
final class MockCore: MockSleeper {
  private struct State {
    var engine: MockEngine
    var isClosed = false
    /// What is taken later, in the order of its time.
    var waiting: [Waiting] = []
  }

  /// An action, or the start where there is none, that takes its time.
  private struct Waiting {
    let action: PlayerAction?
    let due: Double
    let failure: PlayerError?
    let continuation: CheckedContinuation<Taken, Never>
  }

  private typealias Taken = Result<MockFrame?, PlayerError>

  private let state: Lock<State>
  private let clock: MockClock
  private let alarm: any MockAlarm
  private let emit: BackendProvider.Emit
  private let script: MockScript
  private let timeouts: PlayerConfiguration.Timeouts
  let id: String

  init(engine: MockEngine, clock: MockClock, emit: @escaping BackendProvider.Emit) {
    script = engine.script
    timeouts = engine.configuration.timeouts
    id = engine.descriptor.id
    state = Lock(State(engine: engine))
    self.clock = clock
    self.emit = emit
    alarm = clock.alarm()
  }

  deinit {
    alarm.cancel()
  }

  /// Makes the backend ready, or throws what the script says.
  func start() async throws(PlayerError) {
    let isLate = script.startLatency > timeouts.start
    let late = PlayerError(.timedOut, "The mock was not ready within \(timeouts.start) s.", backend: id)
    let failure = isLate ? late : script.startFailure?.attributed(to: id)
    _ = try await take(nil, after: min(script.startLatency, timeouts.start), failing: failure)
  }

  /// Takes an action; for a screenshot the picture is returned.
  func perform(_ action: PlayerAction) async throws(PlayerError) -> MockFrame? {
    let latency = script.performLatency?(action) ?? 0
    if latency <= 0 { return try state.withLock { state throws(PlayerError) in try take(action, &state) } }
    let late = PlayerError(
      .timedOut, "The mock did not take \(action.name) within \(timeouts.perform) s.", backend: id)
    return try await take(
      action, after: min(latency, timeouts.perform), failing: latency > timeouts.perform ? late : nil)
  }

  /// Takes a place among the pages of a window; what goes behind pauses.
  func present(_ presentation: PlayerPresentation) throws(PlayerError) {
    try state.withLock { state throws(PlayerError) in
      guard !state.isClosed else { throw closed }
      try presentation.check(state.engine.descriptor)
      let wasInFront = state.engine.isInFront
      state.engine.presentation = presentation
      if wasInFront, !state.engine.isInFront, state.engine.state.playWhenReady {
        _ = try take(.pause, &state)
      }
    }
  }

  var presentation: PlayerPresentation? { state.withLock(\.engine.presentation) }

  /// Ends all; what still waits throws ``PlayerError/Code/closed``.
  func shutDown() {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    alarm.cancel()
    for waiting in waiting { waiting.continuation.resume(returning: .failure(closed)) }
  }

  /// Does what is due by the clock.
  func wake() {
    state.withLock { state in
      guard !state.isClosed else { return }
      advance(&state, to: clock.now)
      arm(state)
    }
  }

  private var closed: PlayerError {
    PlayerError(
      .closed, "The backend \(id) has been shut down.", remedy: "Make another one.", backend: id)
  }

  private func take(
    _ action: PlayerAction?, after latency: Double, failing failure: PlayerError?
  ) async throws(PlayerError) -> MockFrame? {
    let taken: Taken = await withCheckedContinuation { continuation in
      enqueue(
        Waiting(action: action, due: clock.now + latency, failure: failure, continuation: continuation))
    }
    return try taken.get()
  }

  private func enqueue(_ waiting: Waiting) {
    let isClosed = state.withLock { state in
      if state.isClosed { return true }
      let place = state.waiting.firstIndex { $0.due > waiting.due } ?? state.waiting.endIndex
      state.waiting.insert(waiting, at: place)
      advance(&state, to: clock.now)
      arm(state)
      return false
    }
    if isClosed { waiting.continuation.resume(returning: .failure(closed)) }
  }

  private func take(_ action: PlayerAction, _ state: inout State) throws(PlayerError) -> MockFrame? {
    guard !state.isClosed else { throw closed }
    let now = clock.now
    advance(&state, to: now)
    defer {
      // Before anyone hears of it: whoever then lets virtual time pass has it woken.
      arm(state)
      state.engine.drain(emit)
    }
    try state.engine.perform(action, at: now)
    if case .screenshot = action { return state.engine.frame }
    return nil
  }

  /// Lets the actions that wait and the engine's own happenings take place, each at its moment.
  private func advance(_ state: inout State, to now: Double) {
    while let first = state.waiting.first, first.due <= now {
      state.waiting.removeFirst()
      state.engine.advance(to: first.due)
      let result = result(of: first, &state.engine)
      state.engine.drain(emit)
      first.continuation.resume(returning: result)
    }
    state.engine.advance(to: now)
    state.engine.drain(emit)
  }

  private func result(of waiting: Waiting, _ engine: inout MockEngine) -> Taken {
    if let failure = waiting.failure { return .failure(failure) }
    guard let action = waiting.action else {
      engine.start()
      return .success(nil)
    }
    return Taken { () throws(PlayerError) in
      try engine.perform(action, at: waiting.due)
      if case .screenshot = action { return engine.frame }
      return nil
    }
  }

  private func arm(_ state: State) {
    let due = min(state.waiting.first?.due ?? .infinity, state.engine.due ?? .infinity)
    alarm.arm(due.isFinite ? due : nil, for: self)
  }
}
