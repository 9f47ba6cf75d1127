import Glibc

/// The standard streams as the program uses them.
struct Console: Sendable {
  let output: OutputWriter
  let errors: OutputWriter
  /// Whether standard input and output are a terminal.
  let isInteractive: Bool
  /// Whether standard output is a terminal.
  private let writesToTerminal: Bool
  /// Whether what is said on standard error appears on a terminal.
  let showsErrors: Bool

  /// The process's own streams.
  ///
  /// - Parameter onFailure: called at most once, with `errno`, where standard output can't be written.
  init(onFailure: @escaping @Sendable (Int32) -> Void = { _ in }) {
    output = OutputWriter(STDOUT_FILENO, onFailure: onFailure)
    // Who can't be told about errors can't be told that either.
    errors = OutputWriter(STDERR_FILENO)
    showsErrors = isatty(STDERR_FILENO) == 1
    writesToTerminal = isatty(STDOUT_FILENO) == 1
    isInteractive = isatty(STDIN_FILENO) == 1 && writesToTerminal
  }

  /// Says something on standard error.
  func say(_ message: String) {
    errors.write("ytplay: \(Text.safe(message))\n")
  }

  /// Waits until all has been written, and returns the status to end with.
  func finish(_ status: ExitStatus) async -> ExitStatus {
    await output.flush()
    guard let failure = output.failure else {
      await errors.flush()
      return status
    }
    if failure == EPIPE || writesToTerminal { return .signal }
    say("Standard output can't be written: \(String(cString: strerror(failure))).")
    await errors.flush()
    return .usage
  }

  /// Opens what is closed of the standard streams, so that no file takes its number and gets what is written
  /// to it; what is opened can't be used the way the stream would be.
  static func guardStandardStreams() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", mode)
    }
  }
}
