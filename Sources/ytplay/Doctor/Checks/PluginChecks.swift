import PlayerKit
import PlayerPlugins

/// The backends: whether the programs that they are start, and which were refused.
enum PluginChecks {
  /// Those that come with `ytplay`.
  private static let own = ["mpv", "iframe"]

  /// The plugin of this id, which comes with the program.
  static func own(_ id: String, _ backends: InstalledBackends) -> MachineCheck {
    MachineCheck("backend.\(id)", "backend \(id)") {
      guard let plugin = backends.plugins[id] else { return missing(id, backends.plugins.rejection(of: id)) }
      return finding(await plugin.provider.availability(), plugin, .problem)
    }
  }

  /// All others, and what was refused.
  static func others(_ backends: InstalledBackends, _ machine: Machine) -> [MachineCheck] {
    let plugins = backends.plugins.plugins.filter { !own.contains($0.manifest.descriptor.id) }
    let others = plugins.map { plugin in
      let id = plugin.manifest.descriptor.id
      return MachineCheck("backend.\(id)", "backend \(Text.safe(id))", whenSilent: .warning) {
        finding(await plugin.provider.availability(), plugin, .warning)
      }
    }
    // Those that are missed are told of in their own place.
    let missed = (machine.isDesktop ? own : ["mpv"]).filter { backends.plugins[$0] == nil }
      .compactMap { backends.plugins.rejection(of: $0) }
    let refused = backends.plugins.rejections.filter { !missed.contains($0) }
    return others
      + refused.map { plugin in
        let name = plugin.path.split(separator: "/").last.map(String.init) ?? plugin.path
        return MachineCheck("refused.\(plugin.id ?? name)", "refused plugin") { refusal(plugin, .warning) }
      }
  }

  private static func missing(_ id: String, _ rejection: RejectedPlugin?) -> Finding {
    if let rejection { return refusal(rejection, .problem) }
    return Finding(
      .problem, "There is no plugin of that name in the folders of `ytplay help plugins`.",
      .advice("Install ytplay whole (`make install`, or its package), or name the folder by --plugin-path."))
  }

  private static func refusal(_ plugin: RejectedPlugin, _ outcome: Finding.Outcome) -> Finding {
    Finding(outcome, plugin.error.message, plugin.error.remedy.map { .advice($0) })
  }

  /// - Parameter outcome: what it is where it can't run.
  static func finding(
    _ availability: BackendAvailability, _ plugin: FoundPlugin, _ outcome: Finding.Outcome
  ) -> Finding {
    switch availability {
    case .available:
      let descriptor = plugin.program.programDescriptor ?? plugin.manifest.descriptor
      return .ok("\(descriptor.name), \(descriptor.version), by \(plugin.manifestPath)")
    case .unavailable(let reason, let remedy):
      if let library = Library.missing(in: reason) {
        let detail = "\(plugin.programPath) does not start: \(library) is not there."
        return Finding(outcome, detail, Library.remedy(library))
      }
      let isSaid = reason.contains { !$0.isWhitespace }
      return Finding(
        outcome, isSaid ? reason : "It says that it can't run, and not why.", remedy.map { .advice($0) })
    }
  }
}
