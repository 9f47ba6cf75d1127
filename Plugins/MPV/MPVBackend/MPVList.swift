import PlayerKit

/// The videos of a source, and which of them is current.
struct MPVList {
  /// A video, and its title where that is known.
  struct Item {
    let id: YouTubeVideoID
    var title: String?
  }

  /// In their own order; never empty.
  private var items: [Item]
  /// The places in ``items``, in the order of playing.
  private var order: [Int]
  /// The current place in the order of playing.
  private(set) var index: Int
  /// The item at which the source began, to which its start and end belong.
  private let first: Int
  private let start: Double?
  private let end: Double?

  /// The list of a source, at the item that the source begins with; nil where there is no item.
  init?(_ items: [Item], of source: PlayerSource) {
    guard !items.isEmpty else { return nil }
    var items = items
    switch source.content {
    case .video(let id, _, let index):
      if let index, items.indices.contains(index), items[index].id == id {
        first = index
      } else if let place = items.firstIndex(where: { $0.id == id }) {
        first = place
      } else {
        // It was asked for, though its list does not have it any more.
        items.insert(Item(id: id), at: 0)
        first = 0
      }
    case .videos(_, let index): first = min(index, items.count - 1)
    case .playlist(_, let index): first = min(index ?? 0, items.count - 1)
    case .channel, .file, .stream: first = 0
    }
    self.items = items
    order = Array(items.indices)
    index = first
    start = source.start
    end = source.end
  }

  var count: Int { order.count }
  var isAtLast: Bool { index + 1 == count }

  /// What is told of the items, in the order of playing.
  var told: [PlayerItem] {
    order.map { PlayerItem(id: items[$0].id.description, title: items[$0].title) }
  }

  var current: Item { items[order[index]] }

  /// The current item as a source of its own.
  var part: PlayerSource {
    let isFirst = order[index] == first
    return PlayerSource(.video(current.id), start: isFirst ? start : nil, end: isFirst ? end : nil)
  }

  /// Makes another item current, by its place in the order of playing.
  mutating func move(to index: Int) {
    self.index = index
  }

  /// Takes the current item's title, where it was not known; says whether that is new.
  mutating func name(_ title: String?) -> Bool {
    guard let title, current.title == nil else { return false }
    items[order[index]].title = title
    return true
  }

  /// Puts the items in an order of chance, the current one first, or back in their own.
  mutating func setShuffle(_ isShuffled: Bool) {
    let current = order[index]
    order = Array(items.indices)
    index = current
    guard isShuffled else { return }
    order.remove(at: current)
    order.shuffle()
    order.insert(current, at: 0)
    index = 0
  }
}
