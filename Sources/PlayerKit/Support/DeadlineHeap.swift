/// What is to be done and when: the earliest first, and each entry reached by its number.
struct DeadlineHeap {
  struct Entry: Sendable {
    /// Rises from entry to entry, so that of those with one time the first that was set comes first.
    let id: UInt64
    var time: SuspendingClock.Instant
    let period: Duration?
    let action: @Sendable () -> Void

    func isBefore(_ other: Entry) -> Bool {
      time == other.time ? id < other.id : time < other.time
    }
  }

  /// A binary heap: the entry at `index` is before those at `2 * index + 1` and `2 * index + 2`.
  private var entries: [Entry] = []
  private var places: [UInt64: Int] = [:]

  var first: Entry? { entries.first }
  var count: Int { entries.count }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    places[entry.id] = entries.count - 1
    rise(from: entries.count - 1)
  }

  /// Takes out the entry of this number; nil where it is not there any more.
  mutating func remove(_ id: UInt64) -> Entry? {
    guard let place = places[id] else { return nil }
    let last = entries.count - 1
    swap(place, last)
    let entry = entries.removeLast()
    places[id] = nil
    if place < last {
      rise(from: place)
      sink(from: place)
    }
    return entry
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
        if entries[child].isBefore(entries[least]) { least = child }
      }
      if least == place { return }
      swap(place, least)
      place = least
    }
  }

  private mutating func swap(_ first: Int, _ second: Int) {
    entries.swapAt(first, second)
    places[entries[first].id] = first
    places[entries[second].id] = second
  }
}
