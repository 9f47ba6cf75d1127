import PlayerKit
import Testing

@testable import ytplay

@Suite("Replies")
struct ReplyQueueTests {
  @Test("A reply waits until what preceded it has been told, dropped events counting as many as they were")
  func waiting() {
    var replies = ReplyQueue<Int>()
    let early = replies.add(1, after: 0)
    #expect(early == [1])
    var ready = replies.add(2, after: 2) + replies.add(3, after: 2) + replies.add(4, after: 9)
    #expect(ready.isEmpty)
    ready = replies.tell(.ready)
    #expect(ready.isEmpty)
    ready = replies.tell(.ready)
    #expect(ready == [2, 3])
    ready = replies.tell(.dropped(6))
    #expect(ready.isEmpty)
    ready = replies.tell(.closed)
    #expect(ready == [4])
    _ = replies.add(5, after: 99)
    ready = replies.takeAll() + replies.takeAll()
    #expect(ready == [5])
  }
}
