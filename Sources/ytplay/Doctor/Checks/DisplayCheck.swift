/// Whether windows can be opened.
enum DisplayCheck {
  static func check(_ machine: Machine) -> MachineCheck {
    MachineCheck("display", "display") {
      guard machine.isDesktop else {
        return Finding(
          .notNeeded,
          "There is none (neither DISPLAY nor WAYLAND_DISPLAY is set): files and streams play by their sound, and so "
            + "does YouTube where yt-dlp is found.")
      }
      return finding(await Probe.display.ask(machine.variables), machine.variables)
    }
  }

  static func finding(_ answer: Probe.Answer, _ variables: [String: String]) -> Finding {
    let places = [("wayland", "WAYLAND_DISPLAY", "Wayland"), ("x11", "DISPLAY", "X11")]
      .compactMap { key, variable, name in variables[variable].map { (key, variable, name, $0) } }
    let remedy = Remedy.advice(
      "Run ytplay as the person whose desktop it is, or unset \(places.map(\.1).joined(separator: " and ")) for sound "
        + "alone; without a screen there is `xvfb-run ytplay …`.")
    switch answer {
    case .failed(let reason, let errors):
      let said = errors.isEmpty ? "" : " (\(errors))"
      return Finding(.problem, "The display could not be asked: \(reason)\(said).", remedy)
    case .facts(let facts):
      let works = places.filter { facts[$0.0] == "yes" }
      if !works.isEmpty { return .ok(works.map { "\($0.2), \($0.3)" }.joined(separator: "; ")) }
      let reasons = places.map { "\($0.1) is \($0.3), and \(facts[$0.0] ?? "nothing is known of it")." }
      return Finding(.problem, reasons.joined(separator: " "), remedy)
    }
  }
}
