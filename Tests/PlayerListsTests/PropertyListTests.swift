import Foundation
import PlayerKit
import PlayerLists
import Testing

@Suite("Property lists")
struct PropertyListTests {
  /// The property lists of a value, XML and binary, as Foundation writes them.
  private static func forms(_ value: Any) throws -> [[UInt8]] {
    try [PropertyListSerialization.PropertyListFormat.xml, .binary].map {
      Array(try PropertyListSerialization.data(fromPropertyList: value, format: $0, options: 0))
    }
  }

  @Test("an array of ids, URLs and paths")
  func texts() throws {
    for bytes in try Self.forms(["dQw4w9WgXcQ", "https://youtu.be/9bZkp7q19f0", "clip.mp4", "ünï.mp3"]) {
      let list = try PlayerList(reading: bytes)
      #expect(
        list.sources == [
          try PlayerSource(parsing: "dQw4w9WgXcQ"), try PlayerSource(parsing: "9bZkp7q19f0"),
          .file("clip.mp4"),
          .file("ünï.mp3"),
        ])
      #expect(list.rejections.isEmpty)
    }
  }

  @Test("an array of dictionaries, by any of the usual keys")
  func dictionaries() throws {
    let value: [[String: Any]] = [
      ["videoID": "dQw4w9WgXcQ", "title": "One", "duration": 213],
      ["URL": "https://example.org/a.mp4", "Name": "Two"],
      ["path": "c.mp4", "start": 1.5, "end": "3", "length": -1],
      ["source": ["kind": "channel", "handle": "@name", "live": true], "title": "Four"],
      ["kind": "file", "path": "d.mp4", "start": 2],
    ]
    for bytes in try Self.forms(value) {
      let list = try PlayerList(reading: bytes)
      #expect(list.rejections.isEmpty)
      #expect(
        list.entries == [
          PlayerList.Entry(try PlayerSource(parsing: "dQw4w9WgXcQ"), title: "One", duration: 213),
          PlayerList.Entry(PlayerSource(.stream("https://example.org/a.mp4")), title: "Two"),
          PlayerList.Entry(.file("c.mp4", start: 1.5, end: 3)),
          PlayerList.Entry(PlayerSource(.channel(.handle("@name"), live: true)), title: "Four"),
          PlayerList.Entry(.file("d.mp4", start: 2)),
        ])
    }
  }

  @Test("a dictionary with an array and a title")
  func root() throws {
    for bytes in try Self.forms(["title": "Mix", "entries": ["a.mp4", ["id": "dQw4w9WgXcQ"]]]) {
      let list = try PlayerList(reading: bytes)
      #expect(list.title == "Mix")
      #expect(list.sources.count == 2)
    }
  }

  @Test("what is no source is refused, and the rest plays")
  func rejections() throws {
    let value: [Any] = [
      1, "a.mp4", [String](), ["title": "x"], ["id": 3], ["id": "", "title": "y"], Date(), Data(),
    ]
    for bytes in try Self.forms(value) {
      let list = try PlayerList(reading: bytes)
      #expect(list.texts == ["a.mp4"])
      #expect(list.rejections.map(\.position) == [0, 1, 1, 1, 1, 1, 1])
    }
    let error = #expect(throws: PlayerError.self) { try PlayerList(reading: try Self.forms(["x": 1])[0]) }
    #expect(error?.code == .invalidSource)
  }

  @Test("XML in any of the encodings that it may be in")
  func encodings() throws {
    let head = #"<?xml version="1.0" encoding="ISO-8859-1"?><plist><array><string>"#
    let list = try PlayerList(reading: Array(head.utf8) + [0xE9] + Array("</string></array></plist>".utf8))
    #expect(list.texts == ["é"])
  }

  @Test("a binary list of a hundred thousand, shared texts and all", .timeLimit(.minutes(5)))
  func many() throws {
    let value: [[String: String]] = (0..<100_000).map { ["id": "dQw4w9WgXcQ", "title": "\($0 % 1000)"] }
    for bytes in try Self.forms(value) {
      let list = try PlayerList(reading: bytes)
      #expect(list.entries.count == 100_000)
      #expect(list.entries.last?.title == "999")
    }
  }

  @Test("it is written as an array where sources are all there is, and is what Foundation reads")
  func writing() throws {
    let sources = ["dQw4w9WgXcQ", "a.mp4"].map { try? PlayerSource(parsing: $0) }.compactMap(\.self)
    let bytes = PlayerList(sources: sources).bytes(as: .plist)
    let value = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String]
    #expect(value == ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "a.mp4"])
  }
}
