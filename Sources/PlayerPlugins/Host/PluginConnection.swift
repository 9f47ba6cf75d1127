import FoundationEssentials
import Glibc
import PlayerKit

/// One run of a plugin's program: the requests to it, its answers, and its end.
///
/// A thread of its own starts the program, reads what it writes, watches the time-outs and waits for its end. All
/// else is called from any thread and does not wait.
final class PluginConnection: Sendable {
  typealias Answer = @Sendable (Result<PluginReply, PlayerError>) -> Void

  /// A request that is waiting for its reply.
  struct Waiting: Sendable {
    /// What was asked, for messages.
    let name: String
    /// When it will have taken too long, in seconds of ``PluginTime``.
    var deadline: Double
    /// How long that was, in seconds.
    let limit: Double
    let answer: Answer
  }

  struct Core {
    var lastID = 0
    var waiting: [Int: Waiting] = [:]
    var sessions: [Int: PluginSession] = [:]
    /// Those that are using the program or are about to.
    var users = 0
    /// Whether nobody will use it who does not already.
    var isRetired = false
    /// When it will have been without a user for too long.
    var idleDeadline: Double?
    /// When it must have ended, because it was told to.
    var exitDeadline: Double?
    /// Whether `initialize` has been answered.
    var hasGreeted = false
    /// Why no request is taken any more.
    var refusal: PlayerError?
    /// Why the program is being killed.
    var verdict: PlayerError?
    var isOver = false
    var mourners: [CheckedContinuation<Void, Never>] = []
    /// When the thread will look by itself.
    var wakesBy = 0.0
    /// The greatest number that a session has had.
    var lastSession = 0
    var processID: pid_t?
  }

  /// What the program is, and how it is run.
  struct Blueprint: Sendable {
    let executable: String
    let arguments: [String]
    let descriptor: BackendDescriptor
    let options: PluginOptions

    var id: String { descriptor.id }

    /// The program's variables. A Swift program's own trace of a crash would push its last words away.
    var environment: [String] {
      var variables = options.environment ?? ProcessInfo.processInfo.environment
      if variables["SWIFT_BACKTRACE"] == nil { variables["SWIFT_BACKTRACE"] = "enable=no" }
      return variables.map { "\($0)=\($1)" }
    }
  }

  let blueprint: Blueprint
  let core = Lock(Core())
  let wake: EventDescriptor
  /// Whether `initialize` has been sent. Held while it is, so that no other thread's request comes before it.
  private let isGreeted = Lock(false)
  private let writer: LineWriter
  private let input: Int32

  /// Starts the program.
  init(_ blueprint: Blueprint) throws(PlayerError) {
    self.blueprint = blueprint
    guard let wake = EventDescriptor(), let pipes = PluginPipes() else {
      throw blueprint.notStarted(errno)
    }
    self.wake = wake
    input = pipes.input.writing
    writer = LineWriter(input) { wake.signal() }
    let isStarted = PlainThread.start { [self] in PluginLoop(self, pipes).run() }
    if !isStarted {
      pipes.closeAll()
      throw blueprint.notStarted(EAGAIN)
    }
  }

  // MARK: Requests

  /// Sends a request; `answer` gets the reply, or why there is none, on the program's thread or on this one.
  ///
  /// - Parameter limit: so many seconds without a reply are a hang, which ends the program.
  func send(_ call: HostCall, named name: String, limit: Double, answer: @escaping Answer) {
    let id = core.withLock { core in
      core.lastID += 1
      return core.lastID
    }
    let line = call.line(id: id)
    guard line.count <= PluginProtocol.maximumLineLength else {
      return answer(
        .failure(
          PlayerError(
            .invalidArgument, "The action \(name) is longer than a line of the plugin protocol may be.",
            remedy: "Give a shorter list.", backend: blueprint.id)))
    }
    let (refusal, isUrgent) = core.withLock { core -> (PlayerError?, Bool) in
      if let refusal = core.refusal { return (refusal, false) }
      let deadline = PluginTime.now + limit
      core.waiting[id] = Waiting(name: name, deadline: deadline, limit: limit, answer: answer)
      return (nil, core.mustWake(by: deadline))
    }
    if let refusal { return answer(.failure(refusal)) }
    writer.write(line)
    if isUrgent { wake.signal() }
  }

  /// Greets the program where nobody has yet. What is asked of it after this comes after the greeting.
  func greet(limit: Double) {
    isGreeted.withLock { isGreeted in
      guard !isGreeted else { return }
      isGreeted = true
      sendInitialize(asksAvailability: false, limit: limit) { _ in }
    }
  }

  /// Asks the program who it is.
  func initialize(asksAvailability: Bool, limit: Double, answer: @escaping Answer) {
    isGreeted.withLock { isGreeted in
      isGreeted = true
      sendInitialize(asksAvailability: asksAvailability, limit: limit, answer: answer)
    }
  }

  private func sendInitialize(asksAvailability: Bool, limit: Double, answer: @escaping Answer) {
    let call = HostCall.Initialize(
      host: blueprint.options.hostVersion, asksAvailability: asksAvailability,
      standardInput: blueprint.options.standardInput == nil ? nil : 3)
    send(.initialize(call), named: "initialize", limit: limit) { [weak self] result in
      guard let self else { return answer(result) }
      if let error = rejection(of: result) {
        condemn(error)
        return answer(.failure(error))
      }
      core.withLock { $0.hasGreeted = true }
      answer(result)
    }
  }

  /// Why the program is not the one that its manifest describes; nil where it is.
  private func rejection(of result: Result<PluginReply, PlayerError>) -> PlayerError? {
    switch result {
    // It has not refused anything: it is gone, or has never been.
    case .failure(let error) where [.backendFailed, .backendUnavailable, .closed].contains(error.code):
      return error
    case .failure(let error):
      return blueprint.rejected("it refused to speak with this version: \(error.message)")
    case .success(let reply):
      guard reply.number == PluginProtocol.number else {
        let number = reply.number.map { "the protocol \($0)" } ?? "no protocol that it names"
        return blueprint.rejected("it speaks \(number), and this version speaks \(PluginProtocol.number)")
      }
      guard let descriptor = reply.descriptor else {
        return blueprint.rejected("it does not say what it is")
      }
      return blueprint.descriptor.contradiction(with: descriptor).map { blueprint.rejected($0) }
    }
  }

  // MARK: Users

  /// Counts a user in; false where the program is ending, so that another run of it is needed.
  func enter() -> Bool {
    core.withLock { core in
      guard core.refusal == nil, core.exitDeadline == nil else { return false }
      core.users += 1
      core.idleDeadline = nil
      return true
    }
  }

  /// Counts a user out. The program stays for a while after the last one.
  func leave() {
    let isUrgent = core.withLock { core in
      core.users -= 1
      return core.linger(core.isRetired ? 0 : blueprint.options.lingerTime.seconds)
    }
    if isUrgent { wake.signal() }
  }

  /// Has the program end with its last user.
  func retire() {
    let isUrgent = core.withLock { core in
      core.isRetired = true
      return core.linger(0)
    }
    if isUrgent { wake.signal() }
  }

  /// Adds a session. Called on the program's thread, before the events that follow the reply are read.
  ///
  /// - Parameters:
  ///   - limit: so many seconds without its first event are a hang.
  ///   - isReady: called when that has come, or why it never will.
  func add(_ session: PluginSession, limit: Double, isReady: @escaping Answer) {
    core.withLock { core in
      core.sessions[session.number] = session
      core.lastSession = max(core.lastSession, session.number)
      let deadline = PluginTime.now + limit
      core.waiting[-session.number] = Waiting(
        name: "create", deadline: deadline, limit: limit, answer: isReady)
      // The thread is this one, and looks before it waits.
      _ = core.mustWake(by: deadline)
    }
  }

  func remove(_ session: PluginSession) {
    session.silence()
    core.withLock { core in
      // Numbers are never used twice, but a plugin that does so must not lose the newer one.
      if core.sessions[session.number] === session { core.sessions[session.number] = nil }
    }
  }

  // MARK: Its end

  /// Whether the program answers, as far as is known.
  var isUsable: Bool { core.withLock { $0.refusal == nil } }

  /// Whether the program has been told to end.
  var isExiting: Bool { core.withLock { $0.exitDeadline != nil } }

  var processID: pid_t? { core.withLock(\.processID) }

  /// Asks the program to end. What is still asked of it is refused.
  func exit() {
    if core.withLock({ $0.exit(blueprint.closed) }) { writer.write(HostCall.exit.line(id: Self.exitID)) }
    wake.signal()
  }

  /// Asks the program to end where nobody has needed it for long enough.
  func exitWhereIdle() {
    let isIdle = core.withLock { core in
      guard core.users == 0, let deadline = core.idleDeadline, deadline <= PluginTime.now else {
        return false
      }
      return core.exit(blueprint.closed)
    }
    if isIdle { writer.write(HostCall.exit.line(id: Self.exitID)) }
  }

  /// Ends the program by force, and says why in every session.
  func condemn(_ error: PlayerError) {
    core.withLock { core in
      if core.verdict == nil { core.verdict = error }
      if core.refusal == nil { core.refusal = error }
    }
    wake.signal()
  }

  /// Waits until the program is no more and nothing more is told of it.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let isOver = core.withLock { core in
        if !core.isOver { core.mourners.append(continuation) }
        return core.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  /// The number of the request `exit`, for whose reply nobody waits.
  static let exitID = 0
  /// How long a program may take to end that was told to, in seconds.
  static let exitLimit = 5.0

  // MARK: For the program's thread

  /// Writes what waits for the pipe; true where nothing does any more.
  func flush() -> Bool { writer.flush() }

  /// Whether something waits for the pipe.
  var hasBacklog: Bool { writer.backlog > 0 }

  /// Lets go of the pipe to the program.
  func closeInput() {
    writer.close()
    close(input)
  }
}

extension PluginConnection.Core {
  /// Whether the thread has to be woken so as not to miss this time.
  mutating func mustWake(by deadline: Double) -> Bool {
    guard deadline < wakesBy else { return false }
    wakesBy = deadline
    return true
  }

  /// When the thread has to look next. Lazy: it wakes for a request that has been answered long since, once,
  /// and is not woken for each one that is sent meanwhile.
  mutating func nextLook(at now: Double) -> Double {
    if wakesBy > now { return wakesBy }
    wakesBy = waiting.values.map(\.deadline).min() ?? .infinity
    if users == 0 { wakesBy = min(wakesBy, idleDeadline ?? .infinity) }
    wakesBy = min(wakesBy, exitDeadline ?? .infinity)
    return wakesBy
  }

  /// Lets the program stay for so many seconds where nobody uses it; says whether the thread must be woken.
  mutating func linger(_ seconds: Double) -> Bool {
    guard users == 0, !isOver else { return false }
    let deadline = PluginTime.now + seconds
    idleDeadline = deadline
    return mustWake(by: deadline)
  }

  /// Refuses everything from now on, and gives the program some time to end; false where it is ending already.
  mutating func exit(_ refusal: PlayerError) -> Bool {
    guard exitDeadline == nil, self.refusal == nil else { return false }
    exitDeadline = PluginTime.now + PluginConnection.exitLimit
    wakesBy = 0
    idleDeadline = nil
    self.refusal = refusal
    return true
  }
}

extension PluginConnection.Blueprint {
  var closed: PlayerError {
    PlayerError(.closed, "The backend \(id) has been shut down.", remedy: "Make a new one.", backend: id)
  }

  func notStarted(_ number: Int32) -> PlayerError {
    PlayerError(
      .backendUnavailable,
      "The program of the backend \(id), \(executable), can't be started: \(String(cString: strerror(number))).",
      remedy: "See whether the file is there and can be run.", backend: id)
  }

  func rejected(_ reason: String) -> PlayerError {
    PlayerError(
      .pluginRejected, "The program of the backend \(id), \(executable), is not used: \(reason).",
      remedy: "Install a program and a manifest that belong together.", backend: id)
  }
}

/// Seconds of the clock by which plugins are waited for. It never jumps, and stands still while the machine
/// sleeps.
enum PluginTime {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Duration {
  /// The length in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
