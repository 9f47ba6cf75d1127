import PlayerKit

/// A backend that lives in a program of its own: the host's side of it.
///
/// Made by ``PluginProgram/provider``. Where the program dies, or does not answer an action within
/// ``/PlayerKit/PlayerConfiguration/Timeouts-swift.struct/perform`` and is ended for it, the event
/// ``/PlayerKit/PlayerEvent/failed(_:willRestart:)`` says so with the code
/// ``/PlayerKit/PlayerError/Code/backendFailed`` and the last lines of its standard error; from then on every action
/// throws that. A ``/PlayerKit/Player`` starts it again.
public final class PluginBackend: PresentingBackend {
  private enum Phase {
    case open
    case closing(Task<Void, Never>)
  }

  private let connection: PluginConnection
  private let session: PluginSession
  private let timeouts: PlayerConfiguration.Timeouts
  private let phase = Lock(Phase.open)

  /// A session that has been made. The connection counts it as a user already.
  init(_ connection: PluginConnection, _ session: PluginSession, _ timeouts: PlayerConfiguration.Timeouts) {
    self.connection = connection
    self.session = session
    self.timeouts = timeouts
  }

  deinit {
    guard case .open = phase.withLock({ $0 }) else { return }
    // Not at once: the last reference may be let go of amid an event of this session's.
    Task { [connection, session, timeouts] in Self.end(session, of: connection, timeouts) {} }
  }

  /// Takes an action; what it led to arrives as events.
  public func perform(_ action: PlayerAction) async throws(PlayerError) {
    try checkOpen()
    // Here already: JSON has no word for a number that is none.
    try action.checkValues()
    try await request(.perform(session: session.number, action), named: action.name)
  }

  /// Takes another place among the pages of a window. A program whose description lacks the capability is not asked.
  public func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    try checkOpen()
    try presentation.check(connection.blueprint.descriptor)
    try await request(.present(session: session.number, presentation), named: "present")
  }

  private func checkOpen() throws(PlayerError) {
    guard case .open = phase.withLock({ $0 }) else { throw connection.blueprint.closed }
  }

  private func request(_ call: HostCall, named name: String) async throws(PlayerError) {
    let result = await withCheckedContinuation { continuation in
      connection.send(call, named: name, limit: timeouts.perform) { continuation.resume(returning: $0) }
    }
    if case .failure(let error) = result { throw error }
  }

  /// Ends the session within ``/PlayerKit/PlayerConfiguration/Timeouts-swift.struct/shutDown``; a program that does
  /// not answer by then is ended by force.
  ///
  /// The program itself stays for ``PluginOptions/lingerTime`` after its last session.
  public func shutDown() async {
    let task = phase.withLock { phase in
      if case .closing(let task) = phase { return task }
      let task = Task { [connection, session, timeouts] in
        await withCheckedContinuation { continuation in
          Self.end(session, of: connection, timeouts) { continuation.resume() }
        }
        if connection.blueprint.options.lingerTime == .zero { await connection.waitForEndWhereUnused() }
      }
      phase = .closing(task)
      return task
    }
    await task.value
  }

  private static func end(
    _ session: PluginSession, of connection: PluginConnection, _ timeouts: PlayerConfiguration.Timeouts,
    done: @escaping @Sendable () -> Void
  ) {
    // A little less than the whole of it, so that the program's end is within it too.
    connection.send(
      .shutDown(session: session.number), named: "shutDown", limit: timeouts.shutDown * 0.95
    ) { [connection] _ in
      // Whatever the answer is, nobody listens any more.
      connection.remove(session)
      connection.leave()
      done()
    }
  }
}
