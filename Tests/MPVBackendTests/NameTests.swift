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
        "fd:1", "edl:", "memory:", "ünï.wav", "[x],{y}.wav", "~", " ", "${path}", "a\\b", "\t",
        String(repeating: "n", count: 251) + ".wav",
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

  @Test("A relative name that reads as a protocol's is a file in a folder")
  func protocols() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let toRoot = String(repeating: "../", count: 40)
    try await Rig.run { rig in
      // `mf://x` is a file called x in the folder `mf:`.
      for scheme in ["mf", "edl", "http", "file", "lavfi", "av", "-"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(scheme):", withIntermediateDirectories: true)
        try Data(TestMedia.silence(seconds: 0.3)).write(
          to: URL(fileURLWithPath: "\(folder)/\(scheme):/x"))
        for path in ["\(folder)/\(scheme)://x", "\(toRoot)\(folder)/\(scheme)://x"] {
          try await rig.perform(.cue(.file(path)))
          let state = try await rig.log.waitForState { $0.status == .queued || $0.error != nil }
          #expect(state.error == nil, "\(path)")
        }
      }
    }
  }

  @Test("A symbolic link is what it leads to, and one that leads nowhere is not found")
  func links() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = FileManager.default
    try Data(TestMedia.silence(seconds: 0.3)).write(to: URL(fileURLWithPath: "\(folder)/a.wav"))
    try files.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "a.wav")
    try files.createSymbolicLink(atPath: "\(folder)/broken", withDestinationPath: "nowhere")
    try files.createSymbolicLink(atPath: "\(folder)/circle", withDestinationPath: "circle")
    try await Rig.run { rig in
      try await rig.perform(.cue(.file("\(folder)/link")))
      try await rig.reach(.queued)
      for name in ["broken", "circle"] {
        try await rig.perform(.load(.file("\(folder)/\(name)")))
        #expect(try await rig.failure()?.code == .notFound)
      }
    }
  }

  @Test("A pipe plays what is written into it, and can't be sought in")
  func pipe() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try #require(mkfifo("\(folder)/pipe", 0o600) == 0)
    let bytes = TestMedia.silence(seconds: 0.5)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/a.wav"))
    let writer = try Subprocess("sh", ["-c", #"cat "$0/a.wav" > "$0/pipe""#, folder])
    try await Rig.run { rig in
      try await rig.perform(.load(.file("\(folder)/pipe")))
      try await rig.reach(.ended)
      #expect(abs(rig.state.currentTime - 0.5) < 0.05)
    }
    #expect(await writer.result().isSuccess)
  }

  @Test("A list in a file's clothes opens no other file, unless it is HLS")
  func lists() async throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(TestMedia.silence(seconds: 0.3)).write(to: URL(fileURLWithPath: "\(folder)/a.wav"))
    let lists = [
      "a.m3u": "#EXTM3U\n#EXTINF:1,\n\(folder)/a.wav\n", "b.mp4": "#EXTM3U\n\(folder)/a.wav\n",
      "c.edl": "# mpv EDL v0\n\(folder)/a.wav\n", "d.mkv": "# mpv EDL v0\n\(folder)/a.wav\n",
      "e.pls": "[playlist]\nFile1=\(folder)/a.wav\nNumberOfEntries=1\n",
      "f.cue": "FILE \"a.wav\" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n",
      "g.txt": "#EXTM3U\nhttp://127.0.0.1:9/x.mp4\n",
    ]
    try await Rig.run { rig in
      for (name, text) in lists {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        try await rig.perform(.load(.file("\(folder)/\(name)")))
        let error = try await rig.failure()
        #expect(error?.code == .playbackFailed, "\(name): \(String(describing: error))")
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
