import Glibc
import PlayerKit

/// Finds the plugins of this machine by their manifests, and starts none of them.
///
/// Each file of a folder whose name ends in `.json` is a manifest. A manifest and its program are refused where
/// anyone but the user, root or the owner of this program could change them, see `docs/architecture.md`.
public enum PluginDirectory {
  /// Searches folders for plugins, the first ones first. Of the plugins with one id the first is used. Folders
  /// that are not there are passed over, and one that comes again too.
  ///
  /// It reads files, and so may wait for a disk.
  ///
  /// - Parameters:
  ///   - folders: as ``folders(given:environment:program:)`` lists them; relative ones begin in the working
  ///     folder.
  ///   - options: how the programs are run.
  public static func search(_ folders: [String], options: PluginOptions = PluginOptions()) -> PluginSearch {
    search(folders, options: options, trust: .current)
  }

  static func search(_ folders: [String], options: PluginOptions, trust: PluginTrust) -> PluginSearch {
    var search = PluginSearch()
    var visited: Set<[UInt]> = []
    for folder in folders {
      let folder = absolute(folder)
      do throws(PluginRefusal) {
        for name in try manifests(in: folder, &visited) {
          take(name, in: folder, options, trust, &search)
        }
      } catch {
        search.rejections.append(RejectedPlugin(folder, error))
      }
    }
    return search
  }

  private static func take(
    _ name: String, in folder: String, _ options: PluginOptions, _ trust: PluginTrust,
    _ search: inout PluginSearch
  ) {
    let path = "\(folder == "/" ? "" : folder)/\(name)"
    let plugin: FoundPlugin
    do throws(PluginRefusal) {
      plugin = try FoundPlugin(manifestAt: path, options: options, trust)
    } catch {
      return search.rejections.append(RejectedPlugin(path, error))
    }
    let id = plugin.manifest.descriptor.id
    if let first = search[id] {
      search.shadowed.append(ShadowedPlugin(id: id, manifestPath: path, shadowedBy: first.manifestPath))
    } else {
      search.plugins.append(plugin)
    }
  }

  // MARK: A folder

  /// The names of a folder's manifests, in the order of their bytes; none where there is no such folder, or
  /// where it has been visited.
  private static func manifests(
    in folder: String, _ visited: inout Set<[UInt]>
  ) throws(PluginRefusal) -> [String] {
    guard let stream = opendir(folder) else {
      let number = errno
      if number == ENOENT { return [] }
      throw number == ENOTDIR
        ? PluginRefusal("\(folder) is not a folder.", remedy: "Name the folder that holds the manifests.")
        : PluginRefusal(
          "The folder \(folder) can't be read: \(FileStatus.Failure(number: number).text).",
          remedy: "Allow it to be read, or take it out of the search path.")
    }
    defer { closedir(stream) }
    if let status = try? FileStatus(dirfd(stream)), !visited.insert(status.identity).inserted { return [] }
    return names(of: stream, endingIn: ".json")
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return absolute(path == "." ? String(cString: folder) : "\(String(cString: folder))/\(path)")
  }
}
