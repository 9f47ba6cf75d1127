import PlayerKit
import TestSupport
import Testing

@Suite("The JSON form of a queue")
struct PlayQueueJSONTests {
  private func text(_ queue: PlayQueue) -> String { String(decoding: queue.snapshot.json, as: UTF8.self) }

  @Test("It is written as documented")
  func written() throws {
    let queue = PlayQueue([
      PlayQueue.Entry(.file(MediaPath("/a.mp4")), title: "A"), .init(.file(MediaPath("/b.mp4"), start: 5)),
    ])
    #expect(
      text(queue)
        == #"{"queue":{"items":[{"source":{"kind":"file","path":"/a.mp4"},"title":"A"},{"source":{"kind":"file","path":"/b.mp4","start":5}}]}}"#
    )
    queue.jump(to: 1)
    queue.loop = .all
    #expect(
      text(queue).hasPrefix(#"{"queue":{"current":1,"items":[{"#)
        && text(queue).hasSuffix(#"],"loop":"all"}}"#))
  }

  @Test("What was written reads as the same queue, shuffled too", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var chance = SplitMix64(state: seed)
    let queue = PlayQueue(
      (0..<chance.next(below: 30)).map { PlayQueue.Entry(.numbered($0), title: $0 % 2 == 0 ? "Ü\($0)" : nil) }
    )
    queue.loop = LoopMode.allCases[chance.next(below: 3)]
    if seed % 3 != 0, !queue.isEmpty { queue.jump(to: chance.next(below: queue.count)) }
    if seed % 2 == 0 {
      queue.setShuffled(true, using: &chance)
      queue.append(.numbered(100))
      queue.move(from: 0, to: 3)
    }
    let read = try PlayQueue(json: queue.snapshot.json)
    #expect(read.snapshot.json == queue.snapshot.json)
    for _ in 0..<2 {
      let (one, other) = (queue.snapshot, read.snapshot)
      #expect(
        one.items.map(\.source) == other.items.map(\.source)
          && one.items.map(\.title) == other.items.map(\.title))
      #expect(
        one.currentIndex == other.currentIndex && one.loop == other.loop && one.isShuffled == other.isShuffled
      )
      queue.setShuffled(false)
      read.setShuffled(false)
    }
  }

  @Test("Sources may be given as text")
  func textSources() throws {
    let queue = try PlayQueue(json: Array(#"{"queue":{"items":[{"source":"dQw4w9WgXcQ"}]}}"#.utf8))
    #expect(queue.snapshot.items.first?.source.kind == .video)
  }

  @Test(
    "What is no queue is refused",
    arguments: [
      "", "[]", "{}", #"{"queue":{}}"#, #"{"queue":{"items":[{}]}}"#,
      #"{"queue":{"items":[],"current":0}}"#, #"{"queue":{"items":[{"source":"/a"}],"order":[1]}}"#,
      #"{"queue":{"items":[{"source":"/a"}],"order":[]}}"#,
      #"{"queue":{"items":[{"source":"/a"},{"source":"/b"}],"order":[0,0]}}"#,
      #"{"queue":{"items":[{"source":"/a"}],"loop":"twice"}}"#,
      #"{"queue":{"items":[{"source":"/a"}],"current":-1}}"#,
    ])
  func refused(json: String) {
    let error = #expect(throws: PlayerError.self) { try PlayQueue(json: Array(json.utf8)) }
    #expect(error?.code == .invalidArgument)
  }

  @Test("A source that can't be one is refused with its own error")
  func badSource() {
    let json = #"{"queue":{"items":[{"source":"javascript:alert(1)"}]}}"#
    let error = #expect(throws: PlayerError.self) { try PlayQueue(json: Array(json.utf8)) }
    #expect(error?.code == .invalidSource)
  }
}
