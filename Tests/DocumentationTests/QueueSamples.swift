import MockBackend
import PlayerKit
import Testing

/// What `docs/queue.md` shows, so that it is compiled, and runs.
@Suite("The queue's samples")
struct QueueSamples {
  @Test("The first one plays as it says", .timeLimit(.minutes(1)))
  func playing() async throws {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    let player = Player(registry: BackendRegistry([MockBackend.provider]), backend: "mock")
    let queue = PlayQueue([
      PlayQueue.Entry(try PlayerSource(parsing: "mock://one?duration=0.2"), title: "First"),
      PlayQueue.Entry(try PlayerSource(parsing: "mock://two?duration=0.2")),
    ])
    try await player.play(queue)
    queue.append(try PlayerSource(parsing: "mock://three?duration=0.2"))
    let report = try await player.waitForQueue()
    print("\(report.played) played, \(report.failed) failed")  // 3 played, 0 failed
    #expect(lines == ["3 played, 0 failed"])
    await player.shutDown()
  }

  @Test("The second one follows a queue", .timeLimit(.minutes(1)))
  func following() async throws {
    let queue = PlayQueue([try PlayerSource(parsing: "dQw4w9WgXcQ")])
    var (rows, place): ([String], Int?) = ([], nil)
    func show(_ titles: [String]) { rows = titles }
    func mark(_ index: Int?) { place = index }
    queue.next()
    let editing = Task { queue.append(.file("/song.flac"), title: "Song") }
    _ = await editing.value
    for await change in queue.changes {
      if change.kinds.contains(.items) { show(change.snapshot.items.map { $0.title ?? $0.source.text }) }
      if change.kinds.contains(.current) { mark(change.snapshot.currentIndex) }
      if rows.count == 2 { break }
    }
    #expect(rows.last == "Song" && place == 0)
  }

  @Test("The JSON form is what the library writes and reads")
  func json() throws {
    let text = try #require(Document(path: "docs/queue.md").fences().last { $0.language == "text" }).text
    let queue = try PlayQueue(json: Array(text.utf8))
    #expect(String(decoding: queue.snapshot.json, as: UTF8.self) == text)
    #expect(queue.isShuffled && queue.current?.title == "First")
  }
}
