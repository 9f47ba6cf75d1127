/// How a backend describes itself, without being started.
public struct BackendDescriptor: Sendable, Hashable {
  /// A short name in lower case, which people type: `mpv`.
  public let id: String
  /// The name that people read.
  public let name: String
  /// The version, of the backend or of the engine in it.
  public let version: String
  /// What it plays.
  public let kinds: [PlayerSource.Kind: KindSupport]
  /// What it can do beyond what every backend must.
  public let capabilities: Set<Capability>

  /// How well a backend plays sources of one kind.
  public struct KindSupport: Sendable, Hashable {
    /// The highest priority is chosen; 0 is chosen only where the backend is asked for by name.
    public let priority: Int
    /// What must be there: `display`, `program:NAME`. Judged without starting anything, see
    /// ``BackendEnvironment``.
    public let needs: [String]

    /// Support of this priority, 0 or more.
    public init(priority: Int, needs: [String] = []) {
      self.priority = priority
      self.needs = needs
    }
  }

  /// A description of these values.
  public init(
    id: String, name: String, version: String, kinds: [PlayerSource.Kind: KindSupport],
    capabilities: Set<Capability>
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.kinds = kinds
    self.capabilities = capabilities
  }
}

extension BackendDescriptor.KindSupport: Codable {
  private enum CodingKeys: String, CodingKey {
    case priority, needs
  }

  /// Reads support; `needs` may be absent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      priority: try container.decode(Int.self, forKey: .priority),
      needs: try container.decodeIfPresent([String].self, forKey: .needs) ?? [])
  }

  /// Writes support, `needs` only where there are any.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(priority, forKey: .priority)
    if !needs.isEmpty { try container.encode(needs, forKey: .needs) }
  }
}

extension BackendDescriptor: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, version, kinds, capabilities
  }

  /// Reads a description; kinds and capabilities that this version does not know are left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kinds = try container.decode([String: KindSupport].self, forKey: .kinds)
    let capabilities = try container.decodeIfPresent([String].self, forKey: .capabilities) ?? []
    self.init(
      id: try container.decode(String.self, forKey: .id),
      name: try container.decode(String.self, forKey: .name),
      version: try container.decode(String.self, forKey: .version),
      kinds: Dictionary(
        uniqueKeysWithValues: kinds.compactMap { key, value in
          PlayerSource.Kind(rawValue: key).map { ($0, value) }
        }),
      capabilities: Set(capabilities.compactMap(Capability.init)))
  }

  /// Writes the description, capabilities in the order of ``Capability``'s cases.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(version, forKey: .version)
    try container.encode(kinds, forKey: .kinds)
    try container.encode(Capability.allCases.filter(capabilities.contains), forKey: .capabilities)
  }
}
