import CLinux
import Glibc
import PlayerKit
import Synchronization

/// The signals that a plugin's program answers.
enum PluginSignals {
  /// Signals `ending` when the program is asked to end, and outlives a pipe that nobody reads.
  ///
  /// By handlers, because the programs that a backend starts would inherit signals that are ignored or blocked.
  static func listen(_ ending: EventDescriptor) {
    endingDescriptor.store(ending.number, ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = passOn
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
    }
  }
}

/// Where the handler writes; an atomic, because a handler may take no lock.
private let endingDescriptor = Atomic<Int32>(-1)

private func passOn(_ number: Int32) {
  let saved = errno
  let descriptor = endingDescriptor.load(ordering: .relaxed)
  if number != SIGPIPE, descriptor >= 0 { eventfd_write(descriptor, 1) }
  errno = saved
}
