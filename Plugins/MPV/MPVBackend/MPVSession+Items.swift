import PlayerKit

/// The items of a source. One without a list is its own only item.
extension MPVSession {
  /// What is played, or to be played, of the source: the current item, or all of it.
  var part: PlayerSource? { list?.part ?? state.source }

  func publishItems() {
    if let list { say(.itemsChanged(list.told, index: list.index)) }
  }

  /// `next`, `previous` or `playItem`.
  func move(_ action: PlayerAction) throws(PlayerError) {
    if let media, media.isListAwaited {
      media.heldMoves.append(action)
      if case .playItem = action { play() }
      return
    }
    listRun.chosen()
    switch action {
    case .next: next()
    case .previous:
      if let list, list.index > 0 { return go(to: list.index - 1) }
      try seek(.to(part?.start ?? 0), isPrecise: true)
    case .playItem(let index): try playItem(index)
    default: break
    }
  }

  private func next() {
    if let list, !list.isAtLast { return go(to: list.index + 1) }
    if state.loop == .all {
      if list != nil { return go(to: 0) }
      if let media, media.stage == .open, media.isSeekable {
        begin(MPVMedia.Seek(media.clamp(media.start), isSilent: false), isPrecise: true, media)
        return
      }
    }
    if state.status != .ended { endHere() }
  }

  private func playItem(_ index: Int) throws(PlayerError) {
    let count = list?.count ?? 1
    guard index < count else { throw Self.noItem(index, of: count) }
    if list != nil { return go(to: index, plays: true) }
    if let media, media.stage == .open, media.isSeekable {
      begin(MPVMedia.Seek(media.clamp(media.start), isSilent: false), isPrecise: true, media)
    }
    play()
  }

  /// Moves to an item.
  ///
  /// - Parameter plays: whether it is to play; nil leaves that as it is.
  func go(to index: Int, plays: Bool? = nil) {
    guard list != nil else { return }
    let isStopped = state.status == .unstarted && plays != true
    let rest = restingStatus
    let willPlay = plays ?? state.playWhenReady
    seekForLater = nil
    if isStopped { unload() } else { retire() }
    if let list { listRun.isBackwards = index == list.index - 1 }
    list?.move(to: index)
    if let source = state.source, state.error != nil, !isStopped {
      say(.sourceChanged(source))
      say(.statusChanged(.unstarted, playWhenReady: willPlay))
    }
    if !isStopped {
      // First of all, so that no state says that the new item plays before it does.
      say(.statusChanged(.buffering, playWhenReady: willPlay))
    }
    publishItems()
    forgetItem()
    guard !isStopped, let part else { return }
    open(part, plays: willPlay, isMove: true)
    media?.restingStatus = rest
  }

  /// The status that the next item takes where it is not to play.
  private var restingStatus: PlayerStatus {
    if let media, media.stage < .open { return media.restingStatus }
    return [.queued, .unstarted].contains(state.status) ? .queued : .paused
  }

  /// Takes back what was told of the item before.
  private func forgetItem() {
    say(.durationChanged(nil, isLive: false, isSeekable: false))
    let start = part?.start ?? 0
    if state.isSeeking { say(.seeked(at: start)) }
    sayIfNew(.timeChanged(start))
    sayIfNew(
      .metadataChanged(
        PlayerMetadata(title: list?.current.title, videoID: list?.current.id.description)))
    sayIfNew(.seekableRangeChanged(nil))
    sayIfNew(.loadedFractionChanged(0))
    sayIfNew(.videoSizeChanged(nil))
    sayIfNew(.qualityChanged(nil))
    sayIfNew(.tracksChanged([], selected: [:]))
  }

  /// Goes on after an item's end, where there is more; says whether there is.
  func goOn(after time: Double) -> Bool {
    guard let list, !list.isAtLast || (state.loop == .all && list.count > 1) else { return false }
    say(.timeChanged(time))
    go(to: list.isAtLast ? 0 : list.index + 1, plays: true)
    return true
  }

  /// Ends the source, wherever it is.
  func endHere() {
    wantsToPlay = false
    seekForLater = nil
    clock.stop()
    let limit = media?.limit ?? part?.end ?? state.duration ?? state.currentTime
    if let media, media.stage == .open, media.isSeekable {
      setPause(true, media)
      begin(MPVMedia.Seek(limit, isSilent: true), isPrecise: true, media)
    } else {
      unload()
      forgetRange()
    }
    if state.isSeeking { say(.seeked(at: limit)) }
    if state.duration == nil && !state.isLive {
      say(.durationChanged(limit, isLive: false, isSeekable: state.isSeekable))
    }
    say(.timeChanged(limit))
    say(.statusChanged(.ended, playWhenReady: false))
  }

  func setShuffle(_ isShuffled: Bool) {
    guard isShuffled != state.isShuffled else { return }
    say(.shuffleChanged(isShuffled))
    list?.setShuffle(isShuffled)
    publishItems()
  }

  func setLoop(_ loop: LoopMode) {
    sayIfNew(.loopChanged(loop))
    sendLoop()
  }

  /// Whether mpv repeats what it has: that is all there is to repeat.
  var isRepeatedByMPV: Bool { state.loop == .one || (state.loop == .all && (list?.count ?? 1) == 1) }

  func sendLoop() {
    set(.loop, isRepeatedByMPV ? "inf" : "no")
  }

  // MARK: the list arrives

  /// Takes a source's list, and what was asked of it before it was there.
  func take(_ list: MPVList, _ moves: [PlayerAction]) {
    var list = list
    if state.isShuffled { list.setShuffle(true) }
    var refused: [(PlayerAction, PlayerError)] = []
    for action in moves {
      switch action {
      case .next where !list.isAtLast: list.move(to: list.index + 1)
      case .previous where list.index > 0: list.move(to: list.index - 1)
      case .playItem(let index) where index < list.count: list.move(to: index)
      case .playItem(let index): refused.append((action, Self.noItem(index, of: list.count)))
      default: break
      }
    }
    self.list = list
    publishItems()
    for (action, error) in refused { say(.rejected(.action(action), error)) }
    sendLoop()
  }

  private static func noItem(_ index: Int, of count: Int) -> PlayerError {
    PlayerError(
      .invalidArgument, "There is no item \(index) in a list of \(count).", remedy: "Count items from 0.",
      backend: "mpv")
  }
}
