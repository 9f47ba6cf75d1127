import Synchronization

/// Runs `body` in a task of its own and returns its value, or nil where it takes longer than `limit`.
///
/// The caller goes on in any case: a body that never returns is cancelled and left to itself.
func withTimeLimit<Value: Sendable>(
  _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  let race = Race<Value>()
  let work = Task {
    do {
      race.settle(.success(try await body()))
    } catch {
      race.settle(.failure(error))
    }
  }
  let timer = Task {
    // Cancelled when the work was faster: then the race is settled and this is too late to matter.
    try? await Task.sleep(for: limit)
    race.settle(.success(nil))
  }
  defer { timer.cancel() }
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
  private struct Core {
    var result: Result<Value?, any Error>?
    var waiter: CheckedContinuation<Result<Value?, any Error>, Never>?
  }

  private let core = Mutex(Core())

  func settle(_ result: Result<Value?, any Error>) {
    let waiter = core.withLock { core -> CheckedContinuation<Result<Value?, any Error>, Never>? in
      guard core.result == nil else { return nil }
      core.result = result
      defer { core.waiter = nil }
      return core.waiter
    }
    waiter?.resume(returning: result)
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
