/// Keeps the items of a queue in numbered slots, in small chunks.
///
/// A copy shares the chunks, and a change copies the one chunk that it touches: a snapshot of a long queue costs
/// nothing, and an edit while somebody holds one costs little.
struct QueueStore: Sendable {
  private static let chunkSize = 128

  private var chunks: [[PlayQueue.Item?]] = []
  /// How many slots have been in use at once.
  private var used = 0

  /// The item in a slot; nil where the slot is empty or was never in use.
  subscript(slot: UInt32) -> PlayQueue.Item? {
    let place = Int(slot).quotientAndRemainder(dividingBy: Self.chunkSize)
    guard chunks.indices.contains(place.quotient) else { return nil }
    return chunks[place.quotient][place.remainder]
  }

  /// Puts an item into this slot, which is an empty one or the next new one.
  mutating func put(_ item: PlayQueue.Item, in slot: UInt32) {
    let place = Int(slot).quotientAndRemainder(dividingBy: Self.chunkSize)
    if place.quotient == chunks.endIndex {
      chunks.append(Array(repeating: nil, count: Self.chunkSize))
    }
    chunks[place.quotient][place.remainder] = item
    used = max(used, Int(slot) + 1)
  }

  /// Empties a slot.
  mutating func clear(_ slot: UInt32) {
    let place = Int(slot).quotientAndRemainder(dividingBy: Self.chunkSize)
    chunks[place.quotient][place.remainder] = nil
  }

  /// The slot that has never been in use and comes next.
  var nextSlot: UInt32 { UInt32(used) }
}
