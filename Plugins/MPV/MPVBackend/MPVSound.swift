import Glibc
import PlayerKit

/// Whether this machine may have a sound device.
///
/// mpv's own search without one takes 100 ms and makes ALSA's library write a page to standard error.
enum MPVSound {
  /// Where mpv's sound goes.
  enum Output {
    /// Nowhere yet.
    case none
    case device
    /// Nowhere, though it went to a device before.
    case lost
  }

  /// False only where there is no sign of any: no device, no sound server, and no one's own arrangement.
  static var mayBeThere: Bool {
    let runtime = MPVSocket.variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
    let home = MPVSocket.variable("HOME") ?? "/root"
    let variables = [
      "PULSE_SERVER", "PIPEWIRE_REMOTE", "PIPEWIRE_RUNTIME_DIR", "AUDIODEVICE", "ALSA_CONFIG_PATH",
    ]
    let paths = [
      "/dev/snd/seq", "/dev/snd/timer", "/dev/dsp", "/dev/audio", "\(runtime)/pulse/native",
      "\(runtime)/pipewire-0", "/run/pulse/native", "/var/run/pulse/native", "/tmp/sndio", "/etc/asound.conf",
      "\(home)/.asoundrc", "\(home)/.config/pulse/client.conf", "\(home)/.pulse/client.conf",
    ]
    return variables.contains { MPVSocket.variable($0) != nil } || paths.contains { access($0, F_OK) == 0 }
      || hasJACK
  }

  /// JACK's server keeps its sockets in shared memory.
  private static var hasJACK: Bool {
    guard let folder = opendir("/dev/shm") else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let isJACK = withUnsafeBytes(of: entry.pointee.d_name) { $0.starts(with: "jack".utf8) }
      if isJACK { return true }
    }
    return false
  }
}
