import PlayerKit

/// What a plugin says of itself in its manifest, a small JSON file.
///
/// ```
/// {"protocol":1,"program":"../bin/tone","arguments":[],
///  "descriptor":{"id":"tone","name":"Tone","version":"1.0","kinds":{"stream":{"priority":10}},"capabilities":[]}}
/// ```
///
/// What this version does not know, a key, a kind of source, a capability, is passed over; all else is read
/// strictly.
public struct PluginManifest: Sendable, Hashable {
  /// The protocol that the program speaks, see ``PluginProtocol/number``.
  public let protocolNumber: Int
  /// The program: an absolute path, or one from the folder in which the manifest really lies.
  public let program: String
  /// What the program is given on its command line.
  public let arguments: [String]
  /// What the backend is.
  public let descriptor: BackendDescriptor

  /// A manifest of these values.
  public init(
    protocolNumber: Int = PluginProtocol.number, program: String, arguments: [String] = [],
    descriptor: BackendDescriptor
  ) {
    self.protocolNumber = protocolNumber
    self.program = program
    self.arguments = arguments
    self.descriptor = descriptor
  }
}

extension PluginManifest: Codable {
  private enum Key: String, CodingKey {
    case `protocol`, program, arguments, descriptor
  }

  /// Reads a manifest.
  ///
  /// - Throws: a ``/PlayerKit/PlayerError`` with the code ``/PlayerKit/PlayerError/Code/pluginRejected``, which
  ///   says what is wrong.
  public init(from decoder: any Decoder) throws {
    do throws(ManifestFault) {
      try self.init(reading: try Self.value(decoder))
    } catch {
      throw PlayerError(.pluginRejected, "The manifest \(error.predicate)", remedy: error.remedy)
    }
  }

  private static func value(_ decoder: any Decoder) throws(ManifestFault) -> JSONValue {
    do { return try JSONValue(from: decoder) } catch { throw .notJSON }
  }

  /// Writes the manifest.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(protocolNumber, forKey: .protocol)
    try container.encode(program, forKey: .program)
    try container.encode(arguments, forKey: .arguments)
    try container.encode(descriptor, forKey: .descriptor)
  }
}
