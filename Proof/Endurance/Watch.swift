import Foundation
import PlayerKit
import ProofSupport

/// Looks at processes once a second while something else is done.
struct Watch {
  let title: String
  /// The processes to look at beside this one, each with all that it has started.
  let processes: @Sendable () -> [pid_t]

  /// What this process and the others take now.
  static func usage(with processes: [pid_t]) throws -> ProcessUsage {
    processes.reduce(try ProcessUsage.of(getpid())) {
      // It may have ended meanwhile.
      $0 + ((try? ProcessUsage.ofTree($1)) ?? .none)
    }
  }

  /// Does it, and returns what was seen meanwhile.
  func during(_ body: () async throws -> Void) async throws -> UsageSeries {
    let watching = Task {
      var series = UsageSeries(title, unit: "seconds")
      let start = ContinuousClock.now
      while !Task.isCancelled {
        let passed = ContinuousClock.now - start
        series.add(try Self.usage(with: processes()), at: passed / .seconds(1))
        // It ends early where the work is done.
        try? await Task.sleep(until: start + .seconds((passed / .seconds(1)).rounded(.down) + 1))
      }
      return series
    }
    do {
      try await body()
    } catch {
      watching.cancel()
      throw error
    }
    watching.cancel()
    return try await watching.value
  }
}
