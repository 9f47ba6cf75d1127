import PlayerKit
import PlayerLists
import Testing

@Suite("Lists and queues")
struct QueueTests {
  @Test("a list makes a queue with its titles, and a queue a list")
  func both() throws {
    let list = try PlayerList.reading("#EXTM3U\n#EXTINF:1,One\na.mp3\njavascript:x\nb.mp3\n")
    let queue = PlayQueue(list)
    #expect(queue.snapshot.items.map(\.source) == list.sources)
    #expect(queue.snapshot.items.map(\.title) == ["One", nil])
    queue.append(contentsOf: PlayerList(sources: [.file("c.mp3")]))
    queue.move(from: 2, to: 0)
    let again = PlayerList(title: "Mix", queue.snapshot)
    #expect(again.title == "Mix")
    #expect(again.texts == ["c.mp3", "a.mp3", "b.mp3"])
    #expect(again.entries.map(\.title) == [nil, "One", nil])
  }
}
