import PlayerKit

/// Runs `body` in a task of its own and returns its value, or nil where it takes longer than `limit`.
///
/// The caller goes on in any case: a body that takes too long is cancelled and left to itself, and `late` gets
/// what it returns in the end.
func withTimeLimit<Value: Sendable>(
  _ limit: Duration, late: @escaping @Sendable (Value) async -> Void = { _ in },
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  let race = Race<Value>()
  let work = Task {
    do {
      let value = try await body()
      if !race.settle(.success(value)) { await late(value) }
    } catch {
      race.settle(.failure(error))
    }
  }
  let deadline = Deadlines.shared.after(limit) { race.settle(.success(nil)) }
  defer { deadline.cancel() }
  return try await withTaskCancellationHandler {
    let result = await race.result
    if case .success(nil) = result { work.cancel() }
    return try result.get()
  } onCancel: {
    work.cancel()
    race.settle(.failure(CancellationError()))
  }
}

/// The first of several results; the later ones are dropped.
private final class Race<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Result<Value?, any Error>, Never>

  private struct Core {
    var result: Result<Value?, any Error>?
    var waiter: Waiter?
  }

  private let core = Lock(Core())

  /// Gives a result; false where another one was first.
  @discardableResult
  func settle(_ result: Result<Value?, any Error>) -> Bool {
    let (isFirst, waiter) = core.withLock { core -> (Bool, Waiter?) in
      guard core.result == nil else { return (false, nil) }
      core.result = result
      defer { core.waiter = nil }
      return (true, core.waiter)
    }
    waiter?.resume(returning: result)
    return isFirst
  }

  /// The result, as soon as there is one. Asked for by one caller.
  var result: Result<Value?, any Error> {
    get async {
      await withCheckedContinuation { continuation in
        let result = core.withLock { core -> Result<Value?, any Error>? in
          if core.result == nil { core.waiter = continuation }
          return core.result
        }
        if let result { continuation.resume(returning: result) }
      }
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension ContinuousClock.Instant {
  /// The seconds from `start` to here.
  func seconds(since start: ContinuousClock.Instant) -> Double {
    start.duration(to: self).seconds
  }
}
