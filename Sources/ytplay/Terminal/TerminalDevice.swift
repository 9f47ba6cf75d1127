import Glibc
import PlayerKit
import Synchronization

/// The size of a terminal, in characters.
struct TerminalSize: Sendable, Hashable {
  var columns = 80
  var rows = 24
}

/// The process's terminal: its size, who is in front of it, and the mode in which each key comes at once.
///
/// However the program ends, short of SIGKILL, the terminal gets its mode back: each signal that would end the program
/// does so first.
enum TerminalDevice {
  /// Whether the terminal listens to this job; without job control there is no other.
  static var isInFront: Bool {
    let front = tcgetpgrp(STDIN_FILENO)
    return front == -1 || front == getpgrp()
  }

  static var size: TerminalSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return TerminalSize() }
    return TerminalSize(columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// Whether the other screen is shown, which a crash has to leave too.
  static var isViewing: Bool {
    get { viewing.load(ordering: .relaxed) }
    set { viewing.store(newValue, ordering: .relaxed) }
  }

  static var isRaw: Bool { raw.load(ordering: .relaxed) }

  /// From now on each key comes at once, and is not shown.
  ///
  /// - Parameter redraws: whether sequences are written that a crash has to undo.
  static func makeRaw(redraws: Bool) {
    // A job that was stopped without being asked comes back with the mode still noted that it began with.
    if !isRaw {
      guard tcgetattr(STDIN_FILENO, savedMode) == 0 else { return }
      guardEnds()
    }
    var mode = savedMode.pointee
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    // A read must never wait: `poll` says when there is something.
    setControl(&mode, VMIN, 0)
    setControl(&mode, VTIME, 0)
    codes.store(redraws, ordering: .relaxed)
    raw.store(true, ordering: .sequentiallyConsistent)
    tcsetattr(STDIN_FILENO, TCSANOW, &mode)
  }

  /// Gives the terminal its mode back. Keys that nobody has read are dropped: they were not meant for who comes next.
  static func restore() {
    guard raw.exchange(false, ordering: .sequentiallyConsistent), isInFront else { return }
    tcflush(STDIN_FILENO, TCIFLUSH)
    tcsetattr(STDIN_FILENO, TCSANOW, savedMode)
  }

  /// Gives the terminal its mode back and undoes what has been written to it, before the process ends at once.
  ///
  /// For signal handlers: nothing here takes a lock or memory.
  static func restoreNow() {
    guard raw.exchange(false, ordering: .sequentiallyConsistent), isInFront else { return }
    // Changing the terminal in the moment in which it becomes somebody else's must not stop the process.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    tcsetattr(STDIN_FILENO, TCSANOW, savedMode)
    // A terminal that has been halted takes nothing.
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    guard codes.load(ordering: .relaxed), poll(&output, 1, 0) == 1 else { return }
    if viewing.load(ordering: .relaxed) { _ = write(STDOUT_FILENO, viewCodes.bytes, viewCodes.count) }
    _ = write(STDOUT_FILENO, lastCodes.bytes, lastCodes.count)
  }

  private static func setControl(_ mode: inout termios, _ index: Int32, _ value: cc_t) {
    // The array is a tuple in Swift.
    withUnsafeMutableBytes(of: &mode.c_cc) { $0[Int(index)] = value }
  }

  /// Has every signal that would end the process at once restore the terminal first.
  private static func guardEnds() {
    guard !isGuarded.exchange(true, ordering: .relaxed) else { return }
    // Made now: a handler may not do it.
    _ = (viewCodes, lastCodes, viewing.load(ordering: .relaxed))
    // Reading in the background stops the job; a handler, because children would inherit that it is ignored.
    var reading = sigaction()
    reading.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGTTIN, &reading, nil)
    let crashes = [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]
    let harmless = [SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU]
    // 32 and 33 are the C library's own.
    for number in 1...64 where !harmless.contains(Int32(number)) && number != 32 && number != 33 {
      let before = handlers + number
      // What is ignored, or the program answers, ends nothing. Swift's runtime answers crashes, and ends then.
      guard sigaction(Int32(number), nil, before) == 0,
        isDefault(before.pointee) || crashes.contains(Int32(number))
      else { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = restoreAndEnd
      action.sa_flags = SA_SIGINFO | SA_ONSTACK
      sigaction(Int32(number), &action, nil)
    }
  }

  private static func isDefault(_ action: sigaction) -> Bool {
    // SIG_DFL is the number 0 in the place of a function.
    action.__sigaction_handler.sa_handler == nil
  }
}

/// Ends the process as the signal would have, with the terminal as it was.
private func restoreAndEnd(
  _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  TerminalDevice.restoreNow()
  sigaction(number, handlers + Int(number), nil)
  // A fault comes again by itself, with its address, when this handler returns.
  let isFault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE
  if isFault, (information?.pointee.si_code ?? 0) > 0 { return }
  // What was sent has to be sent again; and once more, since Swift's runtime says where it was and goes on.
  var mask = sigset_t()
  sigemptyset(&mask)
  sigaddset(&mask, number)
  pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  raise(number)
  signal(number, SIG_DFL)
  raise(number)
}

private let raw = Atomic(false)
private let codes = Atomic(false)
private let viewing = Atomic(false)
private let isGuarded = Atomic(false)
// Written before the handlers are there and `raw` is set, and never freed: a handler may read it at any time.
nonisolated(unsafe) private let savedMode = allocated(termios())
// As above: each is written before its own handler is there.
nonisolated(unsafe) private let handlers = allocated(sigaction(), count: 65)
private let viewCodes = StaticCodes(TerminalCode.leaveView)
private let lastCodes = StaticCodes("\u{1B}[?7h" + TerminalCode.leave + "\u{1B}[m\r\n")

private func allocated<Value>(_ value: Value, count: Int = 1) -> UnsafeMutablePointer<Value> {
  let pointer = UnsafeMutablePointer<Value>.allocate(capacity: count)
  pointer.initialize(repeating: value, count: count)
  return pointer
}

/// Bytes that a signal handler can write.
private struct StaticCodes: @unchecked Sendable {  // Written once, before anyone reads it, and never freed.
  let bytes: UnsafePointer<UInt8>
  let count: Int

  init(_ text: String) {
    let utf8 = Array(text.utf8)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: utf8.count)
    copy.initialize(from: utf8, count: utf8.count)
    (bytes, count) = (UnsafePointer(copy), utf8.count)
  }
}
