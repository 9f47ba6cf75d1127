#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the bus of the person's session is.
enum BusAddress {
  /// Its address; nil where there is none.
  ///
  /// GLib would otherwise start a bus of its own (`dbus-launch`), on which nobody listens.
  static var session: String? {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return address }
    guard let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/"),
      access("\(folder)/bus", R_OK | W_OK) == 0
    else { return nil }
    return "unix:path=\(escaped("\(folder)/bus"))"
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// As the D-Bus specification wants it ("Server Addresses").
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = Array("0123456789abcdef")
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}
