import PlayerKit
import PlayerLists
import Testing

@Suite("XSPF lists")
struct XSPFTests {
  @Test("the first location that can be played, the title and the duration of each track are read")
  func tracks() throws {
    let list = try PlayerList.reading(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/">
        <title>A &amp; B</title>
        <trackList>
          <track>
            <location>javascript:alert(1)</location>
            <location>
              https://youtu.be/dQw4w9WgXcQ?t=9
            </location>
            <location>https://example.org/never.mp4</location>
            <title>One <![CDATA[<1>]]></title>
            <creator>Somebody</creator>
            <duration>213500</duration>
          </track>
          <track><location>file:///a%20b/%C3%BC%FF.mp3</location></track>
        </trackList>
      </playlist>
      """)
    #expect(list.title == "A & B")
    #expect(
      list.entries == [
        PlayerList.Entry(
          try PlayerSource(parsing: "https://youtu.be/dQw4w9WgXcQ?t=9"), title: "One <1>", duration: 213.5),
        PlayerList.Entry(.file(MediaPath(bytes: Array("/a b/ü".utf8) + [0xFF] + Array(".mp3".utf8)))),
      ])
    #expect(list.rejections.isEmpty)
  }

  @Test("tracks in tracks, and what stands in extensions and other namespaces, mean nothing")
  func nesting() throws {
    let list = try PlayerList.reading(
      """
      <x:playlist version="1" xmlns:x="http://xspf.org/ns/0/" xmlns="http://example.org/">
        <x:extension application="http://example.org/"><x:title>No</x:title><title>No</title></x:extension>
        <x:trackList>
          <title>No</title>
          <x:track>
            <x:extension><x:location>no.mp3</x:location></x:extension>
            <x:track><x:location>no.mp3</x:location><x:title>No</x:title></x:track>
            <location>no.mp3</location>
            <x:location>y<!-- -->es<x:b>no</x:b>.mp3</x:location>
          </x:track>
        </x:trackList>
        <x:title>Yes</x:title>
      </x:playlist>
      """)
    #expect(list.title == "Yes")
    #expect(list.entries == [PlayerList.Entry(.file("yes.mp3"))])
  }

  @Test("xml:base counts, on any element, and against the one around it")
  func base() throws {
    let folder = try ListFolder()
    let path = try folder.add(
      "list.xspf",
      """
      <playlist xmlns="http://xspf.org/ns/0/"><trackList xml:base="http://example.org/a/b/">
        <track xml:base="../c/"><location xml:base="d/x">one.mp3</location></track>
        <track><location>/two.mp3?x=..%2F</location></track>
        <track><location>//other.org/three.mp3</location></track>
        <track><location>https://youtu.be/dQw4w9WgXcQ</location></track>
        <track xml:base="file:///music/x/"><location>../four%20.mp3</location></track>
      </trackList>
      <trackList xml:base="sub/"><track><location>../five.mp3</location></track></trackList>
      <trackList><track><location>six.mp3#t=10,20</location></track></trackList>
      </playlist>
      """)
    let list = try PlayerList(contentsOf: path)
    #expect(list.rejections.isEmpty)
    #expect(
      list.sources == [
        PlayerSource(.stream("http://example.org/a/c/d/one.mp3")),
        PlayerSource(.stream("http://example.org/two.mp3?x=..%2F")),
        PlayerSource(.stream("http://other.org/three.mp3")), try PlayerSource(parsing: "dQw4w9WgXcQ"),
        .file("/music/four .mp3"), .file(folder.at("sub/../five.mp3")),
        .file(folder.at("six.mp3"), start: 10, end: 20),
      ])
  }

  @Test("names that nobody escaped are found")
  func unescaped() throws {
    let folder = try ListFolder()
    for name in ["100% #1.mp3", "a%20b.mp3"] { try folder.add(name) }
    try folder.add("c d.mp3")
    let path = try folder.add(
      "list.xspf",
      """
      <playlist><trackList>
      <track><location>100% #1.mp3</location></track><track><location>a%20b.mp3</location></track>
      <track><location>c%20d.mp3</location></track>
      </trackList></playlist>
      """)
    #expect(
      try PlayerList(contentsOf: path).sources
        == ["100% #1.mp3", "a%20b.mp3", "c d.mp3"].map { .file(folder.at($0)) })
  }

  @Test("a track without a location, or with an empty one, is refused with its line; the rest plays")
  func missing() throws {
    let list = try PlayerList.reading(
      """
      <playlist><trackList>
      <track><title>Nowhere</title></track>
      <track><location>a.mp3</location></track>
      <track><location> </location></track>
      </trackList></playlist>
      """)
    #expect(list.texts == ["a.mp3"])
    #expect(list.rejections.map(\.line) == [2, 4])
    #expect(list.rejections.map(\.position) == [0, 1])
    #expect(list.rejections.first?.text == "Nowhere")
    #expect(list.rejections.first?.error.message == "Line 2: The track has no location.")
  }

  @Test("where the XML breaks off, what came before plays")
  func broken() throws {
    let list = try PlayerList.reading(
      "<playlist><trackList>\n<track><location>a.mp3</location></track>\n<track><location>b.mp3</trackList>")
    #expect(list.texts == ["a.mp3"])
    #expect(list.rejections.map(\.line) == [3])
  }

  @Test("encodings other than UTF-8 are read by their names, and one that nobody knows is said")
  func encodings() throws {
    func document(_ encoding: String) -> [UInt8] {
      Array("<?xml version='1.0' encoding='\(encoding)'?><playlist><title>".utf8) + [0x80, 0xE9]
        + Array("</title></playlist>".utf8)
    }
    #expect(try PlayerList(reading: document("windows-1252")).title == "€é")
    #expect(try PlayerList(reading: document("ISO-8859-1")).title == "\u{80}é")
    let error = #expect(throws: PlayerError.self) { try PlayerList(reading: document("x-nobody")) }
    #expect(error?.message.contains("encoding") == true)
    #expect(throws: PlayerError.self) { try PlayerList(reading: document("UTF-8")) }
  }

  @Test(
    "XML that is something else is no list", arguments: ["<html><title>x</title></html>", "<playlist", ""])
  func others(text: String) throws {
    let error = #expect(throws: PlayerError.self) { try PlayerList.reading(text, as: .xspf) }
    #expect(error?.code == .invalidSource)
  }
}
