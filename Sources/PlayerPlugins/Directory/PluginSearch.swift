import PlayerKit

/// What a search for plugins has found.
public struct PluginSearch: Sendable {
  /// The plugins that can be used, by the order of the folders and in each by their files' names.
  public internal(set) var plugins: [FoundPlugin] = []
  /// Those whose id an earlier one has.
  public internal(set) var shadowed: [ShadowedPlugin] = []
  /// What was refused.
  public internal(set) var rejections: [RejectedPlugin] = []

  /// Adds the backends to a registry, each in the place of one of the same id that is there.
  public func register(into registry: inout BackendRegistry) {
    for plugin in plugins { registry.register(plugin.provider) }
  }

  /// The plugin of this id.
  public subscript(id: String) -> FoundPlugin? {
    plugins.first { $0.manifest.descriptor.id == id }
  }

  /// Why there is no plugin of this id, where one was refused: its manifest has the id, or at least its name.
  public func rejection(of id: String) -> RejectedPlugin? {
    rejections.first { $0.id == id } ?? rejections.first { $0.id == nil && $0.name == id }
  }
}

/// A plugin that can be used.
public struct FoundPlugin: Sendable {
  /// What it says of itself.
  public let manifest: PluginManifest
  /// Where its manifest was found.
  public let manifestPath: String
  /// The program that will be run, an absolute path.
  public let programPath: String
  /// The program, which is started when its provider is first used.
  public let program: PluginProgram

  /// What a registry takes.
  public var provider: BackendProvider { program.provider }
}

/// A plugin that an earlier one of the same id stands before.
public struct ShadowedPlugin: Sendable, Hashable {
  /// Their id.
  public let id: String
  /// Where its manifest was found.
  public let manifestPath: String
  /// The manifest of the one that is used.
  public let shadowedBy: String
}

/// A manifest that was refused, or a folder that could not be read.
public struct RejectedPlugin: Sendable, Hashable {
  /// The manifest or the folder.
  public let path: String
  /// The plugin's id, where it could be told.
  public let id: String?
  /// Why it was refused, with the code ``/PlayerKit/PlayerError/Code/pluginRejected``.
  public let error: PlayerError

  init(_ path: String, _ refusal: PluginRefusal) {
    self.path = path
    id = refusal.id
    error = PlayerError(.pluginRejected, refusal.reason, remedy: refusal.remedy, backend: id)
  }

  /// The file's name without its ending.
  var name: String {
    String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
  }
}
