import PlayerKit
import PlayerLists

/// What `docs/lists.md` shows, so that it is compiled.
enum ListSamples {
  static func reading() async throws {
    let list = try await PlayerList.read("mix.m3u8")
    for entry in list.entries {
      print(entry.title ?? entry.source.text)
    }
    for rejection in list.rejections {
      print(rejection.error.message)  // mix.m3u8, line 3: A “javascript:” link names no media.
    }
  }

  static func writing() throws -> [UInt8] {
    var list = PlayerList(title: "Evening")
    list.entries.append(PlayerList.Entry(.file("/music/one.flac"), title: "One", duration: 61.25))
    list.entries.append(PlayerList.Entry(try PlayerSource(parsing: "dQw4w9WgXcQ"), title: "Two"))
    let bytes = list.bytes(as: .m3u, relativeTo: "/music")
    return bytes
  }

  static func queueing(_ list: PlayerList) -> [UInt8] {
    let queue = PlayQueue(list)
    let saved = PlayerList(title: list.title, queue.snapshot).bytes(as: .xspf)
    return saved
  }
}
