/// The plugin protocol: JSON-RPC 2.0, one message a line, on the standard input and output of a program.
///
/// `docs/plugin-protocol.md` describes it for whoever writes a plugin in another language; in Swift
/// ``PluginProcess`` speaks it.
public enum PluginProtocol {
  /// The number of the protocol that this version speaks.
  public static let number = 1
  /// The greatest length of a line, in bytes, without its end.
  public static let maximumLineLength = 4 << 20
}
