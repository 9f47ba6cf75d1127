import PlayerKit

/// Rule 12 for sources with items.
enum ItemCapabilities {
  static let checks = [
    Check("next, previous and playItem move inside the source") { context in
      try await TheEndOfItems.withItems(context) { session, count in
        let source = session.state.source
        try await move(session, .next, to: 1)
        try await move(session, .previous, to: 0)
        try await move(session, .playItem(count - 1), to: count - 1)
        try await move(session, .playItem(0), to: 0)
        try require(session.state.source == source, "moving inside the source changed the source")
      }
    },
    Check("previous on the first item goes to its start") { context in
      try await TheEndOfItems.withItems(context) { session, _ in
        let duration = try await session.seekableDuration()
        let sought = try await session.perform(.seek(.to(duration * 0.5)))
        try await session.waitForLanding(from: sought)
        let mark = try await session.perform(.previous)
        let first = try await session.wait(for: "the first item's start", from: mark) {
          ($0.event.time ?? .infinity) < duration * 0.4
        }
        try require(first.state.itemIndex == 0, "previous on the first item moved to another")
      }
    },
    Check("playItem refuses an item that is not there") { context in
      try await TheEndOfItems.withItems(context) { session, count in
        for index in [-1, count, count + 1000] {
          try await session.performRefused(.playItem(index), .invalidArgument)
        }
        try require(session.state.itemIndex == 0, "a refused item moved to another")
      }
    },
    Check("with the loop all the source starts again after its last item") { context in
      try context.requireCapability(.setLoop)
      try await TheEndOfItems.withItems(context) { session, count in
        let set = try await session.perform(.setLoop(.all))
        try await session.wait(until: "loopChanged(all)", from: set) { $0.loop == .all }
        try await move(session, .playItem(count - 1), to: count - 1)
        let duration = try await session.seekableDuration()
        let mark = try await session.perform(.seek(.to(duration - 0.4)))
        try await session.wait(for: "itemsChanged(0)", from: mark) { $0.state.itemIndex == 0 }
        try await session.wait(until: "the first item's playing", from: mark) {
          $0.itemIndex == 0 && $0.status == .playing
        }
        try session.requireNone(from: mark) { entry in
          entry.event.status == .ended ? "with the loop all the last item sent ended" : nil
        }
      }
    },
    Check("setShuffle keeps the items, and off restores their order") { context in
      try context.requireCapability(.setShuffle)
      try await TheEndOfItems.withItems(context) { session, _ in
        let before = session.state.items.map(\.id)
        let on = try await session.perform(.setShuffle(true))
        try await session.wait(until: "shuffleChanged(true)", from: on) { $0.isShuffled }
        try await session.watch(from: on) { _ in nil }
        let shuffled = session.state.items.map(\.id)
        try require(shuffled.sorted() == before.sorted(), "shuffling lost or added items")
        let off = try await session.perform(.setShuffle(false))
        try await session.wait(until: "the original order", from: off) {
          !$0.isShuffled && $0.items.map(\.id) == before
        }
        try require(
          session.state.itemIndex.map { session.state.items.indices.contains($0) } ?? false,
          "after shuffling there was no current item")
      }
    },
  ]

  /// Moves, and throws unless that item plays then.
  private static func move(_ session: Session, _ action: PlayerAction, to index: Int) async throws {
    let mark = try await session.perform(action)
    let moved = try await session.wait(for: "itemsChanged(\(index))", from: mark) {
      $0.event.isItemsChanged && $0.state.itemIndex == index
    }
    try await session.wait(for: "item \(index)'s playing", from: moved.index) {
      $0.state.status == .playing
    }
    try session.requireNone(from: mark) { entry in
      entry.event.status == .ended ? "\(action.text) sent ended" : nil
    }
  }
}
