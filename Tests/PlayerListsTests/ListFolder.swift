import Foundation
import PlayerKit
import PlayerLists

/// A folder of its own, which goes with it.
final class ListFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "lists-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a name in the folder.
  func at(_ name: String) -> MediaPath { MediaPath("\(path)/\(name)") }

  /// The path of a name that need not be text.
  func at(_ name: [UInt8]) -> MediaPath { MediaPath(bytes: "\(path)/".utf8 + name) }

  /// Makes a file, and the folders that it is in.
  @discardableResult
  func add(_ name: String, _ content: String = "") throws -> MediaPath {
    try add(Array(name.utf8), Array(content.utf8))
  }

  @discardableResult
  func add(_ name: String, _ bytes: [UInt8]) throws -> MediaPath {
    try add(Array(name.utf8), bytes)
  }

  @discardableResult
  func add(_ name: [UInt8], _ bytes: [UInt8] = []) throws -> MediaPath {
    let whole = at(name)
    if let text = whole.text {
      let folder = URL(fileURLWithPath: text).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let descriptor = open(
      whole.bytes.map { CChar(bitPattern: $0) } + [0], O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(descriptor) }
    guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
      throw CocoaError(.fileWriteUnknown)
    }
    return whole
  }
}

extension PlayerList {
  /// The list of a text, with no files looked at.
  static func reading(_ text: String, as format: Format? = nil) throws(PlayerError) -> PlayerList {
    try PlayerList(reading: Array(text.utf8), as: format)
  }

  /// The sources as text.
  var texts: [String] { sources.map(\.text) }
}
