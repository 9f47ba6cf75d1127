import CLinux
import Glibc

/// What a process gives up for good, so that whoever takes it over by a broken file gets less.
package enum ProcessHardening {
  /// Nothing that this process or a program of its starts gains rights by being started: set-user-ID bits and file
  /// capabilities count no more (`PR_SET_NO_NEW_PRIVS`).
  ///
  /// Holds for the thread that calls it and for those that it starts, so it is called before there are others.
  package static func renounceNewPrivileges() {
    // It has no way to fail on a kernel that knows it, as all have since 3.5.
    _ = ytplay_renounce_new_privileges()
  }

  /// No memory of this process, or of a program that it starts, is written to a file when it crashes: addresses, titles
  /// and what is being played are nobody else's.
  ///
  /// The hard limit stays, so that whoever looks for a fault can have dumps by `prlimit --core=unlimited --pid …`.
  package static func forbidCoreDumps() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    // One byte, not none: where dumps go to a program (systemd-coredump, apport), Linux heeds this limit alone
    // (core(5), `do_coredump`); and no file is that short, so none is written either.
    limit.rlim_cur = min(1, limit.rlim_max)
    _ = setrlimit(resource, &limit)
  }

  private static let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
}
