/// What became of one rule on one backend.
///
/// In JSON an object of `rule`, `name`, `result` (`passed`, `failed`, `notApplicable`) and `detail`.
public struct ConformanceResult: Sendable, Hashable {
  /// The rule's number.
  public let rule: Int
  /// The rule's name.
  public let name: String
  /// Whether the rule holds.
  public let outcome: Outcome
  /// What was seen: of a failed rule the check that failed and how, of a passed one how much was checked and
  /// what could not be, of one that is not applicable why not.
  public let detail: String

  /// Whether a rule holds.
  public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
    /// Every check that could be made held.
    case passed
    /// A check did not hold.
    case failed
    /// No check could be made.
    case notApplicable
  }

  /// The result of a rule.
  public init(_ rule: ConformanceRule, _ outcome: Outcome, detail: String) {
    self.rule = rule.number
    self.name = rule.name
    self.outcome = outcome
    self.detail = detail
  }
}

extension ConformanceResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case rule, name
    case outcome = "result"
    case detail
  }
}
