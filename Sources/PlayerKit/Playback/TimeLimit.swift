/// Runs `work` and waits for it no longer than `seconds`; nil when the time is over.
///
/// What is too late goes on by itself, and `late` gets its result. A limit below 0 is 0.
@discardableResult
package func withTimeLimit<Value: Sendable>(
  _ seconds: Double, late: @escaping @Sendable (Value) async -> Void = { _ in },
  _ work: @escaping @Sendable () async -> Value
) async -> Value? {
  let answer = Answer<Value?>()
  let deadline = Deadlines.shared.after(.limit(seconds)) { _ = answer.give(nil) }
  Task {
    let value = await work()
    let isInTime = answer.give(value)
    deadline.cancel()
    if !isInTime { await late(value) }
  }
  return await answer.value()
}

extension Duration {
  /// The longest that anything is waited for. What is much longer can't be slept for without a trap.
  static let longest = Duration.seconds(PlayerConfiguration.Timeouts.longest)

  /// So many seconds, or the nearest that can be waited for.
  static func limit(_ seconds: Double) -> Duration {
    seconds > 0 ? .seconds(min(seconds, PlayerConfiguration.Timeouts.longest)) : .zero
  }
}

/// A value that is given once and waited for once.
private final class Answer<Value: Sendable>: Sendable {
  private enum Phase {
    case open
    case waiting(CheckedContinuation<Value, Never>)
    case given(Value)
    case taken
  }

  private let phase = Lock(Phase.open)

  /// Gives the value; false where another one was given before.
  func give(_ value: Value) -> Bool {
    let (isFirst, continuation): (Bool, CheckedContinuation<Value, Never>?) = phase.withLock { phase in
      switch phase {
      case .open:
        phase = .given(value)
        return (true, nil)
      case .waiting(let continuation):
        phase = .taken
        return (true, continuation)
      case .given, .taken:
        return (false, nil)
      }
    }
    continuation?.resume(returning: value)
    return isFirst
  }

  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let value: Value? = phase.withLock { phase in
        guard case .given(let value) = phase else {
          phase = .waiting(continuation)
          return nil
        }
        phase = .taken
        return value
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}
