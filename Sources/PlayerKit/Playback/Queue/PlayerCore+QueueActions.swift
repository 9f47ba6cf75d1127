/// The actions that are the queue's, where one is played.
extension PlayerCore {
  /// Performs an action that is about the queue; false where it is about the source that is open.
  nonisolated(nonsending) func performInQueue(_ action: PlayerAction) async throws(PlayerError) -> Bool {
    let (following, link) = storage.withLock { ($0.isClosed ? nil : $0.following, $0.link) }
    guard let following else { return false }
    let queue = following.queue
    let isQueues = link == nil || !queue.contents.leavesModesToBackend
    switch action {
    case .next: return try await goOn(following, link)
    case .previous: return try await goBack(following, link)
    case .playItem(let index): return try await goTo(index, following, link)
    case .setLoop(let mode) where isQueues: queue.loop = mode
    case .setShuffle(let isOn) where isQueues: queue.setShuffled(isOn)
    default: return false
    }
    try await followed(queue)
    return true
  }

  /// Goes on in the source's own list, else to the next item of the queue.
  private nonisolated(nonsending) func goOn(
    _ following: QueueFollowing, _ link: Link?
  ) async throws(PlayerError) -> Bool {
    let (queue, state) = (following.queue, state)
    let hasItems = link?.hasItems ?? false
    let isAlone = queue.count <= 1 && queue.current != nil
    let isInside = (state.itemIndex ?? 0) + 1 < state.items.count
    if hasItems, !following.isMoving, isAlone || isInside { return false }
    if queue.next() != nil {
      try await followed(queue)
      return true
    }
    // At the end of the queue the source ends, as it would without one.
    guard link != nil, !hasItems, state.source != nil else { return false }
    guard try await performIfInCharge(.stop) else { return false }
    finishQueue(following.token)
    return true
  }

  /// Goes back in the source's own list, else to the item before, else to the source's start.
  private nonisolated(nonsending) func goBack(
    _ following: QueueFollowing, _ link: Link?
  ) async throws(PlayerError) -> Bool {
    let (queue, state) = (following.queue, state)
    let hasItems = link?.hasItems ?? false
    if hasItems, !following.isMoving, (state.itemIndex ?? 0) > 0 { return false }
    if queue.previous() != nil {
      try await followed(queue)
      return true
    }
    guard link != nil, !hasItems, let source = state.source else { return false }
    return try await performIfInCharge(.seek(.to(source.start ?? 0)))
  }

  /// Goes to an item of the source's own list, or of the queue where it has none.
  private nonisolated(nonsending) func goTo(
    _ index: Int, _ following: QueueFollowing, _ link: Link?
  ) async throws(PlayerError) -> Bool {
    let queue = following.queue
    let hasOwnItems =
      link?.hasItems ?? false && !following.isMoving && (state.items.count > 1 || queue.count <= 1)
    if hasOwnItems { return false }
    guard queue.jump(to: index) != nil else {
      throw PlayerError(
        .invalidArgument, "There is no item \(index) in a queue of \(queue.count).",
        remedy: "Count items from 0.")
    }
    try await followed(queue)
    return true
  }

  /// Waits until what was done to the queue has been followed.
  private nonisolated(nonsending) func followed(_ queue: PlayQueue) async throws(PlayerError) {
    await waitForQueue(version: queue.contents.version)
    try checkOpen()
  }
}

extension PlayerCore.Link {
  fileprivate var hasItems: Bool { descriptor.capabilities.contains(.items) }
}
