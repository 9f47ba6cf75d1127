import PlayerKit
import TestSupport
import Testing

@Suite("A queue against a simple model")
struct PlayQueueModelTests {
  @Test("100,000 random edits lead where the model comes to", arguments: 1...4)
  func randomEdits(seed: UInt64) {
    var run = ModelRun(seed: seed)
    for step in 0..<25_000 {
      run.edit()
      guard run.agrees(wholly: step % 64 == 0) else {
        Issue.record("The queue and the model part at step \(step) behind \(run.last).")
        return
      }
    }
    #expect(run.agrees(wholly: true))
    #expect(run.shuffles > 100)
  }
}

/// A queue and a model that get the same edits.
private struct ModelRun {
  let queue = PlayQueue()
  var model = QueueModel()
  var ids: [Int: PlayQueue.Item.ID] = [:]
  var chance: SplitMix64
  var lastNumber = 0
  var shuffles = 0
  var last = ""

  init(seed: UInt64) {
    chance = SplitMix64(state: seed)
  }

  /// Looks at what is current, and wholly at all items.
  func agrees(wholly: Bool) -> Bool {
    let snapshot = queue.snapshot
    guard snapshot.current?.source.number == model.current, snapshot.currentIndex == model.currentIndex,
      snapshot.items.count == model.order.count, snapshot.isShuffled == (model.original != nil),
      snapshot.loop == model.loop
    else { return false }
    guard wholly else { return true }
    let numbers = snapshot.items.map { $0.source.number ?? -1 }
    return numbers == model.order
      && snapshot.items.allSatisfy { queue.item($0.id) == $0 && $0.id == ids[$0.source.number ?? -1] }
  }

  mutating func edit() {
    let count = model.order.count
    // It stays so short that every edit often meets the ends and the current item.
    switch chance.next(below: count > 40 ? 40 : 24) {
    case 0..<6: insert(1 + chance.next(below: 2))
    case 6..<9: move()
    case 9..<12: step(1)
    case 12..<14: step(-1)
    case 14..<16: jump()
    case 16..<18: shuffle()
    case 18:
      model.loop = LoopMode.allCases[chance.next(below: 3)]
      queue.loop = model.loop
      last = "loop \(model.loop)"
    case 19 where chance.next(below: 200) == 0:
      model.removeAll()
      queue.removeAll()
      ids = [:]
      last = "removeAll"
    default: remove()
    }
  }

  private mutating func insert(_ count: Int) {
    let index = chance.next(below: model.order.count + 3) - 1
    let numbers = (0..<count).map { lastNumber + 1 + $0 }
    lastNumber += count
    model.insert(numbers, at: index)
    let added = queue.insert(contentsOf: numbers.map { PlayQueue.Entry(.numbered($0)) }, at: index)
    for (number, id) in zip(numbers, added) { ids[number] = id }
    last = "insert \(numbers) at \(index)"
  }

  private mutating func move() {
    guard !model.order.isEmpty else { return }
    let from = chance.next(below: model.order.count)
    let target = chance.next(below: model.order.count + 2) - 1
    let id = ids[model.order[from]]
    model.move(from: from, to: target)
    if chance.next(below: 2) == 0 {
      queue.move(from: from, to: target)
    } else {
      id.map { _ = queue.move($0, to: target) }
    }
    last = "move \(from) to \(target)"
  }

  private mutating func remove() {
    guard !model.order.isEmpty else { return }
    let index = chance.next(below: model.order.count)
    let number = model.order[index]
    model.remove(at: index)
    let removed =
      chance.next(below: 2) == 0 ? queue.remove(at: index) : ids[number].flatMap { queue.remove($0) }
    ids[number] = nil
    last = "remove \(index), which was \(removed?.source.number ?? -1)"
  }

  private mutating func step(_ step: Int) {
    let neighbour = model.neighbour(step)
    let item = step > 0 ? queue.next() : queue.previous()
    if let neighbour { model.current = neighbour }
    last = "step \(step) to \(item?.source.number ?? -1)"
    if item?.source.number != neighbour { model.current = -1 }
  }

  private mutating func jump() {
    guard !model.order.isEmpty else { return }
    let index = chance.next(below: model.order.count)
    model.current = model.order[index]
    if chance.next(below: 2) == 0 {
      queue.jump(to: index)
    } else if let id = ids[model.order[index]] {
      queue.jump(to: id)
    }
    last = "jump to \(index)"
  }

  private mutating func shuffle() {
    shuffles += 1
    if model.original != nil {
      queue.setShuffled(false)
      model.unshuffle()
      last = "unshuffle"
      return
    }
    queue.setShuffled(true, using: &chance)
    let order = queue.snapshot.items.map { $0.source.number ?? -1 }
    last = "shuffle into \(order)"
    // An order of chance is right where it holds the same items, the current one first.
    let isRight =
      order.sorted() == model.order.sorted() && (model.current == nil || order.first == model.current)
    model.shuffle(into: isRight ? order : [-1])
  }
}
