import Glibc
import PlayerKit

/// One run of a program, which reads nothing, in a process group of its own.
///
/// May be cancelled from any thread. A thread of its own waits for it.
package final class ProgramRun: Sendable {
  /// How a run ended, and what was written in it.
  package struct Outcome: Sendable {
    package enum End: Sendable, Hashable {
      case exited(Int32)
      case killed(signal: Int32)
      /// It could not be started; the operating system's number says why.
      case notStarted(Int32)
      /// Somebody else has waited for it.
      case unknown
    }

    package let end: End
    package let output: [UInt8]
    /// The last that was written to standard error.
    package let errors: [UInt8]

    package init(end: End, output: [UInt8], errors: [UInt8]) {
      (self.end, self.output, self.errors) = (end, output, errors)
    }
  }

  private struct Core {
    /// The process group, which is there as long as its first process is not waited for.
    var group: pid_t?
    var isCancelled = false
  }

  /// More than any description of a list takes, in bytes.
  package static let mostOutput = 64 << 20
  private static let errorLimit = 64 << 10

  private let core = Lock(Core())
  private let outputLimit: Int

  /// Starts a program, which is looked up in `PATH` where its name holds no slash.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments; no shell reads them.
  ///   - environment: as `NAME=value`; nil is this process's own.
  ///   - outputLimit: in bytes; a program that writes more is killed.
  ///   - done: called from the run's thread, also after ``cancel()``.
  package init(
    _ command: [String], environment: [String]? = nil, outputLimit: Int = ProgramRun.mostOutput,
    done: @escaping @Sendable (Outcome) -> Void
  ) {
    self.outputLimit = outputLimit
    let isStarted = PlainThread.start { [self] in done(run(command, environment)) }
    if !isStarted { done(Outcome(end: .notStarted(EAGAIN), output: [], errors: [])) }
  }

  /// Kills the program and all that it started in its group.
  package func cancel() {
    core.withLock { core in
      core.isCancelled = true
      if let group = core.group { kill(-group, SIGKILL) }
    }
  }

  // MARK: on the run's thread

  private func run(_ command: [String], _ environment: [String]?) -> Outcome {
    var output = Stream(limit: outputLimit)
    var errors = Stream(limit: Self.errorLimit)
    defer { for end in [output.reading, errors.reading] where end >= 0 { close(end) } }
    do throws(ChildProcess.StartFailure) {
      let child = try Self.start(command, environment, &output, &errors)
      core.withLock { core in
        core.group = child.processID
        if core.isCancelled { child.signal(SIGKILL) }
      }
      while output.isOpen || errors.isOpen {
        let isReady = Self.read(&output, &errors)
        if output.isTooLong { cancel() }
        // A process that it left behind may hold the pipes.
        if !isReady && child.hasEnded { break }
      }
      return Outcome(end: end(child), output: output.bytes, errors: errors.bytes)
    } catch {
      return Outcome(end: .notStarted(error.number), output: [], errors: [])
    }
  }

  private static func start(
    _ command: [String], _ environment: [String]?, _ output: inout Stream, _ errors: inout Stream
  ) throws(ChildProcess.StartFailure) -> ChildProcess {
    guard let outputEnd = output.open() else { throw ChildProcess.StartFailure(number: errno) }
    defer { close(outputEnd) }
    guard let errorEnd = errors.open() else { throw ChildProcess.StartFailure(number: errno) }
    defer { close(errorEnd) }
    return try ChildProcess(
      command, environment: environment, .init(input: nil, output: outputEnd, error: errorEnd))
  }

  /// Waits for the end of a program that has closed its pipes or has ended.
  private func end(_ child: consuming ChildProcess) -> Outcome.End {
    while !child.hasEnded {
      var polled = pollfd(fd: child.exitDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 100)
    }
    // Before its number, and the group's, may become another's.
    core.withLock { $0.group = nil }
    return switch child.wait() {
    case .exited(let status): .exited(status)
    case .killed(let signal): .killed(signal: signal)
    case .unknown: .unknown
    }
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
      guard let ends = ChildProcess.pipe() else { return nil }
      reading = ends.reading
      isOpen = true
      return ends.writing
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
