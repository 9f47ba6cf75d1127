import Glibc
import PlayerKit

/// Where sound would go. Nothing is played.
enum SoundCheck {
  static func check(_ machine: Machine) -> MachineCheck {
    .blocking("sound", "sound", whenSilent: .warning) {
      if let server = machine.variables["PULSE_SERVER"], !server.hasPrefix("/"), !server.hasPrefix("unix:") {
        return .ok("the server \(server), by PULSE_SERVER")
      }
      let servers = servers(machine)
      if let server = servers.first(where: { LocalSocket(Array($0.path.utf8)) != nil }) {
        return .ok("\(server.name), at \(server.path)")
      }
      let devices = devices()
      if devices.contains(where: { access($0, R_OK | W_OK) == 0 }) {
        return .ok("ALSA, \(devices.count == 1 ? "1 device" : "\(devices.count) devices")")
      }
      if !devices.isEmpty {
        return Finding(
          .warning, "You may not use the sound devices, so that nothing is heard.",
          .advice("\(machine.asRoot("adduser $USER audio")), and log in again."))
      }
      let dead = servers.first { access($0.path, F_OK) == 0 }
      let reason = dead.map { "Nobody listens at \($0.path), and there" } ?? "There"
      return Finding(
        .warning, "\(reason) is no sound device: what plays goes on in silence.",
        .install("pipewire-audio", advice: "Then log in again."))
    }
  }

  private static func servers(_ machine: Machine) -> [(name: String, path: String)] {
    let runtime = machine.variables["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())"
    var servers = [
      ("PulseAudio's protocol", "\(runtime)/pulse/native"), ("PipeWire", "\(runtime)/pipewire-0"),
      ("PulseAudio for all", "/run/pulse/native"),
    ]
    if let named = machine.variables["PULSE_SERVER"] {
      let path = named.hasPrefix("unix:") ? String(named.dropFirst(5)) : named
      servers.insert(("PULSE_SERVER", path), at: 0)
    }
    return servers.map { (name: $0, path: $1) }
  }

  /// ALSA's devices that play.
  private static func devices() -> [String] {
    guard let folder = opendir("/dev/snd") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("pcm"), name.hasSuffix("p") { names.append("/dev/snd/\(name)") }
    }
    return names
  }
}
