import IFramePage
import PlayerKit

extension IFrameEngine {
  /// The player has come to an end: YouTube's state 0.
  mutating func playerEnded(_ info: PlayerInfo) {
    if phase == .opening {
      guard isExpectedVideo else { return takeItem() }
      guard drive.isPlay else { return }
      isOpen()
    }
    guard phase == .open, state.status != .ended else { return }
    let reached = endPosition(info)
    if let landing, landing.target < limit - 0.5, limit.isFinite {
      // It ended before it was sent elsewhere; it goes on there.
      return
    }
    if hush != nil || !state.playWhenReady { return endedWhileHeld() }
    drive = Drive()
    let target = limit.isFinite ? limit : reached
    if !state.isLive, target - reached > 1 {
      fail(
        error(
          .network,
          "YouTube broke the video off at \(rounded(reached)) s, \(rounded(target - reached)) s before its end.",
          remedy: "Check the connection, and play again."))
      return
    }
    finish()
  }

  /// Where the player was when it ended.
  private func endPosition(_ info: PlayerInfo) -> Double {
    if let landing { return landing.target }
    return max(info.time ?? 0, head.position(at: time, rate: state.rate))
  }

  private func rounded(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }

  /// The end was sought, not played to.
  private mutating func endedWhileHeld() {
    if let hush { return settleHushed(hush) }
    drive = Drive()
    guard landing != nil else { return }
    landing = nil
    head.place(at: min(limit, max(head.position(at: time, rate: 1), 0)), time)
    landed(at: position)
  }

  /// The current video has been played as far as it goes.
  mutating func finish() {
    let target = limit.isFinite ? limit : position
    if state.loop == .one || state.loop == .all && list.items.count < 2 { return startAgain() }
    if let index = list.index, index + 1 < list.items.count {
      // The player goes on by itself, unless the source ends before the video does.
      if partEnd != nil && player?.state != 0 { return go(to: index + 1) }
      set(.item, in: 2)
      return
    }
    if state.loop == .all { return go(to: 0) }
    end(at: target)
  }

  /// Starts the current video again, without an end.
  private mutating func startAgain() {
    let start = restart
    timers[.end] = nil
    emit(.seeking(to: start))
    head.place(at: start, time)
    sendSeek(to: start)
    // The seek itself lets a player go on that has ended.
    drive = Drive(isPlay: true, isSeen: player?.state != 0, since: time)
  }

  /// Ends the source, once.
  mutating func end(at target: Double) {
    let isRunning = player?.state == 1 || player?.state == 3
    let isOnItsWay = phase == .opening || drive.isPlay && !isRunning && player?.state != 0
    let isOpening = phase == .opening
    forgetWhatWasToCome()
    if isOpening { phase = .open }
    hold()
    head.place(at: target, time)
    if state.duration == nil, !state.isLive, partEnd == nil {
      emit(.durationChanged(target, isLive: false, isSeekable: true))
    }
    if state.isSeeking { emit(.seeked(at: target)) }
    emit(.timeChanged(target))
    emit(.statusChanged(.ended, playWhenReady: false))
    drive = Drive()
    // What is on its way can't be paused.
    if isOnItsWay {
      if isOpening { player?.holds = nil }
      return silencePlayer()
    }
    if isRunning, player?.isReady == true {
      drive.isSeen = false
      drive.since = time
      call(.pauseVideo)
    }
  }
}
