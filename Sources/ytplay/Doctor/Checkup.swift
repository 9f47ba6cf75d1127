import PlayerKit
import PlayerPlugins

/// All that is looked at on a machine, in the order of the report.
struct Checkup {
  let machine: Machine
  let backends: InstalledBackends
  let configuration: Configuration?

  var checks: [MachineCheck] {
    [
      DisplayCheck.check(machine),
      PluginChecks.own("mpv", backends), MPVCheck.library(machine),
      WebKitCheck.backend(machine, backends), WebKitCheck.library(machine),
      WebKitCheck.codecs(machine),
      SandboxCheck.check(machine), CertificateCheck.check(machine),
      SoundCheck.check(machine), BusCheck.check(machine), YtDlpCheck.check(machine),
      LocaleCheck.check(machine),
      FolderChecks.state(), FolderChecks.configuration(configuration),
    ] + PluginChecks.others(backends, machine)
  }
}
