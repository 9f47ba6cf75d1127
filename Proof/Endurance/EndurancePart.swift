import ProofSupport

/// Something that is done for long while the machine's resources are watched.
protocol EndurancePart: Sendable {
  /// Its name on the command line, and that of its picture.
  var name: String { get }
  /// What is done, for a share of the full size.
  func title(_ share: Double) -> String
  /// Does it.
  func run(_ share: Double, _ proof: Proof) async throws -> UsageSeries
}

extension EndurancePart {
  /// A share of a count, one at least.
  func size(_ full: Int, _ share: Double) -> Int { max(1, Int((Double(full) * share).rounded())) }
}
