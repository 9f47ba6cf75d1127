import PlayerKit

/// The way into an ``MPVEventLoop`` from any thread, and the way of its events out.
final class MPVMailbox: Sendable {
  typealias Answer = @Sendable (PlayerError?) -> Void

  enum Letter: Sendable {
    case action(PlayerAction, Answer)
    case presentation(PlayerPresentation, Answer)
    /// The program of this number has ended.
    case answer(Int, MPVPrograms.Answer)
    case shutDown
  }

  private struct Core {
    var letters: [Letter] = []
    var waker: MPVHandle.Waker?
    /// Why no more letters are taken.
    var refusal: PlayerError?
    var isGone = false
    var mourners: [Mourner] = []
    var lastMourner = 0
  }

  private struct Mourner {
    let id: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private let core = Lock(Core())
  private let emitter: Lock<BackendProvider.Emit?>

  init(emit: @escaping BackendProvider.Emit) {
    emitter = Lock(emit)
  }

  // MARK: from any thread

  /// Hands an action over; the answer comes from the loop's thread, or at once where none is taken any more.
  func post(_ action: PlayerAction, answer: @escaping Answer) {
    post(.action(action, answer), answer)
  }

  /// Hands a place among the pages over, as an action.
  func post(_ presentation: PlayerPresentation, answer: @escaping Answer) {
    post(.presentation(presentation, answer), answer)
  }

  private func post(_ letter: Letter, _ answer: Answer) {
    let refusal = core.withLock { core -> PlayerError? in
      if let refusal = core.refusal { return refusal }
      core.letters.append(letter)
      core.waker?.wake()
      return nil
    }
    if let refusal { answer(refusal) }
  }

  /// Hands over what a program answered; dropped where the loop has gone.
  func deliver(_ id: Int, _ answer: MPVPrograms.Answer) {
    core.withLock { core in
      guard !core.isGone else { return }
      core.letters.append(.answer(id, answer))
      core.waker?.wake()
    }
  }

  /// Refuses further actions and asks the loop to end.
  func close(_ refusal: PlayerError) {
    core.withLock { core in
      core.refusal = refusal
      guard !core.isGone else { return }
      core.letters.append(.shutDown)
      core.waker?.wake()
    }
  }

  /// Lets no event through any more. Waits for one that is being delivered.
  func silence() {
    emitter.withLock { $0 = nil }
  }

  /// Waits until the loop has freed all it held, or for so many seconds.
  func waitUntilGone(timeout: Double) async {
    let id = core.withLock { core in
      core.lastMourner += 1
      return core.lastMourner
    }
    var limit: Deadlines.Deadline?
    await withCheckedContinuation { continuation in
      let isGone = core.withLock { core in
        if !core.isGone { core.mourners.append(Mourner(id: id, continuation: continuation)) }
        return core.isGone
      }
      if isGone { return continuation.resume() }
      limit = Deadlines.shared.after(.seconds(timeout)) { [self] in
        let mourner = core.withLock { core in
          core.mourners.firstIndex { $0.id == id }.map { core.mourners.remove(at: $0) }
        }
        mourner?.continuation.resume()
      }
    }
    limit?.cancel()
  }

  // MARK: from the loop's thread

  func open(_ waker: MPVHandle.Waker) {
    core.withLock { $0.waker = waker }
  }

  /// The letters that have come since.
  func take() -> [Letter] {
    core.withLock { core in
      defer { core.letters.removeAll(keepingCapacity: true) }
      return core.letters
    }
  }

  func emit(_ event: PlayerEvent) {
    emitter.withLock { $0?(event) }
  }

  /// Drops the waker, before the handle is destroyed, and answers what can't be done any more.
  func drop(_ refusal: PlayerError) {
    let letters = core.withLock { core in
      core.waker = nil
      if core.refusal == nil { core.refusal = refusal }
      defer { core.letters = [] }
      return core.letters
    }
    for letter in letters {
      switch letter {
      case .action(_, let answer), .presentation(_, let answer): answer(refusal)
      case .answer, .shutDown: break
      }
    }
  }

  /// Says that all is freed.
  func bury() {
    let mourners = core.withLock { core in
      core.isGone = true
      defer { core.mourners = [] }
      return core.mourners
    }
    for mourner in mourners { mourner.continuation.resume() }
  }
}
