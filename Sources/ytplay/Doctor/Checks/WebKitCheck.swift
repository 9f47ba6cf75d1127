/// What YouTube's player is shown with.
enum WebKitCheck {
  private static let noDisplay = Finding(.notNeeded, "It shows YouTube's player, which needs a display.")

  /// The backend that shows it, which is not even started where there is no display.
  static func backend(_ machine: Machine, _ backends: InstalledBackends) -> MachineCheck {
    let check = PluginChecks.own("iframe", backends)
    return machine.isDesktop ? check : MachineCheck(check.id, check.name) { noDisplay }
  }

  static func library(_ machine: Machine) -> MachineCheck {
    MachineCheck("webkit", "WebKitGTK") {
      guard machine.isDesktop else { return noDisplay }
      return finding(await Probe.webKit.ask(machine.variables))
    }
  }

  static func finding(_ answer: Probe.Answer) -> Finding {
    switch answer {
    case .failed(let reason, let errors): return Library.finding(WebKitProbe.file, reason, errors)
    case .facts(let facts):
      let version = "WebKitGTK \(facts["version"] ?? "of an unknown version")"
      if facts["tls"] != "yes" {
        return Finding(
          .problem, "\(version) can't reach YouTube: GLib has nothing for encrypted connections.",
          .install("glib-networking"))
      }
      return .ok(version)
    }
  }

  // MARK: Codecs

  static func codecs(_ machine: Machine) -> MachineCheck {
    MachineCheck("codecs", "WebKit's codecs") {
      guard machine.isDesktop else { return noDisplay }
      return codecFinding(await Probe.codecs.ask(machine.variables))
    }
  }

  /// The package that holds what a format lacks.
  private static func package(_ format: CodecProbe.Format, _ part: String) -> String {
    switch (part, format) {
    case ("decoder", .vp9): "gstreamer1.0-plugins-good"
    case ("decoder", .h264), ("decoder", .aac): "gstreamer1.0-libav"
    case ("decoder", .opus): "gstreamer1.0-plugins-base"
    case ("parser", .h264), ("parser", .vp9), ("parser", .opus), (_, .av1): "gstreamer1.0-plugins-bad"
    default: "gstreamer1.0-plugins-good"
    }
  }

  /// YouTube offers each video in several formats; one of pictures and one of sound that can be read suffice for most.
  static func codecFinding(_ answer: Probe.Answer) -> Finding {
    guard case .facts(let facts) = answer else {
      guard case .failed(let reason, let errors) = answer else { return noDisplay }
      return Library.finding(CodecProbe.file, reason, errors)
    }
    let version = facts["version"] ?? "GStreamer"
    var packages: [String] = []
    var missing: [CodecProbe.Format] = []
    for format in CodecProbe.Format.allCases {
      // VP9 is read without a parser.
      let parts = format == .vp9 ? ["decoder", "demuxer"] : ["decoder", "parser", "demuxer"]
      let lacking = parts.filter { facts["\($0).\(format.rawValue)"] == nil }
      if lacking.isEmpty { continue }
      missing.append(format)
      // Nothing is to be found in AV1 alone.
      if format != .av1 { packages += lacking.map { package(format, $0) } }
    }
    if facts["sink"] == nil { packages.append("gstreamer1.0-plugins-good") }
    let remedy = Remedy(packages: Set(packages).sorted())
    func lacks(_ formats: CodecProbe.Format...) -> Bool { formats.allSatisfy(missing.contains) }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    if lacks(.vp9, .h264, .av1) || lacks(.opus, .aac) {
      return Finding(
        .problem, "\(version) can't play \(names), so that YouTube shows or plays nothing.", remedy)
    }
    if facts["sink"] == nil {
      return Finding(.problem, "\(version) has nowhere to send sound (no autoaudiosink).", remedy)
    }
    let there = CodecProbe.Format.allCases.filter { !missing.contains($0) }.map(\.rawValue)
    if missing.isEmpty || missing == [.av1] {
      return .ok("\(version) plays \(there.joined(separator: ", "))")
    }
    return Finding(
      .warning, "\(version) can't play \(names), so that some videos of YouTube's don't play.", remedy)
  }
}
