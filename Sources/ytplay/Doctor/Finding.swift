/// What a check of the machine has found.
struct Finding: Sendable, Equatable {
  enum Outcome: String, Sendable, Encodable {
    /// It is there and works.
    case ok
    /// Something is less than it could be.
    case warning
    /// What this machine's kind of use needs is not there.
    case problem
    /// It is not needed here.
    case notNeeded
  }

  let outcome: Outcome
  /// Whole sentences, or what was found.
  let detail: String
  /// What the person can do.
  let remedy: Remedy?

  init(_ outcome: Outcome, _ detail: String, _ remedy: Remedy? = nil) {
    (self.outcome, self.detail, self.remedy) = (outcome, detail, remedy)
  }

  static func ok(_ detail: String) -> Finding { Finding(.ok, detail) }
}

/// What can be done about a finding.
struct Remedy: Sendable, Equatable {
  /// Debian's packages to install.
  var packages: [String] = []
  /// Whole sentences; empty where the packages are all.
  var advice = ""

  static func install(_ packages: String..., advice: String = "") -> Remedy {
    Remedy(packages: packages, advice: advice)
  }

  static func advice(_ advice: String) -> Remedy { Remedy(advice: advice) }

  /// The remedy, a line for each thing to do.
  func lines(on machine: Machine) -> [String] {
    let list = packages.joined(separator: " ")
    let install =
      machine.hasApt ? machine.asRoot("apt install \(list)") : "Install what Debian calls \(list)."
    return [packages.isEmpty ? "" : install, advice].filter { text in text.contains { !$0.isWhitespace } }
  }
}
