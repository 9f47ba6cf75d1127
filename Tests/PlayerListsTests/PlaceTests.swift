import PlayerKit
import PlayerLists
import Testing

@Suite("The places in a list")
struct PlaceTests {
  @Test("relative paths are relative to the list's folder, absolute ones and ~ are not")
  func relative() throws {
    let folder = try ListFolder()
    let path = try folder.add(
      "lists/mix.m3u",
      """
      a.mp3
      ./b.mp3
      ../c.mp3
      sub/d.mp3
      /e.mp3
      ~/f.mp3
      ~g.mp3
      file:///h%20%41.mp3
      file:i.mp3#t=1,2
      .//j.mp3
      """)
    let list = try PlayerList(contentsOf: path)
    #expect(
      list.sources == [
        .file(folder.at("lists/a.mp3")), .file(folder.at("lists/b.mp3")), .file(folder.at("lists/../c.mp3")),
        .file(folder.at("lists/sub/d.mp3")), .file("/e.mp3"), .file("~/f.mp3"),
        .file(folder.at("lists/~g.mp3")),
        .file("/h A.mp3"), .file(folder.at("lists/i.mp3"), start: 1, end: 2), .file(folder.at("lists/j.mp3")),
      ])
  }

  @Test("without a folder they stay as they are")
  func alone() throws {
    let list = try PlayerList.reading("a.mp3\n./b.mp3\n../c.mp3\n/d.mp3\nx\\e.mp3\n50%.mp3\n")
    #expect(
      list.sources == ["a.mp3", "./b.mp3", "../c.mp3", "/d.mp3", "x/e.mp3", "50%.mp3"].map { .file($0) })
  }

  @Test("an existing file wins over an id, an address or a reserved word of its name")
  func existing() throws {
    let folder = try ListFolder()
    for name in ["dQw4w9WgXcQ", "youtu.be/9bZkp7q19f0", "WL", "-", "@name"] { try folder.add(name) }
    let path = try folder.add("mix.txt", "dQw4w9WgXcQ\nyoutu.be/9bZkp7q19f0\nWL\n-\n@name\n9bZkp7q19f0\n")
    #expect(
      try PlayerList(contentsOf: path).sources
        == ["dQw4w9WgXcQ", "youtu.be/9bZkp7q19f0", "WL", "-", "@name"].map { .file(folder.at($0)) }
        + [try PlayerSource(parsing: "9bZkp7q19f0")])
  }

  @Test("a dash is a file, never standard input")
  func dash() throws {
    #expect(try PlayerList.reading("-\n").sources == [.file("-")])
  }

  @Test("Windows's separators are read where the name has no other, and drives and servers refused")
  func windows() throws {
    let folder = try ListFolder()
    let odd = try folder.add("odd\\name.mp3")
    let there = try folder.add("Music/one two.mp3")
    let path = try folder.add(
      "mix.m3u",
      """
      odd\\name.mp3
      Music\\one two.mp3
      Music\\one%20two.mp3
      Music\\gone.mp3
      ..\\up.mp3
      C:\\Music\\a.mp3
      D:/b.mp3
      \\\\server\\share\\c.mp3
      """)
    let list = try PlayerList(contentsOf: path)
    #expect(
      list.sources == [
        .file(odd), .file(there), .file(there), .file(folder.at("Music/gone.mp3")),
        .file(folder.at("../up.mp3")),
      ])
    #expect(list.rejections.map(\.line) == [6, 7, 8])
    #expect(list.rejections.map(\.error.code) == [.unsupported, .unsupported, .unsupported])
    #expect(list.rejections.map(\.text) == ["C:\\Music\\a.mp3", "D:/b.mp3", "\\\\server\\share\\c.mp3"])
  }

  @Test("names that are no UTF-8 keep their bytes; one in Latin-1 finds its UTF-8 file")
  func latin1() throws {
    let folder = try ListFolder()
    let name: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".mp3".utf8)
    let bytes = Array("#EXTM3U\n#EXTINF:1,".utf8) + [0xC4, 0x93, 0x80] + [0x0A] + name + [0x0A]
    let kept = try PlayerList(contentsOf: try folder.add("kept.m3u", bytes))
    #expect(kept.sources == [.file(folder.at(name))])
    // Windows-1252, because it is no UTF-8.
    #expect(kept.entries.first?.title == "Ä“€")
    let there = try folder.add("café.mp3")
    #expect(try PlayerList(contentsOf: try folder.add("found.m3u", bytes)).sources == [.file(there)])
    let own = try folder.add(name)
    #expect(try PlayerList(contentsOf: try folder.add("own.m3u", bytes)).sources == [.file(own)])
  }

  @Test("names with spaces at their ends, or escapes in them, are found")
  func odd() throws {
    let folder = try ListFolder()
    let names = [" a.mp3 ", "b%20c.mp3", "d e.mp3"]
    for name in names { try folder.add(name) }
    let path = try folder.add("mix.m3u", " a.mp3 \nb%20c.mp3\nd%20e.mp3\n f.mp3\n")
    #expect(
      try PlayerList(contentsOf: path).sources == (names + ["f.mp3"]).map { .file(folder.at($0)) })
  }

  @Test(
    "schemes by which an engine opens what a stranger names are refused",
    arguments: [
      "edl://a.mp4,0,10", "av://lavfi:testsrc", "lavf://file:/etc/passwd", "FD://0", "concat:a|b",
      "memory://x",
      "javascript:alert(1)", "data:text/html,x", "subfile://,,start,0,end,9,,:/etc/passwd",
    ])
  func schemes(text: String) throws {
    let list = try PlayerList.reading("a.mp3\n\(text)\nb.mp3\n")
    // `concat:a|b` has no `//`, so it is a file's name.
    let isName = text == "concat:a|b"
    #expect(list.texts == (isName ? ["a.mp3", text, "b.mp3"] : ["a.mp3", "b.mp3"]))
    #expect(list.rejections.count == (isName ? 0 : 1))
    #expect(
      list.rejections.allSatisfy {
        $0.position == 1 && $0.line == 2 && $0.error.message.hasPrefix("Line 2: ")
      })
  }

  @Test("devices and descriptors of the system's are refused, however they are written")
  func devices() throws {
    let folder = try ListFolder()
    try folder.add("dev/film.mkv")
    let up = String(repeating: "../", count: 20)
    let path = try folder.add(
      "mix.m3u",
      "/dev/zero\n\(up)dev/./null\nfile:///dev/%7Aero\n/proc/self/fd/../../../dev/zero\ndev/film.mkv\n/dev/gone\n"
    )
    let list = try PlayerList(contentsOf: path)
    #expect(list.sources == [.file(folder.at("dev/film.mkv")), .file("/dev/gone")])
    #expect(list.rejections.map(\.line) == [1, 2, 3, 4])
    #expect(list.rejections.allSatisfy { $0.error.code == .notPermitted })
  }

  @Test("any other scheme passes, as do all that YouTube has")
  func streams() throws {
    let lines = [
      "rtsp://example.org/cam", "https://example.org/a.m3u8", "timer://3", "dQw4w9WgXcQ", "@name",
      "https://www.youtube.com/playlist?list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI", "//example.org/b.mp3",
    ]
    let list = try PlayerList.reading(lines.joined(separator: "\n"))
    #expect(list.sources == (try lines.map { try PlayerSource(parsing: $0) }))
  }

  @Test("a bad line is refused with its number and words, and the rest plays")
  func rejections() throws {
    let folder = try ListFolder()
    let path = try folder.add("mix.txt", "# mine\na.mp3\n\nhttps://www.youtube.com/feed/library\nb.mp3\n")
    let list = try PlayerList(contentsOf: path)
    #expect(list.sources.count == 2)
    let rejection = try #require(list.rejections.first)
    #expect(rejection.position == 1 && rejection.line == 4)
    #expect(rejection.text == "https://www.youtube.com/feed/library")
    #expect(rejection.error.message.hasPrefix("\(path), line 4: "))
    #expect(rejection.error.code == .invalidSource)
  }
}
