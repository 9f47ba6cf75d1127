import Glibc
import PlayerKit
import Synchronization

/// The signals that the program answers.
///
/// A handler does nothing but write the signal's number to a pipe. A plain thread reads it, hands it on, and
/// sees to it that the program ends: 4.5 s after the first signal that asks for it, and at once at the second.
enum Signals {
  /// A signal, and when it came.
  typealias Arrival = (number: Int32, time: ContinuousClock.Instant)

  private static let timeToEnd = 4.5

  /// Answers from now on. `handler` is called on the thread that reads; it must not block.
  ///
  /// A signal that was ignored when the program started, as `nohup` does, stays ignored.
  static func listen(_ handler: @escaping @Sendable (Int32) -> Void) {
    let pipe = WakePipe()
    signalPipe.store(pipe.writing, ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP] where !isIgnored(number) { catchSignal(number) }
    for number in [SIGCONT, SIGWINCH] { catchSignal(number) }
    PlainThread.startOrAbort { read(pipe, handler) }
  }

  /// Keeps a broken pipe from killing the program, so that it can end in order. A handler that does nothing,
  /// because children would inherit an ignored signal.
  static func survivePipes() {
    if !isIgnored(SIGPIPE) { catchSignal(SIGPIPE) }
  }

  /// Stops the job as an unhandled SIGTSTP would, and returns when it goes on.
  static func stopJob() {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    var mask = sigset_t()
    signal(SIGTSTP, SIG_DFL)
    // Directed at this thread, so that it has been delivered when `raise` returns; threads of Swift's pool
    // block signals.
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    catchSignal(SIGTSTP)
  }

  /// Whether the signal asks the program to end.
  static func endsProgram(_ number: Int32) -> Bool {
    [SIGINT, SIGTERM, SIGHUP].contains(number)
  }

  /// Whether the place is to be kept: nobody can have meant to lose it who hangs up.
  static func keepsPlace(_ number: Int32) -> Bool { number == SIGHUP }

  /// Whether the signal asks the job to stop until it is continued.
  static func stopsJob(_ number: Int32) -> Bool { number == SIGTSTP }

  /// Whether the signal says that the job goes on.
  static func continuesJob(_ number: Int32) -> Bool { number == SIGCONT }

  private static func read(_ pipe: WakePipe, _ handler: @Sendable (Int32) -> Void) {
    var deadline: ContinuousClock.Instant?
    while true {
      var polls = [pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)]
      let remaining = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
      let ready = poll(&polls, 1, remaining.map { Int32(max($0, 0)) } ?? -1)
      if ready == 0, deadline != nil { endNow() }
      guard ready > 0 else { continue }
      for number in pipe.drain().map(Int32.init) {
        if endsProgram(number) {
          if deadline != nil { endNow() }
          deadline = .now + .seconds(timeToEnd)
        }
        handler(number)
      }
    }
  }

  private static func endNow() -> Never {
    TerminalDevice.restoreNow()
    _exit(ExitStatus.signal.rawValue)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // SIG_IGN is the number 1 in the place of a function, and functions can't be compared.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func catchSignal(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = passOn
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }
}

/// Where the handler writes; an atomic, because a handler may take no lock.
private let signalPipe = Atomic<Int32>(-1)

private func passOn(_ number: Int32) {
  let saved = errno
  let pipe = signalPipe.load(ordering: .relaxed)
  if number != SIGPIPE, pipe >= 0 {
    withUnsafePointer(to: UInt8(truncatingIfNeeded: number)) { _ = write(pipe, $0, 1) }
  }
  errno = saved
}
