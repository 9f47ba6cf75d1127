/// A value as D-Bus carries it, of the types that are needed here.
enum BusValue: Sendable, Hashable {
  /// `b`
  case bool(Bool)
  /// `d`
  case double(Double)
  /// `x`
  case integer(Int64)
  /// `u`
  case unsigned(UInt32)
  /// `s`
  case string(String)
  /// `o`
  case path(String)
  /// `as`
  case strings([String])
  /// `a{sv}`
  case members([String: BusValue])
}

extension BusValue {
  /// Seconds as D-Bus has them in MPRIS: whole microseconds.
  static func time(_ seconds: Double) -> BusValue {
    .integer(seconds.microseconds)
  }
}

extension Double {
  /// As whole microseconds, where these are seconds; what is beyond all counting is cut off.
  var microseconds: Int64 {
    guard isFinite else { return 0 }
    return Int64(exactly: (self * 1e6).rounded()) ?? (self < 0 ? .min : .max)
  }
}

/// An error as D-Bus carries it.
struct BusFault: Error, Hashable {
  /// The errors that the D-Bus specification and its reference implementation name.
  enum Name: String {
    case failed = "org.freedesktop.DBus.Error.Failed"
    case invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    case notSupported = "org.freedesktop.DBus.Error.NotSupported"
    case accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    case fileNotFound = "org.freedesktop.DBus.Error.FileNotFound"
    case timedOut = "org.freedesktop.DBus.Error.Timeout"
    case limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    case unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
  }

  let name: Name
  let message: String

  init(_ name: Name, _ message: String) {
    self.name = name
    self.message = message
  }
}
