import PlayerKit

/// `ytplay backends`: which backends there are, and whether they can run here.
enum BackendsCommand {
  static func run(
    _ invocation: Invocation, _ registry: BackendRegistry, _ console: Console
  ) async throws(UsageError) -> ExitStatus {
    let options = invocation.options
    if let id = options.check {
      return try await CheckCommand.run(
        registry.named(id), invocation.operands, json: options.json, console)
    }
    if let operand = invocation.operands.first {
      throw UsageError(
        "`ytplay backends` takes no source without --check, and was given \(Text.shown(operand.bytes)).")
    }
    for provider in registry.providers {
      let listing = Listing(provider.descriptor, await provider.availability())
      console.output.write(options.json ? JSONText.line(listing) : Array(listing.text.utf8))
    }
    return await console.finish(.success)
  }
}

/// A backend as it is listed.
struct Listing {
  let descriptor: BackendDescriptor
  let availability: BackendAvailability

  init(_ descriptor: BackendDescriptor, _ availability: BackendAvailability) {
    self.descriptor = descriptor
    self.availability = availability
  }

  /// The kinds that it plays, the best first.
  private var kinds: [(kind: PlayerSource.Kind, support: BackendDescriptor.KindSupport)] {
    PlayerSource.Kind.allCases.compactMap { kind in descriptor.kinds[kind].map { (kind, $0) } }
  }

  /// The listing for people.
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
    let rows = [("", state), ("plays", plays.joined(separator: ", ")), ("can", can.joined(separator: ", "))]
    return "\(descriptor.id)  \(descriptor.name) \(descriptor.version)\n"
      + rows.map { "  \($0.0.padded(to: $0.0.isEmpty ? 0 : 7))\(Text.safe($0.1))\n" }.joined()
  }
}

extension Listing: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, version, kinds, capabilities, available, reason, remedy
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(descriptor.id, forKey: .id)
    try container.encode(descriptor.name, forKey: .name)
    try container.encode(descriptor.version, forKey: .version)
    try container.encode(descriptor.kinds.mapValues(\.priority), forKey: .kinds)
    try container.encode(Capability.allCases.filter(descriptor.capabilities.contains), forKey: .capabilities)
    switch availability {
    case .available: try container.encode(true, forKey: .available)
    case .unavailable(let reason, let remedy):
      try container.encode(false, forKey: .available)
      try container.encode(reason, forKey: .reason)
      try container.encodeIfPresent(remedy, forKey: .remedy)
    }
  }
}
