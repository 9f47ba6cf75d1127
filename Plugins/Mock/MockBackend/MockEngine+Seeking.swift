import PlayerKit

extension MockEngine {
  mutating func seek(_ target: SeekTarget, precise: Bool, _ action: PlayerAction) throws(PlayerError) {
    guard isOpen else { return hold(action, target, precise: precise) }
    guard state.isSeekable else { throw error(.unsupported, "This source can't be sought in.") }
    guard let time = target.time(from: position, duration: state.duration, in: state.seekableRange) else {
      throw error(
        .unsupported, "The duration is not known, so there is no fraction of it.",
        remedy: "Seek to a time.")
    }
    move(to: clamp(time), precise: precise)
  }

  /// Seeks for somebody who asked for it: from the end, to hold there.
  mutating func move(to target: Double, precise: Bool = true) {
    startSeek(to: target, precise: precise)
    if state.status == .ended { emit(.statusChanged(.paused)) }
  }

  /// Keeps a seek until the source is open; of several the last one counts.
  mutating func hold(_ action: PlayerAction, _ target: SeekTarget, precise: Bool) {
    let time = target.time(from: partStart, duration: state.duration).map(clamp)
    if opening == nil, let time {
      // Stopped, ended or failed before it was open: the place moves at which it is to begin.
      place(at: time)
      heldSeek = nil
      emit(.seeking(to: time))
      if state.status == .ended { emit(.statusChanged(.paused)) }
      emit(.seeked(at: time))
      return emit(.timeChanged(time))
    }
    heldSeek = HeldSeek(action: action, time: time, target: target, precise: precise)
    if let time { emit(.seeking(to: time)) }
  }

  /// Sets out for a place; the position is that place from now on.
  mutating func startSeek(to target: Double, precise: Bool = true) {
    place(at: target)
    stall = nil
    seek = Seek(landing: landing(target, precise: precise), due: time + max(current.seekLatency, 0))
    emit(.seeking(to: target))
  }

  /// The seek under way has landed.
  mutating func land() {
    guard let seek else { return }
    self.seek = nil
    place(at: seek.landing)
    emit(.seeked(at: seek.landing))
    emit(.timeChanged(seek.landing))
    if state.status == .buffering { setStatus(.playing) }
  }

  /// How far a live stream has come.
  private var liveEdge: Double { max(position, time - openedAt) }

  /// Says, once a second, how far a live stream has come that can be sought in.
  mutating func tellSeekableRange() {
    guard current.isLive, current.isSeekable, liveEdge >= (state.seekableRange?.upperBound ?? 0) + 1 else {
      return
    }
    emit(.seekableRangeChanged(0...liveEdge))
  }

  /// A place that can be gone to, as far as is known.
  func clamp(_ time: Double) -> Double {
    let edge = state.isLive ? liveEdge : .infinity
    let end = min(partEnd ?? .infinity, state.duration ?? edge)
    return min(max(time, 0), end)
  }

  /// Where a seek to this place really ends up.
  func landing(_ target: Double, precise: Bool) -> Double {
    let reachable = min(target, limit)
    let interval = current.keyFrameInterval
    if interval <= 0 || precise && has(.preciseSeek) { return reachable }
    return (reachable / interval).rounded(.down) * interval
  }
}
