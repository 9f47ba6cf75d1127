import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import ytplay

@Suite("Sources on the command line")
struct SourceArgumentTests {
  /// Creates empty files in a new folder, whose path `body` gets.
  private func withFiles(_ names: [[UInt8]], _ body: (String) throws -> Void) throws {
    let folder = try TestMedia.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in names {
      let path = (Array(folder.utf8) + [UInt8(ascii: "/")] + name).map { CChar(bitPattern: $0) } + [0]
      let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
      try #require(descriptor >= 0)
      close(descriptor)
    }
    try body(folder)
  }

  @Test("A folder is its media files in natural order, whatever bytes their names are")
  func folder() throws {
    let names: [[UInt8]] = [
      Array("10.mp3".utf8), Array("2.mp3".utf8), Array("02b.MP3".utf8), Array(".hidden.mp3".utf8),
      Array("notes.txt".utf8), [0x61, 0xFF] + Array(".wav".utf8), Array("B.flac".utf8), Array("a.ogg".utf8),
    ]
    try withFiles(names) { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/folder.mp4", withIntermediateDirectories: false)
      let sources = SourceArgument.read(Array(folder.utf8)).map { $0.source?.content }
      let expected: [[UInt8]] = [names[1], names[2], names[0], names[7], names[5], names[6]]
      #expect(
        sources == expected.map { .file(MediaPath(bytes: Array(folder.utf8) + [UInt8(ascii: "/")] + $0)) })
    }
  }

  @Test("A folder without media says so")
  func emptyFolder() throws {
    try withFiles([Array("notes.txt".utf8)]) { folder in
      let sources = SourceArgument.read(Array("\(folder)/".utf8))
      #expect(sources.count == 1)
      guard case .failure(let error) = sources[0].reading else {
        Issue.record("It was read as \(sources[0].reading).")
        return
      }
      #expect(error.code == .notFound)
    }
  }

  @Test("A name that is no text is a file's")
  func rawName() {
    let name: [UInt8] = [0x61, 0xFF, 0x62]
    #expect(SourceArgument.read(name).map(\.source) == [.file(MediaPath(bytes: name))])
  }

  @Test("Start and end of the options win over those of the source, and each source gets them")
  func bounds() {
    let link = Array("https://youtu.be/dQw4w9WgXcQ?t=90".utf8)
    #expect(SourceArgument.read(link).map(\.source?.start) == [90])
    let source = SourceArgument.read(link, start: 5, end: 10)[0].source
    #expect(source?.start == 5)
    #expect(source?.end == 10)
  }

  @Test(
    "Names are in natural order",
    arguments: [
      ("2", "10"), ("a2b", "a10"), ("a", "B"), ("a", "ab"), ("a01", "a1"), ("1.2", "1.10"), ("", "a"),
    ])
  func naturalOrder(_ first: String, _ second: String) {
    #expect(MediaFolder.precedes(Array(first.utf8), Array(second.utf8)))
    #expect(!MediaFolder.precedes(Array(second.utf8), Array(first.utf8)))
  }
}
