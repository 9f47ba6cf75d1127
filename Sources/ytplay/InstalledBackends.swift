import MockBackend
import PlayerKit
import PlayerPlugins

/// The backends that there are: plugins, and those in the program itself. Naming them starts none of them.
struct InstalledBackends: Sendable {
  /// All of them. A plugin comes before what is in the program under the same name.
  let registry: BackendRegistry
  /// The plugins, and what was refused.
  let plugins: PluginSearch

  private static let inProcess = [MockBackend.provider]

  /// Looks for the plugins that a command may use.
  init(for invocation: Invocation, _ console: Console) {
    var options = PluginOptions()
    options.hostVersion = Program.version
    // A check counts what is left behind.
    if invocation.options.check != nil { options.lingerTime = .zero }
    if invocation.command == .play, invocation.operands.contains(where: { $0.bytes == Array("-".utf8) }) {
      options.standardInput = 0
    }
    let given = invocation.options.pluginFolders
    for folder in given where !invocation.options.isQuiet && MediaPath(folder).fileKind == nil {
      console.say("There is no folder \(folder), which --plugin-path names.")
    }
    self.init(PluginDirectory.search(PluginDirectory.folders(given: given), options: options))
  }

  init(_ plugins: PluginSearch) {
    self.plugins = plugins
    var registry = BackendRegistry()
    plugins.register(into: &registry)
    for provider in Self.inProcess where registry[provider.descriptor.id] == nil {
      registry.register(provider)
    }
    self.registry = registry
  }

  /// The backend that a person named.
  func named(_ id: String) throws(UsageError) -> BackendProvider {
    if let provider = registry[id] { return provider }
    if let rejection = plugins.rejection(of: id) {
      throw UsageError("The backend \(Text.safe(id)) was refused: \(rejection.error)")
    }
    let ids = registry.providers.map(\.descriptor.id)
    let hint = NearestName.hint(id, among: ids)
    throw UsageError(
      "There is no backend called \(Text.safe(id))"
        + (hint == "." ? "; there are \(ids.joined(separator: ", "))." : hint))
  }

  /// What to say of a backend that can't run.
  static func unavailable(_ id: String, _ reason: String, _ remedy: String?) -> String {
    "The backend \(id) can't run here: \(reason)" + (remedy.map { " \($0)" } ?? "")
  }
}
