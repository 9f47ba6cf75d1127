import Foundation
import PlayerKit

/// A child process whose output is captured and which can't outlive its time limit.
///
/// Nothing here blocks a thread of Swift's pool: pipes are read, and the child is waited for, on plain
/// threads of their own.
public final class Subprocess: Sendable {
  /// How a child ended and what it wrote.
  public struct Result: Sendable, CustomStringConvertible {
    /// The exit status; nil where a signal ended it.
    public let exitStatus: Int32?
    /// The signal that ended it.
    public let signal: Int32?
    /// Whether the time limit ended it.
    public let isTimedOut: Bool
    /// All of standard output.
    public let output: String
    /// All of standard error.
    public let errors: String

    /// Whether it exited with status 0.
    public var isSuccess: Bool { exitStatus == 0 }

    /// The lines of standard output.
    public var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        .dropLast(output.hasSuffix("\n") || output.isEmpty ? 1 : 0)
    }

    /// All of it, for a failing test's message.
    public var description: String {
      "status \(exitStatus.map(String.init) ?? "none"), signal \(signal.map(String.init) ?? "none")"
        + (isTimedOut ? ", timed out" : "") + "\n--- output\n\(output)\n--- errors\n\(errors)"
    }
  }

  /// Why a child could not be started.
  public struct StartFailure: Error, CustomStringConvertible {
    /// The program that was asked for.
    public let program: String
    /// `errno`'s value.
    public let number: Int32

    /// What happened, for a failing test's message.
    public var description: String { "\(program) could not be started: \(String(cString: strerror(number)))" }
  }

  private struct Core {
    var isReaped = false
    var isTimedOut = false
    var input: Int32?
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var result: Result?
    var waiters: [CheckedContinuation<Result, Never>] = []
    var watchers: [Watcher] = []
  }

  private struct Watcher {
    let condition: @Sendable (String) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// The child's process id. It stays the child's until ``result()`` has returned.
  public let processID: pid_t
  private let core: Lock<Core>
  private static let spawning = Lock(())

  /// How long a child may take where nothing else is said: a minute, with ``TestEnvironment/patience``.
  public static var usualTimeLimit: Duration { .seconds(60) * TestEnvironment.patience }

  /// Starts a child.
  ///
  /// - Parameters:
  ///   - program: a path, or a name that is looked up in `PATH`.
  ///   - environment: variables that are added to ``TestEnvironment/variables``; nil takes one away.
  ///   - folder: the child's working folder; nil is this process's.
  ///   - keepsInputOpen: whether ``write(_:)`` will be used; else standard input is `/dev/null`.
  ///   - timeLimit: after this time the child is killed.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    in folder: String? = nil, keepsInputOpen: Bool = false, timeLimit: Duration = usualTimeLimit
  ) throws {
    // One at a time, so that no child inherits the pipes of another.
    let (pipes, processID) = try Self.spawning.withLock { _ in
      let pipes = try SpawnPipes(program, withInput: keepsInputOpen)
      return (pipes, try pipes.spawn(program, arguments, environment, folder))
    }
    self.processID = processID
    core = Lock(Core(input: pipes.input?.writing))
    let readers = DispatchGroup()
    readAll(pipes.output.reading, in: readers) { $0.output.append(contentsOf: $1) }
    readAll(pipes.errors.reading, in: readers) { $0.errors.append(contentsOf: $1) }
    waitForExit(readers, until: ContinuousClock.now + timeLimit)
  }

  /// Runs a child to its end.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    in folder: String? = nil, input: String? = nil, timeLimit: Duration = usualTimeLimit
  ) async throws -> Result {
    let child = try Subprocess(
      program, arguments, environment: environment, in: folder, keepsInputOpen: input != nil,
      timeLimit: timeLimit)
    if let input {
      child.write(input)
      child.closeInput()
    }
    return await child.result()
  }

  /// Writes to the child's standard input; after its end, or once closed, it does nothing.
  ///
  /// For less than a pipe holds (64 KiB) ahead of the child's reading.
  public func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// As ``write(_:)-(String)``, with any bytes.
  public func write(_ bytes: [UInt8]) {
    core.withLock { core in
      guard let input = core.input else { return }
      var bytes = bytes[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
      }
    }
  }

  /// Closes the child's standard input.
  public func closeInput() {
    core.withLock { core in
      if let input = core.input { close(input) }
      core.input = nil
    }
  }

  /// Sends the child a signal, unless it has ended.
  public func signal(_ number: Int32) {
    core.withLock { if !$0.isReaped { kill(processID, number) } }
  }

  /// Stops the child, unless it has ended, and waits until it stands.
  public func freeze() {
    signal(SIGSTOP)
    ProcessTable.waitUntilStopped(processID)
  }

  /// What the child has written to standard output so far.
  public var outputSoFar: String {
    core.withLock { String(decoding: $0.output, as: UTF8.self) }
  }

  /// Waits until what the child has written to standard output meets the condition; false where the child
  /// ended before.
  public func waitForOutput(_ condition: @escaping @Sendable (String) -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = core.withLock { core in
        if condition(String(decoding: core.output, as: UTF8.self)) { return true }
        if core.result != nil { return false }
        core.watchers.append(Watcher(condition: condition, continuation: continuation))
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Waits until the child has ended and all of its output has been read.
  public func result() async -> Result {
    await withCheckedContinuation { continuation in
      let result: Result? = core.withLock { core in
        if core.result == nil { core.waiters.append(continuation) }
        return core.result
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  private func readAll(
    _ descriptor: Int32, in group: DispatchGroup,
    _ store: @escaping @Sendable (inout Core, ArraySlice<UInt8>) -> Void
  ) {
    group.enter()
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        wake { store(&$0, buffer[..<count]) }
      }
      close(descriptor)
      group.leave()
    }
  }

  private func wake(_ change: (inout Core) -> Void) {
    let met: [Watcher] = core.withLock { core in
      change(&core)
      let text = String(decoding: core.output, as: UTF8.self)
      let met = core.watchers.filter { $0.condition(text) }
      if !met.isEmpty { core.watchers.removeAll { $0.condition(text) } }
      return met
    }
    for watcher in met { watcher.continuation.resume(returning: true) }
  }

  private func waitForExit(_ readers: DispatchGroup, until deadline: ContinuousClock.Instant) {
    Thread.detachNewThread { [self] in
      var status = siginfo_t()
      while waitid(P_PID, id_t(processID), &status, WEXITED | WNOWAIT | WNOHANG) == 0,
        status.si_signo == 0
      {
        if ContinuousClock.now > deadline {
          core.withLock { $0.isTimedOut = true }
          kill(processID, SIGKILL)
        }
        usleep(2000)
      }
      // A grandchild may hold the pipes open; it is not waited for longer than this.
      _ = readers.wait(timeout: .now() + 2)
      finish()
    }
  }

  private func finish() {
    var status: Int32 = 0
    closeInput()
    let (result, waiters, watchers) = core.withLock { core in
      waitpid(processID, &status, 0)
      core.isReaped = true
      let signal = status & 0x7f
      let result = Result(
        exitStatus: signal == 0 ? (status >> 8) & 0xff : nil, signal: signal == 0 ? nil : signal,
        isTimedOut: core.isTimedOut, output: String(decoding: core.output, as: UTF8.self),
        errors: String(decoding: core.errors, as: UTF8.self))
      core.result = result
      defer { (core.waiters, core.watchers) = ([], []) }
      return (result, core.waiters, core.watchers)
    }
    for waiter in waiters { waiter.resume(returning: result) }
    for watcher in watchers { watcher.continuation.resume(returning: watcher.condition(result.output)) }
  }
}

/// The pipes of a child, and its start.
private struct SpawnPipes {
  struct Pipe {
    let reading: Int32
    let writing: Int32
  }

  let input: Pipe?
  let output: Pipe
  let errors: Pipe

  init(_ program: String, withInput: Bool) throws {
    func make() throws -> Pipe {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw Subprocess.StartFailure(program: program, number: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return Pipe(reading: ends[0], writing: ends[1])
    }
    // A socket, so that writing to a child that has gone raises no signal.
    func makeSocket() throws -> Pipe {
      var ends: [Int32] = [0, 0]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        throw Subprocess.StartFailure(program: program, number: errno)
      }
      return Pipe(reading: ends[0], writing: ends[1])
    }
    input = withInput ? try makeSocket() : nil
    output = try make()
    errors = try make()
  }

  func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String?], _ folder: String?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // A shell lets what it runs in the background ignore SIGINT, and a child would inherit that.
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let variables = TestEnvironment.variables.merging(environment.compactMapValues { $0 }) { $1 }
      .filter { environment[$0.key] != .some(nil) }
    let command = (folder.map { ["env", "-C", $0] } ?? []) + [program] + arguments
    var argv = command.map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var processID: pid_t = 0
    let number = posix_spawnp(&processID, command[0], &actions, &attributes, &argv, &envp)
    for descriptor in [input?.reading, output.writing, errors.writing] {
      if let descriptor { close(descriptor) }
    }
    guard number == 0 else {
      for descriptor in [input?.writing, output.reading, errors.reading] {
        if let descriptor { close(descriptor) }
      }
      throw Subprocess.StartFailure(program: program, number: number)
    }
    return processID
  }
}
