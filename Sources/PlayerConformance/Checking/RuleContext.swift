import PlayerKit

/// What the checks of a rule work with.
struct RuleContext: Sendable {
  let provider: BackendProvider
  let options: ConformanceOptions
  let media: ConformanceMedia
  /// Takes a fact that stands in the detail of a rule that has passed.
  var note: @Sendable (String) -> Void = { _ in }

  var descriptor: BackendDescriptor { provider.descriptor }

  /// Whether the backend lists a capability.
  func has(_ capability: Capability) -> Bool {
    descriptor.capabilities.contains(capability)
  }

  /// Throws ``NotChecked`` unless the backend lists a capability.
  func requireCapability(_ capability: Capability) throws(NotChecked) {
    if !has(capability) { throw NotChecked("the backend lacks the capability \(capability)") }
  }

  /// Makes a backend, hands it to `body`, and shuts it down whatever happens.
  ///
  /// - Parameters:
  ///   - provider: nil: the one under test.
  ///   - dwell: see ``EventRecorder``.
  func withSession<Value>(
    provider: BackendProvider? = nil, dwell: Duration = .zero,
    configure: (inout PlayerConfiguration) -> Void = { _ in },
    _ body: (Session) async throws -> Value
  ) async throws -> Value {
    var configuration = options.configuration
    configuration.autoPlay = true
    configure(&configuration)
    let session = try await Session(
      provider: provider ?? self.provider, configuration: configuration, options: options,
      log: EventRecorder(dwell: dwell))
    do {
      let value = try await body(session)
      await session.end()
      return value
    } catch {
      await session.end()
      throw error
    }
  }
}
