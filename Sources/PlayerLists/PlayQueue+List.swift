import PlayerKit

extension PlayQueue {
  /// A queue of a list's entries, with their titles.
  public convenience init(_ list: PlayerList) {
    self.init(list.entries.map(PlayQueue.Entry.init))
  }

  /// Puts a list's entries behind the others.
  ///
  /// - Returns: their ids, in order.
  @discardableResult
  public func append(contentsOf list: PlayerList) -> [Item.ID] {
    append(contentsOf: list.entries.map(PlayQueue.Entry.init))
  }
}

extension PlayQueue.Entry {
  /// An entry of a list, for a queue.
  public init(_ entry: PlayerList.Entry) {
    self.init(entry.source, title: entry.title)
  }
}

extension PlayerList {
  /// A queue's items in the order in which they are played, so that they can be written as a list.
  public init(title: String? = nil, _ queue: PlayQueue.Snapshot) {
    self.init(title: title, queue.items.map { Entry($0.source, title: $0.title) })
  }
}
