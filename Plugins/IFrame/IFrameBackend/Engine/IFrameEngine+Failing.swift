import IFramePage
import PlayerKit

extension IFrameEngine {
  /// How often the page may die, in this many seconds.
  private static let mostRecoveries = (count: 3, seconds: 60.0)

  static let lostPage = PlayerError(
    .backendFailed, "The web view's process died, and did not come back.",
    remedy: "Play again; if it dies again, try `--backend mpv`, which needs yt-dlp.")

  /// Gives up the source.
  mutating func fail(_ failure: PlayerError) {
    guard phase != .idle, phase != .failed else { return }
    forgetWhatWasToCome()
    phase = .failed
    let failure = failure.attributed(to: descriptor.id)
    emit(.failed(failure))
    head.place(at: partStart, time)
    silencePlayer()
    order(.overlay(PageOverlay(failure)))
  }

  // MARK: - The player's errors

  /// The player says that it has failed.
  mutating func playerError(_ code: Int, video: String?) {
    guard phase == .opening || phase == .open else { return }
    if phase == .opening, !opening.hasReset, video == nil, player?.isReady == true {
      // It may be the earlier source's: if this one goes on, it was.
      player?.pendingError = code
      set(.error, in: 0.15)
      return
    }
    if let video, !video.isEmpty, let expectedVideo, video != expectedVideo,
      !list.items.contains(where: { $0.id == video })
    {
      return
    }
    failed(code)
  }

  mutating func believeError() {
    guard let code = player?.pendingError else { return }
    player?.pendingError = nil
    if phase == .opening, !opening.hasReset { failed(code) }
  }

  /// A video has failed: in a list, one bad item is passed over.
  private mutating func failed(_ code: Int) {
    let failure = IFrameFailure.error(code)
    list.failures += 1
    guard programme?.isList == true, let index = list.index, list.items.count > 1,
      list.failures < list.items.count
    else {
      return fail(failure)
    }
    log(.warning, "Item \(index) of the list was passed over: \(failure.message)")
    let failures = list.failures
    if index + 1 < list.items.count {
      go(to: index + 1)
    } else if state.loop == .all {
      go(to: 0)
    } else {
      // What could be played of the list has been.
      return end(at: restart)
    }
    list.failures = failures
  }

  // MARK: - The page's process

  /// The page's process has died; everything that the page was told is lost.
  mutating func processEnded(at now: Double) {
    advance(to: now)
    recoveries = recoveries.filter { now - $0 < Self.mostRecoveries.seconds } + [now]
    let isTooOften = recoveries.count > Self.mostRecoveries.count
    let wasOpen = phase == .open
    let place = position
    let rest: PlayerStatus =
      phase == .opening ? opening.rest : state.status == .queued ? .queued : .paused
    player = nil
    hasPage = false
    hasScript = false
    list.isUnseen = state.isShuffled
    guard phase == .opening || wasOpen else {
      timers[.recovery] = nil
      // One that dies again and again comes back when it is needed.
      return isTooOften ? () : comeBack()
    }
    if isTooOften {
      fail(Self.lostPage)
      return comeBack()
    }
    log(.warning, "The web view's process died; the video is opened again where it was.")
    let isSeeking = state.isSeeking
    let held = heldSeek
    forgetWhatWasToCome()
    if wasOpen, state.status == .ended || state.status == .paused && place >= limit - 0.001 {
      // Nothing plays that would have to go on; the next play opens it.
      landing = nil
      if isSeeking { landed(at: place) }
      return comeBack()
    }
    if state.status == .playing { emit(.statusChanged(.buffering)) }
    heldSeek = held
    opening = Opening(from: place)
    opening.rest = rest
    phase = .opening
    head.place(at: place, time)
    comeBack()
  }

  private mutating func comeBack() {
    set(.recovery, in: configuration.timeouts.start)
    order(.reload)
  }

  /// Lets a page come back that was given up.
  mutating func fetchPage() {
    if timers[.recovery] == nil { comeBack() }
  }

  /// The page's script runs, at first or again.
  mutating func pageRuns() {
    timers[.recovery] = nil
    guard !hasPage else { return }
    hasPage = true
    // It knows nothing of the one before, and what it says without a mark is not heard.
    if lastMark > 0 { order(.mark(lastMark)) }
    order(.script(url: endpoints.script))
    if phase == .opening { return open(at: opening.start, rest: opening.rest) }
    if phase == .failed, let failure = state.error { return order(.overlay(PageOverlay(failure))) }
    if phase == .idle { order(.overlay(PageOverlay(.idle))) }
  }
}
