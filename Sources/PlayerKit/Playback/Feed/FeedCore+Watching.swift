/// What the pages' players say.
extension FeedCore {
  /// Takes an event of a page's player.
  func heard(_ event: PlayerEvent, _ index: Int, _ life: UInt64) {
    change { storage in
      defer { releaseHearers(&storage) }
      storage.pages[index]?.hear(event, life)
      guard !storage.isClosed, let page = storage.pages[index], page.life == life, !page.isClosing else {
        return
      }
      if storage.told == index { tell(.player(event, page: index), &storage) }
      let isFront = storage.front == index
      switch event {
      case .pageRequested(let step):
        if isFront || storage.told == index { _ = go(by: step, &storage) }
      case .statusChanged(let status, let playWhenReady):
        if !isFront {
          if status == .playing || playWhenReady == true { storage.strays.insert(index) }
        } else if status == .playing {
          played(index, &storage)
        } else if status == .ended {
          ended(index, &storage)
        }
      case .failed(let error, willRestart: false): failed(index, error, isTold: true, &storage)
      case .sourceChanged(nil), .closed:
        // Nobody asked for that here: the person has closed the window.
        if isFront || storage.shown == index { return windowClosed() }
        storage.pages[index]?.isStale = true
      case .dropped: catchUp(index, page.player.state, &storage)
      default: break
      }
    }
  }

  /// Waits until all that the page has said so far has been taken, and told where it is in front.
  func catchUp(with index: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = storage.withLock { storage in
        guard let page = storage.pages[index], page.heard < page.events.count, !page.isClosing else {
          return true
        }
        storage.hearers.append((index, page.life, page.events.count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Lets those go on whose events have been taken, or won't be any more.
  func releaseHearers(_ storage: inout Storage) {
    guard !storage.hearers.isEmpty else { return }
    let pages = storage.pages
    storage.hearers.removeAll { hearer in
      if let page = pages[hearer.index], page.life == hearer.life, page.heard < hearer.count, !page.isClosing
      {
        return false
      }
      hearer.continuation.resume()
      return true
    }
  }

  /// Looks at the state, after events were lost that may have told of an end.
  private func catchUp(_ index: Int, _ state: PlayerState, _ storage: inout Storage) {
    if storage.front != index {
      if state.playWhenReady { storage.strays.insert(index) }
    } else if state.status == .ended {
      ended(index, &storage)
    } else if let error = state.error {
      failed(index, error, isTold: true, &storage)
    }
  }

  private func windowClosed() {
    // Not within the lock that this is called under, and it waits for the very player that says so.
    Task { await shutDown() }
  }

  private func played(_ index: Int, _ storage: inout Storage) {
    guard storage.path.index == index else { return }
    storage.failures = 0
    storage.news.error = nil
  }

  private func ended(_ index: Int, _ storage: inout Storage) {
    guard storage.path.index == index, !storage.news.isFinished, options.advancesOnEnd else { return }
    storage.failures = 0
    advance(&storage)
  }

  /// A page can't be played. One that nobody has swiped to is passed; the others stay, so that a person can see why,
  /// and go on in either way.
  func failed(_ index: Int, _ error: PlayerError, isTold: Bool, _ storage: inout Storage) {
    guard storage.front == index, !storage.isClosed else { return }
    if !isTold { tell(.player(.failed(error), page: index), &storage) }
    guard storage.path.index == index else { return }
    storage.news.error = error
    guard storage.isAutomatic else { return }
    storage.failures += 1
    if storage.failures < storage.path.count || !storage.hasAllSources {
      advance(&storage)
    } else {
      finish(&storage)
    }
  }
}

extension FeedCore.Page {
  /// Counts an event of this life.
  mutating func hear(_ event: PlayerEvent, _ life: UInt64) {
    guard life == self.life else { return }
    if case .dropped(let count) = event { heard += count } else { heard += 1 }
  }
}
