import IFramePage
import PlayerKit

extension IFrameEngine {
  /// Takes a report of the page's.
  mutating func take(_ report: PageReport, at now: Double) {
    answered(at: now)
    advance(to: now)
    if case .page = report.kind { return pageRuns() }
    if case .api = report.kind { hasScript = true }
    guard report.player != nil, report.player == player?.number else { return takeOfPage(report) }
    switch report.kind {
    case .api: break
    case .scriptFailed(let reason):
      player = nil
      fail(IFrameFailure.script(reason.isEmpty ? "it did not come." : reason))
    case .refused(let reason):
      player = nil
      fail(
        error(
          .playbackFailed,
          "YouTube's player refused the source: \(reason.isEmpty ? "it did not say why" : reason).",
          remedy: "Check the video's or the list's id."))
    default: takeOfPlayer(report)
    }
    advance(to: now)
  }

  /// Takes the player's answer to ``PageCommand/read``.
  mutating func take(_ info: PlayerInfo, at now: Double) {
    answered(at: now)
    advance(to: now)
    guard player != nil else { return }
    takeInfo(info)
    advance(to: now)
  }

  private mutating func takeOfPage(_ report: PageReport) {
    // A script that was fetched beforehand is fetched again when it is needed.
    if case .scriptFailed(let reason) = report.kind, report.player == nil {
      log(.debug, "YouTube's player could not be fetched beforehand: \(reason)")
    }
  }

  private mutating func takeOfPlayer(_ report: PageReport) {
    // Before the last mark another source was open; of a new player everything is new.
    guard report.mark ?? 0 >= lastMark || player?.isReady != true else { return }
    hasScript = true
    switch report.kind {
    case .ready:
      known.merge(report.info)
      isReady()
      takeInfo(report.info)
    case .state(let number):
      known.merge(report.info)
      let before = player?.state
      player?.state = number
      takeSilently(report.info)
      playerState(number, after: before, report.info)
      takeInfo(report.info)
    case .error(let code):
      known.merge(report.info)
      playerError(code, video: report.info.videoID)
    case .autoplayBlocked: isBlocked(isReported: true)
    case .rate(let rate): takeRate(rate)
    case .quality(let quality):
      known.quality = quality
      takeInfo(report.info)
    case .apiChange:
      takeInfo(report.info)
      sendOptions()
    case .tick, .change: takeInfo(report.info)
    case .page, .api, .scriptFailed, .refused, .other: break
    }
  }

  /// Takes what the player says of itself.
  private mutating func takeInfo(_ info: PlayerInfo) {
    known.merge(info)
    takeSound(info)
    takeList(info)
    guard phase == .open || phase == .opening && opening.hasReset, isExpectedVideo else { return }
    publish()
    measureHeldSeek()
    takeTime(info)
    guard phase == .opening else { return }
    if player?.state == 5, !opening.runs { startCued() }
    if player?.state == 1, opening.runs, let time = info.time, isOfOpening(time) {
      playerState(1, after: 1, info)
    }
  }

  /// Whether a time that the player tells while it says that it plays is one of the source that it is to open: what it
  /// says of its video, its time and its state comes in messages of their own.
  private func isOfOpening(_ time: Double) -> Bool {
    guard let end = timers[.opening] else { return true }
    let waited = configuration.timeouts.open - (end - self.time)
    return time > opening.start + 0.01 && (time < opening.start + 1.5 || waited > 2)
  }

  /// Takes what a change of state may bring with it, before the change itself: another item, the duration.
  private mutating func takeSilently(_ info: PlayerInfo) {
    takeList(info)
    if phase == .open, isExpectedVideo { publish() }
  }

  private mutating func takeTime(_ info: PlayerInfo) {
    guard let time = info.time, phase == .open, hush == nil else { return }
    if landing != nil {
      // While it waits for data its time is the target's already; it has landed when it plays there.
      if player?.state == 3 { return }
      land(info)
      if landing == nil, state.playWhenReady, player?.state == 1 { showPlaying() }
      return
    }
    switch player?.state {
    case 1 where state.status == .playing: hear(time)
    case 2 where drive.isSeen && !drive.isPlay && self.time - drive.since > 0.5:
      if abs(time - head.position(at: self.time, rate: 1)) > 0.3 { jumped(to: time) }
    default: break
    }
  }

  /// Takes the time of a player that plays.
  private mutating func hear(_ reported: Double) {
    let expected = head.position(at: time, rate: state.rate)
    if abs(reported - expected) > 1.5 {
      // Once may be an old message; twice, a person has sought by the player's own controls.
      if let suspect = suspectedJump, abs(reported - suspect) < 1.5 {
        suspectedJump = nil
        return jumped(to: reported)
      }
      suspectedJump = reported
      return
    }
    suspectedJump = nil
    head.hear(reported, time, rate: state.rate)
    armEnd()
  }

  /// A person has sought by the player's own controls.
  private mutating func jumped(to place: Double) {
    let place = min(place, limit)
    emit(.seeking(to: place))
    head.place(at: place, time)
    landed(at: place)
  }
}

extension PlayerInfo {
  /// Takes over whatever is told.
  mutating func merge(_ newer: PlayerInfo) {
    func take<Value>(_ path: WritableKeyPath<PlayerInfo, Value?>) {
      if let value = newer[keyPath: path] { self[keyPath: path] = value }
    }
    take(\.time)
    take(\.duration)
    take(\.loaded)
    take(\.volume)
    take(\.isMuted)
    take(\.rate)
    take(\.rates)
    take(\.quality)
    take(\.qualities)
    take(\.state)
    take(\.videoID)
    take(\.title)
    take(\.author)
    take(\.isLive)
    take(\.playlist)
    take(\.index)
    take(\.tracks)
    take(\.track)
    take(\.modules)
  }
}
