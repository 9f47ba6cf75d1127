import Foundation

/// What the programs that tests start find in their environment.
public enum TestEnvironment {
  /// The address of a session bus that there is not: no program of a test may be seen on the bus of the person who
  /// runs it. Were it unset, the person's would be looked for, or one be started.
  ///
  /// An abstract name: WebKit's sandbox takes in the folder of any other, and aborts where there is none.
  public static let noSessionBus = "unix:abstract=ytplay-tests-have-no-session-bus"

  /// This process's own variables, but for what leads to the person who runs the tests.
  public static var variables: [String: String] {
    ProcessInfo.processInfo.environment.merging(PrivateFolders.environment) { $1 }
      .merging(["DBUS_SESSION_BUS_ADDRESS": noSessionBus]) { $1 }
  }

  /// Whether the tests run under a sanitizer, which makes what they do many times as slow.
  public static var isSanitized: Bool {
    let inherited = ProcessInfo.processInfo.environment
    return sanitizers.contains { inherited[$0] != nil }
  }

  /// Whether they run under Thread Sanitizer, whose allocator takes the place of WebKit's own, too.
  public static var isThreadSanitized: Bool { ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil }

  /// How many times as long as else something is waited for that must come, of the tests' programs and of their events.
  public static let patience = isSanitized ? 5 : 1

  /// Variables for a program that may write small files alone. Thread Sanitizer maps, as a program starts, a file of its
  /// own that it writes to a temporary folder, without seeing whether it could; where there is no such folder, none.
  public static var writesSmallFiles: [String: String?] {
    isThreadSanitized ? ["TMPDIR": "/dev/null"] : [:]
  }

  /// Variables for a program that is sent the signals of crashes: where it is built with a sanitizer, that leaves them
  /// to the program, and takes none of them for a fault that it has found.
  public static var leavesCrashesAlone: [String: String?] {
    sanitizer(["handle_segv=0", "handle_sigbus=0", "handle_sigfpe=0"])
  }

  /// As ``leavesCrashesAlone``, where Swift's runtime tells of the crash: it reads all of the program's stack for that, and
  /// a sanitizer would take that for a fault of the program's.
  public static var letsSwiftTellOfCrashes: [String: String?] {
    sanitizer(["handle_segv=0", "replace_intrin=0"])
  }

  /// Variables for a program that a library ends amid its work: what is in use then can look lost.
  public static var endsAmidItsWork: [String: String?] { sanitizer(["detect_leaks=0"]) }

  /// Variables for a program whose memory is looked at: where it is built with Address Sanitizer, that holds back little
  /// of what the program has freed.
  public static var givesMemoryBack: [String: String?] {
    sanitizer(["quarantine_size_mb=1", "thread_local_quarantine_size_kb=64"])
  }

  /// The variables by which `scripts/sanitize` gives a sanitizer its options.
  private static let sanitizers = ["ASAN_OPTIONS", "TSAN_OPTIONS"]

  /// Options for a sanitizer, besides those that this process has been given; nothing where it has none.
  private static func sanitizer(_ options: [String]) -> [String: String?] {
    let inherited = ProcessInfo.processInfo.environment
    var variables: [String: String?] = [:]
    for name in sanitizers {
      if let given = inherited[name] { variables[name] = ([given] + options).joined(separator: ":") }
    }
    return variables
  }
}
