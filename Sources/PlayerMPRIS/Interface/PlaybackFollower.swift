import PlayerKit

/// What follows from the events and not from the state alone: which track it is, where it is between two times that
/// were told, and when it jumped.
///
/// A value without a clock of its own: each member is given the time.
struct PlaybackFollower: Sendable {
  typealias Instant = SuspendingClock.Instant

  /// A position that was told.
  private struct Anchor {
    var time = 0.0
    /// The player's own word at that time.
    var told: Double
    var at: Instant
    /// Whether time moves on from there, as far as a client knows.
    var isMoving = false
  }

  /// The state as far as the events have told it.
  private(set) var state: PlayerState
  /// Which of all tracks it is; 0 where nothing is loaded.
  private(set) var track: UInt64
  private var lastTrack: UInt64
  private var anchor: Anchor
  /// Whether the track has been ready to play, so that its true position is known.
  private var isUnderWay = false
  private var isSwapping = false

  init(_ state: PlayerState, at now: Instant) {
    self.state = state
    anchor = Anchor(
      time: state.currentTime, told: state.currentTime, at: now, isMoving: state.status == .playing)
    lastTrack = state.source == nil ? 0 : 1
    track = lastTrack
    isUnderWay = state.status.isUnderWay
  }

  /// So far a client may be off without being told of it, where nothing jumped: in seconds.
  private static let tolerance = (beforeFirst: 1.0, later: 0.5)
  /// A position is not reckoned on for longer than a backend may be silent, in seconds.
  private static let longestReckoning = 10.0

  /// Takes what happened.
  ///
  /// - Returns: the position to announce where it is not where a client would reckon it; seconds.
  mutating func take(_ event: MPRISEvent, at now: Instant) -> Double? {
    switch event {
    case .event(let event): return take(event, at: now)
    case .moved(let state):
      let isOther = state.source != self.state.source || state.itemIndex != self.state.itemIndex
      self.state = state
      if isOther || state.source == nil { beginTrack(state.source != nil, at: now) }
      isUnderWay = state.status.isUnderWay
      anchor = Anchor(
        time: state.currentTime, told: state.currentTime, at: now, isMoving: state.status == .playing)
      return isUnderWay ? state.currentTime : nil
    }
  }

  private mutating func take(_ event: PlayerEvent, at now: Instant) -> Double? {
    let before = state
    let believed = position(at: now)
    state.apply(event)
    switch event {
    case .backendChanged: isSwapping = true
    case .sourceChanged(let source):
      let isSame = isSwapping && before.source?.content.isSame(as: source?.content) == true
      isSwapping = false
      if isSame { isUnderWay = false } else { beginTrack(source != nil, at: now) }
    case .itemsChanged:
      if state.isOtherItem(than: before) { beginTrack(true, at: now) }
    case .seeked(let time):
      anchor = Anchor(time: time, told: time, at: now, isMoving: state.isMoving)
      return state.source == nil ? nil : time
    case .timeChanged(let time):
      if !state.isSeeking { anchor = Anchor(time: time, told: time, at: now, isMoving: state.isMoving) }
    case .rateChanged where state.status == .playing:
      // A client may not know that the rate counts.
      anchor = Anchor(time: believed, told: state.currentTime, at: now, isMoving: true)
      return before.rate == state.rate ? nil : believed
    case .statusChanged: return takeStatus(believed, at: now)
    default: break
    }
    return nil
  }

  private mutating func takeStatus(_ believed: Double, at now: Instant) -> Double? {
    guard state.status.isUnderWay, !state.isSeeking else {
      // A stall, or an opening: a client that was told of playing goes on reckoning.
      if state.status == .buffering, state.playWhenReady { return nil }
      anchor = Anchor(time: state.currentTime, told: state.currentTime, at: now)
      return nil
    }
    let tolerance = isUnderWay ? Self.tolerance.later : Self.tolerance.beforeFirst
    let isFirst = !isUnderWay
    isUnderWay = true
    let isOff =
      abs(believed - state.currentTime) > tolerance || isFirst && state.currentTime > Self.tolerance.later
    // While paused no client reckons, and on the way there a little may be lost.
    let isTold = isOff && (state.status == .playing || isFirst)
    anchor = Anchor(time: state.currentTime, told: state.currentTime, at: now, isMoving: state.isMoving)
    return isTold ? state.currentTime : nil
  }

  private mutating func beginTrack(_ exists: Bool, at now: Instant) {
    if exists {
      lastTrack += 1
      track = lastTrack
    } else {
      track = 0
    }
    isUnderWay = state.status.isUnderWay
    // A client takes a new track to begin at its beginning.
    anchor = Anchor(
      time: isUnderWay ? state.currentTime : 0, told: state.currentTime, at: now,
      isMoving: state.playWhenReady)
  }

  /// Where a client reckons it is.
  private func position(at now: Instant) -> Double {
    guard anchor.isMoving else { return anchor.time }
    let elapsed = min(max((now - anchor.at) / .seconds(1), 0), Self.longestReckoning)
    return anchor.time + elapsed * state.rate
  }

  /// Where it is, in seconds.
  ///
  /// - Parameter live: the state now, which may be ahead of the events.
  func position(_ live: PlayerState, at now: Instant) -> Double {
    let isReckoned =
      live.status == .playing && state.status == .playing && !live.isSeeking && !state.isSeeking
      && live.currentTime == anchor.told && live.source == state.source
    let position = isReckoned ? position(at: now) : live.currentTime
    let end = min(live.duration ?? .infinity, live.source?.end ?? .infinity)
    return max(min(position, end), 0)
  }
}

extension PlayerStatus {
  /// Whether the source has come so far that its position is true.
  fileprivate var isUnderWay: Bool {
    switch self {
    case .queued, .playing, .paused, .ended: true
    case .unstarted, .buffering: false
    }
  }
}

extension PlayerState {
  fileprivate var isMoving: Bool { status == .playing }

  /// Whether the source's own list has gone on to another item.
  fileprivate func isOtherItem(than before: PlayerState) -> Bool {
    guard let old = before.item, let new = item else { return false }
    // A list that was put into another order goes on with the same one at another index.
    return new.id != old.id || items == before.items && itemIndex != before.itemIndex
  }

  /// The current item of the source's own list.
  var item: PlayerItem? {
    itemIndex.flatMap { items.indices.contains($0) ? items[$0] : nil }
  }
}

extension PlayerSource.Content {
  /// Whether it is the same thing to play, wherever in it.
  fileprivate func isSame(as other: Self?) -> Bool {
    switch (self, other) {
    case (.video(let id, let list, _), .video(let other, let otherList, _)): id == other && list == otherList
    case (.videos(let ids, _), .videos(let others, _)): ids == others
    case (.playlist(let id, _), .playlist(let other, _)): id == other
    default: self == other
    }
  }
}
