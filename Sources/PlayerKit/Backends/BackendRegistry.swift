/// The backends that there are, and which of them plays what.
///
/// A value: a copy is a registry of its own. A ``Player`` keeps one, which can be replaced at any time.
public struct BackendRegistry: Sendable {
  /// The providers, in the order of their registration.
  public private(set) var providers: [BackendProvider] = []
  /// What judges the descriptors' `needs`.
  public var environment: BackendEnvironment

  /// A registry of these providers; of two with the same id the later one stays.
  public init(_ providers: [BackendProvider] = [], environment: BackendEnvironment = .current) {
    self.environment = environment
    for provider in providers { register(provider) }
  }

  /// Adds a provider, in the place of an earlier one with the same id.
  public mutating func register(_ provider: BackendProvider) {
    if let index = providers.firstIndex(where: { $0.descriptor.id == provider.descriptor.id }) {
      providers[index] = provider
    } else {
      providers.append(provider)
    }
  }

  /// Removes the provider with this id, and returns it where there was one.
  @discardableResult
  public mutating func unregister(_ id: String) -> BackendProvider? {
    guard let index = providers.firstIndex(where: { $0.descriptor.id == id }) else { return nil }
    return providers.remove(at: index)
  }

  /// The provider with this id.
  public subscript(id: String) -> BackendProvider? {
    providers.first { $0.descriptor.id == id }
  }

  /// Every backend, best first, with why it was or was not chosen for the source.
  ///
  /// Judged by the descriptors alone; nothing is started. Where a name is preferred, only that backend can be
  /// chosen.
  public func candidates(for source: PlayerSource, preferring id: String? = nil) -> [BackendCandidate] {
    var candidates = providers.map { judge($0, source, isNamed: $0.descriptor.id == id) }
    // Stable: of equals the one registered first stays in front.
    candidates = candidates.enumerated().sorted { lhs, rhs in
      (lhs.element.rank, rhs.offset) > (rhs.element.rank, lhs.offset)
    }.map(\.element)
    let chosen = candidates.first { $0.isUsable && (id == nil || $0.id == id) }?.id
    for index in candidates.indices where candidates[index].isUsable {
      if candidates[index].id == chosen {
        candidates[index].isChosen = true
      } else if let id {
        candidates[index].reason = "\(id) was asked for by name"
      } else if let chosen {
        candidates[index].reason += ", and \(chosen) comes first"
      }
    }
    return candidates
  }

  /// The backend to play the source with.
  ///
  /// - Throws: ``PlayerError/Code/backendUnavailable`` where a backend was named and is not registered or
  ///   its needs are not met, or where no backend can play the source; ``PlayerError/Code/unsupported``
  ///   where the named one does not play that kind.
  public func backend(
    for source: PlayerSource, preferring id: String? = nil
  ) throws(PlayerError) -> BackendProvider {
    let candidates = candidates(for: source, preferring: id)
    if let chosen = candidates.first(where: \.isChosen) { return chosen.provider }
    guard let id else {
      let reasons = candidates.map { "\($0.id): \($0.reason)" }.joined(separator: "; ")
      throw PlayerError(
        .backendUnavailable, "No backend here can play a source of the kind \(source.kind).",
        remedy: reasons.isEmpty ? "Register a backend." : "What keeps each from it: \(reasons).")
    }
    guard let named = candidates.first(where: { $0.id == id }) else {
      throw unknownBackend(id)
    }
    throw PlayerError(
      named.support == nil ? .unsupported : .backendUnavailable,
      "The backend \(id) can't play this source: \(named.reason).",
      remedy: "Leave the choice of a backend open, or choose another.", backend: id)
  }

  /// The error for a backend that is not registered.
  func unknownBackend(_ id: String) -> PlayerError {
    let known = providers.map(\.descriptor.id).joined(separator: ", ")
    return PlayerError(
      .backendUnavailable, "There is no backend called \(id).",
      remedy: known.isEmpty ? "No backend is registered." : "Choose one of: \(known).", backend: id)
  }

  private func judge(_ provider: BackendProvider, _ source: PlayerSource, isNamed: Bool) -> BackendCandidate {
    let descriptor = provider.descriptor
    guard let support = descriptor.kinds[source.kind] else {
      return BackendCandidate(
        provider: provider, support: nil, isUsable: false, rank: -2,
        reason: "it plays no source of the kind \(source.kind)")
    }
    let unmet = support.needs.compactMap(environment.unmet)
    if !unmet.isEmpty {
      return BackendCandidate(
        provider: provider, support: support, isUsable: false, rank: isNamed ? .max : -1,
        reason: unmet.joined(separator: ", and "))
    }
    if isNamed {
      return BackendCandidate(
        provider: provider, support: support, isUsable: true, rank: .max, reason: "it was asked for by name")
    }
    guard support.priority > 0 else {
      return BackendCandidate(
        provider: provider, support: support, isUsable: false, rank: 0,
        reason: "it is used only where it is asked for by name")
    }
    return BackendCandidate(
      provider: provider, support: support, isUsable: true, rank: min(support.priority, .max - 1),
      reason: "it plays the kind \(source.kind) with priority \(support.priority)")
  }
}

/// A backend, and why it was or was not chosen for a source.
public struct BackendCandidate: Sendable {
  /// Its provider.
  public let provider: BackendProvider
  /// Its support of the source's kind; nil where it does not play that kind.
  public let support: BackendDescriptor.KindSupport?
  /// Whether it could play the source, as far as can be told without starting it.
  public let isUsable: Bool
  /// Whether it is the one that was chosen.
  public internal(set) var isChosen = false
  /// Why it was or was not chosen, as the end of a sentence.
  public internal(set) var reason: String

  let rank: Int

  init(
    provider: BackendProvider, support: BackendDescriptor.KindSupport?, isUsable: Bool, rank: Int,
    reason: String
  ) {
    self.provider = provider
    self.support = support
    self.isUsable = isUsable
    self.rank = rank
    self.reason = reason
  }

  /// The backend's id.
  public var id: String { provider.descriptor.id }
}
