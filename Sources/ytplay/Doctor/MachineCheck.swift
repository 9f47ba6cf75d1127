import PlayerKit

/// One thing of the machine that is looked at.
struct MachineCheck: Sendable {
  /// The word of the JSON form.
  let id: String
  /// How people are told of it.
  let name: String
  /// Looks.
  let find: @Sendable () async -> Finding

  init(_ id: String, _ name: String, _ find: @escaping @Sendable () async -> Finding) {
    (self.id, self.name, self.find) = (id, name, find)
  }

  /// A check that waits for the system, on a thread of its own.
  static func blocking(_ id: String, _ name: String, _ find: @escaping @Sendable () -> Finding)
    -> MachineCheck
  {
    MachineCheck(id, name) {
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
          .problem, "It did not answer within \(Int(limit)) s.",
          .advice("See what it waits for, and run `ytplay doctor` again."))
    }
  }
}
