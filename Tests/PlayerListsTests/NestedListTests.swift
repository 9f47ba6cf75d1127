import Foundation
import PlayerKit
import Testing

@testable import PlayerLists

@Suite("Lists in lists")
struct NestedListTests {
  @Test("a list's entries come in its place, relative to its own folder")
  func nested() throws {
    let folder = try ListFolder()
    try folder.add("inner/two.pls", "[playlist]\nFile1=b.mp3\nFile2=../three.xspf\n")
    try folder.add(
      "three.xspf", "<playlist><trackList><track><location>c.mp3</location></track></trackList></playlist>")
    let path = try folder.add("one.m3u", "a.mp3\n#EXTINF:1,Not this\ninner/two.pls\nd.mp3\n")
    let list = try PlayerList(contentsOf: path)
    #expect(
      list.sources
        == [folder.at("a.mp3"), folder.at("inner/b.mp3"), folder.at("inner/../c.mp3"), folder.at("d.mp3")].map
      {
        .file($0)
      })
    #expect(list.entries.allSatisfy { $0.title == nil })
  }

  @Test("a list that is in itself is refused there, by whatever name and through whatever others")
  func cycles() throws {
    let folder = try ListFolder()
    try folder.add("b.m3u", "two.mp3\nlink.m3u\nthree.mp3\n")
    let path = try folder.add("a.m3u", "a.m3u\none.mp3\n./sub/../b.m3u\n")
    try folder.add("sub/x", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.m3u", withDestinationPath: "a.m3u")
    let list = try PlayerList(contentsOf: path)
    #expect(list.sources.count == 3)
    #expect(list.rejections.map(\.position) == [0, 2])
    #expect(list.rejections.allSatisfy { $0.error.message.contains("in itself") })
  }

  @Test("a list may be twice in another")
  func twice() throws {
    let folder = try ListFolder()
    try folder.add("b.m3u", "x.mp3\n")
    let list = try PlayerList(contentsOf: try folder.add("a.m3u", "b.m3u\nb.m3u\n"))
    #expect(list.sources.count == 2 && list.rejections.isEmpty)
  }

  @Test("deeper than 16 it is refused, and the rest plays")
  func depth() throws {
    let folder = try ListFolder()
    for level in 0..<30 {
      try folder.add("\(level).m3u", "\(level).mp3\n\(level + 1).m3u\nafter-\(level).mp3\n")
    }
    let list = try PlayerList(contentsOf: folder.at("0.m3u"))
    #expect(list.sources.count == 32)
    #expect(list.rejections.count == 1)
  }

  @Test("lists that multiply come to an end, and say so", .timeLimit(.minutes(1)))
  func bomb() throws {
    let folder = try ListFolder()
    for level in 0..<10 {
      try folder.add("\(level).m3u", String(repeating: "\(level + 1).m3u\n", count: 100))
    }
    try folder.add("10.m3u", String(repeating: "x.mp3\n", count: 100))
    let ends: [ListLoader.Limits] = [.init(entries: 1000), .init(lists: 100), .init(bytes: 10_000)]
    for limits in ends {
      let list = try ListLoader.load(folder.at("0.m3u"), as: nil, limits: limits)
      #expect(list.entries.count <= 10_000)
      #expect(list.rejections.count == 1)
      #expect(list.rejections.first?.error.message.contains("the rest is left out") == true)
    }
  }

  @Test("a nested list that is gone is an entry, and one that can't be read a refusal")
  func missing() throws {
    let folder = try ListFolder()
    try folder.add("bad.xspf", "<playlist><")
    try folder.add("nul.m3u", "\0")
    let list = try PlayerList(contentsOf: try folder.add("a.m3u", "gone.m3u\nbad.xspf\nnul.m3u\n"))
    #expect(list.sources == [.file(folder.at("gone.m3u"))])
    #expect(list.rejections.map(\.line) == [2, 3])
  }

  @Test("pipes and folders that are called like lists are not opened", .timeLimit(.minutes(1)))
  func pipes() throws {
    let folder = try ListFolder()
    #expect(mkfifo(folder.path + "/pipe.m3u", 0o600) == 0)
    try folder.add("dir.m3u/x", "")
    let list = try PlayerList(contentsOf: try folder.add("a.m3u", "pipe.m3u\ndir.m3u\n"))
    #expect(list.sources == [.file(folder.at("pipe.m3u")), .file(folder.at("dir.m3u"))])
  }

  @Test("a URL of a list is an entry like others")
  func urls() throws {
    let folder = try ListFolder()
    let path = try folder.add("a.m3u", "https://example.org/radio.pls\n")
    #expect(try PlayerList(contentsOf: path).texts == ["https://example.org/radio.pls"])
  }
}
