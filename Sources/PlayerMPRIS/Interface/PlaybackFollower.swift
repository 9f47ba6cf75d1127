import PlayerKit

/// What follows from the events and not from the state alone: which track it is, where it is between two times that
/// were told, and when it jumped.
///
/// A value without a clock of its own: each member is given the time.
struct PlaybackFollower: Sendable {
  typealias Instant = SuspendingClock.Instant

  /// A position from which time goes on.
  private struct Anchor {
    var time: Double
    var at: Instant

    /// The position at another time, in seconds.
    func position(at now: Instant, rate: Double) -> Double {
      time + min(max((now - at) / .seconds(1), 0), longestReckoning) * rate
    }
  }

  /// The state as far as the events have told it.
  private(set) var state: PlayerState
  /// Which of all tracks it is; 0 where nothing is loaded.
  private(set) var track: UInt64
  private var lastTrack: UInt64
  /// The last position that was told while playing; nil while time stands.
  private var anchor: Anchor?
  /// The player's own word at the anchor.
  private var told = 0.0
  /// Where a client reckons on from; nil where it is told of no playing.
  private var belief: Anchor?
  /// Whether the track has been ready to play, so that its true position is known.
  private var isUnderWay = false
  /// Since when the source has been at its end, or the next one has come and its status has not, where that is so.
  private var restsSince: Instant?
  /// Whether a source or a backend has come of which nothing else has been told.
  private var hasJustCome = false
  /// Whether another backend has taken over, which is going to open the same source.
  private var isSwapping = false

  init(_ state: PlayerState, at now: Instant) {
    self.state = state
    lastTrack = state.source == nil ? 0 : 1
    track = lastTrack
    isUnderWay = state.status.isUnderWay
    settle(at: now)
  }

  /// So far a client may be off without being told of it, where nothing jumped: in seconds.
  private static let tolerance = (beforeFirst: 1.0, later: 0.5)
  /// A position is not reckoned on for longer than a backend may be silent, in seconds.
  private static let longestReckoning = 10.0

  /// So long what comes next may take to take the place of what has ended.
  static let interlude = Duration.milliseconds(300)

  /// Whether the source has only just ended, so that what comes next, where something does, is about to come, or just
  /// comes.
  func isInterlude(at now: Instant) -> Bool {
    restsSince.map { now - $0 < Self.interlude } ?? false
  }

  /// Takes what happened.
  ///
  /// - Returns: the position to announce where it is not where a client would reckon it; seconds.
  mutating func take(_ event: MPRISEvent, at now: Instant) -> Double? {
    let jump: Double? =
      switch event {
      case .event(let event): take(event, at: now)
      case .moved(let state): move(to: state)
      }
    if let jump { belief = Anchor(time: jump, at: now) }
    let rests = hasJustCome || state.status == .ended
    if !rests { restsSince = nil } else if restsSince == nil { restsSince = now }
    settle(at: now)
    return track == 0 ? nil : jump
  }

  private mutating func move(to state: PlayerState) -> Double? {
    let isOther = state.source != self.state.source || state.itemIndex != self.state.itemIndex
    self.state = state
    hasJustCome = false
    anchor = nil
    if isOther || state.source == nil { beginTrack() }
    isUnderWay = state.status.isUnderWay
    return isUnderWay ? state.currentTime : nil
  }

  private mutating func take(_ event: PlayerEvent, at now: Instant) -> Double? {
    let before = state
    let reckoned = anchor?.position(at: now, rate: before.rate)
    state.apply(event)
    switch event {
    case .backendChanged, .sourceChanged: hasJustCome = true
    case .statusChanged: hasJustCome = false
    default: break
    }
    switch event {
    case .backendChanged: isSwapping = true
    case .sourceChanged(let source):
      let isSame = isSwapping && before.source?.content.isSame(as: source?.content) == true
      isSwapping = false
      anchor = nil
      if isSame { isUnderWay = false } else { beginTrack() }
    case .itemsChanged: if state.isOtherItem(than: before) { beginTrack() }
    case .seeked(let time):
      anchor = nil
      return time
    case .timeChanged:
      if !state.isSeeking { anchor = nil }
      // What has come on time is where a client reckons it.
      if state.status == .playing, isUnderWay { belief = nil }
    case .rateChanged where before.rate != state.rate:
      // A client may not know that the rate counts.
      guard state.status == .playing, !state.isSeeking, let reckoned else { return nil }
      anchor = Anchor(time: reckoned, at: now)
      return reckoned
    case .statusChanged where state.status.isUnderWay && !state.isSeeking:
      return takeReady(before, at: now)
    default: break
    }
    return nil
  }

  /// The source can be seen or heard: the first time, or again.
  private mutating func takeReady(_ before: PlayerState, at now: Instant) -> Double? {
    let believed = belief?.position(at: now, rate: state.rate)
    let isFirst = !isUnderWay
    isUnderWay = true
    if before.status != .playing { anchor = nil }
    let position = state.currentTime
    // A client takes a new track to begin at its beginning.
    if isFirst, position > Self.tolerance.later { return position }
    guard state.status == .playing, before.status != .playing, let believed else { return nil }
    let isOff = abs(believed - position) > (isFirst ? Self.tolerance.beforeFirst : Self.tolerance.later)
    return isOff ? position : nil
  }

  private mutating func beginTrack() {
    if state.source == nil {
      track = 0
    } else {
      lastTrack += 1
      track = lastTrack
    }
    isUnderWay = state.status.isUnderWay
    belief = nil
  }

  /// Lets time go on, or stand, as the state has it.
  private mutating func settle(at now: Instant) {
    if state.status != .playing || state.isSeeking {
      anchor = nil
    } else if anchor == nil {
      anchor = Anchor(time: state.currentTime, at: now)
      told = state.currentTime
    }
    if track == 0 || state.mprisStatus != "Playing" {
      belief = nil
    } else if belief == nil {
      belief = Anchor(time: isUnderWay ? state.currentTime : 0, at: now)
    }
  }

  /// Where it is, in seconds.
  ///
  /// - Parameter live: the state now, which may be ahead of the events.
  func position(_ live: PlayerState, at now: Instant) -> Double {
    var position = live.currentTime
    if let anchor, live.status == .playing, !live.isSeeking, live.currentTime == told,
      live.source == state.source
    {
      position = anchor.position(at: now, rate: live.rate)
    }
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
