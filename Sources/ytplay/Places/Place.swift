import PlayerKit

/// Where a source was left, or which source of several.
struct Place: Codable, Hashable, Sendable {
  /// Seconds; of a queue nil.
  var time: Double?
  /// The item of the source's own list that was in front, counted from 0.
  var item: Int?
  /// That item's id, which says which it is where the list has changed.
  var itemID: String?
  /// Of a queue: the key of the source that was in front.
  var source: String?
  /// When it was kept, in seconds since 1970.
  var saved: Int64 = 0

  /// The place in a source that a state tells of; nil where there is none to keep: before it is open, and in what
  /// can't be sought in, or has no end.
  init?(_ state: PlayerState) {
    guard state.isOpen, !state.isLive, state.isSeekable, state.duration != nil, state.currentTime.isFinite
    else { return nil }
    time = (state.currentTime * 1000).rounded() / 1000
    guard state.items.count > 1, let index = state.itemIndex, state.items.indices.contains(index) else {
      return
    }
    item = index
    itemID = state.items[index].id
  }

  /// The place of a queue: at the source of this key.
  init(source: String) {
    self.source = source
  }

  /// Whether it is further on in the same item, or back, by so many seconds, or in another one.
  func differs(from other: Place?, by seconds: Double) -> Bool {
    guard let other, other.item == item, other.itemID == itemID, other.source == source else { return true }
    return ((time ?? 0) - (other.time ?? 0)).magnitude >= seconds
  }

  /// Which of these items it is in; nil where it is not among them.
  func index(in items: [PlayerItem]) -> Int? {
    guard let item else { return nil }
    // Where an id stands more than once, it is the one that stood there.
    if items.indices.contains(item), itemID == nil || items[item].id == itemID { return item }
    return itemID.flatMap { id in items.firstIndex { $0.id == id } }
  }
}

extension PlayerState {
  /// Less than this is left, or has been played: nobody goes on there.
  private static let rest = 1.0

  /// Whether there is nothing to go on with: all has been played, or nothing yet.
  var isAtEdge: Bool {
    let isFirst = (itemIndex ?? 0) == 0
    let isLast = (itemIndex ?? 0) >= items.count - 1
    if isFirst, currentTime < Self.rest { return true }
    guard isLast, let duration else { return false }
    return duration - currentTime < Self.rest
  }

  /// Whether what has ended is a part of the source alone, so that there is more of it.
  var hasMoreBehindEnd: Bool {
    guard let end = source?.end, let duration else { return false }
    return duration - end >= Self.rest
  }
}
