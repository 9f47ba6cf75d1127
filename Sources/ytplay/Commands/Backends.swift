import PlayerKit
import PlayerPlugins

/// `ytplay backends`: which backends there are, whether they can run here, and which plugins were refused.
enum BackendsCommand {
  static func run(
    _ invocation: Invocation, _ backends: InstalledBackends, _ console: Console
  ) async throws(UsageError) -> ExitStatus {
    let options = invocation.options
    if let id = options.check {
      return try await CheckCommand.run(
        backends.named(id), invocation.operands, json: options.json, console)
    }
    if let operand = invocation.operands.first {
      throw UsageError(
        "`ytplay backends` takes no source without --check, and was given \(Text.shown(operand.bytes)).")
    }
    func list(_ listing: some Listing) {
      console.output.write(options.json ? JSONText.line(listing) : Array(listing.text.utf8))
    }
    // All at once: each may start a program.
    let asked = backends.registry.providers.map { provider in
      (provider.descriptor, Task { await provider.availability() })
    }
    for (descriptor, availability) in asked {
      let (availability, plugin) = (await availability.value, backends.plugins[descriptor.id])
      // A manifest can't know which version of an engine its program will meet.
      let version = plugin?.program.programDescriptor?.version ?? descriptor.version
      list(
        BackendListing(
          descriptor: descriptor, version: version, availability: availability, manifest: plugin?.manifestPath
        ))
    }
    for plugin in backends.plugins.shadowed { list(ShadowedListing(plugin: plugin)) }
    for plugin in backends.plugins.rejections { list(RejectedListing(plugin: plugin)) }
    return await console.finish(.success)
  }
}

/// One entry of the list: JSON for programs, and text for people.
private protocol Listing: Encodable {
  var text: String { get }
}

extension Listing {
  /// A line with what the entry is, and indented ones that say more.
  func lines(_ title: String, _ rows: [(name: String, value: String)]) -> String {
    Text.safe(title) + "\n"
      + rows.map { "  \($0.name.padded(to: $0.name.isEmpty ? 0 : 7))\(Text.safe($0.value))\n" }.joined()
  }
}

/// A backend.
private struct BackendListing: Listing {
  let descriptor: BackendDescriptor
  let version: String
  let availability: BackendAvailability
  /// Where its manifest is; nil where it is in the program itself.
  let manifest: String?

  /// The kinds that it plays, the best first.
  private var kinds: [(kind: PlayerSource.Kind, support: BackendDescriptor.KindSupport)] {
    PlayerSource.Kind.allCases.compactMap { kind in descriptor.kinds[kind].map { (kind, $0) } }
  }

  var text: String {
    let plays = kinds.map { kind, support in
      let needs = support.needs.isEmpty ? "" : " needs \(support.needs.joined(separator: ", "))"
      return "\(kind) (\(support.priority)\(needs))"
    }
    let can = Capability.allCases.filter(descriptor.capabilities.contains).map(\.rawValue)
    let state =
      switch availability {
      case .available: "available"
      case .unavailable(let reason, let remedy): "not available: \(reason)" + (remedy.map { " \($0)" } ?? "")
      }
    return lines(
      "\(descriptor.id)  \(descriptor.name) \(version)",
      [
        ("", state), ("plays", plays.joined(separator: ", ")),
        ("can", can.isEmpty ? "nothing but play" : can.joined(separator: ", ")),
        ("from", manifest ?? "this program"),
      ])
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, version, kinds, capabilities, available, reason, remedy, manifest
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(descriptor.id, forKey: .id)
    try container.encode(descriptor.name, forKey: .name)
    try container.encode(version, forKey: .version)
    try container.encode(descriptor.kinds.mapValues(\.priority), forKey: .kinds)
    try container.encode(Capability.allCases.filter(descriptor.capabilities.contains), forKey: .capabilities)
    try container.encodeIfPresent(manifest, forKey: .manifest)
    switch availability {
    case .available: try container.encode(true, forKey: .available)
    case .unavailable(let reason, let remedy):
      try container.encode(false, forKey: .available)
      try container.encode(reason, forKey: .reason)
      try container.encodeIfPresent(remedy, forKey: .remedy)
    }
  }
}

/// A plugin that is not used, because another one has its id.
private struct ShadowedListing: Listing {
  let plugin: ShadowedPlugin

  var text: String {
    lines(
      "\(plugin.id)  not used", [("", "\(plugin.shadowedBy) comes first"), ("from", plugin.manifestPath)])
  }

  private enum CodingKeys: String, CodingKey {
    case id, manifest, shadowedBy
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(plugin.id, forKey: .id)
    try container.encode(plugin.manifestPath, forKey: .manifest)
    try container.encode(plugin.shadowedBy, forKey: .shadowedBy)
  }
}

/// A plugin that was refused.
private struct RejectedListing: Listing {
  let plugin: RejectedPlugin

  var text: String {
    let rows = [("", plugin.error.message)] + (plugin.error.remedy.map { [("", $0)] } ?? [])
    return lines("\(plugin.id ?? plugin.path)  refused", rows)
  }

  private enum CodingKeys: String, CodingKey {
    case id, manifest, rejected, reason, remedy
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(plugin.id, forKey: .id)
    try container.encode(plugin.path, forKey: .manifest)
    try container.encode(true, forKey: .rejected)
    try container.encode(plugin.error.message, forKey: .reason)
    try container.encodeIfPresent(plugin.error.remedy, forKey: .remedy)
  }
}
