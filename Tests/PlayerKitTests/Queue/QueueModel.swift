import PlayerKit
import TestSupport

/// A queue as simple as can be: what ``PlayQueue`` must agree with.
struct QueueModel {
  /// The items in the order of play, by a number that each was given.
  var order: [Int] = []
  /// The items in the order from before the shuffling.
  var original: [Int]?
  var current: Int?
  var loop = LoopMode.off

  var currentIndex: Int? { current.flatMap(order.firstIndex) }

  mutating func insert(_ items: [Int], at index: Int) {
    let index = min(max(index, 0), order.count)
    if var original {
      var place = 0
      if index == order.count {
        place = original.count
      } else if index > 0, let before = original.firstIndex(of: order[index - 1]) {
        place = before + 1
      }
      original.insert(contentsOf: items, at: place)
      self.original = original
    }
    order.insert(contentsOf: items, at: index)
  }

  mutating func move(from index: Int, to target: Int) {
    let item = order.remove(at: index)
    order.insert(item, at: min(max(target, 0), order.count))
  }

  mutating func remove(at index: Int) {
    let item = order.remove(at: index)
    original?.removeAll { $0 == item }
    guard item == current else { return }
    if index < order.count {
      current = order[index]
    } else {
      current = loop == .all ? order.first : nil
    }
  }

  mutating func removeAll() {
    order = []
    if original != nil { original = [] }
    current = nil
  }

  /// The item behind, or before, the current one.
  func neighbour(_ step: Int) -> Int? {
    guard let index = currentIndex else { return step > 0 ? order.first : order.last }
    if order.indices.contains(index + step) { return order[index + step] }
    guard loop == .all, step > 0 || order.count > 1 else { return nil }
    return step > 0 ? order.first : order.last
  }

  /// Takes over the order of chance that the queue came to.
  mutating func shuffle(into order: [Int]) {
    original = self.order
    self.order = order
  }

  mutating func unshuffle() {
    if let original { order = original }
    original = nil
  }
}

extension PlayerSource {
  /// A source for an item of a model.
  static func numbered(_ number: Int) -> PlayerSource {
    .file(MediaPath("/\(number).mp4"))
  }

  /// The number of a ``numbered(_:)`` source.
  var number: Int? {
    guard case .file(let path) = content else { return nil }
    return path.text.flatMap { Int($0.dropFirst().dropLast(4)) }
  }
}
