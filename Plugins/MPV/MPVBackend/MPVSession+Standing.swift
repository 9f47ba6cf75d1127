import PlayerKit

/// An engine that stands still though it says that it plays: a sound device or a screen does not take what it is given,
/// or a damaged source has brought it to a halt.
extension MPVSession {
  /// The last sign of life of a source that plays.
  struct Pulse {
    /// After so many seconds, and so many looks, without one it stands still. Of a machine that has slept, or has much
    /// else to do, a single look says nothing.
    static let (patience, looks) = (3.0, 6)
    /// Seconds from one look at what stands still to the next.
    static let interval = 0.25

    /// mpv's clock of the sound then; nil where there was none to be read.
    private var sound: Double?
    private var at: Double
    private var looks = 0
    /// When it is looked at next, once it stands still.
    var nextLook: Double?
    /// Whether such a look has not been answered yet.
    var isAsked = false

    init(_ now: Double) {
      at = now
    }

    /// Counts a look; true where there have been too many since anything moved, or began to.
    mutating func isOver(_ now: Double, began: Double) -> Bool {
      looks += 1
      return looks >= Self.looks && now - max(at, began) >= Self.patience
    }

    /// Takes what mpv's clock of the sound said; whether it has moved. Where there is none it is enough that mpv is not
    /// idle: a picture may stand for long.
    mutating func took(_ sound: Double?, isIdle: Bool, _ now: Double) -> Bool {
      if sound == nil ? isIdle : sound == self.sound { return false }
      (self.sound, at, looks) = (sound, now, 0)
      return true
    }
  }

  /// Looks, whenever the time is told, whether there has been a sign of life; where not, it is `buffering`, until there
  /// is one or the time for that is over.
  func watchPulse(_ media: MPVMedia, _ now: Double) {
    if media.pulse == nil { media.pulse = Pulse(now) }
    guard media.pulse?.isOver(now, began: clock.began) == true else { return }
    endWithDisplay()
    media.pulse?.nextLook = now + Pulse.interval
    waitingChanged(media, true)
  }

  /// Takes the time that is told while playing. A picture without a sound may stand for long, and is no sign that mpv
  /// stands still; but its display may be gone.
  func tookTime(_ time: Double, _ media: MPVMedia, _ now: Double) {
    guard let stand = media.stand, stand.time == time else {
      media.stand = (time, now)
      return
    }
    guard now - stand.since >= Pulse.patience else { return }
    media.stand = (time, now)
    endWithDisplay()
  }

  /// Looks at what stands still.
  func lookAtPulse(_ media: MPVMedia, _ now: Double) {
    media.pulse?.nextLook = now + Pulse.interval
    guard media.pulse?.isAsked == false else { return }
    media.pulse?.isAsked = true
    readPosition(media) { _ in media.pulse?.isAsked = false }
  }

  /// Takes a sign of life: what has stood still goes on.
  func tookPulse(_ media: MPVMedia, _ sound: Double?, isIdle: Bool) {
    guard media.pulse?.took(sound, isIdle: isIdle, PlainThread.now) == true, media.isStandingStill else {
      return
    }
    media.pulse = nil
    waitingChanged(media, false)
  }
}

extension MPVMedia {
  /// Whether it stands still without mpv's saying so.
  var isStandingStill: Bool { pulse?.nextLook != nil }
}
