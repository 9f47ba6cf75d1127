import PlayerKit

/// What a flaw has to do its mischief with: the way in to the mock, the way out, and a memory.
final class Wires: Sendable {
  private struct Core {
    var inner: (any PlayerBackend)?
    var state = PlayerState.empty
    var isClosed = false
    var counts: [String: Int] = [:]
    var numbers: [String: Double] = [:]
  }

  private let emit: BackendProvider.Emit
  private let core = Lock(Core())

  init(_ emit: @escaping BackendProvider.Emit) {
    self.emit = emit
  }

  func connect(_ inner: any PlayerBackend) {
    core.withLock { $0.inner = inner }
  }

  /// The state that the events sent so far led to.
  var state: PlayerState { core.withLock { $0.state } }

  /// Whether the source is open.
  var isOpen: Bool { state.duration != nil }

  /// Whether the backend has been shut down.
  var isClosed: Bool { core.withLock { $0.isClosed } }

  /// Sends an event to whoever uses the broken backend.
  func send(_ event: PlayerEvent) {
    core.withLock { $0.state.apply(event) }
    emit(event)
  }

  /// Sends events a little later, unless the backend has been shut down by then.
  func send(after milliseconds: Int, _ events: PlayerEvent...) {
    Task {
      try await Task.sleep(for: .milliseconds(milliseconds))
      for event in events where !isClosed { send(event) }
    }
  }

  /// Hands an action to the mock.
  func forward(_ action: PlayerAction) async throws(PlayerError) {
    guard let inner = core.withLock({ $0.inner }) else { throw broken(.closed) }
    try await inner.perform(action)
  }

  /// Hands a place among the pages of a window to the mock.
  func forward(_ presentation: PlayerPresentation) async throws(PlayerError) {
    guard let inner = core.withLock({ $0.inner }) as? any PresentingBackend else { return }
    try await inner.present(presentation)
  }

  /// Hands an action to the mock later, and drops its error.
  func forward(after milliseconds: Int, _ action: PlayerAction) {
    Task {
      try await Task.sleep(for: .milliseconds(milliseconds))
      try await forward(action)
    }
  }

  /// Shuts the mock down and lets go of it, which holds these wires by what it emits to.
  func close() async {
    core.withLock { $0.isClosed = true }
    await core.withLock { $0.inner }?.shutDown()
    core.withLock { $0.inner = nil }
  }

  /// How many times this has been asked with the same word, from 1.
  func count(_ word: String) -> Int {
    core.withLock {
      $0.counts[word, default: 0] += 1
      return $0.counts[word, default: 0]
    }
  }

  /// Forgets how many times ``count(_:)`` has been asked with a word.
  func reset(_ word: String) {
    core.withLock { $0.counts[word] = nil }
  }

  /// A number kept under a word.
  subscript(word: String) -> Double? {
    get { core.withLock { $0.numbers[word] } }
    set { core.withLock { $0.numbers[word] = newValue } }
  }
}

/// An error of the broken backends'.
func broken(_ code: PlayerError.Code) -> PlayerError {
  PlayerError(code, "The backend is broken on purpose.")
}
