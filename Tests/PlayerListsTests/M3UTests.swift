import PlayerKit
import PlayerLists
import Testing

@Suite("m3u lists")
struct M3UTests {
  @Test("titles, durations and the list's title are read, and other directives pass")
  func extended() throws {
    let list = try PlayerList.reading(
      """
      #EXTM3U
      #PLAYLIST: A mix
      #EXTINF:213,Rick Astley - Never Gonna Give You Up
      #EXTVLCOPT:network-caching=1000
      #EXTIMG:front.jpg
      https://youtu.be/dQw4w9WgXcQ
      # a comment
      #extinf:12.5,  Spaces
      clip.mp4
      #EXTINF:-1,
      /music/a.flac
      """)
    #expect(list.title == "A mix")
    #expect(list.rejections.isEmpty)
    #expect(
      list.entries == [
        PlayerList.Entry(
          try PlayerSource(parsing: "dQw4w9WgXcQ"), title: "Rick Astley - Never Gonna Give You Up",
          duration: 213),
        PlayerList.Entry(.file("clip.mp4"), title: "Spaces", duration: 12.5),
        PlayerList.Entry(.file("/music/a.flac")),
      ])
  }

  @Test("a comma in a quoted attribute does not begin the title")
  func attributes() throws {
    let list = try PlayerList.reading(
      """
      #EXTM3U
      #EXTINF:-1 tvg-id="a,b" group-title="News, all day",One, two
      https://example.org/one.ts
      #EXTINF:-1 tvg-name="never closed,Three
      https://example.org/three.ts
      """)
    #expect(list.entries.map(\.title) == ["One, two", "Three"])
    #expect(list.entries.map(\.duration) == [nil, nil])
  }

  @Test("a title belongs to the next entry alone")
  func titles() throws {
    let list = try PlayerList.reading("#EXTM3U\n#EXTINF:1,One\na.mp3\nb.mp3\n#EXTINF:3,Nobody's\n")
    #expect(list.entries.map(\.title) == ["One", nil])
  }

  @Test("lines end with LF, CR, CRLF or the file, mixed")
  func lineEnds() throws {
    let list = try PlayerList.reading("#EXTM3U\r\na.mp3\rb.mp3\n\r\n\n\rc.mp3\r\n\r\rd.mp3")
    #expect(list.texts == ["a.mp3", "b.mp3", "c.mp3", "d.mp3"])
  }

  @Test("a list without #EXTM3U is one by its name")
  func bare() throws {
    let folder = try ListFolder()
    let path = try folder.add("bare.m3u", "one.mp3\ntwo.mp3\n")
    #expect(PlayerList.isList(path))
    #expect(
      try PlayerList(contentsOf: path).sources == [.file(folder.at("one.mp3")), .file(folder.at("two.mp3"))])
  }

  @Test(
    "an HLS stream is no list, and says what to do",
    arguments: ["#EXT-X-VERSION:3\n#EXTINF:9.0,\nfirst.ts\n", "#EXTINF:9,\n1.ts\r\n#EXT-X-ENDLIST\r\n"])
  func hls(body: String) throws {
    let folder = try ListFolder()
    let path = try folder.add("live.m3u8", "#EXTM3U\n" + body)
    #expect(!PlayerList.isList(path))
    let error = #expect(throws: PlayerError.self) { try PlayerList(contentsOf: path) }
    #expect(error?.code == .invalidSource)
    #expect(error?.message.contains("HLS") == true)
    #expect(error?.message.hasPrefix("\(path), line ") == true)
  }

  @Test("an HLS stream in a list stays an entry")
  func nestedHLS() throws {
    let folder = try ListFolder()
    let stream = try folder.add("live.m3u8", "#EXTM3U\n#EXT-X-ENDLIST\n")
    let path = try folder.add("mix.m3u", "live.m3u8\n")
    #expect(try PlayerList(contentsOf: path).sources == [.file(stream)])
  }

  @Test("it is written with titles and durations where there are any")
  func writing() throws {
    let list = PlayerList(
      title: "Mix",
      [
        PlayerList.Entry(.file("/music/one.mp3"), title: "One\nmore", duration: 61.25),
        PlayerList.Entry(.file("/music/sub/two.mp3")),
        PlayerList.Entry(.file("/elsewhere/three.mp3"), title: "Three"),
        PlayerList.Entry(try PlayerSource(parsing: "dQw4w9WgXcQ"), duration: 10),
      ])
    #expect(
      String(decoding: list.bytes(as: .m3u, relativeTo: "/music"), as: UTF8.self) == """
        #EXTM3U
        #PLAYLIST:Mix
        #EXTINF:61.25,One more
        one.mp3
        sub/two.mp3
        #EXTINF:-1,Three
        /elsewhere/three.mp3
        #EXTINF:10,
        https://www.youtube.com/watch?v=dQw4w9WgXcQ

        """)
  }
}
