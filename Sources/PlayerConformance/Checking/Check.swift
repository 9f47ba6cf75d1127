/// One sentence of a rule, and how it is checked.
struct Check: Sendable {
  /// The sentence, as it stands in front of what was seen when it does not hold.
  let name: String
  /// How often a measurement is made before it has failed. More than once only where a busy machine can spoil
  /// it; a backend that breaks the rule fails each time.
  let attempts: Int
  /// Makes the check.
  ///
  /// Throws ``CheckFailure`` where it does not hold and ``NotChecked`` where it can't be made.
  let body: @Sendable (RuleContext) async throws -> Void

  init(_ name: String, attempts: Int = 1, _ body: @escaping @Sendable (RuleContext) async throws -> Void) {
    self.name = name
    self.attempts = attempts
    self.body = body
  }
}

/// A check does not hold.
struct CheckFailure: Error {
  /// What was seen instead.
  let detail: String

  init(_ detail: String) {
    self.detail = detail
  }
}

/// A check can't be made with this backend or these sources.
struct NotChecked: Error {
  /// Why not, as the end of a sentence.
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// Throws ``CheckFailure`` unless the condition holds.
func require(_ condition: Bool, _ detail: @autoclosure () -> String) throws(CheckFailure) {
  if !condition { throw CheckFailure(detail()) }
}
