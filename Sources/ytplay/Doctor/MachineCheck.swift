import PlayerKit

/// One thing of the machine that is looked at.
struct MachineCheck: Sendable {
  /// The word of the JSON form.
  let id: String
  /// How people are told of it.
  let name: String
  /// What it is where it does not answer in time.
  let whenSilent: Finding.Outcome
  /// Looks.
  let find: @Sendable () async -> Finding

  init(
    _ id: String, _ name: String, whenSilent: Finding.Outcome = .problem,
    _ find: @escaping @Sendable () async -> Finding
  ) {
    (self.id, self.name, self.whenSilent, self.find) = (id, name, whenSilent, find)
  }

  /// A check that waits for the system, on a thread of its own.
  static func blocking(
    _ id: String, _ name: String, whenSilent: Finding.Outcome = .problem,
    _ find: @escaping @Sendable () -> Finding
  ) -> MachineCheck {
    MachineCheck(id, name, whenSilent: whenSilent) {
      await withCheckedContinuation { continuation in
        PlainThread.startOrAbort { continuation.resume(returning: find()) }
      }
    }
  }

  /// How long a check may take, in seconds: longer than what it waits for itself.
  static let limit = 20.0

  /// Begins to look, and gives up after a while.
  ///
  /// - Parameter limit: seconds.
  func start(limit: Double = MachineCheck.limit) -> Task<Finding, Never> {
    Task {
      await withTimeLimit(limit) { await find() }
        ?? Finding(
          whenSilent, "It did not answer within \(Int(limit)) s.",
          .advice("See what it waits for, and run `ytplay doctor` again."))
    }
  }
}
