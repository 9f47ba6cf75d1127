import PlayerKit
import TestSupport
import Testing

@Suite("A queue")
struct PlayQueueTests {
  private let queue = PlayQueue((0..<5).map(PlayerSource.numbered))

  private func numbers(_ snapshot: PlayQueue.Snapshot? = nil) -> [Int] {
    (snapshot ?? queue.snapshot).items.compactMap(\.source.number)
  }

  @Test("It begins with its sources in their order and none of them current; next chooses the first")
  func start() {
    #expect(numbers() == [0, 1, 2, 3, 4])
    #expect(queue.current == nil && queue.currentIndex == nil && queue.count == 5 && !queue.isEmpty)
    #expect(queue.next()?.source == .numbered(0))
    #expect(PlayQueue([PlayerSource]()).next() == nil)
  }

  @Test("The current item is kept through edits before, behind and of itself")
  func keptCurrent() throws {
    let current = try #require(queue.jump(to: 2))
    queue.insert(.numbered(9), at: 0)
    queue.remove(at: 1)
    queue.append(contentsOf: [PlayerSource.numbered(10), .numbered(11)])
    queue.move(current.id, to: 99)
    #expect(queue.current == current && queue.currentIndex == 6)
    queue.move(from: 6, to: -3)
    #expect(queue.current == current && queue.currentIndex == 0)
    #expect(numbers() == [2, 9, 1, 3, 4, 10, 11])
  }

  @Test(
    "In the place of a current item that is removed its successor becomes current; behind the last none does")
  func removedCurrent() {
    queue.jump(to: 3)
    queue.remove(at: 3)
    #expect(queue.current?.source == .numbered(4))
    queue.remove(at: 3)
    #expect(queue.current == nil && numbers() == [0, 1, 2])
    queue.loop = .all
    queue.jump(to: 2)
    queue.remove(at: 2)
    #expect(queue.current?.source == .numbered(0))
    queue.removeAll()
    #expect(queue.isEmpty && queue.current == nil)
  }

  @Test("next and previous stay inside the ends, and go round where it loops")
  func ends() {
    queue.jump(to: 4)
    #expect(queue.next() == nil && queue.currentIndex == 4)
    queue.jump(to: 0)
    #expect(queue.previous() == nil && queue.currentIndex == 0)
    queue.loop = .all
    #expect(queue.previous()?.source == .numbered(4))
    #expect(queue.next()?.source == .numbered(0))
  }

  @Test("What is not there can't be chosen, moved or removed, and then nothing changes")
  func nothingThere() throws {
    let id = try #require(queue.remove(at: 1)).id
    // It takes the slot of the one before, but not its id.
    queue.append(.numbered(7))
    let version = queue.snapshot.version
    #expect(
      queue.jump(to: id) == nil && queue.remove(id) == nil && !queue.move(id, to: 0) && queue.item(id) == nil)
    #expect(queue.jump(to: 5) == nil && queue.jump(to: -1) == nil && queue.remove(at: 5) == nil)
    #expect(!queue.move(from: -1, to: 0))
    queue.append(contentsOf: [PlayerSource]())
    queue.loop = .off
    queue.setShuffled(false)
    #expect(queue.snapshot.version == version)
  }

  @Test("Shuffled, the current item comes first and the others behind it; unshuffled, the order is as it was")
  func shuffling() {
    var chance = SplitMix64(state: 1)
    let queue = PlayQueue((0..<100).map(PlayerSource.numbered))
    queue.jump(to: 50)
    queue.setShuffled(true, using: &chance)
    let shuffled = numbers(queue.snapshot)
    #expect(shuffled.first == 50 && shuffled.sorted() == Array(0..<100) && shuffled != Array(0..<100))
    #expect(queue.isShuffled && queue.currentIndex == 0)
    queue.setShuffled(true)
    #expect(numbers(queue.snapshot) == shuffled)
    queue.setShuffled(false)
    #expect(numbers(queue.snapshot) == Array(0..<100) && queue.currentIndex == 50)
  }

  @Test("What is edited while shuffled stands in its place when the order is restored")
  func editedWhileShuffled() throws {
    var chance = SplitMix64(state: 2)
    queue.jump(to: 1)
    queue.setShuffled(true, using: &chance)
    queue.insertNext(.numbered(10))
    queue.append(.numbered(11))
    queue.insert(.numbered(12), at: 0)
    let three = try #require(queue.snapshot.items.first { $0.source == .numbered(3) })
    queue.remove(three.id)
    queue.move(from: 0, to: 4)
    queue.setShuffled(false)
    #expect(numbers() == [12, 0, 1, 10, 2, 4, 11])
    #expect(queue.current?.source == .numbered(1))
  }

  @Test("A snapshot stays as it was while the queue is edited")
  func snapshot() {
    queue.jump(to: 2)
    let before = queue.snapshot
    queue.remove(at: 2)
    queue.append(.numbered(9), title: "Nine")
    queue.setShuffled(true)
    queue.loop = .all
    #expect(numbers(before) == [0, 1, 2, 3, 4] && before.currentIndex == 2)
    #expect(before.current?.source == .numbered(2) && before.loop == .off && !before.isShuffled)
    #expect(
      queue.snapshot.items.last?.title == "Nine" || queue.snapshot.items.contains { $0.title == "Nine" })
    #expect(queue.snapshot.version > before.version)
    #expect(before.index(of: before.items[3].id) == 3)
  }

  @Test("Equal sources are items of their own")
  func equalSources() throws {
    let queue = PlayQueue([PlayerSource.film, .film])
    let items = Array(queue.snapshot.items)
    #expect(items[0].id != items[1].id && items[0] != items[1])
    queue.remove(items[0].id)
    #expect(queue.item(items[1].id) == items[1] && queue.item(items[0].id) == nil)
  }

  @Test(
    "Every reader of the changes gets the queue at once, and then what has changed, however slow it is",
    .timeLimit(.minutes(1)))
  func changes() async throws {
    var reader = queue.changes.makeAsyncIterator()
    let first = await reader.next()
    #expect(first?.kinds == Set(PlayQueue.Change.Kind.allCases) && first?.snapshot.items.count == 5)
    queue.append(.numbered(5))
    #expect(await reader.next()?.kinds == [.items])
    queue.jump(to: 1)
    queue.jump(to: 1)
    #expect(await reader.next()?.kinds == [.current])
    queue.loop = .all
    queue.next()
    let both = await reader.next()
    #expect(both?.kinds == [.modes, .current] && both?.snapshot.currentIndex == 2)
    let queue = queue
    let waiting = Task {
      var reader = queue.changes.makeAsyncIterator()
      _ = await reader.next()
      return await reader.next()
    }
    while queue.waitingReaders == 0 { await Task.yield() }
    queue.setShuffled(true)
    #expect(await waiting.value?.snapshot.isShuffled == true)
    #expect(await reader.next()?.kinds == [.items, .modes])
  }

  @Test("A reader that is cancelled gets nothing more", .timeLimit(.minutes(1)))
  func cancelledReader() async {
    let queue = queue
    let reading = Task {
      var count = 0
      for await _ in queue.changes { count += 1 }
      return count
    }
    while queue.waitingReaders == 0 { await Task.yield() }
    reading.cancel()
    #expect(await reading.value == 1)
    #expect(queue.waitingReaders == 0)
  }

  @Test("Many threads edit it at once, and nothing is lost")
  func threads() async {
    let queue = PlayQueue([PlayerSource]())
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            let id = queue.append(.numbered(thread * 1000 + number))
            if number % 2 == 0 { queue.remove(id) } else { queue.move(id, to: number) }
            queue.next()
            _ = queue.snapshot.items.first
          }
        }
      }
    }
    let numbers = numbers(queue.snapshot)
    #expect(numbers.count == 2000 && Set(numbers).count == 2000 && numbers.allSatisfy { $0 % 2 == 1 })
  }

  @Test("A hundred thousand items are held, found, moved and removed")
  func manyItems() throws {
    let queue = PlayQueue((0..<100_000).map(PlayerSource.numbered))
    let snapshot = queue.snapshot
    let middle = try #require(queue.jump(to: 50_000))
    for _ in 0..<100 {
      queue.insert(.numbered(-1), at: 10)
      queue.remove(at: 20)
      queue.move(from: 99_999, to: 0)
    }
    #expect(queue.count == 100_000 && queue.current == middle)
    queue.setShuffled(true)
    queue.setShuffled(false)
    #expect(queue.current == middle && snapshot.items[50_000] == middle && snapshot.items.count == 100_000)
  }
}
