import Foundation
import PlayerKit

/// Files that are not what they should be, made in a folder of the test's.
public struct FaultFiles: Sendable {
  /// Where they are made.
  public let folder: String

  /// Files in this folder.
  public init(in folder: String) {
    self.folder = folder
  }

  /// A file of these bytes.
  public func file(_ name: String, _ bytes: some Collection<UInt8>) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The file's bytes.
  public static func bytes(of path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// A symbolic link to nothing.
  public func danglingLink() throws -> String {
    try link("dangling.mp4", to: "\(folder)/there-is-no-such-file.mp4")
  }

  /// One of two symbolic links that lead to each other.
  public func linkInACircle() throws -> String {
    _ = try link("one.mp4", to: "\(folder)/other.mp4")
    return try link("other.mp4", to: "\(folder)/one.mp4")
  }

  /// A socket's name in the file system.
  public func socketFile() throws -> String {
    let path = "\(folder)/socket"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw MediaFailure(name: path, reason: String(cString: strerror(errno))) }
    return path
  }

  /// A copy whose tag of four letters, as `avc1`, is one that nobody knows.
  public func unknownCodec(_ original: String, tag: String) throws -> String {
    var bytes = try Self.bytes(of: original)
    // The brands in the file's head may hold the same letters; the track's description comes later.
    let mark = Array(tag.utf8)
    guard let index = bytes.indices.dropLast(3).last(where: { bytes[$0...].starts(with: mark) }) else {
      throw MediaFailure(name: original, reason: "there is no \(tag) in it")
    }
    bytes.replaceSubrange(index..<index + 4, with: Array("zzzz".utf8))
    return try file("unknown-codec.mp4", bytes)
  }

  /// A copy of which a tenth, in the middle, is noise.
  public func corrupted(_ original: String) throws -> String {
    var bytes = try Self.bytes(of: original)
    let middle = bytes.count / 2
    bytes.replaceSubrange(middle..<middle + bytes.count / 10, with: Self.noise(bytes.count / 10))
    return try file("corrupted." + (original as NSString).pathExtension, bytes)
  }

  /// The first part of a file.
  public func shortened(_ original: String, to fraction: Double) throws -> String {
    let bytes = try Self.bytes(of: original)
    return try file(
      "shortened." + (original as NSString).pathExtension, bytes.prefix(Int(Double(bytes.count) * fraction)))
  }

  /// Bytes without any order, the same ones each time.
  public static func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  private func link(_ name: String, to target: String) throws -> String {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(name)", withDestinationPath: target)
    return "\(folder)/\(name)"
  }
}
