import CLinux
import Glibc

/// The protocol's way in and out of this process, which nothing else in it can reach.
struct PluginStreams: Sendable {
  let input: Int32
  let output: Int32
  /// Whether the host has handed a descriptor of its own over.
  let hasHostInput: Bool

  /// The descriptor by which a host hands its own standard input over.
  static let hostInput: Int32 = 3
  /// Above what a program that counts its descriptors would take for its own.
  private static let firstNumber: Int32 = 10

  /// Takes this process's standard input and output; nil, with `errno`, where it has none.
  static func takeOver() -> PluginStreams? {
    let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, firstNumber)
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, firstNumber)
    let hasHostInput = fcntl(hostInput, F_GETFD) >= 0
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard input >= 0, output >= 0, nothing >= 0 else { return nil }
    if fcntl(STDERR_FILENO, F_GETFD) < 0 { dup2(nothing, STDERR_FILENO) }
    dup2(nothing, STDIN_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    if nothing > STDERR_FILENO { close(nothing) }
    // Not for programs that a backend starts.
    if hasHostInput { _ = fcntl(hostInput, F_SETFD, FD_CLOEXEC) }
    // What a library prints is a person's to read, at once.
    ytplay_print_by_line()
    return PluginStreams(input: input, output: output, hasHostInput: hasHostInput)
  }

  /// Makes the host's own standard input this process's.
  static func useHostInput() {
    dup2(hostInput, STDIN_FILENO)
    close(hostInput)
  }
}
