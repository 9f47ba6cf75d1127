import Foundation
import PlayerKit
import PlayerPlugins
import TestSupport

/// The programs that were built for release beside the proof's own.
public enum ProofPrograms {
  /// The path of `ytplay`.
  public static var ytplay: String { BuiltProgram.path("ytplay") }

  /// mpv's program as its manifest says, not started yet.
  ///
  /// - Parameter environment: variables in addition to those of the proof; nil takes one away.
  public static func mpv(environment: [String: String?] = [:]) throws -> PluginProgram {
    try plugin("MPV", "mpv", environment)
  }

  /// That of YouTube's player, which needs a display.
  public static func iframe(environment: [String: String?] = [:]) throws -> PluginProgram {
    try plugin("IFrame", "iframe", environment)
  }

  private static func plugin(
    _ folder: String, _ id: String, _ environment: [String: String?]
  ) throws -> PluginProgram {
    var options = PluginOptions()
    options.environment = TestEnvironment.variables.merging(environment.compactMapValues { $0 }) { $1 }
      .filter { environment[$0.key] != .some(nil) }
    return PluginProgram(
      executable: try BuiltManifest.program(folder, id),
      descriptor: try BuiltManifest.read(folder, id).descriptor,
      options: options)
  }
}

extension PlayerConfiguration {
  /// For mpv without a window and without a sound device.
  public static var unseen: PlayerConfiguration {
    var configuration = PlayerConfiguration()
    configuration.mpvOptions = [.init("vo", "null"), .init("ao", "null")]
    return configuration
  }
}
