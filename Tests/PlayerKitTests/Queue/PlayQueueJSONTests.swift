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

  @Test(
    "Whatever is changed in it, it is read or refused, and what was read can be played through",
    arguments: 0..<4)
  func mutations(seed: UInt64) throws {
    var chance = SplitMix64(state: seed)
    let pieces = [
      "[", "]", "{", "}", ",", ":", "\"", "null", "-1", "1e99", "9223372036854775808", "order", "items",
    ]
    var queue = PlayQueue((0..<5).map(PlayerSource.numbered))
    queue.jump(to: 2)
    queue.setShuffled(true, using: &chance)
    let whole = queue.snapshot.json
    var readable = 0
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0...chance.next(below: 3) {
        let place = chance.next(below: bytes.count)
        switch chance.next(below: 4) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8(chance.next(below: 256))
        case 2: bytes.insert(contentsOf: pieces[chance.next(below: pieces.count)].utf8, at: place)
        // A digit for a digit: other places, which are still places.
        default:
          let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
          bytes[digits[chance.next(below: digits.count)]] = UInt8(0x30 + chance.next(below: 10))
        }
      }
      guard let read = try? PlayQueue(json: bytes) else { continue }
      readable += 1
      queue = read
      queue.jump(to: 0)
      let count = queue.count
      var seen: Set<PlayQueue.Item.ID> = Set([queue.current?.id].compactMap { $0 })
      while let item = queue.loop == .all && seen.count == count ? nil : queue.next() { seen.insert(item.id) }
      #expect(seen.count == count)
      queue.setShuffled(false)
      #expect(queue.count == count)
    }
    #expect(readable > 20)
  }
}
