import CMPV
import Glibc
import PlayerKit

/// One run of a program, which reads nothing, in a process group of its own.
///
/// May be cancelled from any thread. A thread of its own waits for it.
final class ProgramRun: Sendable {
  /// How a run ended, and what was written in it.
  struct Outcome: Sendable {
    enum End: Sendable, Hashable {
      case exited(Int32)
      case killed(signal: Int32)
      /// It could not be started; the operating system's number says why.
      case notStarted(Int32)
    }

    let end: End
    let output: [UInt8]
    /// The last that was written to standard error.
    let errors: [UInt8]
  }

  private struct Core {
    /// The process group, which is there as long as its first process is not waited for.
    var group: pid_t?
    var isCancelled = false
  }

  /// More than any description of a list takes, in bytes.
  private static let outputLimit = 64 << 20
  private static let errorLimit = 64 << 10

  private let core = Lock(Core())

  /// Starts a program, which is looked up in `PATH` where its name holds no slash.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments; no shell reads them.
  ///   - done: called from the run's thread, also after ``cancel()``.
  init(_ command: [String], done: @escaping @Sendable (Outcome) -> Void) {
    let isStarted = PlainThread.start { [self] in done(run(command)) }
    if !isStarted { done(Outcome(end: .notStarted(EAGAIN), output: [], errors: [])) }
  }

  /// Kills the program and all that it started in its group.
  func cancel() {
    core.withLock { core in
      core.isCancelled = true
      if let group = core.group { kill(-group, SIGKILL) }
    }
  }

  // MARK: on the run's thread

  private func run(_ command: [String]) -> Outcome {
    var output = Stream(limit: Self.outputLimit)
    var errors = Stream(limit: Self.errorLimit)
    defer { for end in [output.reading, errors.reading] where end >= 0 { close(end) } }
    let child: pid_t
    switch Self.spawn(command, &output, &errors) {
    case .success(let pid): child = pid
    case .failure(let failure):
      return Outcome(end: .notStarted(failure.number), output: [], errors: [])
    }
    core.withLock { core in
      core.group = child
      if core.isCancelled { kill(-child, SIGKILL) }
    }
    while output.isOpen || errors.isOpen {
      let isReady = Self.read(&output, &errors)
      if output.isTooLong { cancel() }
      // A process that it left behind may hold the pipes.
      if !isReady && Self.hasEnded(child) { break }
    }
    let end = waitForEnd(of: child)
    return Outcome(end: end, output: output.bytes, errors: errors.bytes)
  }

  private func waitForEnd(of child: pid_t) -> Outcome.End {
    var information = siginfo_t()
    while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    core.withLock { core in
      // What is left of the group.
      kill(-child, SIGKILL)
      core.group = nil
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
  }

  private static func hasEnded(_ child: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG) == 0
      && information.si_signo == SIGCHLD
  }

  /// Reads what there is, waiting for it up to 0.1 s; false where nothing came.
  private static func read(_ output: inout Stream, _ errors: inout Stream) -> Bool {
    var polls = [output, errors].map {
      pollfd(fd: $0.isOpen ? $0.reading : -1, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&polls, nfds_t(polls.count), 100) > 0 else { return false }
    if polls[0].revents != 0 { output.read() }
    if polls[1].revents != 0 { errors.read() }
    return true
  }

  private struct SpawnFailure: Error {
    let number: Int32
  }

  private static func spawn(
    _ command: [String], _ output: inout Stream, _ errors: inout Stream
  ) -> Result<pid_t, SpawnFailure> {
    guard let outputEnd = output.open(), let errorEnd = errors.open() else {
      return .failure(SpawnFailure(number: errno))
    }
    defer {
      close(outputEnd)
      close(errorEnd)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, outputEnd, 1)
    posix_spawn_file_actions_adddup2(&actions, errorEnd, 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let number = posix_spawnp(
      &child, command[0], &actions, &attributes, &arguments, ytplay_environment())
    return number == 0 ? .success(child) : .failure(SpawnFailure(number: number))
  }

  /// One of the two ways out of a program.
  private struct Stream {
    let limit: Int
    private(set) var bytes: [UInt8] = []
    private(set) var isOpen = false
    private(set) var isTooLong = false
    private(set) var reading: Int32 = -1

    init(limit: Int) {
      self.limit = limit
    }

    /// Opens it, and returns the program's end of it.
    mutating func open() -> Int32? {
      var ends: [Int32] = [-1, -1]
      guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
      reading = ends[0]
      isOpen = true
      return ends[1]
    }

    /// Reads what there is; beyond the limit the beginning is dropped.
    mutating func read() {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = Glibc.read(reading, &buffer, buffer.count)
      if count > 0 {
        bytes += buffer[..<count]
        isTooLong = bytes.count > limit
        if isTooLong { bytes.removeFirst(bytes.count - limit) }
      } else if count == 0 || errno != EINTR {
        isOpen = false
      }
    }
  }
}
