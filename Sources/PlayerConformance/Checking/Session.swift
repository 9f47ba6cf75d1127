import PlayerKit

/// A backend under test with the log of its events.
struct Session: Sendable {
  let backend: any PlayerBackend
  let log: EventRecorder
  let configuration: PlayerConfiguration
  let options: ConformanceOptions
  private let isShutDown = Flag()

  /// How long `make` may take, by rule 1.
  static let makeLimit = Duration.seconds(10)
  /// How long `shutDown` may take, by rule 16.
  static let shutDownLimit = Duration.seconds(5)

  /// Makes a backend.
  ///
  /// Throws ``CheckFailure`` where `make` throws or takes too long; a backend that comes too late is shut
  /// down.
  init(
    provider: BackendProvider, configuration: PlayerConfiguration, options: ConformanceOptions,
    log: EventRecorder = EventRecorder()
  ) async throws {
    do {
      let backend = try await withTimeLimit(Self.makeLimit, late: { await $0.shutDown() }) {
        try await provider.make(configuration, log.emit)
      }
      guard let backend else { throw CheckFailure("making the backend took more than 10 s") }
      self.backend = backend
    } catch let error as PlayerError {
      throw CheckFailure("making the backend threw \(error.text)")
    }
    self.log = log
    self.configuration = configuration
    self.options = options
  }

  /// The state that all events so far led to.
  var state: PlayerState { log.state }

  /// The place in the log after the last event so far.
  func mark() -> Int { log.count }

  /// Shuts the backend down, and throws where that takes longer than it may.
  func shutDown() async throws {
    let backend = backend
    let isDone: Void? = try await withTimeLimit(Self.shutDownLimit) { await backend.shutDown() }
    if isDone == nil { throw CheckFailure("shutDown took more than 5 s") }
    isShutDown.raise()
  }

  /// Shuts the backend down where the check has not done so; rule 16 alone judges how.
  func end() async {
    if isShutDown.isRaised { return }
    let backend = backend
    // A task of its own: it is made even where the check's task has been cancelled.
    let ending = Task {
      try await withTimeLimit(Self.shutDownLimit + .seconds(1)) { await backend.shutDown() }
    }
    // It throws where it is cancelled alone, and nobody cancels it.
    _ = try? await ending.value
  }
}

/// Something that happens once.
private final class Flag: Sendable {
  private let value = Lock(false)

  var isRaised: Bool { value.withLock { $0 } }

  func raise() {
    value.withLock { $0 = true }
  }
}

// MARK: - Actions

extension Session {
  /// Performs an action that must be taken, and returns the place in the log before it.
  @discardableResult
  func perform(_ action: PlayerAction) async throws -> Int {
    let mark = mark()
    if let error = try await result(of: action) {
      throw CheckFailure("\(action.text) threw \(error.text)")
    }
    return mark
  }

  /// Performs an action that must be refused with one of these codes and change nothing.
  @discardableResult
  func performRefused(_ action: PlayerAction, _ codes: PlayerError.Code...) async throws -> PlayerError {
    let before = state
    let mark = mark()
    let wanted = codes.map(\.rawValue).joined(separator: " or ")
    guard let error = try await result(of: action) else {
      throw CheckFailure("\(action.text) was taken and should have thrown \(wanted)")
    }
    try require(codes.contains(error.code), "\(action.text) threw \(error.text) and not \(wanted)")
    try require(
      !error.message.isEmpty, "\(action.text) threw \(error.code) without a message that says why")
    try requireUnchanged(since: mark, before, by: "\(action.text), which was refused,")
    return error
  }

  /// Performs an action within its time limit and returns the error where it was refused.
  func result(of action: PlayerAction) async throws -> PlayerError? {
    let backend = backend
    let limit = Duration.seconds(configuration.timeouts.perform)
    let result: Result<Void, PlayerError>? = try await withTimeLimit(limit) {
      do throws(PlayerError) {
        return .success(try await backend.perform(action))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success: return nil
    case .failure(let error): return error
    case nil: throw CheckFailure("\(action.text) did not return within \(limit.seconds.text) s")
    }
  }

  /// Throws where an event since `mark` changed more than time and loading do by themselves.
  func requireUnchanged(since mark: Int, _ before: PlayerState, by culprit: String) throws {
    if let entry = log.entries(from: mark).first(where: { !$0.event.comesByItself && $0.state != before }) {
      throw CheckFailure("\(culprit) sent \(entry.event.text)")
    }
  }
}

// MARK: - Waiting

extension Session {
  /// Waits for an event and returns it.
  @discardableResult
  func wait(
    for what: String, from mark: Int, upTo limit: Duration? = nil,
    where condition: (EventRecorder.Entry) -> Bool
  ) async throws -> EventRecorder.Entry {
    let limit = limit ?? options.patience
    let entry = await log.wait(from: mark, upTo: limit) { entries, _ in entries.first(where: condition) }
    try Task.checkCancellation()
    guard let entry else { throw missing(what, from: mark, limit) }
    return entry
  }

  /// Waits until the state is as wanted, and returns it.
  @discardableResult
  func wait(
    until what: String, from mark: Int = 0, upTo limit: Duration? = nil,
    _ condition: (PlayerState) -> Bool
  ) async throws -> PlayerState {
    let limit = limit ?? options.patience
    let state = await log.wait(from: mark, upTo: limit) { _, state in condition(state) ? state : nil }
    try Task.checkCancellation()
    guard let state else { throw missing(what, from: mark, limit) }
    return state
  }

  /// Watches until `time` has passed that no event from `mark` on is one that `fault` objects to.
  ///
  /// `fault` is asked under the recorder's lock and returns what is wrong with an event, if anything.
  func watch(
    from mark: Int, for time: Duration? = nil, _ fault: (EventRecorder.Entry) -> String?
  ) async throws {
    let found = await log.wait(from: mark, upTo: time ?? options.watchTime) { entries, _ in
      entries.lazy.compactMap(fault).first
    }
    try Task.checkCancellation()
    if let found { throw CheckFailure(found) }
  }

  /// Throws where an event so far, from `mark` on, is one that `fault` objects to.
  func requireNone(from mark: Int, _ fault: (EventRecorder.Entry) -> String?) throws {
    if let found = log.entries(from: mark).lazy.compactMap(fault).first { throw CheckFailure(found) }
  }

  private func missing(_ what: String, from mark: Int, _ limit: Duration) -> CheckFailure {
    CheckFailure("\(what) did not come within \(limit.seconds.text) s; \(log.entries(from: mark).summary)")
  }
}
