import Glibc

/// The session bus, by which media keys and panels see `ytplay`.
enum BusCheck {
  static func check(_ machine: Machine) -> MachineCheck {
    .blocking("bus", "session bus", whenSilent: .warning) {
      let runtime = machine.variables["XDG_RUNTIME_DIR"].map { "unix:path=\($0)/bus" }
      guard let address = machine.variables["DBUS_SESSION_BUS_ADDRESS"] ?? runtime else {
        return none("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set", machine)
      }
      let paths = Self.paths(address)
      if paths.isEmpty { return .ok("\(address), which is believed to be there") }
      for path in paths {
        guard let socket = LocalSocket(path) else { continue }
        // The first words of D-Bus's own greeting, by which a bus shows that it is one.
        let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
        guard socket.send(Array("\0AUTH EXTERNAL \(user)\r\n".utf8)), let line = socket.line() else {
          return Finding(
            .warning,
            "What listens at \(address) does not answer, so that media keys and panels don't see ytplay.",
            .advice("Log in again; until then --no-mpris leaves it alone."))
        }
        if line.starts(with: "OK ".utf8) { return .ok(address) }
        return Finding(
          .warning, "The bus at \(address) does not let you in.",
          .advice("Run ytplay as the person whose session it is."))
      }
      return none("nobody listens at \(address)", machine)
    }
  }

  private static func none(_ reason: String, _ machine: Machine) -> Finding {
    guard machine.isDesktop else { return Finding(.notNeeded, "There is none: \(reason).") }
    return Finding(
      .warning, "There is none, so that media keys and panels don't see ytplay: \(reason).",
      .install("dbus-user-session", advice: "Then log in again."))
  }

  /// The sockets of this machine in an address as the D-Bus specification has it («Server Addresses»), as
  /// ``LocalSocket`` takes them.
  static func paths(_ address: String) -> [[UInt8]] {
    address.split(separator: ";").compactMap { entry in
      let parts = entry.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] == "unix" else { return nil }
      for pair in parts[1].split(separator: ",") {
        let words = pair.split(separator: "=", maxSplits: 1)
        guard words.count == 2 else { continue }
        let value = unescaped(words[1])
        if words[0] == "path" { return value }
        if words[0] == "abstract" { return [0] + value }
      }
      return nil
    }
  }

  private static func unescaped(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
