import Glibc
import PlayerKit

/// A plugin's second thread: writes what the host did not read at once, notices signals and a host that is gone,
/// and ends the program. It runs nothing of a backend's, and nothing on Swift's pool, so that nothing keeps it
/// from that.
final class PluginKeeper: Sendable {
  /// So many seconds after it was told to end, the program ends whatever hangs: less than the 5 that it may take.
  private static let timeToEnd = 4.5

  private let server: PluginServer
  private let writer: LineWriter
  private let output: Int32
  private let wake: EventDescriptor
  private let ending: EventDescriptor

  /// - Parameters:
  ///   - wake: signalled whenever there is something to see to.
  ///   - ending: signalled where the operating system asks the program to end.
  init(
    _ server: PluginServer, _ writer: LineWriter, output: Int32, wake: EventDescriptor,
    ending: EventDescriptor
  ) {
    self.server = server
    self.writer = writer
    self.output = output
    self.wake = wake
    self.ending = ending
  }

  /// Ends with the program.
  func run() -> Never {
    var isHostThere = true
    var deadline: Double?
    while true {
      let hasBacklog = writer.backlog > 0
      var polls = [
        // Without a backlog only for the end of its reader, which needs no asking for.
        pollfd(fd: isHostThere ? output : -1, events: hasBacklog ? Int16(POLLOUT) : 0, revents: 0),
        pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: ending.number, events: Int16(POLLIN), revents: 0),
      ]
      let remaining = deadline.map { Int32(max($0 - PluginTime.now, 0) * 1000) + 1 }
      let ready = poll(&polls, nfds_t(polls.count), remaining ?? -1)
      if let deadline, PluginTime.now >= deadline { _exit(0) }
      guard ready > 0 else { continue }
      if polls[1].revents != 0 { wake.clear() }
      if polls[2].revents != 0 { ending.clear() }
      if Int32(polls[0].revents) & (POLLERR | POLLHUP | POLLNVAL) != 0 { isHostThere = false }
      if hasBacklog {
        _ = writer.flush()
        server.writeDeferred()
      }
      if polls[2].revents != 0 || !isHostThere { server.end() }
      if server.isEnding && deadline == nil { deadline = PluginTime.now + Self.timeToEnd }
      if server.hasEnded && (writer.backlog == 0 || !isHostThere) {
        // What a library has printed and the C library still holds.
        fflush(nil)
        _exit(0)
      }
    }
  }
}
