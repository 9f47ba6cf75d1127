import PlayerKit

extension MockEngine {
  mutating func publishItems() {
    emit(.itemsChanged(order.map { media.items[$0].item }, index: index))
  }

  mutating func next() {
    if index + 1 < order.count { return go(to: index + 1) }
    if state.status == .ended && state.loop != .all { return }
    if state.loop == .all {
      if !order.isEmpty { return go(to: 0) }
      if isOpen { return move(to: restart) }
    }
    end(at: min(partEnd ?? .infinity, state.duration ?? position))
  }

  mutating func previous() {
    if index > 0 { return go(to: index - 1) }
    guard isOpen else { return hold(.previous, .to(partStart), precise: true) }
    move(to: restart)
  }

  mutating func playItem(_ index: Int) throws(PlayerError) {
    let count = max(order.count, 1)
    guard index < count else {
      throw error(
        .invalidArgument, "There is no item \(index) in a list of \(count).", remedy: "Count items from 0.")
    }
    if order.isEmpty {
      // Without a list the source is its own only item.
      if isOpen { startSeek(to: restart) }
      return play()
    }
    go(to: index, plays: true)
  }

  /// Moves to an item of the list.
  ///
  /// - Parameter plays: whether it is to play; nil leaves that as it is.
  mutating func go(to index: Int, plays: Bool? = nil) {
    let before = state.status
    let wasOpening = opening != nil
    forgetWhatWasToCome()
    self.index = index
    place(at: restart)
    let isStopped = before == .unstarted && plays != true
    if !isStopped {
      if !wasOpening { restingStatus = before == .queued || before == .unstarted ? .queued : .paused }
      // First of all, so that no state says that the new item plays before it does.
      setStatus(.buffering, playWhenReady: plays)
    }
    publishItems()
    emit(.durationChanged(nil, isLive: false, isSeekable: false))
    if state.isSeeking { emit(.seeked(at: position)) }
    if position != state.currentTime { emit(.timeChanged(position)) }
    if !isStopped { startOpening(current.openLatency) }
  }

  mutating func setShuffle(_ isShuffled: Bool) {
    emit(.shuffleChanged(isShuffled))
    guard !order.isEmpty else { return }
    if isShuffled {
      shuffle()
    } else {
      index = order[index]
      order.sort()
    }
    publishItems()
  }

  /// Puts the list in an order of chance that follows from the seed, the current item first.
  mutating func shuffle() {
    guard !order.isEmpty else { return }
    let current = order.remove(at: index)
    order.shuffle(using: &shuffler)
    order.insert(current, at: 0)
    index = 0
  }
}
