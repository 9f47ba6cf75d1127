import Foundation
import TestSupport
import Testing

@testable import PlayerPlugins

/// A folder for one test's plugins, which only its owner may write to. It goes with the test.
final class PluginFolder: Sendable {
  let path: String

  init() throws {
    path = try TestMedia.temporaryFolder()
    try Self.mode(0o700, path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The folder `name` in it, made where it is not there.
  func folder(_ name: String, mode: mode_t = 0o755) throws -> String {
    let folder = "\(path)/\(name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.mode(mode, folder)
    return folder
  }

  @discardableResult
  func file(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
    try file(name, Data(text.utf8), mode: mode)
  }

  @discardableResult
  func file(_ name: String, _ data: Data, mode: mode_t = 0o644) throws -> String {
    let file = "\(path)/\(name)"
    try data.write(to: URL(fileURLWithPath: file))
    try Self.mode(mode, file)
    return file
  }

  /// A manifest, and a program that would leave a trace if it were run.
  @discardableResult
  func plugin(_ id: String, in folder: String = ".") throws -> String {
    try file("\(folder)/\(id)-program", "#!/bin/sh\ntouch '\(path)/was-run'\n", mode: 0o755)
    return try file("\(folder)/\(id).json", Self.manifest(id, program: "\(id)-program"))
  }

  static func manifest(_ id: String, program: String = "program", name: String? = nil) -> String {
    """
    {"protocol": 1, "program": "\(program)",
     "descriptor": {"id": "\(id)", "name": "\(name ?? id)", "version": "1.0",
                    "kinds": {"stream": {"priority": 10}}, "capabilities": ["setRate"]}}
    """
  }

  static func mode(_ mode: mode_t, _ path: String) throws {
    try #require(chmod(path, mode) == 0, "\(path): \(String(cString: strerror(errno)))")
  }

  static func owner(_ user: uid_t, group: gid_t? = nil, _ path: String) throws {
    try #require(
      lchown(path, user, group ?? gid_t.max) == 0, "\(path): \(String(cString: strerror(errno)))")
  }

  static func link(_ path: String, to target: String) throws {
    try #require(symlink(target, path) == 0, "\(path): \(String(cString: strerror(errno)))")
  }
}

extension PluginSearch {
  /// The ids of the plugins that can be used.
  var ids: [String] { plugins.map(\.manifest.descriptor.id) }

  /// The one refusal that there is.
  var rejection: RejectedPlugin {
    get throws { try #require(rejections.count == 1 ? rejections.first : nil, "\(rejections)") }
  }
}
