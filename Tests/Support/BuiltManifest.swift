import Foundation
import PlayerKit

/// A plugin's manifest as it lies beside the programs of a build.
public struct BuiltManifest: Decodable {
  /// The protocol's number.
  public let `protocol`: Int
  /// What it says of the backend.
  public let descriptor: BackendDescriptor
  private let program: String

  /// Reads the manifest of a backend: `MPV` and `mpv`.
  public static func read(_ name: String, _ id: String) throws -> BuiltManifest {
    try JSONDecoder().decode(
      BuiltManifest.self, from: Data(contentsOf: URL(fileURLWithPath: path(name, id))))
  }

  private static func path(_ name: String, _ id: String) -> String {
    BuiltProgram.path("ytplay_\(name)Manifest.resources/plugins/\(id).json")
  }

  /// The path of the program that the manifest of a backend names.
  public static func program(_ name: String, _ id: String) throws -> String {
    let folder = URL(fileURLWithPath: path(name, id)).deletingLastPathComponent()
    return folder.appendingPathComponent(try read(name, id).program).standardizedFileURL.path
  }
}
