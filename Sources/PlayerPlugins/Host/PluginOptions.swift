import PlayerKit

/// How a plugin's program is run.
public struct PluginOptions: Sendable {
  /// How long the program stays after its last session has ended, so that the next one starts at once. 10 s
  /// unless set; zero ends it with its last session.
  public var lingerTime = Duration.seconds(10)
  /// The descriptor that the program is to play as the source `-`: 0 for standard input itself. Nobody else
  /// may read it then. Nil unless set: the program gets none.
  public var standardInput: Int32?
  /// The program's environment; nil, unless set, is this process's own.
  public var environment: [String: String]?
  /// The version that the host gives of itself.
  public var hostVersion = ""

  /// The defaults.
  public init() {}
}
