import PlayerKit

/// A program that offers a backend by the plugin protocol, and is started when it is first needed.
///
/// All backends that its ``provider`` makes live in one process of it, which outlives the program's own object
/// only as long as there are any.
public final class PluginProgram: Sendable {
  /// Where the program is.
  public var executable: String { blueprint.executable }
  /// What the backend says of itself by its manifest.
  public var descriptor: BackendDescriptor { blueprint.descriptor }

  private let blueprint: PluginConnection.Blueprint
  private let current = Lock<PluginConnection?>(nil)
  private let described = Lock<BackendDescriptor?>(nil)

  /// A program, which is not started yet.
  ///
  /// - Parameters:
  ///   - executable: its path; without a slash it is looked up in `PATH`.
  ///   - arguments: what it is given on its command line.
  ///   - descriptor: what the program must turn out to be, else it is refused with
  ///     ``/PlayerKit/PlayerError/Code/pluginRejected``.
  ///   - options: how it is run.
  public init(
    executable: String, arguments: [String] = [], descriptor: BackendDescriptor,
    options: PluginOptions = PluginOptions()
  ) {
    blueprint = .init(
      executable: executable, arguments: arguments, descriptor: descriptor, options: options)
  }

  deinit {
    current.withLock { $0 }?.retire()
  }

  /// What a registry takes. It keeps the program, and so its process.
  public var provider: BackendProvider {
    BackendProvider(
      descriptor: descriptor, availability: { await self.availability() },
      make: { (configuration, emit) async throws(PlayerError) in try await self.make(configuration, emit) })
  }

  /// What the program said of itself when it was last asked whether it can run; nil where it has not been asked.
  public var programDescriptor: BackendDescriptor? { described.withLock { $0 } }

  /// The number of its process; nil where it does not run.
  public var processID: Int32? { current.withLock { $0 }?.processID }

  /// Ends its process, and with it every backend in it, and waits for that, 5 s at most and then by force.
  ///
  /// What is made after it starts the program again.
  public func stop() async {
    let connection = current.withLock { current in
      defer { current = nil }
      return current
    }
    connection?.exit()
    await connection?.waitForEnd()
  }

  /// The process that is running, or a new one, with one more user.
  private func enter() throws(PlayerError) -> PluginConnection {
    let result: Result<PluginConnection, PlayerError> = current.withLock { current in
      if let connection = current, connection.enter() { return .success(connection) }
      return Result { () throws(PlayerError) in
        let connection = try PluginConnection(blueprint)
        _ = connection.enter()
        current = connection
        return connection
      }
    }
    return try result.get()
  }

  private func availability() async -> BackendAvailability {
    do {
      let connection = try enter()
      defer { connection.leave() }
      let limit = PlayerConfiguration.Timeouts().start
      let result = await withCheckedContinuation { continuation in
        connection.initialize(asksAvailability: true, limit: limit) { continuation.resume(returning: $0) }
      }
      let reply = try result.get()
      described.withLock { $0 = reply.descriptor }
      // One that says nothing of it can run as far as it knows.
      return reply.availability ?? .available
    } catch {
      // No source was being played that could be loaded again.
      let remedy = "Install the backend again, or see what its program says when it is started by hand."
      return .unavailable(
        reason: error.message, remedy: error.code == .backendFailed ? remedy : error.remedy)
    }
  }

  private func make(
    _ configuration: PlayerConfiguration, _ emit: @escaping BackendProvider.Emit
  ) async throws(PlayerError) -> any PlayerBackend {
    try configuration.validate()
    let connection = try enter()
    // A little less than the whole of it, so that the program's end is within it too.
    let limit = configuration.timeouts.start * 0.95
    connection.greet(limit: limit)
    let result = await withCheckedContinuation { continuation in
      connection.send(.create(configuration), named: "create", limit: limit) { reply in
        connection.begin(reply, emit, limit: limit) { continuation.resume(returning: $0) }
      }
    }
    do {
      return PluginBackend(connection, try result.get(), configuration.timeouts)
    } catch {
      connection.leave()
      throw error
    }
  }
}

extension PluginConnection {
  /// Begins the session that a reply to `create` tells of. Called on the program's thread, so that the events
  /// behind the reply already find it.
  fileprivate func begin(
    _ result: Result<PluginReply, PlayerError>, _ emit: @escaping BackendProvider.Emit, limit: Double,
    done: @escaping @Sendable (Result<PluginSession, PlayerError>) -> Void
  ) {
    let reply: PluginReply
    switch result {
    case .success(let value): reply = value
    case .failure(let error): return done(.failure(error))
    }
    let (hasGreeted, refusal) = core.withLock { ($0.hasGreeted, $0.refusal) }
    if let refusal { return done(.failure(refusal)) }
    guard let number = reply.session, number > 0, hasGreeted else {
      let error = blueprint.rejected(
        "it answered «create» without a session's number, or before «initialize»")
      condemn(error)
      return done(.failure(error))
    }
    guard core.withLock({ $0.sessions[number] == nil && $0.waiting[-number] == nil }) else {
      let error = blueprint.rejected("it gave the number \(number) to two sessions")
      condemn(error)
      return done(.failure(error))
    }
    let session = PluginSession(number, emit: emit)
    add(session, limit: limit) { result in done(result.map { _ in session }) }
  }

  /// Waits for the program's end where nobody uses it any more.
  func waitForEndWhereUnused() async {
    if core.withLock({ $0.users == 0 }) { await waitForEnd() }
  }
}

extension BackendDescriptor {
  /// What a program says otherwise than this description, its manifest's, as the end of a sentence; nil where
  /// the program can do all that the manifest promises.
  ///
  /// Names and versions may differ, and the program may be able to do more.
  func contradiction(with program: BackendDescriptor) -> String? {
    if program.id != id { return "its manifest calls it \(id), and it calls itself \(program.id)" }
    let kinds = Set(kinds.keys).subtracting(program.kinds.keys).map(\.rawValue).sorted()
    if !kinds.isEmpty {
      return "its manifest says that it plays \(kinds.joined(separator: ", ")), and it denies it"
    }
    let missing = capabilities.subtracting(program.capabilities).map(\.rawValue).sorted()
    if !missing.isEmpty {
      return "its manifest promises \(missing.joined(separator: ", ")), and it denies it"
    }
    return nil
  }
}
