import PlayerKit

/// Answers a host's requests by a backend's provider: the plugin's side of the protocol.
///
/// May be called from any thread, and never waits.
final class PluginServer: Sendable {
  private enum Greeting {
    /// Nobody has said hello.
    case awaited
    /// The answer is under way, and these messages wait behind it: it comes before any other.
    case answering([HostMessage])
    case done
  }

  private struct Core {
    var greeting = Greeting.awaited
    var sessions: [Int: ServedSession] = [:]
    var lastSession = 0
    var isEnding = false
    /// How many backends are being made, shut down or asked whether they can run.
    var unfinished = 0
  }

  private let provider: BackendProvider
  private let writer: LineWriter
  private let handsOverInput: Bool
  private let onChange: @Sendable () -> Void
  private let core = Lock(Core())

  /// - Parameters:
  ///   - handsOverInput: whether the host may say that its standard input is to be had.
  ///   - onChange: called when ``isEnding`` or ``hasEnded`` becomes true.
  init(
    _ provider: BackendProvider, _ writer: LineWriter, handsOverInput: Bool,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.provider = provider
    self.writer = writer
    self.handsOverInput = handsOverInput
    self.onChange = onChange
  }

  // MARK: The end

  /// Whether the program is to end.
  var isEnding: Bool { core.withLock(\.isEnding) }

  /// Whether all is shut down.
  var hasEnded: Bool { core.withLock { $0.isEnding && $0.unfinished == 0 } }

  /// Shuts all backends down. A second call does nothing.
  func end() {
    let sessions: [ServedSession]? = core.withLock { core in
      if core.isEnding { return nil }
      core.isEnding = true
      // Until each session has been counted: nobody must find that all is done before it has begun.
      core.unfinished += 1
      return Array(core.sessions.values)
    }
    guard let sessions else { return }
    onChange()
    for session in sessions { shutDown(session, replyTo: nil) }
    finishOne()
  }

  /// Writes what was kept back, as far as the host has read what was before it.
  func writeDeferred() {
    for session in core.withLock({ Array($0.sessions.values) }) { session.writeDeferred() }
  }

  // MARK: Requests

  /// Takes a line of the host's; false where no more are wanted.
  func take(_ line: JSONLineReader.Line) -> Bool {
    let message: HostMessage
    switch line {
    case .line([]): return true
    case .line(let bytes): message = HostMessage(bytes)
    case .tooLong:
      let limit = PluginProtocol.maximumLineLength >> 20
      message = HostMessage(
        id: .null, call: .failure(WireError(.notJSON, "The line is longer than \(limit) MiB.")))
    }
    if case .success(.exit) = message.call {
      reply(to: message.id, .success(PluginReply()))
      end()
      return false
    }
    let isHeld = core.withLock { core in
      guard case .answering(let held) = core.greeting else { return false }
      core.greeting = .answering(held + [message])
      return true
    }
    if !isHeld { serve(message) }
    return true
  }

  private func serve(_ message: HostMessage) {
    let call: HostCall
    switch message.call {
    case .success(let value): call = value
    case .failure(let error):
      // A message that is none may have been meant to have an id.
      let isUnreadable = error.code == WireCode.invalidRequest.rawValue
      return reply(to: message.id ?? (isUnreadable ? .null : nil), .failure(error))
    }
    if case .initialize(let call) = call { return greet(call, replyTo: message.id) }
    if case .awaited = core.withLock({ $0.greeting }) {
      return reply(
        to: message.id, .failure(WireError(.invalidRequest, "The first request must be initialize.")))
    }
    switch call {
    case .create(let configuration): create(configuration, replyTo: message.id)
    case .perform(let number, let action): enqueue(.perform(action), of: number, replyTo: message.id)
    case .present(let number, let presentation):
      enqueue(.present(presentation), of: number, replyTo: message.id)
    case .shutDown(let number):
      guard let session = core.withLock({ $0.sessions[number] }) else {
        return reply(to: message.id, .success(PluginReply()))
      }
      shutDown(session, replyTo: message.id)
    case .initialize, .exit: break
    }
  }

  private func enqueue(_ wish: ServedSession.Wish, of number: Int, replyTo id: JSONValue?) {
    guard let session = core.withLock({ $0.sessions[number] }) else {
      return reply(to: id, .failure(WireError(closed)))
    }
    session.enqueue(wish, replyTo: id)
  }

  private func reply(to id: JSONValue?, _ result: Result<PluginReply, WireError>) {
    if let id { writer.write(PluginMessage.line(replyTo: id, result)) }
  }

  private var closed: PlayerError {
    PlayerError(
      .closed, "The \(provider.descriptor.id) backend has been shut down.", remedy: "Make a new one.",
      backend: provider.descriptor.id)
  }

  // MARK: Greeting

  private func greet(_ call: HostCall.Initialize, replyTo id: JSONValue?) {
    if let error = refusal(of: call) { return reply(to: id, .failure(error)) }
    let isFirst = core.withLock { core in
      guard case .awaited = core.greeting else { return false }
      core.greeting = call.asksAvailability ? .answering([]) : .done
      return true
    }
    if isFirst, call.standardInput != nil { PluginStreams.useHostInput() }
    let answer = PluginReply(number: PluginProtocol.number, descriptor: provider.descriptor)
    guard call.asksAvailability else { return reply(to: id, .success(answer)) }
    core.withLock { $0.unfinished += 1 }
    Task {
      var answer = answer
      answer.availability = await provider.availability()
      reply(to: id, .success(answer))
      if isFirst { serveHeld() }
      finishOne()
    }
  }

  private func refusal(of call: HostCall.Initialize) -> WireError? {
    if call.number != PluginProtocol.number {
      return WireError(
        .invalidParameters,
        "The host speaks protocol \(call.number), and this plugin speaks \(PluginProtocol.number).")
    }
    if let number = call.standardInput, number != PluginStreams.hostInput || !handsOverInput {
      return WireError(
        .invalidParameters,
        "The host's standard input can only be handed over as descriptor \(PluginStreams.hostInput), open at the"
          + " program's start.")
    }
    return nil
  }

  /// Serves what waited for the greeting, and what comes while that is done, in order.
  private func serveHeld() {
    while true {
      let held = core.withLock { core -> [HostMessage] in
        guard case .answering(let held) = core.greeting, !held.isEmpty else {
          core.greeting = .done
          return []
        }
        core.greeting = .answering([])
        return held
      }
      if held.isEmpty { return }
      for message in held { serve(message) }
    }
  }

  // MARK: Sessions

  private func create(_ configuration: PlayerConfiguration, replyTo id: JSONValue?) {
    let number = core.withLock { core -> Int? in
      if core.isEnding { return nil }
      core.unfinished += 1
      core.lastSession += 1
      return core.lastSession
    }
    guard let number else { return reply(to: id, .failure(WireError(closed))) }
    let session = ServedSession(number, provider.descriptor, writer, closed: closed)
    Task {
      do throws(PlayerError) {
        try configuration.validate()
        let backend = try await provider.make(configuration) { session.emit($0) }
        session.open(backend, replyTo: id) { core.withLock { $0.sessions[number] = session } }
        // The end may have come meanwhile, and has not seen it then.
        if isEnding { shutDown(session, replyTo: nil) }
      } catch {
        reply(to: id, .failure(WireError(error)))
      }
      finishOne()
    }
  }

  private func shutDown(_ session: ServedSession, replyTo id: JSONValue?) {
    core.withLock { $0.unfinished += 1 }
    // At once, so that what is sent after it finds it so.
    session.beginShutDown()
    Task {
      await session.shutDown()
      core.withLock { $0.sessions[session.number] = nil }
      reply(to: id, .success(PluginReply()))
      finishOne()
    }
  }

  private func finishOne() {
    let hasEnded = core.withLock { core in
      core.unfinished -= 1
      return core.isEnding && core.unfinished == 0
    }
    if hasEnded { onChange() }
  }
}
