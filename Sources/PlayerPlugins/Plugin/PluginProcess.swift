import Dispatch
import Glibc
import PlayerKit

/// This process as a plugin: a program that offers a backend to a host by the plugin protocol.
///
/// ```swift
/// import PlayerPlugins
///
/// PluginProcess.run(MyBackend.provider)
/// ```
///
/// That is all of such a program. Beside it stands a manifest; `docs/plugin-protocol.md` says what is in one.
///
/// What is done to the process, once and for good: its standard input and output are kept for the protocol
/// alone. Whatever prints to standard output afterwards prints to standard error, which the host keeps for its
/// messages; whatever reads standard input finds nothing in it, or the host's own input where the host hands that
/// over to be played. `SIGPIPE` does nothing; `SIGINT`, `SIGTERM` and `SIGHUP` end the program in order. The
/// program ends when its input does: within 5 s, with every backend shut down that can be, by a thread that needs
/// nothing of Swift's pool.
///
/// A backend reads what strangers have made. So the program leaves no core dump, and neither it nor what it starts
/// gains rights by running a set-user-ID program (Linux's `PR_SET_NO_NEW_PRIVS`), unless it says that it must.
public enum PluginProcess {
  /// Offers the backend until the host has no more need of it, and ends the program. Serves the main queue, and so
  /// the main actor.
  ///
  /// Call it first in `main.swift`.
  ///
  /// - Parameters:
  ///   - provider: the backend, which gives each session an instance of its own.
  ///   - mayGainPrivileges: as for ``start(_:mayGainPrivileges:)``.
  public static func run(_ provider: BackendProvider, mayGainPrivileges: Bool = false) -> Never {
    start(provider, mayGainPrivileges: mayGainPrivileges)
    dispatchMain()
  }

  /// Offers the backend and returns, for a program with a main loop of its own. The program is ended by `_exit`
  /// when the host has no more need of it.
  ///
  /// Call it once, before anything that starts a thread, prints or reads.
  ///
  /// - Parameters:
  ///   - provider: the backend, which gives each session an instance of its own.
  ///   - mayGainPrivileges: whether what the program starts may be more than the program is: for a backend that starts
  ///     programs of the person's own, as a browser, which may need that for its own sandbox.
  public static func start(_ provider: BackendProvider, mayGainPrivileges: Bool = false) {
    // Before the first thread, which would keep what this gives up.
    if !mayGainPrivileges { ProcessHardening.renounceNewPrivileges() }
    ProcessHardening.forbidCoreDumps()
    guard let streams = PluginStreams.takeOver(), let wake = EventDescriptor(), let ending = EventDescriptor()
    else {
      fail("The plugin's standard streams could not be taken: \(String(cString: strerror(errno))).")
    }
    if isatty(streams.input) == 1 {
      say(
        "This program is a plugin of a player, which speaks to it in lines of JSON. Ctrl-D ends it.")
    }
    PluginSignals.listen(ending)
    let writer = LineWriter(streams.output, ignoresPipeSignal: true) { wake.signal() }
    let server = PluginServer(provider, writer, handsOverInput: streams.hasHostInput) { wake.signal() }
    let keeper = PluginKeeper(server, writer, output: streams.output, wake: wake, ending: ending)
    let areStarted =
      PlainThread.start { keeper.run() }
      && PlainThread.start {
        read(streams.input, server)
        server.end()
      }
    if !areStarted { fail("The plugin could not start its threads.") }
  }

  /// Hands each line of the input to the server, until the input or the server ends.
  private static func read(_ input: Int32, _ server: PluginServer) {
    var reader = JSONLineReader(maximumLength: PluginProtocol.maximumLineLength)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(input, &buffer, buffer.count)
      if count > 0 {
        let lines = buffer.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        for line in lines where !server.take(line) { return }
      } else if count < 0 && errno == EAGAIN {
        // Whoever made the pipe may have made it so that it does not block.
        var polled = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, -1)
      } else if count == 0 || errno != EINTR {
        if let line = reader.finish() { _ = server.take(line) }
        return
      }
    }
  }

  private static func fail(_ text: String) -> Never {
    say(text)
    exit(1)
  }

  private static func say(_ text: String) {
    let line = text + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
  }
}
