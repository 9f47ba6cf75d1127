import Foundation
import PlayerKit
import TestSupport

extension Fault {
  /// What can be wrong with a file.
  static let files: [Fault] = names + contents + pipes + changes

  private static let names = [
    Fault("a missing file", .fails(.notFound)) { .file("\($0.folder)/none.mp4") },
    Fault("a missing folder", .fails(.notFound)) { .file("\($0.folder)/none/film.mp4") },
    Fault("a file taken for a folder", .fails(.notFound)) { _ in
      .file(try TestMedia.text() + "/film.mp4")
    },
    Fault("a name that is too long", .fails(.notFound)) {
      .file("\($0.folder)/\(String(repeating: "a", count: 300)).mp4")
    },
    Fault("a symbolic link to nothing", .fails(.notFound)) { .file(try $0.files.danglingLink()) },
    Fault("symbolic links in a circle", .fails(.notFound), "circle") {
      .file(try $0.files.linkInACircle())
    },
    Fault("an unreadable file", .fails(.notPermitted)) { _ in
      guard let path = try TestMedia.unreadable() else {
        throw MPVTestFailure(description: "This machine has no file that this process may not read.")
      }
      return .file(path)
    },
    Fault("a folder", .fails(.playbackFailed), "folder") { .file($0.folder) },
    Fault("a socket", .fails(.playbackFailed), "socket") { .file(try $0.files.socketFile()) },
  ]

  private static let contents = [
    Fault("an empty file", .fails(.playbackFailed), "empty") { _ in .file(try TestMedia.empty()) },
    Fault("a device without content", .fails(.playbackFailed)) { _ in .file("/dev/null") },
    Fault("a text", .fails(.playbackFailed)) { _ in .file(try TestMedia.text()) },
    Fault("noise", .fails(.playbackFailed)) {
      .file(try $0.files.file("noise.mp4", FaultFiles.noise(200_000)))
    },
    Fault("an MP4 whose index is cut off", .fails(.playbackFailed)) { _ in
      .file(try await TestMedia.truncated())
    },
    Fault("an unknown codec", .fails(.playbackFailed)) {
      .file(try $0.files.unknownCodec(await TestMedia.silentVideo(), tag: "avc1"))
    },
    Fault("an unknown codec of the picture beside sound", .plays, rate: 4) {
      .file(try $0.files.unknownCodec(await TestMedia.video(), tag: "avc1"))
    },
    Fault("a playlist that is called a song", .fails(.playbackFailed)) {
      .file(try $0.files.file("song.mp3", "#EXTM3U\n\(try await TestMedia.audio())\n".utf8))
    },
    Fault("a file cut in half", .breaks(.playbackFailed), "stopped", rate: 4) {
      .file(try $0.files.shortened(await TestMedia.video(seconds: 4), to: 0.5))
    },
    Fault("a file damaged in the middle", .plays, rate: 4) {
      .file(try $0.files.corrupted(await TestMedia.video(seconds: 4)))
    },
    Fault("a sound damaged in the middle", .plays, rate: 4) {
      .file(try $0.files.corrupted(await TestMedia.flac(seconds: 4)))
    },
  ]

  private static let pipes = [
    Fault("a pipe that nobody feeds", .fails(.timedOut), waits: true) { try $0.pipe(.absent) },
    Fault("a pipe that is held open and silent", .fails(.timedOut), waits: true) {
      try $0.pipe(.stalls([]))
    },
    Fault("a pipe that stops in the file's head", .fails(.timedOut), waits: true) {
      try $0.pipe(.stalls(Array(try await film().prefix(20))))
    },
    Fault("a pipe that stops midway", .breaks(.timedOut), waits: true, rate: 4) {
      try $0.pipe(.stalls(Array(try await film().prefix(half()))))
    },
    Fault("a pipe whose writer goes midway", .breaks(.playbackFailed), "stopped", rate: 4) {
      try $0.pipe(.closes(Array(try await film().prefix(half()))))
    },
  ]

  private static let changes = [
    Fault(
      "a file that vanishes while it plays", .plays, rate: 4,
      meanwhile: { try FileManager.default.removeItem(atPath: "\($0.folder)/a.wav") },
      { .file(try $0.files.file("a.wav", TestMedia.silence(seconds: 6))) }),
    Fault(
      "a file that grows while it plays", .plays, rate: 4,
      meanwhile: { scene in
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(scene.folder)/a.wav"))
        try file.seekToEnd()
        try file.write(contentsOf: TestMedia.silence(seconds: 5).dropFirst(50_000))
        try file.close()
      },
      { .file(try $0.files.file("a.wav", TestMedia.silence(seconds: 5).prefix(50_000))) }),
    Fault(
      "a file that is cut while it plays", .breaks(.playbackFailed), "stopped", rate: 4,
      meanwhile: { truncate("\($0.folder)/a.wav", 60_000) },
      { .file(try $0.files.file("a.wav", TestMedia.silence(seconds: 200))) }),
  ]

  /// 4 s, and its first half.
  private static func film() async throws -> [UInt8] {
    try FaultFiles.bytes(of: await TestMedia.video(seconds: 4))
  }

  private static func half() async throws -> Int { try await film().count / 2 }
}
