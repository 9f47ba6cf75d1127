import Glibc
import PlayerKit

/// The person's own folders and files.
enum FolderChecks {
  // MARK: Places

  /// Whether places can be kept.
  static func state() -> MachineCheck {
    .blocking("state", "state folder", whenSilent: .warning) { stateFinding(PersonalFolders.state) }
  }

  /// Nothing is written: what would have to be made is judged by the folder that it would be made in.
  static func stateFinding(_ folder: MediaPath?) -> Finding {
    let loss = "places are not kept, and playing goes on without."
    guard let folder else {
      return Finding(
        .warning, "There is none (neither XDG_STATE_HOME nor HOME is an absolute path): \(loss)",
        .advice("export HOME."))
    }
    var nearest = folder
    while nearest.fileKind == nil, let parent = nearest.folder, parent != nearest { nearest = parent }
    if nearest.fileKind != .folder {
      return Finding(
        .warning, "\(nearest) is no folder: \(loss)", .advice("Move it away, or set XDG_STATE_HOME."))
    }
    guard access(nearest.cString, W_OK | X_OK) == 0 else {
      let reason = String(cString: strerror(errno))
      return Finding(
        .warning,
        nearest == folder
          ? "\(folder) can't be written to (\(reason)): \(loss)"
          : "\(folder) can't be made, since \(nearest) can't be written to (\(reason)): \(loss)",
        .advice("Make it yours and writable, or set XDG_STATE_HOME."))
    }
    return nearest == folder ? places(folder) : .ok("\(folder), which is made when it is needed")
  }

  /// What is kept in the folder.
  private static func places(_ folder: MediaPath) -> Finding {
    let store = PlaceStore(folder: folder)
    do throws(StateFile.Failure) {
      guard let count = try store.count() else {
        return Finding(
          .warning, "The places in \(folder) are damaged, and will be set aside for new ones.",
          .advice("Put a copy of them back, if you have one."))
      }
      return .ok("\(folder), with \(count == 1 ? "1 place" : "\(count) places")")
    } catch {
      return Finding(
        .warning, error.message, .advice("Move it away, or make it yours and readable: places are not kept."))
    }
  }

  // MARK: Configuration

  /// Whether the configuration can be used.
  static func configuration(_ configuration: Configuration?) -> MachineCheck {
    MachineCheck("configuration", "configuration") { configurationFinding(configuration) }
  }

  static func configurationFinding(_ configuration: Configuration?) -> Finding {
    guard let configuration, let path = configuration.path else { return .ok("none, and no place for one") }
    if let first = configuration.problems.first {
      let rest = configuration.problems.count - 1
      let more = rest == 0 ? "" : rest == 1 ? " (1 more)" : " (\(rest) more)"
      return Finding(
        .problem, "\(first)\(more)",
        .advice(
          "`ytplay config` names all mistakes; until they are mended, --config /dev/null goes on without it.")
      )
    }
    let count = configuration.settings.count
    if !configuration.exists { return .ok("none: \(path) is not there") }
    return .ok("\(path), \(count == 1 ? "1 setting" : "\(count) settings")")
  }
}
