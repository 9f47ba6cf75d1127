/// The JSON form: one object, with the items in their own order.
///
/// ```
/// {"queue":{"items":[{"source":{…},"title":"…"},…],"current":2,"loop":"all","order":[2,0,1]}}
/// ```
///
/// `current` counts in the order of play; `order` is there while the queue is shuffled and says which item is played
/// first, second, … `title`, `current` and `loop` are left out where there is nothing to say.
extension PlayQueue {
  /// The longest text that is read as a queue, in bytes.
  public static let maximumLength = 64 * 1024 * 1024

  /// Reads a queue from its JSON form; the items get ids of their own.
  ///
  /// - Throws: ``PlayerError/Code/invalidArgument`` for what is no queue, and what a source that can't be read throws.
  public convenience init(json: [UInt8]) throws(PlayerError) {
    let form = try JSONLine.decode(QueueForm.self, from: json, maximumLength: Self.maximumLength)
    self.init(contents: try QueueContents(form.queue))
  }
}

extension PlayQueue.Snapshot {
  /// The JSON form, on one line without its end.
  public var json: [UInt8] { Array(JSONLine.json(QueueForm(queue: QueueForm.Queue(contents)))) }
}

/// What stands in the JSON form.
private struct QueueForm: Codable {
  struct Item: Codable {
    let source: PlayerSource
    let title: String?
  }

  struct Queue: Codable {
    let items: [Item]
    let current: Int?
    let loop: LoopMode?
    let order: [Int]?
  }

  let queue: Queue
}

extension QueueForm.Queue {
  init(_ contents: QueueContents) {
    let slots = contents.original ?? contents.order
    items = slots.compactMap { contents.store[$0] }.map { QueueForm.Item(source: $0.source, title: $0.title) }
    current = contents.currentIndex
    loop = contents.loop == .off ? nil : contents.loop
    guard contents.isShuffled else {
      order = nil
      return
    }
    let places = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($0.element, $0.offset) })
    order = contents.order.compactMap { places[$0] }
  }
}

extension QueueContents {
  fileprivate init(_ form: QueueForm.Queue) throws(PlayerError) {
    self.init()
    let entries = form.items.map { PlayQueue.Entry($0.source, title: $0.title) }
    if let order = form.order {
      let isWhole = order.count == entries.count && Set(order) == Set(entries.indices)
      guard isWhole else {
        throw PlayerError(
          .invalidArgument, "The order of the queue does not name each of its \(entries.count) items once.",
          remedy: "Count items from 0, or leave the order out.")
      }
      _ = insert(order.map { entries[$0] }, at: 0)
      var places = order
      for (place, item) in order.enumerated() { places[item] = place }
      setOriginal(places)
    } else {
      _ = insert(entries, at: 0)
    }
    setLoop(form.loop ?? .off)
    guard let current = form.current else { return }
    guard jump(to: current) != nil else {
      throw PlayerError(
        .invalidArgument, "There is no item \(current) in a queue of \(entries.count).",
        remedy: "Count items from 0, or leave `current` out.")
    }
  }
}
