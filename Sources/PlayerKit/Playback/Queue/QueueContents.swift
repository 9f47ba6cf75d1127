/// What a queue holds, and every edit of it: a plain value.
///
/// The order is an array of slot numbers, so that an edit in the middle of 100,000 items moves some hundred
/// kilobytes and touches no item.
struct QueueContents: Sendable {
  private(set) var store = QueueStore()
  /// The slots in the order in which they are played.
  private(set) var order: [UInt32] = []
  /// The slots in the order from before the shuffling; nil while the queue is not shuffled.
  private(set) var original: [UInt32]?
  /// Where the current item stands in the order.
  private(set) var currentIndex: Int?
  private(set) var loop = LoopMode.off
  /// Rises with every change.
  private(set) var version: UInt64 = 1
  /// The version at which the items or their order changed last.
  private(set) var itemsVersion: UInt64 = 1
  /// The version at which another item was chosen last, or the same one once more.
  private(set) var selection: UInt64 = 0
  /// The version at which the loop, or the shuffling, changed last.
  private(set) var modeVersion: UInt64 = 1

  /// The slots that were in use and are empty.
  private var free: [UInt32] = []
  /// The number of the item that was added last.
  private var lastNumber: UInt64 = 0

  var isShuffled: Bool { original != nil }
  var count: Int { order.count }

  /// The item at a place of the order.
  subscript(index: Int) -> PlayQueue.Item? {
    order.indices.contains(index) ? store[order[index]] : nil
  }

  var current: PlayQueue.Item? { currentIndex.flatMap { self[$0] } }

  /// The item of this id.
  func item(_ id: PlayQueue.Item.ID) -> PlayQueue.Item? {
    guard let item = store[id.slot], item.id == id else { return nil }
    return item
  }

  /// Where the item of this id stands in the order.
  func index(of id: PlayQueue.Item.ID) -> Int? {
    item(id) == nil ? nil : order.firstIndex(of: id.slot)
  }

  // MARK: Editing

  /// Puts new items before the one at this index, which is brought into 0…count.
  mutating func insert(_ entries: [PlayQueue.Entry], at index: Int) -> [PlayQueue.Item.ID] {
    guard !entries.isEmpty else { return [] }
    let index = min(max(index, 0), count)
    let ids = entries.map { add($0) }
    let slots = ids.map(\.slot)
    if let place = originalPlace(before: index) { original?.insert(contentsOf: slots, at: place) }
    order.insert(contentsOf: slots, at: index)
    if let current = currentIndex, current >= index { currentIndex = current + slots.count }
    changeItems()
    return ids
  }

  /// Where items that come to stand at this index of the shuffled order belong in the order from before: behind the
  /// same item, or at the same end. Nil where the queue is not shuffled.
  private func originalPlace(before index: Int) -> Int? {
    guard let original else { return nil }
    if index == count { return original.count }
    guard index > 0 else { return 0 }
    return original.firstIndex(of: order[index - 1]).map { $0 + 1 }
  }

  private mutating func add(_ entry: PlayQueue.Entry) -> PlayQueue.Item.ID {
    lastNumber += 1
    let slot = free.popLast() ?? store.nextSlot
    let id = PlayQueue.Item.ID(number: lastNumber, slot: slot)
    store.put(PlayQueue.Item(id: id, source: entry.source, title: entry.title), in: slot)
    return id
  }

  /// Moves an item so that it then stands at `target`, which is brought into the order's indices. A shuffled queue's
  /// order from before stays as it was.
  mutating func move(from index: Int, to target: Int) -> Bool {
    guard order.indices.contains(index) else { return false }
    let target = min(max(target, 0), count - 1)
    guard target != index else { return true }
    order.insert(order.remove(at: index), at: target)
    if let current = currentIndex {
      if current == index {
        currentIndex = target
      } else if index < current, current <= target {
        currentIndex = current - 1
      } else if target <= current, current < index {
        currentIndex = current + 1
      }
    }
    changeItems()
    return true
  }

  /// Removes an item. In the place of the current one its successor becomes current.
  mutating func remove(at index: Int) -> PlayQueue.Item? {
    guard let item = self[index] else { return nil }
    let slot = order.remove(at: index)
    if let place = original?.firstIndex(of: slot) { original?.remove(at: place) }
    store.clear(slot)
    free.append(slot)
    changeItems()
    if let current = currentIndex {
      if index < current {
        currentIndex = current - 1
      } else if index == current {
        select(index < count ? index : loop == .all && count > 0 ? 0 : nil)
      }
    }
    return item
  }

  mutating func removeAll() {
    guard count > 0 else { return }
    store = QueueStore()
    order = []
    free = []
    if original != nil { original = [] }
    changeItems()
    if currentIndex != nil { select(nil) }
  }

  // MARK: Choosing

  mutating func jump(to index: Int) -> PlayQueue.Item? {
    guard order.indices.contains(index) else { return nil }
    select(index)
    return current
  }

  /// Chooses the next item; nil, and nothing has changed, behind the last one of a queue that does not go round.
  mutating func next() -> PlayQueue.Item? {
    guard let next = nextIndex else { return nil }
    select(next)
    return current
  }

  /// Where the next item stands.
  var nextIndex: Int? {
    guard count > 0 else { return nil }
    guard let current = currentIndex else { return 0 }
    if current + 1 < count { return current + 1 }
    return loop == .all ? 0 : nil
  }

  /// Chooses the item before; nil, and nothing has changed, before the first one of a queue that does not go round.
  mutating func previous() -> PlayQueue.Item? {
    guard count > 0 else { return nil }
    if let current = currentIndex {
      if current > 0 {
        select(current - 1)
      } else {
        guard loop == .all, count > 1 else { return nil }
        select(count - 1)
      }
    } else {
      select(count - 1)
    }
    return current
  }

  private mutating func select(_ index: Int?) {
    currentIndex = index
    version += 1
    selection = version
  }

  // MARK: Modes

  mutating func setLoop(_ mode: LoopMode) {
    guard mode != loop else { return }
    loop = mode
    version += 1
    modeVersion = version
  }

  /// Puts the items behind the current one, or all, in an order of chance, the current one first; or restores the
  /// order.
  mutating func setShuffled(_ isOn: Bool, using generator: inout some RandomNumberGenerator) {
    guard isOn != isShuffled else { return }
    let slot = currentIndex.map { order[$0] }
    if isOn {
      original = order
      if let current = currentIndex { order.swapAt(0, current) }
      order[(slot == nil ? 0 : min(1, count))...].shuffle(using: &generator)
      if slot != nil { currentIndex = 0 }
    } else if let restored = original {
      order = restored
      original = nil
      currentIndex = slot.flatMap(order.firstIndex)
    }
    changeItems()
    modeVersion = version
  }

  /// Says that the items are shuffled from this order; used where a queue is read.
  mutating func setOriginal(_ indices: [Int]) {
    original = indices.map { order[$0] }
    changeItems()
    modeVersion = version
  }

  private mutating func changeItems() {
    version += 1
    itemsVersion = version
  }
}
