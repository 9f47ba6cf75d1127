import PlayerKit

extension ConformanceRule {
  /// Makes the rule's checks, one after another, until one fails or the rule's time is over.
  func result(_ context: RuleContext) async -> ConformanceResult {
    let progress = Progress()
    var context = context
    context.note = progress.note
    let limit = timeLimit(context.options)
    do {
      let isDone: Void? = try await withTimeLimit(limit) { [context] in try await run(context, progress) }
      if isDone == nil { throw CheckFailure("it took more than \(limit.seconds.text) s") }
    } catch {
      let detail = (error as? CheckFailure)?.detail ?? "\(error)"
      return ConformanceResult(self, .failed, detail: "\(progress.check): \(detail)")
    }
    let skipped = progress.skipped
    if progress.made == 0 {
      let reasons = skipped.map(\.reason).reduce(into: [String]()) { reasons, reason in
        if !reasons.contains(reason) { reasons.append(reason) }
      }
      return ConformanceResult(self, .notApplicable, detail: reasons.joined(separator: "; "))
    }
    let count = progress.made == 1 ? "1 check" : "\(progress.made) checks"
    var parts = [count] + progress.notes
    if !skipped.isEmpty {
      let list = skipped.map { "\($0.check) (\($0.reason))" }
      parts.append("not checked: \(list.joined(separator: "; "))")
    }
    return ConformanceResult(self, .passed, detail: parts.joined(separator: "; "))
  }

  private func run(_ context: RuleContext, _ progress: Progress) async throws {
    for check in checks(context.options) {
      progress.begin(check)
      do {
        try await check.run(context)
        progress.end()
      } catch let error as NotChecked {
        progress.skip(check, error)
      }
    }
  }

  private func timeLimit(_ options: ConformanceOptions) -> Duration {
    number == 17 ? options.timeLimit * max(1, Double(options.cycles) / 20) : options.timeLimit
  }
}

extension Check {
  /// How often a measurement that a busy machine spoilt is made again.
  private static let patience = 12

  /// Makes the check, again where it failed and more attempts are allowed, or where the machine was too busy.
  fileprivate func run(_ context: RuleContext) async throws {
    var failures = 0
    for _ in 0..<(attempts + Self.patience) {
      do {
        return try await body(context)
      } catch let failure as CheckFailure {
        failures += 1
        if failures == attempts { throw failure }
      } catch is MachineBusy {
        continue
      }
    }
    throw NotChecked("the machine is too busy to measure it")
  }
}

/// How far a rule's checks have come, read by whoever waits for them no longer.
private final class Progress: Sendable {
  private struct Core {
    var check = ""
    var made = 0
    var skipped: [(check: String, reason: String)] = []
    var notes: [String] = []
  }

  private let core = Lock(Core())

  var check: String { core.withLock { $0.check } }
  var made: Int { core.withLock { $0.made } }
  var skipped: [(check: String, reason: String)] { core.withLock { $0.skipped } }
  var notes: [String] { core.withLock { $0.notes } }

  func begin(_ check: Check) {
    core.withLock { $0.check = check.name }
  }

  func end() {
    core.withLock { $0.made += 1 }
  }

  func note(_ fact: String) {
    core.withLock { $0.notes.append(fact) }
  }

  func skip(_ check: Check, _ error: NotChecked) {
    core.withLock { $0.skipped.append((check.name, error.reason)) }
  }
}
