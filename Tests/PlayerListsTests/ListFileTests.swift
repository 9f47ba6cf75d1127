import Foundation
import PlayerKit
import PlayerLists
import Testing

@Suite("List files")
struct ListFileTests {
  @Test(
    "the beginning tells the format, whatever the name says",
    arguments: [
      ("x.txt", "\u{FEFF}#EXTM3U\n#EXTINF:-1,T\na.mp3\n", "T"),
      ("x.m3u", "; by hand\n\n[Playlist]\nFile1=a.mp3\nTitle1=T\n", "T"),
      (
        "x.pls",
        "<?xml version='1.0'?><!-- <plist> --><playlist><trackList><track><location>a.mp3</location><title>T</title></track></trackList></playlist>",
        "T"
      ),
      (
        "x",
        "<plist><array><dict><key>path</key><string>a.mp3</string><key>title</key><string>T</string></dict></array></plist>",
        "T"
      ),
    ])
  func formats(name: String, content: String, title: String) throws {
    let folder = try ListFolder()
    let list = try PlayerList(contentsOf: try folder.add(name, content))
    #expect(list.entries == [PlayerList.Entry(.file(folder.at("a.mp3")), title: title)])
  }

  @Test("UTF-16 with or without a mark, in either order, and UTF-8 with one, in every format")
  func encodings() throws {
    let list = PlayerList(title: "Tïtle", [PlayerList.Entry(.file("/ü/🎵.mp3"), title: "Ünï 🎵")])
    for format in PlayerList.Format.allCases {
      let text = String(decoding: list.bytes(as: format), as: UTF8.self)
      let units = Array(text.replacing("UTF-8", with: "UTF-16").utf16)
      let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      let expected = try PlayerList(reading: Array(text.utf8), as: format)
      #expect(expected.sources == list.sources)
      for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
        #expect(try PlayerList(reading: bytes) == expected, "\(format)")
      }
      // Text that begins with a slash, and XML, which must have a mark.
      if format == .m3u || format == .pls || format == .text {
        for bytes in [little, big] { #expect(try PlayerList(reading: bytes) == expected, "\(format)") }
      }
    }
  }

  @Test("what can't be read is an error with the path and the right code")
  func errors() async throws {
    let folder = try ListFolder()
    #expect(throws: PlayerError.self) { try PlayerList(contentsOf: folder.at("gone.m3u")) }
    do {
      _ = try await PlayerList.read(folder.at("gone.m3u"))
      Issue.record("it was read")
    } catch {
      #expect(error.code == .notFound && error.message.contains("gone.m3u"))
    }
    do {
      _ = try PlayerList(contentsOf: MediaPath(folder.path))
      Issue.record("a folder was read")
    } catch {
      #expect(error.code == .invalidSource)
    }
    let film = try folder.add("film.mkv", [0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0, count: 1000))
    do {
      _ = try PlayerList(contentsOf: film)
      Issue.record("a film was read")
    } catch {
      #expect(error.code == .invalidSource && error.message.contains("is not a list"))
    }
  }

  @Test("a device without an end is no list", .timeLimit(.minutes(1)))
  func endless() {
    let error = #expect(throws: PlayerError.self) { try PlayerList(contentsOf: "/dev/zero") }
    #expect(error?.code == .invalidSource)
  }

  @Test("a pipe is read to its end, and what is in it is relative to the working directory")
  func pipe() async throws {
    let folder = try ListFolder()
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    async let list = PlayerList.read(MediaPath(path))
    // Opened for both, so that it neither waits for a reader nor ends before the list is in it.
    let descriptor = open(path, O_RDWR)
    let text = Array("a.mp3\nb.mp3\n".utf8)
    #expect(write(descriptor, text, text.count) == text.count)
    // The reader has opened it once the pipe is empty.
    while true {
      var left: Int32 = 0
      #expect(ioctl(descriptor, UInt(FIONREAD), &left) == 0)
      if left == 0 { break }
      await Task.yield()
    }
    close(descriptor)
    #expect(try await list.texts == ["a.mp3", "b.mp3"])
  }

  @Test("an empty list is a list without entries", arguments: PlayerList.Format.allCases)
  func empty(format: PlayerList.Format) throws {
    let bytes = PlayerList().bytes(as: format)
    let list = try PlayerList(reading: bytes, as: format)
    #expect(list == PlayerList())
  }
}
