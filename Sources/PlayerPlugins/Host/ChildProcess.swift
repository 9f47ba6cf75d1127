import CLinux
import Glibc

/// A program that was started, in a process group of its own, with pipes for its standard streams.
///
/// A terminal's keys (Ctrl-C, Ctrl-Z) reach only the group in front, so they do not reach it. It inherits no
/// descriptor but those that are named, and its signals are as at a program's start.
package struct ChildProcess: ~Copyable {
  /// Its process, and the group that it leads.
  package let processID: pid_t
  /// Readable once it has ended; -1 where the system has no such thing.
  package let exitDescriptor: Int32

  /// How a program ended.
  package enum End: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)
    /// Somebody else has waited for it.
    case unknown
  }

  /// Why a program could not be started: the operating system's number.
  package struct StartFailure: Error {
    package let number: Int32

    package init(number: Int32) {
      self.number = number
    }
  }

  /// What a program gets as its descriptors. All of them must be above the numbers that they become.
  package struct Descriptors {
    /// Its standard input; nil: nothing to read.
    package var input: Int32?
    package var output: Int32
    package var error: Int32
    /// Becomes its descriptor 3.
    package var extra: Int32?

    package init(input: Int32?, output: Int32, error: Int32, extra: Int32? = nil) {
      (self.input, self.output, self.error, self.extra) = (input, output, error, extra)
    }
  }

  /// Starts a program, which is looked up in `PATH` where its name holds no slash.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments; no shell reads them.
  ///   - environment: as `NAME=value`; nil is this process's own.
  package init(
    _ command: [String], environment: [String]? = nil, _ descriptors: Descriptors
  ) throws(StartFailure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // First: it may itself be one of those that are replaced.
    if let extra = descriptors.extra { posix_spawn_file_actions_adddup2(&actions, extra, 3) }
    if let input = descriptors.input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, descriptors.output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, descriptors.error, STDERR_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, descriptors.extra == nil ? 3 : 4)

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
    var variables = environment.map { $0.map { strdup($0) } + [nil] } ?? []
    defer { for text in arguments + variables { free(text) } }
    var processID: pid_t = 0
    let number =
      variables.isEmpty
      ? posix_spawnp(&processID, command[0], &actions, &attributes, &arguments, ytplay_environment())
      : posix_spawnp(&processID, command[0], &actions, &attributes, &arguments, &variables)
    guard number == 0 else { throw StartFailure(number: number) }
    self.processID = processID
    exitDescriptor = pidfd_open(processID, 0)
  }

  deinit {
    if exitDescriptor >= 0 { close(exitDescriptor) }
  }

  /// Sends a signal to it and to all that it has started in its group. Only until it has been waited for.
  package func signal(_ number: Int32) {
    kill(-processID, number)
    // It may have left its group.
    kill(processID, number)
  }

  /// Whether it has ended. It stays to be waited for.
  package var hasEnded: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT | WNOHANG)
    return result == 0 ? information.si_signo == SIGCHLD : errno == ECHILD
  }

  /// Waits until it has ended, ends what is left of its group, and frees its number. Blocks.
  package consuming func wait() -> End {
    var information = siginfo_t()
    while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0 {
      if errno == EINTR { continue }
      // This process ignores its children's ends. What is left of the group keeps its number taken.
      kill(-processID, SIGKILL)
      return .unknown
    }
    // Its number is its own until it is waited for, and with it the group's.
    kill(-processID, SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 {
      if errno != EINTR { return .unknown }
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
  }

  /// Two ends of a pipe above the numbers of the standard streams, which no child inherits.
  package static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    // A program whose standard streams are closed gets their numbers for its pipes.
    for place in ends.indices where ends[place] < firstNumber {
      let moved = fcntl(ends[place], F_DUPFD_CLOEXEC, firstNumber)
      let number = errno
      close(ends[place])
      ends[place] = moved
      guard moved >= 0 else {
        close(ends[1 - place])
        errno = number
        return nil
      }
    }
    return (ends[0], ends[1])
  }

  private static let firstNumber: Int32 = 4
}
