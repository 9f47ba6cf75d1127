import FoundationEssentials
import Glibc
import PlayerKit

/// WebKit's sandbox, without which no web view is made.
enum SandboxCheck {
  /// What WebKit runs for it, by a path that is compiled into it.
  private static let bubblewrap = "/usr/bin/bwrap"
  /// What Flatpak gives its programs; WebKit goes on without a sandbox where it sees one, and says nothing.
  private static let flatpak = "/.flatpak-info"

  static func check(_ machine: Machine) -> MachineCheck {
    MachineCheck("sandbox", "WebKit's sandbox") {
      guard machine.isDesktop else {
        return Finding(.notNeeded, "It locks up web pages, which need a display.")
      }
      if machine.variables["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] == "1" {
        return Finding(
          .warning, "It is off: web pages can read your files.",
          .advice("Unset WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS."))
      }
      // As WebKit will do it.
      let answer = await ProgramAnswer.of(
        [bubblewrap, "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "/bin/true"], limit: 10)
      var status = stat()
      let isEmpty = stat(flatpak, &status) == 0 && status.st_size == 0
      return finding(answer, forbidding: forbiddingSettings(), hasFalseFlatpak: isEmpty, machine)
    }
  }

  static func finding(
    _ answer: ProgramAnswer, forbidding settings: [String], hasFalseFlatpak: Bool = false, _ machine: Machine
  ) -> Finding {
    switch answer.outcome.end {
    case .exited(0) where hasFalseFlatpak:
      return Finding(
        .warning, "It is off: by the empty file \(flatpak) WebKit believes itself to be within Flatpak's.",
        .advice(machine.asRoot("rm \(flatpak)")))
    case .exited(0): return .ok("Bubblewrap makes one")
    case .notStarted(ENOENT):
      return Finding(.problem, "\(bubblewrap), which makes it, is not there.", .install("bubblewrap"))
    case .notStarted(let number):
      return Finding(
        .problem, "\(bubblewrap) can't be run: \(String(cString: strerror(number))).", .install("bubblewrap"))
    case .exited, .killed, .unknown:
      let lines = answer.outcome.errors.split(separator: UInt8(ascii: "\n"))
      let said = lines.last.map { ": \(Text.shown($0))" } ?? ""
      let advice =
        settings.isEmpty
        ? "Allow user namespaces; a container has to be started with the right to make them."
        : machine.asRoot("sysctl -w \(settings.joined(separator: " ")), and in /etc/sysctl.d for good.")
      return Finding(
        .problem, answer.isTooLate ? "Making one took longer than 10 s." : "It can't be made\(said).",
        .advice(advice))
    }
  }

  /// The kernel's settings that forbid it, as they would have to be.
  private static func forbiddingSettings() -> [String] {
    [
      ("kernel.unprivileged_userns_clone", "0", "1"),
      ("kernel.apparmor_restrict_unprivileged_userns", "1", "0"),
      ("user.max_user_namespaces", "0", "10000"),
    ].compactMap { name, bad, good in
      let path = MediaPath("/proc/sys/" + name.replacing(".", with: "/"))
      let value = FileText.read(path)?.split(separator: "\n").first
      return value.map(String.init) == bad ? "\(name)=\(good)" : nil
    }
  }
}
