/// Editing, and choosing what is current.
extension PlayQueue {
  /// Puts a source at the end.
  @discardableResult
  public func append(_ source: PlayerSource, title: String? = nil) -> Item.ID {
    edit { $0.append(Entry(source, title: title)) }
  }

  /// Puts sources at the end, in their order.
  @discardableResult
  public func append(contentsOf sources: some Sequence<PlayerSource>) -> [Item.ID] {
    append(contentsOf: sources.map { Entry($0) })
  }

  /// Puts entries at the end, in their order.
  @discardableResult
  public func append(contentsOf entries: some Sequence<Entry>) -> [Item.ID] {
    let entries = Array(entries)
    return edit { $0.insert(entries, at: $0.count) }
  }

  /// Puts a source before the item at an index of the order of play; an index beyond an end counts as that end.
  @discardableResult
  public func insert(_ source: PlayerSource, title: String? = nil, at index: Int) -> Item.ID {
    edit { $0.insert(Entry(source, title: title), at: index) }
  }

  /// Puts entries before the item at an index of the order of play; an index beyond an end counts as that end.
  @discardableResult
  public func insert(contentsOf entries: some Sequence<Entry>, at index: Int) -> [Item.ID] {
    let entries = Array(entries)
    return edit { $0.insert(entries, at: index) }
  }

  /// Puts a source behind the current item, so that it is played next; without a current item, at the start.
  @discardableResult
  public func insertNext(_ source: PlayerSource, title: String? = nil) -> Item.ID {
    edit { $0.insert(Entry(source, title: title), at: $0.currentIndex.map { $0 + 1 } ?? 0) }
  }

  /// Moves an item so that it then stands at an index of the order of play; an index beyond an end counts as that
  /// end. False where the item is not there any more.
  @discardableResult
  public func move(_ id: Item.ID, to index: Int) -> Bool {
    edit { contents in
      guard let from = contents.index(of: id) else { return false }
      return contents.move(from: from, to: index)
    }
  }

  /// Moves the item at an index so that it then stands at another; an index beyond an end counts as that end. False
  /// where there is no such item.
  @discardableResult
  public func move(from index: Int, to target: Int) -> Bool {
    edit { $0.move(from: index, to: target) }
  }

  /// Removes an item, and returns it; nil where it is not there any more.
  ///
  /// In the place of the current item its successor becomes current: the next one, or with ``LoopMode/all`` the first
  /// one behind the last. Where there is none, nothing is current.
  @discardableResult
  public func remove(_ id: Item.ID) -> Item? {
    edit { contents in contents.index(of: id).flatMap { contents.remove(at: $0) } }
  }

  /// Removes the item at an index of the order of play, as ``remove(_:)`` does.
  @discardableResult
  public func remove(at index: Int) -> Item? {
    edit { $0.remove(at: index) }
  }

  /// Removes all items.
  public func removeAll() {
    edit { $0.removeAll() }
  }

  /// Makes an item the current one; one that is so already is played from its start. Nil where it is not there any
  /// more.
  @discardableResult
  public func jump(to id: Item.ID) -> Item? {
    edit { contents in contents.index(of: id).flatMap { contents.jump(to: $0) } }
  }

  /// Makes the item at an index of the order of play the current one; nil where there is none.
  @discardableResult
  public func jump(to index: Int) -> Item? {
    edit { $0.jump(to: index) }
  }

  /// Goes to the next item, or to the first one where none is current; nil, and nothing changes, behind the last one
  /// of a queue that does not go round.
  @discardableResult
  public func next() -> Item? {
    edit { $0.next() }
  }

  /// Goes to the item before, or to the last one where none is current; nil, and nothing changes, before the first
  /// one of a queue that does not go round.
  @discardableResult
  public func previous() -> Item? {
    edit { $0.previous() }
  }
}

extension QueueContents {
  fileprivate mutating func append(_ entry: PlayQueue.Entry) -> PlayQueue.Item.ID {
    insert(entry, at: count)
  }

  fileprivate mutating func insert(_ entry: PlayQueue.Entry, at index: Int) -> PlayQueue.Item.ID {
    // One entry gives one id.
    insert([entry], at: index)[0]
  }
}
