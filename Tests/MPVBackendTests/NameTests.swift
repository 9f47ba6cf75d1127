import Foundation
import MPVBackend
import PlayerKit
import TestSupport
import Testing

@Suite("Names of files")
struct NameTests {
  @Test("Any name that the file system takes is a file's, never a protocol or an option")
  func oddNames() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let names: [[UInt8]] =
      [
        "-", "--vo=null", "mf:", "%4%abcd", "a\nb.wav", "it's \"quoted\".wav", "#comment", "50%.wav",
        "fd:1", "edl:", "memory:", "ünï.wav", "[x],{y}.wav", "~", " ",
      ].map { Array($0.utf8) } + [[0xff, 0xfe, 0x2e, 0x77]]
    let bytes = TestMedia.silence(seconds: 0.3)
    try await Rig.run { rig in
      for name in names {
        let path = MediaPath(bytes: Array("\(folder)/".utf8) + name)
        let descriptor = (path.bytes + [0]).withUnsafeBufferPointer { buffer in
          buffer.withMemoryRebound(to: CChar.self) { chars in
            chars.baseAddress.map { open($0, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644) } ?? -1
          }
        }
        #expect(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
        close(descriptor)
        try await rig.perform(.cue(.file(path)))
        let state = try await rig.log.waitForState { $0.status == .queued || $0.error != nil }
        #expect(state.error == nil && abs((state.duration ?? 0) - 0.3) < 0.01, "\(path)")
      }
    }
  }

  @Test("Relative paths are of the working folder, and ~ is the home folder")
  func relative() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(TestMedia.silence(seconds: 0.3)).write(to: URL(fileURLWithPath: "\(folder)/a.wav"))
    let toRoot = String(repeating: "../", count: 40)
    let home = try #require(ProcessInfo.processInfo.environment["HOME"])
    try await Rig.run { rig in
      for path in ["\(toRoot)\(folder)/a.wav", "~/\(toRoot)\(folder)/a.wav"] {
        try await rig.perform(.cue(.file(path)))
        let state = try await rig.log.waitForState { $0.status == .queued || $0.error != nil }
        #expect(state.error == nil, "\(path) with \(home)")
      }
    }
  }
}
