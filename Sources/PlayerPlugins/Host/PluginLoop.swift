import Glibc
import PlayerKit

/// The thread of a plugin's program: starts it, reads what it writes, watches the time-outs, waits for its end.
final class PluginLoop {
  private let connection: PluginConnection
  private let pipes: PluginPipes
  private var reader = JSONLineReader(maximumLength: PluginProtocol.maximumLineLength)
  private var lastLines = LastLines()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isOutputOpen = true
  private var isErrorOpen = true
  /// Whether the program has ended.
  private var isOver = false
  private var isKilled = false
  /// Whether the program has broken the protocol, so that nothing that it writes counts any more.
  private var isCondemned = false
  /// When the program must have ended, because it has closed its output.
  private var silenceDeadline = Double.infinity
  /// What was said while there was no session.
  private var unheard: [(LogLevel, String)] = []
  private static let mostUnheard = 20
  /// How often the program has written what is not of the protocol.
  private var faults = 0
  /// So many such faults are told; a program that writes nothing else must not flood the log.
  private static let toldFaults = 10
  /// A thread that runs so many seconds late was not just waiting for the processor.
  private static let standstill = 1.0
  /// The most characters of something that a program says.
  private static let longestLog = 10_000
  /// How long a program may live on whose output is closed, in seconds.
  private static let silence = 0.5

  private var id: String { connection.blueprint.id }

  init(_ connection: PluginConnection, _ pipes: PluginPipes) {
    self.connection = connection
    self.pipes = pipes
  }

  func run() {
    do throws(ChildProcess.StartFailure) {
      watch(try start())
    } catch {
      pipes.closeProgramEnds()
      finish(connection.blueprint.notStarted(error.number))
    }
  }

  private func start() throws(ChildProcess.StartFailure) -> ChildProcess {
    let blueprint = connection.blueprint
    return try ChildProcess(
      [blueprint.executable] + blueprint.arguments, environment: blueprint.environment,
      .init(
        input: pipes.input.reading, output: pipes.output.writing, error: pipes.error.writing,
        extra: blueprint.options.standardInput))
  }

  private func watch(_ child: consuming ChildProcess) {
    pipes.closeProgramEnds()
    let processID = child.processID
    connection.core.withLock { $0.processID = processID }
    while !isOver { step(child) }
    // What it wrote last. A process that it left behind may hold the pipes, so that no end is waited for.
    readErrors()
    readOutput()
    let end = child.wait()
    if let last = lastLines.finish() { tell(.debug, last) }
    finish(connection.core.withLock(\.verdict) ?? died(end))
  }

  // MARK: One round

  private func step(_ child: borrowing ChildProcess) {
    let before = PluginTime.now
    let (nextLook, hasVerdict) = connection.core.withLock { ($0.nextLook(at: before), $0.verdict != nil) }
    let look = min(nextLook, silenceDeadline)
    if hasVerdict && !isKilled {
      child.signal(SIGKILL)
      isKilled = true
    }
    var polls = [
      pollfd(fd: isOutputOpen ? pipes.output.reading : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isErrorOpen ? pipes.error.reading : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: connection.wake.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: child.exitDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: connection.hasBacklog && !isKilled ? pipes.input.writing : -1, events: Int16(POLLOUT), revents: 0),
    ]
    // Where an end can't be polled for it is looked for.
    let longest = child.exitDescriptor < 0 ? 0.1 : 1e6
    let wait = max(min(look - before, longest), 0)
    guard poll(&polls, nfds_t(polls.count), Int32(wait * 1000) + 1) >= 0 else { return }
    let woken = PluginTime.now
    if polls[2].revents != 0 { connection.wake.clear() }
    if polls[1].revents != 0 { readErrors() }
    if polls[0].revents != 0 { readOutput() }
    if polls[4].revents != 0 { _ = connection.flush() }
    if polls[3].revents != 0 || child.exitDescriptor < 0 { isOver = child.hasEnded }
    // Behind the reading: an answer that came while this process stood still is no late one.
    let now = PluginTime.now
    if now >= look { judge(now, late: woken - look) }
  }

  /// Ends the program where it is too late with an answer or an end, and asks it to go where nobody needs it.
  ///
  /// - Parameter late: for how many seconds this should have been called.
  private func judge(_ now: Double, late: Double) {
    let (overdue, isStuck) = connection.core.withLock { core -> (PluginConnection.Waiting?, Bool) in
      if late > Self.standstill {
        // This process was stopped, and the program perhaps with it.
        core.waiting = core.waiting.mapValues { request in
          var request = request
          request.deadline = now + request.limit
          return request
        }
        core.exitDeadline? += late
      }
      let overdue = core.waiting.values.first { $0.deadline <= now }
      return (overdue, core.exitDeadline.map { $0 <= now } ?? false)
    }
    if let overdue { connection.condemn(hung(overdue)) }
    if isStuck { connection.condemn(connection.blueprint.closed) }
    if now >= silenceDeadline {
      silenceDeadline = .infinity
      condemn("closed its output and was ended")
    }
    connection.exitWhereIdle()
  }

  // MARK: What the program writes

  private func readOutput() {
    // More than a pipe holds. A program that never stops writing must not keep its time-outs from being seen.
    for _ in 0..<16 where isOutputOpen {
      let count = read(pipes.output.reading, &buffer, buffer.count)
      if count > 0 {
        let lines = buffer.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        for line in lines { take(line) }
        if count < buffer.count { return }
      } else if count == 0 {
        isOutputOpen = false
        if let line = reader.finish() { take(line) }
        // A program that ends closes it too, and its end says more.
        if !connection.isExiting { silenceDeadline = PluginTime.now + Self.silence }
      } else if errno != EINTR {
        if errno != EAGAIN { isOutputOpen = false }
        return
      }
    }
  }

  private func readErrors() {
    for _ in 0..<16 where isErrorOpen {
      let count = read(pipes.error.reading, &buffer, buffer.count)
      if count > 0 {
        let lines = buffer.withUnsafeBytes {
          lastLines.append(UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
        for line in lines { tell(.debug, line) }
        if count < buffer.count { return }
      } else if count == 0 {
        isErrorOpen = false
      } else if errno != EINTR {
        if errno != EAGAIN { isErrorOpen = false }
        return
      }
    }
  }

  private func take(_ line: JSONLineReader.Line) {
    if isCondemned { return }
    guard case .line(let bytes) = line else {
      // What was in it is lost: a reply, an end, nobody knows.
      return condemn("wrote a line of more than \(PluginProtocol.maximumLineLength >> 20) MiB and was ended")
    }
    if bytes.isEmpty { return }
    let message: PluginMessage
    do throws(PlayerError) {
      message = try PluginMessage(bytes)
    } catch {
      let text = LastLines.readable(bytes)
      lastLines.add(text)
      return fault("wrote a line that is not of the protocol: \(text.beginning(100))")
    }
    switch message {
    case .reply(let id, let result): take(reply: id, result)
    case .event(let number, let event, let hasMore): take(event, from: number, hasMore: hasMore)
    case .log(let level, let words, let number):
      let text = words.beginning(Self.longestLog)
      if let number {
        connection.core.withLock { $0.sessions[number] }?.log(level, text)
      } else {
        tell(level, text)
      }
    case .other(let method): tell(.debug, "The program sent \(method), which this version does not know.")
    }
  }

  private func take(reply id: Int?, _ result: Result<PluginReply, WireError>) {
    guard let id, id >= 0 else {
      if case .failure(let error) = result { fault("could not read a request: \(error.message)") }
      return
    }
    let waiting = connection.core.withLock { $0.waiting.removeValue(forKey: id) }
    guard let waiting else {
      // Nobody waits for the answer to `exit`.
      return id == PluginConnection.exitID ? () : fault("answered the request \(id), which nobody waits for")
    }
    waiting.answer(result.mapError { $0.asPlayerError.attributed(to: self.id) })
  }

  private func take(_ event: PlayerEvent, from number: Int, hasMore: Bool) {
    guard let session = connection.core.withLock({ $0.sessions[number] }) else {
      // Of one that has ended the last events may still be on their way.
      if number > connection.core.withLock(\.lastSession) {
        fault("told the event \(event.name) of a session \(number), which there is not")
      }
      return
    }
    if !session.take(event, hasMore: hasMore) {
      condemn("broke off a list of several pages, or made it endless, and was ended")
    } else if session.begins() {
      tellUnheard()
      connection.core.withLock { $0.waiting.removeValue(forKey: -number) }?.answer(.success(PluginReply()))
    }
  }

  // MARK: What is said of it

  private func tell(_ level: LogLevel, _ text: String) {
    let sessions = connection.core.withLock { Array($0.sessions.values) }
    for session in sessions { session.log(level, "\(id): \(text)") }
    if sessions.isEmpty, unheard.count < Self.mostUnheard { unheard.append((level, text)) }
  }

  /// Tells what was said before anybody listened.
  private func tellUnheard() {
    let lines = unheard
    unheard = []
    for (level, text) in lines { tell(level, text) }
  }

  private func fault(_ predicate: String) {
    faults += 1
    if faults > Self.toldFaults { return }
    let isLast = faults == Self.toldFaults
    tell(.warning, "The program \(predicate)" + (isLast ? " (and no more of this is told)" : ""))
  }

  private func failed(_ predicate: String) -> PlayerError {
    let words = lastLines.lines.suffix(3).joined(separator: " / ")
    return PlayerError(
      .backendFailed,
      "The program of the backend \(id) \(predicate)."
        + (words.isEmpty ? "" : " The last that it said: \(words)"),
      remedy: "Load the source again; if it happens again, use another backend.", backend: id)
  }

  private func died(_ end: ChildProcess.End) -> PlayerError {
    switch end {
    case .exited(let status):
      lastLines.missingLibrary.map(lacks) ?? failed("ended by itself with the status \(status)")
    case .killed(let signal):
      failed("was killed by the signal \(signal) (\(String(cString: strsignal(signal))))")
    case .unknown: failed("ended")
    }
  }

  private func lacks(_ library: String) -> PlayerError {
    PlayerError(
      .backendUnavailable,
      "The program of the backend \(id) needs the library \(library), which is not there.",
      remedy: "Install the package that holds it.", backend: id)
  }

  private func hung(_ request: PluginConnection.Waiting) -> PlayerError {
    failed("did not answer \(request.name) within \(request.limit.shown) s and was ended")
  }

  /// Ends the program for what it has done.
  private func condemn(_ predicate: String) {
    isCondemned = true
    connection.condemn(failed(predicate))
  }

  // MARK: The end

  private func finish(_ error: PlayerError) {
    let (refusal, sessions, waiting, mourners) = connection.core.withLock { core in
      // A program that was asked to end has not failed.
      let refusal = core.exitDeadline == nil || core.verdict != nil ? error : connection.blueprint.closed
      core.refusal = refusal
      core.isOver = true
      core.processID = nil
      defer { (core.sessions, core.waiting, core.mourners) = ([:], [:], []) }
      return (refusal, Array(core.sessions.values), Array(core.waiting.values), core.mourners)
    }
    pipes.closeReadingEnds()
    connection.closeInput()
    connection.wake.close()
    for session in sessions { session.fail(refusal) }
    for request in waiting { request.answer(.failure(refusal)) }
    for mourner in mourners { mourner.resume() }
  }
}

extension Double {
  /// Seconds for a message: `10`, `0.5`.
  fileprivate var shown: String { self == rounded() && magnitude < 1e9 ? "\(Int(self))" : "\(self)" }
}
