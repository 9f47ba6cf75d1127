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
}
