import MockBackend
import PlayerConformance
import PlayerKit
import Testing

/// One way of breaking the contract: what stands between the mock and whoever uses it, and spoils one thing.
struct Flaw: Sendable, CustomTestStringConvertible {
  /// The rule that it breaks.
  let rule: Int
  /// What the broken backend does, as a sentence.
  let name: String
  /// What the result's detail must say, so that the rule failed for this flaw and no other reason.
  let seen: String

  /// What the mock meets.
  var script = MockScript()
  /// What the broken backend says that it can do; the mock can do everything.
  var capabilities = Set(Capability.allCases)
  /// What the suite is given beside ``MockSetUp/options``.
  var options = MockSetUp.options
  /// Spoils what the backend is made with.
  var configure: @Sendable (inout PlayerConfiguration) -> Void = { _ in }
  /// Spoils the making; called before the backend is handed over.
  var onMake: @Sendable (Wires) async throws(PlayerError) -> Void = { _ throws(PlayerError) in }
  /// Spoils actions; lets them pass unless set.
  var onAction: @Sendable (PlayerAction, Wires) async throws(PlayerError) -> Void = {
    action, wires throws(PlayerError) in
    try await wires.forward(action)
  }
  /// Spoils being presented; lets it pass unless set.
  var onPresent: @Sendable (PlayerPresentation, Wires) async throws(PlayerError) -> Void = {
    presentation, wires throws(PlayerError) in
    try await wires.forward(presentation)
  }
  /// Spoils events; lets them pass unless set. Called from wherever the mock emits.
  var onEvent: @Sendable (PlayerEvent, Wires) -> Void = { event, wires in wires.send(event) }
  /// Spoils the shut-down; lets it pass unless set.
  var onShutDown: @Sendable (Wires) async -> Void = { wires in await wires.close() }

  /// - Parameter spoil: sets what the flaw consists of.
  init(_ rule: Int, _ name: String, seen: String, _ spoil: (inout Flaw) -> Void) {
    self.rule = rule
    self.name = name
    self.seen = seen
    // Long enough on a busy machine, and short where something is missing on purpose.
    options.patience = .seconds(3)
    options.watchTime = .milliseconds(400)
    spoil(&self)
  }

  var testDescription: String { "rule \(rule): \(name)" }

  /// Makes broken backends.
  var provider: BackendProvider {
    let flaw = self
    let inner = MockBackend.provider(script: script)
    let descriptor = BackendDescriptor(
      id: "broken", name: "Broken", version: "1", kinds: inner.descriptor.kinds, capabilities: capabilities)
    return BackendProvider(descriptor: descriptor) { configuration, emit throws(PlayerError) in
      let wires = Wires(emit)
      var configuration = configuration
      flaw.configure(&configuration)
      wires.connect(try await inner.make(configuration) { flaw.onEvent($0, wires) })
      do throws(PlayerError) {
        try await flaw.onMake(wires)
      } catch {
        await wires.close()
        throw error
      }
      return BrokenBackend(flaw: flaw, wires: wires)
    }
  }

  /// The result of the flaw's own rule.
  func result() async -> ConformanceResult? {
    var options = options
    if let blocked = options.blockedAutoplay {
      options.blockedAutoplay = .init(source: blocked.source)
    }
    let suite = ConformanceSuite(provider: provider, options: options)
    return await suite.run(ConformanceRule.all.filter { $0.number == rule }).first
  }
}

/// A backend with a flaw.
private struct BrokenBackend: PresentingBackend {
  let flaw: Flaw
  let wires: Wires

  func perform(_ action: PlayerAction) async throws(PlayerError) {
    try await flaw.onAction(action, wires)
  }

  func present(_ presentation: PlayerPresentation) async throws(PlayerError) {
    try await flaw.onPresent(presentation, wires)
  }

  func shutDown() async {
    await flaw.onShutDown(wires)
  }
}

extension Flaw {
  /// Every flaw but those of ``resources``.
  static let all = opening + seeking + playing + capabilityFlaws + failing + ending

  /// What every source turns out to be where the flaw needs time before it is open.
  static let slow: @Sendable (PlayerSource) -> MockMedia = { source in
    var media = MockScript.media(for: source)
    if media.openFailure == nil { media.openLatency = 0.6 }
    return media
  }
}
