import IFramePage
import PlayerKit

/// A start of the player without sound, to have a picture, or data, without playing.
///
/// YouTube's player knows no other way: cued it loads nothing, and a seek after the end, or to another item of the
/// list, plays. So it is silenced by the view, runs, and is held as soon as it does; nothing of that is told.
struct Hush {
  /// The status that it ends with.
  var rest: PlayerStatus
  /// Where it ends.
  var target: Double
  /// Whether the player has been told to pause.
  var isPausing = false
}

extension IFrameEngine {
  /// How long a silent start may take once the player has been told to pause, in seconds.
  private static let patience = 3.0

  /// Whether a source is opened to be there, not to be heard.
  var isPreload: Bool { !isInFront && !state.playWhenReady }

  mutating func startHush(_ rest: PlayerStatus, at target: Double) {
    hush = Hush(rest: rest, target: target)
    if !isSilenced {
      isSilenced = true
      order(.silence(true))
    }
  }

  /// Lets the player be heard again.
  mutating func endHush() {
    hush = nil
    timers[.hush] = nil
    if isSilenced {
      isSilenced = false
      order(.silence(false))
    }
  }

  /// It is to be played after all.
  mutating func cancelHush() {
    guard let hush else { return }
    endHush()
    if phase == .open {
      // It may have run on since.
      let isTold = landing?.isTold ?? false
      sendSeek(to: hush.target, from: known.time)
      landing?.isTold = isTold || state.isSeeking
      if hush.isPausing { drive = Drive(isPlay: false, isSeen: player?.state == 2, since: time) }
    } else {
      opening.hasRunUnheard = true
    }
  }

  mutating func pauseHushed() {
    guard hush?.isPausing == false else { return }
    hush?.isPausing = true
    drive = Drive(isPlay: false, isSeen: false, since: time)
    call(.pauseVideo)
    set(.hush, in: Self.patience)
    timers[.blocked] = nil
  }

  mutating func seekHushed(to target: Double) {
    call(.seekTo, .number(target), .bool(true))
  }

  /// The player runs, silently.
  mutating func hushedPlayerPlays() {
    if hush?.isPausing == true { return call(.pauseVideo) }
    pauseHushed()
  }

  /// The player is held.
  mutating func hushedPlayerPauses(_ info: PlayerInfo) {
    guard let hush, hush.isPausing else { return }
    if let time = info.time, abs(time - hush.target) > 0.05 { seekHushed(to: hush.target) }
    settleHushed(hush)
  }

  mutating func hushIsOver() {
    if let hush { settleHushed(hush) }
  }

  /// The silent start has come to its end.
  mutating func settleHushed(_ hush: Hush) {
    if phase == .opening { isOpen() }
    drive = Drive(isPlay: false, isSeen: true, since: time)
    landing = nil
    endHush()
    head.place(at: min(hush.target, limit), time)
    landHeldSeek()
    if state.isSeeking { landed(at: position) }
    if state.status != hush.rest { emit(.statusChanged(hush.rest)) }
    if state.playWhenReady { steer() }
  }
}
