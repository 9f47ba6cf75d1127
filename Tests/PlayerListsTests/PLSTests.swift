import PlayerKit
import PlayerLists
import Testing

@Suite("pls lists")
struct PLSTests {
  @Test("entries are in the order of their numbers, whatever gaps there are and whatever count is given")
  func order() throws {
    let list = try PlayerList.reading(
      """
      [playlist]
      NumberOfEntries=99
      File10=ten.mp3
      Title10=Ten
      File2 = https://example.org/two.mp3
      title2=Two
      LENGTH2=120
      Length10=-1
      File2=again.mp3
      Title7=Without a file
      Version=2
      """)
    #expect(
      list.entries == [
        PlayerList.Entry(PlayerSource(.stream("https://example.org/two.mp3")), title: "Two", duration: 120),
        PlayerList.Entry(.file("ten.mp3"), title: "Ten"),
      ])
    #expect(list.rejections.isEmpty)
  }

  @Test("other sections, comments and unknown keys pass")
  func others() throws {
    let list = try PlayerList.reading(
      "; made by hand\n[Other]\nFile1=no.mp3\n[PlayList]\r\nX-GNOME-Title=Radio\nFile1=a=b.mp3\nFoo1=2\nFile=x\n",
      as: .pls)
    #expect(list.title == "Radio")
    #expect(list.texts == ["a=b.mp3"])
  }

  @Test("a number beyond all counting is refused, and the rest plays")
  func numbers() throws {
    let list = try PlayerList.reading("[playlist]\nFile99999999999999999999=a.mp3\nFile0=b.mp3\n")
    #expect(list.texts == ["b.mp3"])
    #expect(list.rejections.map(\.line) == [2])
  }

  @Test("without its section it is no pls list")
  func noSection() throws {
    let folder = try ListFolder()
    let path = try folder.add("radio.pls", "File1=a.mp3\n")
    #expect(throws: PlayerError.self) { try PlayerList(contentsOf: path) }
  }

  @Test("it is written with numbers from 1 and the right count")
  func writing() {
    let list = PlayerList([
      PlayerList.Entry(.file("a.mp3"), title: "A"), PlayerList.Entry(.file("b.mp3"), duration: 3),
    ])
    #expect(
      String(decoding: list.bytes(as: .pls), as: UTF8.self)
        == "[playlist]\nFile1=a.mp3\nTitle1=A\nFile2=b.mp3\nLength2=3\nNumberOfEntries=2\nVersion=2\n")
  }
}
